"""The runs of ``experiments.unseen``: what is trained, played with which sets, and kept.

A run is trained with some card sets and measured with those of ``SHIFTS``. What was measured is
kept in ``docs/unseen-cards/``, a file for each run; what a search with its network wins, in a
folder there.
"""

import hashlib
import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from experiments.studies import curve_of
from wistar_env.benchmark.results import read
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.system.atomic_files import append_lines
from wistar_env.system.processes import run_module
from wistar_env.system.untrusted_files import read_log, reading_file
from wistar_env.training.games import EVALUATION_SEED, evaluate

SEEDS: Final = (1, 2, 3, 4, 5)
LEVELS: Final = (5, 9)
GAMES: Final = 500
#: What all runs have in common.
_COMMON: Final = (
    "--options level=5-9 --steps 10000000 --num-envs 1024 --num-steps 128 --hidden1 192 "
    "--shaping beds_built=4,rooms_dug=2 --shaping-until 0.4 --evaluate-every 8"
)


@dataclass(frozen=True)
class Method:
    """Networks that are trained in one way, with several seeds.

    Attributes
    ----------
    name
        The beginning of the names of its folders.
    what
        Its description.
    options
        Options of ``wistar train ppo`` beside those that all have.
    """

    name: str
    what: str
    options: str

    def run(self, seed: int) -> "Run":
        """Return the run with a seed."""
        return Run(f"{self.name}-{seed}", f"{_COMMON} {self.options} --seed {seed}".strip())


@dataclass(frozen=True)
class Run:
    """One run of training: its folder, and the options of ``wistar train ppo``."""

    name: str
    options: str

    def train(self, folder: Path, threads: int) -> int:
        """Train missing networks, and return the exit status."""
        print(f"training {self.name}", flush=True)
        words = [*self.options.split(), "--folder", str(folder / self.name)]
        return run_module("wistar_env", "train", "ppo", *words, "--threads", str(threads))

    def network(self, folder: Path) -> Path:
        """Return the file of its network."""
        return folder / self.name / "network.npz"

    def file(self, runs: Path) -> Path:
        """Return the file of the measurements."""
        return runs / f"{self.name}.jsonl"


METHODS: Final = (
    Method("ids-1", "ids, the bundled set", ""),
    Method("ids-50", "ids, 50 generated sets", "--data generated:v1:{0..49}"),
    Method(
        "cards-50",
        "cards, 50 generated sets",
        "--data generated:v1:{0..49} --code 64 --encoder relu",
    ),
    Method(
        "leaky-50",
        "cards, leaky encoder, 50 generated sets",
        "--data generated:v1:{0..49} --code 64 --encoder leaky",
    ),
    Method(
        "cards-200",
        "cards, 200 generated sets",
        "--data generated:v1:{0..199} --code 64 --encoder relu",
    ),
)
#: The sets of each shift; except for the bundled one, none was in training.
SHIFTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "bundled": ("",),
        "permuted": tuple(f"permuted:v1:{seed}" for seed in range(900_000, 900_010)),
        "generated": tuple(f"generated:v1:{seed}" for seed in range(900_000, 900_020)),
        "unheard": tuple(f"unheard:v1:{seed}" for seed in range(900_000, 900_010)),
    }
)
#: The search with a network, its games with each set at the last level, and the kind of sets.
SEARCH: Final = "mcts:simulations=400,network={}"
SEARCH_GAMES: Final = 100
SEARCH_SHIFT: Final = "generated"


@dataclass(frozen=True)
class Result:
    """The games of a network with one set, at one level of Rat-o-bot.

    Attributes
    ----------
    data
        The set; empty for the bundled one.
    level
        The level.
    vp, wins
        The mean VP of the network, and its share of wins.
    """

    data: str
    level: int
    vp: float
    wins: float


def results_file(network: Path) -> Path:
    """Return the file of the results of a network: a retrained one has another."""
    return network.with_name(f"unseen-{digest_of(network)}.jsonl")


def digest_of(file: Path) -> str:
    """Return the digest of a file, 16 hexadecimal digits."""
    return hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest()


def searched_folder(network: Path) -> Path:
    """Return the folder of the games of a search with a network: a retrained one has another."""
    return network.with_name(f"searched-{digest_of(network)}")


def results_in(file: Path) -> list[Result]:
    """Return the results in a file, without a last line that was cut off."""
    if not file.exists():
        return []
    with reading_file(file, "results of a network"):
        return [Result(**row) for row in read_log(file)]


def load(file: Path) -> SharedNetwork:
    """Return the network in a file."""
    return load_shared(file, RatsOfWistar)


def measure(network: Path, games: int, sets: Sequence[str], levels: Sequence[int]) -> list[Result]:
    """Play a network with sets at levels, save new results in its file, and return all there."""
    from rich.progress import track

    file, player = results_file(network), load(network)
    known = results_in(file)
    done = {(each.data, each.level) for each in known}
    jobs = [(data, level) for data in sets for level in levels if (data, level) not in done]
    with warnings.catch_warnings():
        # Networks that know ids say so, and here that is the point.
        warnings.filterwarnings("ignore", "the network .* was trained with other data")
        for data, level in track(jobs, network.parent.name, disable=not jobs):
            found = evaluate(
                player, games, EVALUATION_SEED, data=data or None, options={"level": level}
            )
            append_lines(file, f"{json.dumps(vars(Result(data, level, *found)))}\n")
    return results_in(file)


def play_searched(network: Path, games: int, sets: Sequence[str], workers: int) -> list[Result]:
    """Play with search with sets at the last level, as ``wistar ladder`` does, and resume.

    Raises
    ------
    SystemExit
        If the ladder fails.
    """
    bot, level = SEARCH.format(network), LEVELS[-1]
    folder, results = searched_folder(network), []
    folder.mkdir(exist_ok=True)
    for data in sets:
        print(f"{bot} with {data}", flush=True)
        file = folder / f"{data.replace(':', '-')}.jsonl"
        words = f"--levels {level} --games {games} --seed 1 --workers {workers} --data {data}"
        if status := run_module("wistar_env", "ladder", bot, *words.split(), "--out", str(file)):
            raise SystemExit(status)
        rows = read(file)[1]
        vp = float(np.mean([row["score"] for row in rows]))
        results.append(Result(data, level, vp, float(np.mean([row["won"] for row in rows]))))
    return results


@dataclass(frozen=True)
class Measured:
    """A finished run, as stored in the repository.

    Attributes
    ----------
    options
        The options of its training: kept rows of other options are not those of the run.
    network
        The digest of its network.
    curve
        Decisions and the share of wins at level 9, of each evaluation while it learned.
    results
        Its games, by set and level.
    search
        The spec of what played them, with ``{}`` for the network; empty for the network alone.
    """

    options: str
    network: str
    curve: tuple[tuple[int, float], ...]
    results: tuple[Result, ...]
    search: str = ""

    def save(self, file: Path) -> None:
        """Write the file, a line for each result."""
        head = {"options": self.options, "network": self.network, "curve": self.curve}
        if self.search:
            head["search"] = self.search
        lines = (json.dumps(each) for each in (head, *map(vars, self.results)))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")

    @classmethod
    def load(cls, file: Path) -> "Measured":
        """Read a file that ``save`` wrote."""
        with reading_file(file, "the measurements of a run"):
            head, *rows = read_log(file)
            curve = tuple((int(steps), float(wins)) for steps, wins in head["curve"])
            results = tuple(Result(**row) for row in rows)
            return cls(head["options"], head["network"], curve, results, head.get("search", ""))


def keep(run: Run, folder: Path, runs: Path, results: Sequence[Result], search: str = "") -> None:
    """Save results of a run, or of a search with its network, in a file for the repository."""
    curve = tuple((row["steps"], row["eval_win_rate"]) for row in curve_of(folder / run.name))
    network = digest_of(run.network(folder))
    Measured(run.options, network, curve, tuple(results), search).save(run.file(runs))


def measured_run(run: Run, runs: Path) -> Measured | None:
    """Return a kept run; None if there is none, or if it was trained with other options."""
    if not run.file(runs).exists():
        return None
    found = Measured.load(run.file(runs))
    return found if found.options == run.options else None


def measured(method: Method, runs: Path) -> list[Measured]:
    """Return the kept runs of a method."""
    found = (measured_run(method.run(seed), runs) for seed in SEEDS)
    return [each for each in found if each is not None]
