"""Unseen cards: how agents play with cards that their training did not have.

``python -m experiments.unseen`` trains networks that know cards by their ids and readers, which
know them by what they do; plays each with card sets of every kind, none of which training had;
keeps what was measured in ``docs/unseen-cards/``, a file for each run; and writes the tables and
plots of ``docs/unseen-cards.md`` from all files there. To resume, repeat the command; several of it
may not run in one folder. ``--search`` also plays with search, with the network of each method's
first run. ``--only none`` only writes the page. ``--network FILE`` prints what any other network
wins with each kind of sets.
"""

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import typer
from matplotlib.figure import Figure
from numpy.typing import NDArray

from experiments.unseen_runs import (
    GAMES,
    LEVELS,
    METHODS,
    SEARCH,
    SEARCH_GAMES,
    SEARCH_SHIFT,
    SEEDS,
    SHIFTS,
    Measured,
    Method,
    keep,
    load,
    measure,
    measured,
    measured_run,
    play_searched,
)
from website.doc_tables import rewrite, table
from wistar_env.benchmark.aggregates import crossed_bootstrap, interquartile_mean
from wistar_env.benchmark.plots import drawn
from wistar_env.benchmark.report import Estimate, mean, proportion
from wistar_env.training.games import EVALUATION_SEED, evaluate

PAGE: Final = Path("docs/unseen-cards.md")
RUNS: Final = Path("docs/unseen-cards")
#: What searches with the networks of runs win.
SEARCHED: Final = RUNS / "search"
IMAGES: Final = Path("docs/images")
FOLDER: Final = Path("results/unseen")
NOT_YET: Final = "Not measured yet."
#: Width of the bars of a kind of sets, of the distance to the next kind.
_GROUP: Final = 0.8
#: Sets that all readers of this project had in training.
LEARNED: Final = tuple(f"generated:v1:{seed}" for seed in range(20))


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


def search_table(runs: Path, searched: Path) -> str:
    """Return the table of wins of a network alone and with search: a row for each method.

    Those of the first run; both must be of the same network.
    """
    rows = []
    for method in METHODS:
        run = method.run(SEEDS[0])
        alone, search = (measured_run(run, each) for each in (runs, searched))
        if alone and search and (search.search, search.network) == (SEARCH, alone.network):
            wins, points = (
                [mean(found) for found in shares([alone, search], SEARCH_SHIFT, LEVELS[-1], name)]
                for name in ("wins", "vp")
            )
            rows.append([method.what, *map(_percent, wins), *(f"{vp.value:.1f}" for vp in points)])
    head = ["input, training sets", "wins alone", "with search", "VP alone", "with search"]
    return table(head, rows) if rows else NOT_YET


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
        "search": partial(search_table, runs, runs / SEARCHED.name),
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
    options = {"level": LEVELS[-1]} if player.tables[0] == 1 else None
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
    only: Annotated[
        str, typer.Option(help="Names of runs, separated by commas, or none; default: all.")
    ] = "",
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
    threads: Annotated[int, typer.Option(help="Threads of training, workers of --search.")] = 1,
    games: Annotated[int, typer.Option(help="Games of a network with each set and level.")] = GAMES,
    searching: Annotated[
        bool,
        typer.Option("--search", help="Also play with search, with the first run of a method."),
    ] = False,
    network: Annotated[
        Path | None,
        typer.Option(
            help="Only print what this network wins, in about --games with each kind of sets."
        ),
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
    first = {method.run(SEEDS[0]).name for method in METHODS}
    for name in asked:
        if status := runs[name].train(folder, threads):
            raise typer.Exit(status)
        found = measure(runs[name].network(folder), games, sets, LEVELS)
        keep(runs[name], folder, RUNS, found)
        if searching and name in first:
            found = play_searched(
                runs[name].network(folder), SEARCH_GAMES, SHIFTS[SEARCH_SHIFT], threads
            )
            keep(runs[name], folder, SEARCHED, found, SEARCH)
    write(RUNS)


if __name__ == "__main__":
    typer.run(main)
