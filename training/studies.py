"""Ablations: short training runs that differ in one setting each.

``python -m training.studies`` trains them one after the other, resumes interrupted ones and skips
finished ones. ``python -m training.results`` writes their results to ``docs/results.md``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wistar_env.cli.parameters import ray_option
from wistar_env.system.processes import run_module
from wistar_env.system.ray_tasks import in_order
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
        How it differs from the others, for the reader.
    module
        The module of ``training`` to run.
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
        """Return its evaluations, as ``curve_of`` does."""
        return curve_of(folder / self.name)


def curve_of(folder: Path) -> list[dict[str, Any]]:
    """Return the evaluations of a run: rows with ``eval_score`` and ``eval_win_rate``."""
    return [row for row in curve_in(folder / "curve.jsonl") if "eval_score" in row]


def _short(name: str, what: str, options: str = "", levels: str = "5-9") -> Study:
    return Study(name, what, "ppo", f"--options level={levels} {_SHORT} {options}".strip())


STUDIES: Final = (
    _short("usual", "default settings: pretraining on greedy, hidden layers 128 and 64"),
    _short("levels", "levels 0-9 instead of 5-9", levels="0-9"),
    _short("scratch", "no pretraining", "--pretraining none"),
    _short("scratch-levels", "no pretraining, levels 0-9", "--pretraining none", "0-9"),
    _short("small", "hidden layers 64 and 32", "--hidden1 64 --hidden2 32"),
    _short("large", "hidden layers 256 and 64", "--hidden1 256"),
    _short(
        "shaping",
        "shaping for Beds and Rooms",
        "--shaping beds_built=4,rooms_dug=2 --shaping-until 0.4",
    ),
    _short("win", "a win counts as 30 VP", "--win-weight 3"),
    _short("lambda", "GAE lambda 0.9 instead of 0.97", "--gae-lambda 0.9"),
    Study(
        "sb3",
        "Stable-Baselines3, no pretraining, levels 0-9",
        "sb3",
        "--options level=0-9 --steps 5e6",
    ),
)


def train(studies: Sequence[Study], folder: Path, threads: int, ray: str | None = None) -> int:
    """Train the studies in order; return 0, or the exit status of the first that fails.

    With the address of a Ray cluster they are trained side by side, in a folder that all its
    machines share; a run whose worker dies is resumed by another.
    """
    work = partial(_train, folder.absolute(), threads)
    trained: Iterator[int] = map(work, studies) if ray is None else in_order(work, studies, ray)
    for number, study in enumerate(studies, 1):
        print(f"{number} of {len(studies)}, {study.name}: {study.what}", flush=True)
        if status := next(trained):
            return status
    return 0


def _train(folder: Path, threads: int, study: Study) -> int:
    command = [*study.command(folder), "--threads", str(threads)]
    return run_module(f"wistar_env.training.{study.module}", *command)


def main(
    only: Annotated[str, option("Names of the runs, separated by commas; default: all.")] = "",
    folder: Annotated[Path, option("Folder of the runs.")] = FOLDER,
    threads: Annotated[int, option("Number of threads.")] = 1,
    ray: Annotated[str | None, ray_option("Train")] = None,
) -> None:
    """Train the runs of the studies. To resume, repeat the command."""
    known = {study.name: study for study in STUDIES}
    names = only.split(",") if only else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(known)}")
    raise typer.Exit(train([known[name] for name in names], folder, threads, ray))


if __name__ == "__main__":
    typer.run(main)
