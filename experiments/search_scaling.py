"""Strength of search by number of simulations: ``python -m experiments.search_scaling``.

Search with the bundled network plays Rats of Wistar with 25 to 6,400 simulations per decision:
alone against level 9 of Rat-o-bot, and with two and four players against the network itself in all
other seats. Measurements go to ``docs/results/search-scaling.json``, from which the plot is drawn;
``python -m experiments.results --only none`` writes the table. Measurements are kept unless the
network, the rules or the number of games changed. To resume, repeat the command.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import matplotlib as mpl
import typer
from matplotlib.figure import Figure

from experiments.best_responses import measured, write
from experiments.decision_times import Timed, text_of
from experiments.decision_times import measured as milliseconds
from experiments.kept_matches import Match
from website.doc_tables import table
from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.report import Line, summarise_arena, summarise_ladder
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.game.registry import find_game

MEASURED: Final = Path("docs/results/search-scaling.json")
PICTURE: Final = Path("docs/images/search-scaling.svg")
FOLDER: Final = Path("results/search-scaling")
PLAYERS: Final = (1, 2, 4)
SIMULATIONS: Final = (25, 100, 400, 1600, 6400)
#: Games per measurement; every deal is played from every seat.
GAMES: Final = 100
_GAME: Final = "rats-of-wistar"
_NETWORK: Final = "network"


@dataclass(frozen=True)
class Point:
    """A search budget, and the games in which it plays."""

    players: int
    simulations: int
    games: int = GAMES

    @property
    def bot(self) -> str:
        """The spec of the search."""
        return f"mcts:simulations={self.simulations}"

    @property
    def match(self) -> Match:
        """The games."""
        if self.players == 1:
            return Match("scaling", "ladder", (self.bot,), "--levels 9", self.games, 1)
        deals = max(2, self.games // self.players)
        options = f"--players {self.players}"
        return Match("scaling", "arena", (self.bot, _NETWORK), options, deals, self.players)

    @property
    def key(self) -> list[Any]:
        """The games, the search and the rules for which a measurement is valid."""
        spec = find_game(_GAME).spec
        fingerprint = portable_fingerprint(self.bot, spec)
        return [self.players, self.simulations, self.games, fingerprint, spec.rules_version]

    def line(self, folder: Path) -> Line:
        """Return the results of all games."""
        rows = self.match.rows(folder)
        if self.players == 1:
            return summarise_ladder(rows)[0]
        return summarise_arena(rows, [self.bot, *(_NETWORK,) * (self.players - 1)])[0]


def points(budgets: Sequence[int] = SIMULATIONS, games: int = GAMES) -> Iterator[Point]:
    """Yield all measurements, the fewest simulations first."""
    for simulations in sorted(budgets):
        yield from (Point(players, simulations, games) for players in PLAYERS)


def measure(point: Point, folder: Path, workers: int | None, repeats: int) -> dict[str, Any]:
    """Play the missing games of a point, and return its measurement."""
    if status := point.match.play(folder, workers):
        raise typer.Exit(status)
    margin = point.line(folder).margin
    times = milliseconds(Timed(_GAME, point.players, (point.bot,)), repeats)
    ends = [round(each, 4) for each in (margin.value, margin.low, margin.high)]
    return {"key": point.key, "margin": ends, "ms": round(times[point.bot], 2)}


def current(file: Path) -> dict[int, list[dict[str, Any]]]:
    """Return the measurements with the bundled network and today's rules, by player count."""
    found: dict[int, list[dict[str, Any]]] = {}
    for row in measured(file):
        players, simulations, games, *_ = row["key"]
        if row["key"] == Point(players, simulations, games).key:
            found.setdefault(players, []).append(row)
    return found


def scaling(file: Path = MEASURED) -> str:
    """Return the table: a row for each number of simulations, a column for each player count."""
    found = current(file)
    if not found:
        return "Not measured yet."
    cells: dict[int, dict[int, str]] = {}
    for players, rows in found.items():
        for row in rows:
            margin, low, high = row["margin"]
            text = f"{margin:+.1f} ({low:+.1f} to {high:+.1f}), {text_of(row['ms'])} ms"
            cells.setdefault(row["key"][1], {})[players] = text
    lines = [
        [f"{simulations:,}", *(cells[simulations].get(players, "") for players in PLAYERS)]
        for simulations in sorted(cells)
    ]
    return table(["simulations", "solo, level 9", *map(players_text, PLAYERS[1:])], lines)


def draw(file: Path, picture: Path) -> None:
    """Draw margins by simulations and by milliseconds."""
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    panels = figure.subplots(1, 2, sharey=True)
    for players, rows in current(file).items():
        margins = [row["margin"] for row in rows]
        ends = [[v - low for v, low, _ in margins], [high - v for v, _, high in margins]]
        label = "solo, level 9" if players == 1 else f"{players_text(players)}, against the network"
        for axes, places in (
            (panels[0], [row["key"][1] for row in rows]),
            (panels[1], [row["ms"] for row in rows]),
        ):
            axes.errorbar(places, [v for v, *_ in margins], ends, fmt="o-", capsize=3, label=label)
    for axes, what in zip(panels, ("simulations", "milliseconds per decision"), strict=True):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_xlabel(what)
        axes.grid(alpha=0.25)
    panels[0].set_ylabel("margin in VP (95% interval)")
    panels[1].legend(loc="lower right")
    with mpl.rc_context({"svg.hashsalt": "wistar"}):
        figure.savefig(picture, metadata={"Date": None})


def main(
    simulations: Annotated[
        str, typer.Option(help="Simulations per decision, separated by commas.")
    ] = ",".join(map(str, SIMULATIONS)),
    games: Annotated[int, typer.Option(min=4, help="Games per measurement.")] = GAMES,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes. Default: all cores.")
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Repetitions of the time measurement.")] = 3,
    folder: Annotated[Path, typer.Option(help="Folder of the games.")] = FOLDER,
    file: Annotated[Path, typer.Option(help="JSON file of measurements.")] = MEASURED,
    picture: Annotated[Path, typer.Option(help="The plot to write.")] = PICTURE,
) -> None:
    """Play games missing from --file, and plot the strength of search by simulations."""
    for point in points([int(float(each)) for each in simulations.split(",")], games):
        key = point.key
        if any(row["key"] == key for row in measured(file)):
            continue
        found = measure(point, folder, workers, repeats)
        # Measurements of another network, other rules or another number of games are removed.
        rows = [found, *(row for row in measured(file) if row["key"][:2] != key[:2])]
        write(sorted(rows, key=lambda row: row["key"][:2]), file)
    draw(file, picture)


if __name__ == "__main__":
    typer.run(main)
