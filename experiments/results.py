"""Play the matches of ``docs/results.md``, and write its tables and plots.

``python -m experiments.results`` plays every match of the page and rewrites it in place. Finished
games are stored and not played again: to resume, repeat the command. ``--only`` selects tables,
``--only none`` only writes the page. A table whose matches have not all been played stays.
Results of ``experiments.studies`` are copied to ``docs/results/studies`` first.
"""

import math
import shlex
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer
from matplotlib.figure import Figure

from experiments.decision_times import DecisionTimes, measure
from experiments.network_costs import networks_table
from experiments.page_matches import (
    ARENAS,
    LADDERS,
    PAIRS,
    matches_of,
    names_of_tables,
    timed,
)
from experiments.studies import FOLDER as STUDIED
from experiments.studies import KEPT, curve_of
from experiments.study_results import draw_studies, keep, studies_table
from website.doc_tables import Tables, present, rewrite, table
from wistar_env.benchmark.plots import drawn, save
from wistar_env.benchmark.ratings import anchor_place, rate
from wistar_env.benchmark.report import (
    Estimate,
    Line,
    interval,
    proportion,
    summarise_arena,
    summarise_ladder,
)
from wistar_env.benchmark.results import ResultRow
from wistar_env.games.rats_of_wistar import RatsOfWistar

PAGE: Final = Path("docs/results.md")
IMAGES: Final = Path("docs/images")
FOLDER: Final = Path("results/page")
MS: Final = "ms a decision"
#: How many others there are, in words.
_OTHERS: Final = {2: "", 3: "two ", 4: "three "}
_PLACES: Final = ("first", "second", "third", "fourth")
#: The consecutive runs that trained ``network:solo``; its card has their commands.
SOLO: Final = (Path("results/solo2"), Path("results/solo3"))


def _commands(lines: Iterable[str]) -> str:
    return "\n".join(("```text", *lines, "```"))


def is_played(folder: Path, name: str) -> bool:
    """Return whether every match of a table has all its games."""
    matches = matches_of(name)
    return bool(matches) and all(len(match.rows(folder)) == match.games for match in matches)


def _share(estimate: Estimate) -> str:
    low, high = (f"{100 * end:.0f}" for end in (estimate.low, estimate.high))
    return f"{100 * estimate.value:.1f} ({low}-{high})"


def _points(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate.value:+.0f}"
    return f"{estimate.value:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})"


def ladder_lines(name: str, folder: Path) -> list[Line]:
    """Return the lines of the ladders of a table."""
    return [line for match in matches_of(name) for line in summarise_ladder(match.rows(folder))]


def ladder(name: str, folder: Path) -> str:
    """Return a table of ladders: a row per bot, a column per level."""
    lines, times = ladder_lines(name, folder), DecisionTimes()
    levels = sorted({line.level for line in lines if line.level is not None})
    bots = dict.fromkeys(line.bot for line in lines)
    cells = {(line.bot, line.level): line for line in lines}
    head = ["bot", MS, *(f"level {level}" for level in levels)]
    head += [f"own VP, level {levels[-1]}", "games"]
    rows = []
    for bot in bots:
        own = [cells.get((bot, level)) for level in levels]
        last, games = own[-1], {line.games for line in own if line}
        rows.append(
            [
                f"`{bot}`",
                times.text(matches_of(name)[0].timed, bot),
                *("" if line is None else _share(line.win_rate) for line in own),
                "" if last is None else f"{last.score:.1f}",
                " or ".join(str(number) for number in sorted(games)),
            ]
        )
    commands = (
        f"wistar {shlex.join(match.command)}" for match in matches_of(name) if match.rows(folder)
    )
    return f"{_commands(commands)}\n\n{table(head, rows)}"


def arena(name: str, folder: Path) -> str:
    """Return the table of an arena."""
    (match,) = matches_of(name)
    rows = match.rows(folder)
    command, times = _commands([f"wistar {shlex.join(match.command)}"]), DecisionTimes()
    seed = int(match.command[-1])
    ratings = rate(rows, match.bots, anchor_place(match.bots, None), seed)
    rated = {each.bot: each.elo for each in ratings.ratings}
    body = [
        [
            f"`{line.bot}`",
            times.text(match.timed, line.bot),
            line.games,
            _share(line.win_rate),
            f"{line.score:.1f}",
            _points(rated[line.bot]),
        ]
        for line in summarise_arena(rows, match.bots)
    ]
    head = ["bot", MS, "games", "wins, %", "own VP", f"rating, {ratings.anchor} = 0"]
    return f"{command}\n\n{table(head, body)}"


def pairs(name: str, folder: Path) -> str:
    """Return a table of arenas of a bot and another one, or several of it."""
    body, matches = [], matches_of(name)
    for match in matches:
        line, *_ = summarise_arena(match.rows(folder), match.bots)
        own, other = match.bots[:2]
        others = f"{_OTHERS[match.players]}`{other}`"
        ahead = f"{line.margin.value:.1f} ({interval(line.margin, '.1f')})"
        body.append([f"`{own}`", others, _share(line.win_rate), ahead, line.games])
    commands = (f"wistar {shlex.join(match.command)}" for match in matches)
    head = ["bot", "against", "wins, %", "VP ahead", "games"]
    return f"{_commands(commands)}\n\n{table(head, body)}"


def _winner_place(row: ResultRow) -> int:
    """Return the winner's place in the random turn order of the first round (SETUP-20)."""
    game = RatsOfWistar.new(num_players=len(row["ranks"]), seed=row["seed"])
    return game.presentation.scene(None).turn_order.index(row["ranks"].index(1))


def turn_order(folder: Path) -> str:
    """Return the table of win rates by place in the turn order of the first round."""
    winners: dict[int, list[int]] = {}
    for match in (each for name in ARENAS for each in matches_of(name)):
        for row in match.rows(folder):
            winners.setdefault(len(row["ranks"]), []).append(_winner_place(row))
    shares = {
        players: [_share(proportion(won.count(place), len(won))) for place in range(players)]
        for players, won in winners.items()
    }
    head = ["turn", *(f"{players} players" for players in shares)]
    return table(
        head,
        [
            [name, *(own[place] if place < len(own) else "" for own in shares.values())]
            for place, name in enumerate(_PLACES[: max(shares)])
        ],
    )


def tables(folder: Path, kept: Path, page: str) -> Tables:
    """Return a function for each table of the page; those without all their games stay."""
    now = present(page)

    def played(name: str, write: Callable[[], str], *needed: str) -> Callable[[], str]:
        whole = all(is_played(folder, each) for each in needed)
        return write if whole else partial(now.__getitem__, name)

    games = {name: partial(ladder, name, folder) for name in LADDERS}
    games |= {name: partial(arena, name, folder) for name in ARENAS}
    games |= {name: partial(pairs, name, folder) for name in PAIRS}
    return {
        **{name: played(name, write, name) for name, write in games.items()},
        "order": played("order", partial(turn_order, folder), *ARENAS),
        "studies": partial(studies_table, kept),
        "networks": networks_table,
    }


#: Name of a curve, decisions in millions, VP.
Curve: TypeAlias = tuple[str, list[float], list[float]]


def curves_of_solo(runs: Sequence[Path]) -> list[Curve]:
    """Return the curves of runs that continue each other."""
    curves, before = [], 0.0
    for number, run in enumerate(runs, 1):
        if curve := curve_of(run):
            steps = [before + row["steps"] / 1e6 for row in curve]
            curves.append((f"run {number}", steps, [row["eval_score"] for row in curve]))
            before = steps[-1]
    return curves


def draw_curves(curves: Iterable[Curve], file: Path) -> None:
    """Draw own VP at level 9 over decisions."""
    figure = Figure(figsize=(10, 4.8), layout="constrained")
    axes = figure.subplots()
    for name, steps, scores in curves:
        axes.plot(steps, scores, "o-", markersize=3, label=name)
    axes.set_xlabel("decisions, millions")
    axes.set_ylabel("own VP at level 9")
    axes.grid(alpha=0.25)
    axes.legend()
    file.write_bytes(drawn(figure)[".svg"])


def draw(folder: Path, kept: Path, images: Path) -> None:
    """Draw the plots of the page; those without all their games or runs stay."""
    images.mkdir(parents=True, exist_ok=True)
    if is_played(folder, "ladder"):
        save(ladder_lines("ladder", folder), "Wins against Rat-o-bot", images / "ladder")
    draw_studies(kept, images / "studies.svg")
    if curves := curves_of_solo(SOLO):
        draw_curves(curves, images / "solo.svg")


def main(
    only: Annotated[
        str, typer.Option(help="Tables to play, separated by commas, or none; default: all.")
    ] = "",
    folder: Annotated[Path, typer.Option(help="Folder of the games.")] = FOLDER,
    studied: Annotated[
        Path, typer.Option(help="Folder of the runs of experiments.studies.")
    ] = STUDIED,
    times: Annotated[
        bool, typer.Option("--times", help="Also measure milliseconds a decision of all bots.")
    ] = False,
) -> None:
    """Play the matches of docs/results.md, and write its tables and plots."""
    names = names_of_tables()
    asked = names if not only else [] if only == "none" else only.split(",")
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(names)}")
    for match in (match for name in asked for match in matches_of(name)):
        if status := match.play(folder):
            raise typer.Exit(status)
    if times:
        measure(timed())
    keep(studied, KEPT)
    draw(folder, KEPT, IMAGES)
    rewrite(PAGE, tables(folder, KEPT, PAGE.read_text("utf-8")))


if __name__ == "__main__":
    typer.run(main)
