"""Short runs of training that differ in one thing each: what it is worth.

``python -m training.studies`` trains them one after the other; runs that were interrupted go on,
and those that are finished are left alone. ``python -m training.results`` puts what came of them
on the page.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wistar_env.processes import python_module
from wistar_env.training.checkpoints import curve_in
from wistar_env.training.commands import option

FOLDER: Final = Path("results/studies")

_SHORT: Final = "--steps 5000000 --evaluate-every 20"


@dataclass(frozen=True)
class Study:
    """One run of training.

    Attributes
    ----------
    name
        Its folder.
    what
        What sets it apart, for the reader.
    module
        The module of ``training`` that trains.
    options
        The options of its command, without folder and threads.
    """

    name: str
    what: str
    module: str
    options: str

    def command(self, folder: Path) -> list[str]:
        """Return what follows ``wistar train`` and the name of the module."""
        return ["--folder", str(folder / self.name), *self.options.split()]

    def curve(self, folder: Path) -> list[dict[str, Any]]:
        """Return how it played while it learned, as ``curve_of`` does."""
        return curve_of(folder / self.name)


def curve_of(folder: Path) -> list[dict[str, Any]]:
    """Return where a run was evaluated: rows with steps, ``best_score`` and ``best_wins``."""
    return [row for row in curve_in(folder / "curve.jsonl") if "best_score" in row]


def _short(name: str, what: str, options: str = "", levels: str = "5-9") -> Study:
    return Study(name, what, "ppo", f"--levels {levels} {_SHORT} {options}".strip())


STUDIES: Final = (
    _short("usual", "the usual settings: from greedy's games, 128 and 64 wide"),
    _short("levels", "levels 0-9 instead of 5-9", levels="0-9"),
    _short("scratch", "from random numbers", "--warm-start none"),
    _short("scratch-levels", "from random numbers, levels 0-9", "--warm-start none", "0-9"),
    _short("small", "64 and 32 wide", "--wide 64 --narrow 32"),
    _short("large", "256 and 64 wide", "--wide 256"),
    _short("hint", "hints at Beds and Rooms", "--hint beds_built=4,rooms_dug=2 --hint-until 0.4"),
    _short("win", "a win counts as 30 VP", "--win 3"),
    _short("trace", "lambda 0.9 instead of 0.97", "--trace 0.9"),
    Study(
        "sb3",
        "Stable-Baselines3, from random numbers, levels 0-9",
        "sb3",
        "--levels 0-9 --steps 5e6",
    ),
)


def train(studies: Sequence[Study], folder: Path, threads: int) -> int:
    """Train one after the other; return 0, or the exit status of the first that fails."""
    for number, study in enumerate(studies, 1):
        print(f"{number} of {len(studies)}, {study.name}: {study.what}", flush=True)
        command = [*study.command(folder), "--threads", str(threads)]
        started = python_module(f"wistar_env.training.{study.module}", *command)
        if status := subprocess.run(started, check=False).returncode:
            return status
    return 0


def main(
    only: Annotated[str, option("Names of the runs, by commas; all if not given.")] = "",
    folder: Annotated[Path, option("Where the runs are kept.")] = FOLDER,
    threads: Annotated[int, option("Threads that share the work.")] = 1,
) -> None:
    """Train the runs of the studies; the same command goes on with what was interrupted."""
    known = {study.name: study for study in STUDIES}
    names = only.split(",") if only else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(known)}")
    raise typer.Exit(train([known[name] for name in names], folder, threads))


if __name__ == "__main__":
    typer.run(main)
