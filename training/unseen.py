"""Unseen cards: how agents play with cards that their training did not have.

``python -m training.unseen`` trains networks that know cards by their ids and readers, which know
them by what they do; plays each with card sets of every kind, none of which training had; keeps
what was measured in ``docs/unseen-cards/``, a file for each run; and writes the tables and plots of
``docs/unseen-cards.md`` from all files there. To resume, repeat the command; several of it may not
run in one folder. ``--only none`` only writes the page. ``--network FILE`` prints what any other
network wins with each kind of sets.
"""

import hashlib
import json
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

import numpy as np
import typer
from matplotlib.figure import Figure
from numpy.typing import NDArray

from wistar_env.benchmark.aggregates import crossed_bootstrap, interquartile_mean
from wistar_env.benchmark.plots import drawn
from wistar_env.benchmark.report import Estimate, mean, proportion
from wistar_env.games.rats_of_wistar import Game
from wistar_env.kit.networks import files
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.reader import Reader
from wistar_env.system.processes import run_module
from wistar_env.text.doc_tables import rewrite, table
from wistar_env.training.commands import option
from wistar_env.training.games import EVALUATION_SEED, evaluate
from wistar_env.training.studies import curve_of

PAGE: Final = Path("docs/unseen-cards.md")
RUNS: Final = Path("docs/unseen-cards")
IMAGES: Final = Path("docs/images")
FOLDER: Final = Path("results/unseen")
NOT_YET: Final = "Not measured yet."
SEEDS: Final = (1, 2, 3, 4, 5)
#: Width of the bars of a kind of sets, of the distance to the next kind.
_GROUP: Final = 0.8
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
        return run_module("wistar_env.training.ppo", *words, "--threads", str(threads))

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


#: Sets that all readers of this project had in training.
LEARNED: Final = tuple(f"generated:v1:{seed}" for seed in range(20))


def results_file(network: Path) -> Path:
    """Return the file of the results of a network: a retrained one has another."""
    return network.with_name(f"unseen-{digest_of(network)}.jsonl")


def digest_of(file: Path) -> str:
    """Return the digest of a file, 16 hexadecimal digits."""
    return hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest()


def results_in(file: Path) -> list[Result]:
    """Return the results in a file, without a last line that was cut off."""
    if not file.exists():
        return []
    lines = file.read_text("utf-8").split("\n")[:-1]
    return [Result(**json.loads(line)) for line in lines]


def load(file: Path) -> Network | Reader:
    """Return the network or reader in a file."""
    saved = files.opened(file, Game)
    return Reader.of_saved(saved) if files.CODE in saved.contents else Network.of_saved(saved)


def measure(network: Path, games: int, sets: Sequence[str], levels: Sequence[int]) -> None:
    """Play a network with sets at levels, and save new results in its file."""
    from rich.progress import track

    file, player = results_file(network), load(network)
    known = results_in(file)
    file.write_text("".join(f"{json.dumps(vars(each))}\n" for each in known), "utf-8")
    done = {(each.data, each.level) for each in known}
    jobs = [(data, level) for data in sets for level in levels if (data, level) not in done]
    with file.open("a", encoding="utf-8") as stream, warnings.catch_warnings():
        # Networks that know ids say so, and here that is the point.
        warnings.filterwarnings("ignore", "the network .* was trained with other data")
        for data, level in track(jobs, network.parent.name, disable=not jobs):
            found = evaluate(
                player, games, EVALUATION_SEED, data=data or None, options={"level": level}
            )
            stream.write(f"{json.dumps(vars(Result(data, level, *found)))}\n")
            stream.flush()


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
    """

    options: str
    network: str
    curve: tuple[tuple[int, float], ...]
    results: tuple[Result, ...]

    def save(self, file: Path) -> None:
        """Write the file, a line for each result."""
        head = {"options": self.options, "network": self.network, "curve": self.curve}
        lines = (json.dumps(each) for each in (head, *map(vars, self.results)))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")

    @classmethod
    def load(cls, file: Path) -> "Measured":
        """Read a file that ``save`` wrote."""
        head, *rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
        curve = tuple((int(steps), float(wins)) for steps, wins in head["curve"])
        results = tuple(Result(**row) for row in rows)
        return cls(head["options"], head["network"], curve, results)


def keep(run: Run, folder: Path, runs: Path) -> None:
    """Save the measurements of a run in a file for the repository."""
    network = run.network(folder)
    curve = tuple((row["steps"], row["eval_win_rate"]) for row in curve_of(folder / run.name))
    results = tuple(results_in(results_file(network)))
    Measured(run.options, digest_of(network), curve, results).save(run.file(runs))


def measured(method: Method, runs: Path) -> list[Measured]:
    """Return the kept runs of a method, without those that were trained with other options."""
    asked = [method.run(seed) for seed in SEEDS]
    found = [(run, Measured.load(run.file(runs))) for run in asked if run.file(runs).exists()]
    return [each for run, each in found if each.options == run.options]


def shares(
    kept: Sequence[Measured], shift: str, level: int, name: str = "wins"
) -> NDArray[np.float64]:
    """Return a number of the results of each run with each set of a shift: (runs, sets).

    Runs that were not measured with all of them are left out.
    """
    rows = []
    for run in kept:
        by_set = {each.data: getattr(each, name) for each in run.results if each.level == level}
        if all(data in by_set for data in SHIFTS[shift]):
            rows.append([by_set[data] for data in SHIFTS[shift]])
    return np.array(rows, np.float64).reshape(len(rows), len(SHIFTS[shift]))


def estimates(runs: Path, level: int) -> Iterator[tuple[Method, dict[str, Estimate], int]]:
    """Yield each method, its interquartile mean of wins by shift, and its number of runs."""
    for method in METHODS:
        found = {shift: shares(measured(method, runs), shift, level) for shift in SHIFTS}
        if count := min(len(each) for each in found.values()):
            yield method, {shift: _estimate(each) for shift, each in found.items()}, count


def _estimate(wins: NDArray[np.float64]) -> Estimate:
    """Return the interquartile mean; a single run has no interval."""
    if len(wins) < 2:
        return Estimate(interquartile_mean(wins), math.nan, math.nan)
    return crossed_bootstrap(wins, interquartile_mean, 1)


def _percent(estimate: Estimate) -> str:
    ends = f" ({100 * estimate.low:.0f}-{100 * estimate.high:.0f})"
    return f"{100 * estimate.value:.1f}{'' if math.isnan(estimate.low) else ends}"


def wins_table(runs: Path, level: int) -> str:
    """Return the table of wins at a level: a row for each method, a column for each shift."""
    rows = [
        [method.what, str(count), *(_percent(each) for each in found.values())]
        for method, found, count in estimates(runs, level)
    ]
    return table(["input, training sets", "runs", *SHIFTS], rows) if rows else NOT_YET


def vp_table(runs: Path) -> str:
    """Return the table of mean VP, at both levels."""
    rows = []
    for method in METHODS:
        kept = measured(method, runs)
        for level in LEVELS:
            found = [shares(kept, shift, level, "vp") for shift in SHIFTS]
            if all(len(each) for each in found):
                means = (f"{each.mean():.1f}" for each in found)
                rows.append([method.what, str(level), *means])
    return table(["input, training sets", "level", *SHIFTS], rows) if rows else NOT_YET


def commands_table() -> str:
    """Return the commands of the first run of each method."""
    lines = (f"wistar train ppo {method.run(SEEDS[0]).options}" for method in METHODS)
    return "\n".join(("```text", *lines, "```"))


def draw_curves(runs: Path, file: Path) -> None:
    """Draw wins at level 9 over decisions, with the sets of training: a line for each run."""
    figure = Figure(figsize=(10, 4.4), layout="constrained")
    axes = figure.subplots()
    for number, method in enumerate(METHODS):
        for k, run in enumerate(measured(method, runs)):
            steps, wins = zip(*run.curve, strict=True)
            axes.plot(
                np.array(steps) / 1e6,
                wins,
                color=f"C{number}",
                linewidth=1,
                label=method.what if k == 0 else None,
            )
    axes.set(xlabel="decisions, millions", ylabel="wins at level 9, sets of training")
    axes.grid(alpha=0.25)
    if axes.lines:
        axes.legend()
    file.write_bytes(drawn(figure)[".svg"])


def draw_shifts(runs: Path, file: Path) -> None:
    """Draw wins at level 9 by shift, with intervals."""
    figure = Figure(figsize=(10, 4.4), layout="constrained")
    axes = figure.subplots()
    rows = [*estimates(runs, LEVELS[-1])]
    step = _GROUP / max(1, len(rows))
    for number, (method, found, _) in enumerate(rows):
        places = np.arange(len(found)) + step * (number - (len(rows) - 1) / 2)
        values = np.array([[each.value, each.low, each.high] for each in found.values()]).T
        axes.bar(
            places,
            values[0],
            0.9 * step,
            yerr=np.nan_to_num(np.maximum(0, [values[0] - values[1], values[2] - values[0]])),
            label=method.what,
            capsize=3,
        )
    axes.set_xticks(np.arange(len(SHIFTS)), list(SHIFTS))
    axes.set(ylabel="wins at level 9")
    axes.grid(alpha=0.25, axis="y")
    if axes.containers:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    file.write_bytes(drawn(figure)[".svg"])


def tables(runs: Path) -> dict[str, Callable[[], str]]:
    """Return what makes each table of the page."""
    return {
        "commands": commands_table,
        "wins9": partial(wins_table, runs, 9),
        "wins5": partial(wins_table, runs, 5),
        "vp": partial(vp_table, runs),
    }


def write(runs: Path) -> None:
    """Write the tables and plots of the page."""
    draw_curves(runs, IMAGES / "unseen-curves.svg")
    draw_shifts(runs, IMAGES / "unseen-shifts.svg")
    rewrite(PAGE, tables(runs))


def show(network: Path, games: int) -> None:
    """Print the wins and VP of a network in about ``games`` with each kind of sets.

    In the solo game at level 9, else with greedy in all other seats. The interval of several sets
    is that of their mean, of one set that of its games.
    """
    player = load(network)
    options = {"level": LEVELS[-1]} if player.num_players == 1 else None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the network .* was trained with other data")
        for kind, sets in {**SHIFTS, "generated, of training": LEARNED}.items():
            each = max(1, games // len(sets))
            found = [
                evaluate(player, each, EVALUATION_SEED, data=data or None, options=options)
                for data in sets
            ]
            vp, wins = zip(*found, strict=True)
            share = mean(wins) if len(sets) > 1 else proportion(wins[0] * each, each)
            print(
                f"{kind}: {_percent(share)} % of {each * len(sets):,} games, {np.mean(vp):.1f} VP"
            )


def main(
    only: Annotated[str, option("Names of runs, separated by commas, or none; default: all.")] = "",
    folder: Annotated[Path, option("Folder of the runs.")] = FOLDER,
    threads: Annotated[int, option("Number of threads of training.")] = 1,
    games: Annotated[int, option("Games of a network with each set and level.")] = GAMES,
    network: Annotated[
        Path | None,
        option("Only print what this network wins, in about --games with each kind of sets."),
    ] = None,
) -> None:
    """Train and measure agents with unseen cards, and write docs/unseen-cards.md."""
    if network is not None:
        show(network, games)
        return
    runs = {run.name: run for seed in SEEDS for run in (each.run(seed) for each in METHODS)}
    asked = [*runs] if not only else [] if only == "none" else only.split(",")
    unknown = [name for name in asked if name not in runs]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(runs)}")
    sets = [data for each in SHIFTS.values() for data in each]
    for name in asked:
        if status := runs[name].train(folder, threads):
            raise typer.Exit(status)
        measure(runs[name].network(folder), games, sets, LEVELS)
        keep(runs[name], folder, RUNS)
    write(RUNS)


if __name__ == "__main__":
    typer.run(main)
