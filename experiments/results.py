"""Play the games of ``docs/results.md``, and write its tables and its plot.

``python -m experiments.results`` plays and measures everything, and rewrites the page in place.
Finished games are kept while bots and rules stay the same; to resume, repeat the command. A table
with missing games is left unchanged, so ``--only none`` changes nothing in a fresh clone.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final

import typer

from experiments.best_responses import best_responses
from experiments.decision_times import DecisionTimes, Timed, measure
from experiments.kept_matches import LAB_RATS, Match
from experiments.search_scaling import scaling
from website.doc_tables import Tables, kept, present, rewrite, table
from wistar_env.benchmark.plots import save
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.report import (
    Estimate,
    Line,
    mean,
    summarise_arena,
    summarise_ladder,
)
from wistar_env.kit.game.option_text import players_text

PAGE: Final = Path("docs/results.md")
IMAGES: Final = Path("docs/images")
FOLDER: Final = Path("results/page")
#: The file of milliseconds per decision, in the folder of the games.
TIMES: Final = "decision-times.json"

RANDOM, GREEDY, NETWORK = "random", "greedy", "network"
FLAT: Final = "flat:rollouts=32,width=4"
SEARCHES: Final = ("mcts:simulations=100", "mcts:simulations=400")
BOTS: Final = (RANDOM, GREEDY, FLAT, NETWORK, *SEARCHES)
#: Bots that decide in microseconds and therefore play more games.
QUICK: Final = (RANDOM, GREEDY, NETWORK)
#: A slow bot, which plays fewer games.
SLOW: Final = (FLAT,)
LEVELS: Final = 10
UNSEEN: Final = {
    "permuted": "bundled cards, permuted ids",
    "generated": "generated cards",
    "words": "held-out words",
}
#: Card sets of each kind.
SETS: Final = 10
#: The games in which milliseconds are measured, their player counts, and column headings.
TIMED: Final = (
    *(("rats-of-wistar", n, players_text(n)) for n in (1, 2, 3, 4)),
    (LAB_RATS, 4, "Lab Rats, 4"),
)


def matches(share: float = 1.0) -> list[Match]:
    """Return all matches of the page, with a share of their games."""

    def some(games: int) -> int:
        return max(2, round(share * games))

    # Most bots have separate matches, so that those of unchanged bots are kept.
    found = []
    for bot in BOTS:
        games = some(150 if bot in QUICK else 24 if bot in SLOW else 60)
        found.append(Match("solo", "ladder", (bot,), "--levels 0-9", games, LEVELS))
    for players in (2, 3, 4):
        for bot, other in _meetings():
            games = some((300 if bot in QUICK else 24 if bot in SLOW else 60) // players)
            options = f"--players {players}"
            found.append(Match("players", "arena", (bot, other), options, games, players))
    for kind in UNSEEN:
        for data in TASKS[f"unseen-{kind}"].data[:SETS]:
            for pair, games in (((GREEDY, NETWORK), 200), (SEARCHES, 40)):
                options = f"--levels 9 --data {data}"
                found.append(Match("unseen", "ladder", pair, options, some(games), len(pair)))
    for players in (3, 4, 5):
        for bots, games in ((QUICK, 150), (SEARCHES, 15)):
            options = f"--game {LAB_RATS} --opponent careful --players {players}"
            times = players * len(bots)
            found.append(Match("lab_rats", "ladder", bots, options, some(games), times))
    return found


def _meetings() -> list[tuple[str, str]]:
    """Return pairs of a bot and the bot in all other seats."""
    among_greedy = [(bot, GREEDY) for bot in BOTS if bot != GREEDY]
    return [*among_greedy, *((bot, NETWORK) for bot in SEARCHES)]


def _share(estimate: Estimate) -> str:
    low, high = (f"{100 * end:.0f}" for end in (estimate.low, estimate.high))
    return f"{100 * estimate.value:.1f} ({low}-{high})"


def _result(line: Line) -> str:
    return f"{_share(line.win_rate)}, {line.margin.value:+.1f}"


def _commands(played: Iterable[Match]) -> str:
    lines = (f"wistar {shlex.join(match.command)}" for match in played)
    return "\n".join(("```text", *lines, "```"))


def solo_lines(played: Sequence[Match], folder: Path) -> list[Line]:
    """Return the results against Rat-o-bot, by bot and level."""
    lines = [line for match in played for line in summarise_ladder(match.rows(folder))]
    return sorted(lines, key=lambda line: (BOTS.index(line.bot), line.level))


def solo(played: Sequence[Match], folder: Path) -> str:
    """Return the table of the solo game: a row for each bot, a column for each level."""
    lines = solo_lines(played, folder)
    rows = []
    for bot in BOTS:
        own = [line for line in lines if line.bot == bot]
        rows.append(
            [
                f"`{bot}`",
                *(f"{100 * line.win_rate.value:.1f}" for line in own[:-1]),
                _share(own[-1].win_rate),
                f"{own[-1].score:.1f}",
                f"{own[-1].margin.value:+.1f}",
                f"{own[-1].games:,}",
            ]
        )
    head = ["bot", *map(str, range(LEVELS)), "VP, level 9", "margin", "games per level"]
    return f"{_commands(played)}\n\n{table(head, rows)}"


def players(played: Sequence[Match], folder: Path) -> str:
    """Return the table for several players: a row per bot and opponent, a column per count."""
    cells: dict[tuple[str, ...], dict[int, str]] = {}
    for match in played:
        seats = match.times
        bots = [match.bots[0], *(match.bots[1],) * (seats - 1)]
        line, *_ = summarise_arena(match.rows(folder), bots)
        cells.setdefault(match.bots, {})[seats] = f"{_result(line)}, {line.games:,}"
    rows = [[*(f"`{bot}`" for bot in bots), *own.values()] for bots, own in cells.items()]
    head = ["bot", "others", "2 players", "3 players", "4 players"]
    return f"{_commands(played[:1])}\n\n{table(head, rows)}"


def unseen(played: Sequence[Match], folder: Path) -> str:
    """Return the table of unseen cards: means over card sets, with intervals over card sets."""
    shares: dict[str, dict[str, list[Line]]] = {}
    for match in played:
        kind = next(k for k in UNSEEN if match.options.split()[-1] in TASKS[f"unseen-{k}"].data)
        for line in summarise_ladder(match.rows(folder)):
            shares.setdefault(line.bot, {}).setdefault(kind, []).append(line)
    rows = []
    for bot in (each for each in BOTS if each in shares):
        own = []
        for kind in UNSEEN:
            lines = shares[bot][kind]
            over = mean([line.win_rate.value for line in lines])
            wins = _share(Estimate(over.value, max(0, over.low), min(1, over.high)))
            own.append(f"{wins}, {fmean(line.score for line in lines):.1f} VP")
        games = sum(line.games for line in shares[bot]["generated"])
        rows.append([f"`{bot}`", *own, f"{games:,}"])
    head = ["bot", *UNSEEN.values(), "games each"]
    return f"{_commands(played[:1])}\n\n{table(head, rows)}"


def lab_rats(played: Sequence[Match], folder: Path) -> str:
    """Return the table of Lab Rats: a row for each bot, a column for each player count."""
    cells: dict[str, list[str]] = {}
    for match in played:
        for line in summarise_ladder(match.rows(folder)):
            cells.setdefault(line.bot, []).append(f"{_result(line)}, {line.games:,}")
    rows = [[f"`{bot}`", *cells[bot]] for bot in BOTS if bot in cells]
    head = ["bot", "3 players", "4 players", "5 players"]
    return f"{_commands(played[:1])}\n\n{table(head, rows)}"


def costs(times: DecisionTimes) -> str:
    """Return the table of milliseconds per decision."""
    columns = {head: _timed(game, number) for game, number, head in TIMED}
    rows = [[f"`{bot}`", *(times.text(timed, bot) for timed in columns.values())] for bot in BOTS]
    return f"{times.processor}\n\n{table(['bot', *columns], rows)}"


def _timed(game: str, number: int) -> Timed:
    return Timed(game, number, BOTS)


#: The functions that write tables of games, by the table's name.
WRITERS: Final[Mapping[str, Callable[[Sequence[Match], Path], str]]] = {
    "solo": solo,
    "players": players,
    "unseen": unseen,
    "lab_rats": lab_rats,
}
COSTS: Final = "costs"


def _of(name: str, share: float) -> list[Match]:
    return [match for match in matches(share) if match.table == name]


def tables(folder: Path, page: str, share: float = 1.0) -> Tables:
    """Return a function for each table; those with missing games stay as they are on the page."""
    found = kept(page)
    now, times = present(page), DecisionTimes(folder / TIMES)
    for name, write in WRITERS.items():
        played = _of(name, share)
        whole = all(match.is_played(folder) for match in played)
        found[name] = partial(write, played, folder) if whole else partial(now.__getitem__, name)
    measured = len(times.ms) == len(TIMED)
    found[COSTS] = partial(costs, times) if measured else partial(now.__getitem__, COSTS)
    # The measurements for these tables, some of which take hours of training, are in the
    # repository.
    found["best_responses"] = best_responses
    found["scaling"] = scaling
    return found


def main(
    only: Annotated[
        str,
        typer.Option(
            help=f"Tables, separated by commas: {', '.join((*WRITERS, COSTS))}; or none. "
            "Default: all."
        ),
    ] = "",
    folder: Annotated[Path, typer.Option(help="Folder of the games.")] = FOLDER,
    share: Annotated[
        float, typer.Option(min=0.001, max=1, help="Play this share of the games.")
    ] = 1.0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes. Default: all cores.")
    ] = None,
    page: Annotated[Path, typer.Option(help="The page.")] = PAGE,
    images: Annotated[Path, typer.Option(help="The folder of its plot.")] = IMAGES,
) -> None:
    """Play the games of docs/results.md, and write its tables and its plot."""
    names = [*WRITERS, COSTS]
    asked = names if not only else [] if only == "none" else only.split(",")
    if unknown := [name for name in asked if name not in names]:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(names)}, none")
    for match in (match for match in matches(share) if match.table in asked):
        if not match.is_played(folder) and (status := match.play(folder, workers)):
            raise typer.Exit(status)
    if COSTS in asked:
        kept = folder / TIMES
        timed = [_timed(game, number) for game, number, _ in TIMED]
        measure((each for each in timed if each.name not in DecisionTimes(kept).ms), kept)
    played = _of("solo", share)
    if all(match.is_played(folder) for match in played):
        images.mkdir(parents=True, exist_ok=True)
        save(solo_lines(played, folder), "Wins against Rat-o-bot", images / "ladder")
    rewrite(page, tables(folder, page.read_text("utf-8"), share))


if __name__ == "__main__":
    typer.run(main)
