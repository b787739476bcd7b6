"""Ablations: short training runs that differ in one setting each, with several seeds.

``python -m experiments.studies`` trains them one after the other, all studies with one seed before
those with the next, and plays games with each finished network. It resumes interrupted runs and
skips finished ones, with ``--only-missing`` also those whose results are published. ``python -m
training.results`` writes their results to ``docs/results.md``.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Self

import typer

from wistar_env.cli.parameters import count_option, parse_shard, ray_option
from wistar_env.kit.networks.loading import load_network
from wistar_env.system.atomic_files import replacing
from wistar_env.system.cache import digest
from wistar_env.system.processes import run_module
from wistar_env.system.ray_tasks import in_order
from wistar_env.system.untrusted_files import read_json, reading_file
from wistar_env.training.checkpoints import curve_in
from wistar_env.training.games import EVALUATION_SEED, evaluate

FOLDER: Final = Path("results/studies")
#: Published results, a file for each finished run.
KEPT: Final = Path("docs/results/studies")
SEEDS: Final = (1, 2, 3, 4, 5)
#: Maximum count of numbers that a range names.
MAX_NUMBERS: Final = 1000
#: Games of a finished network, and their level.
GAMES: Final = 2000
LEVEL: Final = 9

_SHORT: Final = "--steps 5000000 --evaluate-every 20"
_RANGE: Final = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
#: The status of a series that ends with an unfinished run.
_UNFINISHED: Final = 1


@dataclass(frozen=True)
class Study:
    """Runs of training that differ in their seeds only.

    Attributes
    ----------
    name
        The folder of their folders.
    what
        How it differs from the others, for the reader.
    module
        The module of ``training`` to run.
    options
        The options of its command, without folder, seed and threads.
    """

    name: str
    what: str
    module: str
    options: str

    def run(self, seed: int) -> "Run":
        """Return its run with a seed."""
        return Run(self, seed)


@dataclass(frozen=True)
class Run:
    """One run of training: a study with a seed."""

    study: Study
    seed: int

    @property
    def name(self) -> str:
        """Its name, of study and seed."""
        return f"{self.study.name}-{self.seed}"

    @property
    def options(self) -> str:
        """The options of its command, without folder and threads."""
        return f"{self.study.options} --seed {self.seed}".strip()

    def folder(self, folder: Path) -> Path:
        """Return its folder, in that of all studies."""
        return folder / self.study.name / str(self.seed)

    def command(self, folder: Path) -> list[str]:
        """Return what follows ``wistar train`` and the name of the module."""
        return ["--folder", str(self.folder(folder)), *self.options.split()]

    def train(self, folder: Path, threads: int) -> int:
        """Train what is missing, and return the exit status."""
        command = [*self.command(folder), "--threads", str(threads)]
        return run_module("wistar_env", "train", self.study.module, *command)

    def network(self, folder: Path) -> Path:
        """Return the file of its network."""
        return self.folder(folder) / "network.npz"

    def result(self, folder: Path) -> Path:
        """Return the file of its result, in its folder."""
        return self.folder(folder) / "result.json"


@dataclass(frozen=True)
class Result:
    """What a finished run reached.

    Attributes
    ----------
    options
        The options of its training.
    network
        The digest of its network.
    core_minutes
        Processor time of the training; None if it was interrupted, or where it is not known.
    games, vp, wins
        Games at ``LEVEL`` after training, the mean VP of the network, and its share of wins.
    curve
        Decisions and mean VP of each evaluation while it learned.
    """

    options: str
    network: str
    core_minutes: float | None
    games: int
    vp: float
    wins: float
    curve: tuple[tuple[int, float], ...]

    def save(self, file: Path) -> None:
        """Write the file."""
        with replacing(file) as unfinished:
            unfinished.write_text(f"{json.dumps(asdict(self))}\n", "utf-8")

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a file that ``save`` wrote."""
        with reading_file(file, "the result of a run"):
            saved = read_json(file)
            curve = tuple((int(steps), float(vp)) for steps, vp in saved.pop("curve"))
            return cls(**saved, curve=curve)


def kept_file(run: Run, kept: Path) -> Path:
    """Return the file of a run's published result."""
    return kept / f"{run.name}.json"


def usable(run: Run, file: Path, games: int = GAMES) -> Result | None:
    """Return the result in a file, if it is of the run as it is today and of that many games."""
    if not file.exists():
        return None
    result = Result.load(file)
    return result if (result.options, result.games) == (run.options, games) else None


def curve_of(folder: Path) -> list[dict[str, Any]]:
    """Return the evaluations of a run: rows with ``eval_score`` and ``eval_win_rate``."""
    return [row for row in curve_in(folder / "curve.jsonl") if "eval_score" in row]


def is_finished(folder: Path) -> bool:
    """Return whether the run in a folder has made all its decisions."""
    curve = curve_of(folder)
    with reading_file(config := folder / "config.json", "the settings of a run"):
        planned = read_json(config)["steps"]
        return bool(curve) and bool(curve[-1]["steps"] >= planned)


def _short(name: str, what: str, options: str = "", levels: str = "5-9") -> Study:
    return Study(name, what, "ppo", f"--options level={levels} {_SHORT} {options}".strip())


#: The first has the default settings, with which the others are compared.
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


def runs_of(studies: Sequence[Study], seeds: Sequence[int]) -> list[Run]:
    """Return the runs in order: seed by seed, and those of Stable-Baselines3 last.

    So all studies of an interrupted series have about as many runs. Those of Stable-Baselines3 take
    longest.
    """
    runs = [study.run(seed) for seed in seeds for study in studies]
    return sorted(runs, key=lambda run: run.study.module == "sb3")


def train(
    runs: Sequence[Run], folder: Path, threads: int, ray: str | None = None, games: int = GAMES
) -> int:
    """Train the runs in order; return 0, or the exit status of the first that fails.

    With the address of a Ray cluster they are trained side by side, in a folder that all its
    machines share; a run whose worker dies is resumed by another.
    """
    work = partial(_train, folder.absolute(), threads, games)
    trained: Iterator[int] = map(work, runs) if ray is None else in_order(work, runs, ray)
    for number, run in enumerate(runs, 1):
        print(
            f"{number} of {len(runs)}, {run.study.name}, seed {run.seed}: {run.study.what}",
            flush=True,
        )
        if status := next(trained):
            return status
    return 0


def _train(folder: Path, threads: int, games: int, run: Run) -> int:
    if is_measured(run, folder, games):
        return 0
    began, used = not (run.folder(folder) / "config.json").exists(), _core_minutes()
    if status := run.train(folder, threads):
        return status
    if not is_finished(run.folder(folder)):
        return _UNFINISHED
    used = _core_minutes() - used
    measure(run, folder, games, round(used, 2) if began and used else None)
    return 0


def _core_minutes() -> float:
    """Return the processor time of processes that this one started and that ended; 0 on Windows."""
    times = os.times()
    return (times.children_user + times.children_system) / 60


def is_measured(run: Run, folder: Path, games: int) -> bool:
    """Return whether a run has the result of its present network, with that many games."""
    file, network = run.result(folder), run.network(folder)
    if not (file.exists() and network.exists()):
        return False
    saved = Result.load(file)
    found = saved.options, saved.network, saved.games
    return found == (run.options, digest(network.read_bytes()), games)


def measure(run: Run, folder: Path, games: int, core_minutes: float | None = None) -> None:
    """Play games with the network of a finished run, and save the result."""
    network = run.network(folder)
    vp, wins = evaluate(load_network(network), games, EVALUATION_SEED, options={"level": LEVEL})
    curve = tuple((row["steps"], row["eval_score"]) for row in curve_of(run.folder(folder)))
    content = digest(network.read_bytes())
    Result(run.options, content, core_minutes, games, vp, wins, curve).save(run.result(folder))


def parse_numbers(text: str) -> list[int]:
    """Return the numbers, such as seeds, that ``1-5`` or ``1,3-4`` names, each once.

    Raises
    ------
    typer.BadParameter
        If it is no such text.
    """
    numbers: list[int] = []
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not low <= high < low + MAX_NUMBERS:
            raise typer.BadParameter(
                f"{text!r} is not like 1-5 or 1,3, with at most {MAX_NUMBERS} numbers in a range",
                param_hint="--seeds",
            )
        numbers += range(low, high + 1)
    return list(dict.fromkeys(numbers))


def main(
    only: Annotated[
        str, typer.Option(help="Names of studies, separated by commas; default: all.")
    ] = "",
    seeds: Annotated[str, typer.Option(help="Seeds of each study.")] = f"{SEEDS[0]}-{SEEDS[-1]}",
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
    threads: Annotated[int, typer.Option(help="Number of threads.")] = 1,
    games: Annotated[int, count_option("Games of each finished network at level 9.", 1)] = GAMES,
    only_missing: Annotated[
        bool,
        typer.Option("--only-missing", help=f"Only runs without a result in {KEPT.as_posix()}."),
    ] = False,
    shard: Annotated[
        str | None,
        typer.Option(metavar="<i/n>", help="Only one of n parts of the runs, such as 3/8."),
    ] = None,
    ray: Annotated[str | None, ray_option("Train")] = None,
) -> None:
    """Train the runs of the studies. To resume, repeat the command."""
    known = {study.name: study for study in STUDIES}
    names = only.split(",") if only else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(known)}")
    runs = runs_of([known[name] for name in names], parse_numbers(seeds))
    if shard is not None:
        part = parse_shard(shard)
        runs = runs[part.number - 1 :: part.count]
    if only_missing:  # after that: shards stay the same when results of others are published
        runs = [run for run in runs if not usable(run, kept_file(run, KEPT), games)]
    raise typer.Exit(train(runs, folder, threads, ray, games))


if __name__ == "__main__":
    typer.run(main)
