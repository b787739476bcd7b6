"""The leaderboard: a page of the rows in a folder, all of which are verified.

``python -m experiments.leaderboard`` writes the leaderboard of ``docs/results.md`` from
``docs/leaderboard``. A folder of it has the rows of one entry, or the seals of contests. With
``--share``, it replays only a share of the games; the numbers are recomputed from all of them. With
``--make``, it plays the rows of this project first that are missing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Final

import typer

from experiments.leaderboard_contests import check_history, contests_in
from experiments.leaderboard_rows import make as make_rows
from experiments.leaderboard_rows import wanted
from experiments.leaderboard_totals import Margins, margins_of, total
from website.doc_tables import kept, rewrite, table
from wistar_env.benchmark.protocol.copies import check_rows
from wistar_env.benchmark.protocol.seals import SEAL
from wistar_env.benchmark.protocol.task_numbers import Interval
from wistar_env.benchmark.protocol.task_rows import TaskRow, games_of, read_row
from wistar_env.benchmark.protocol.tasks import ONE, SEED, TASKS, ZERO
from wistar_env.benchmark.protocol.verification import Verified, level_of, verify
from wistar_env.errors import ResultsError
from wistar_env.kit.replays.shards import Shard
from wistar_env.system.cpu import available_cores

PAGE: Final = Path("docs/results.md")
ROWS: Final = Path("docs/leaderboard")
_HEAD: Final = ("task", "bot", "margin", "wins", "verified")
_CONTESTS_HEAD: Final = ("contest", *_HEAD)
_TOTALS_HEAD: Final = ("bot", "all tasks")
_NO_ENTRIES: Final = "No entries yet."


@dataclass(frozen=True)
class Line:
    """A row of the leaderboard.

    Attributes
    ----------
    row, file
        The row, and where it is.
    level
        The level of its verification: see ``verification``.
    contest
        The name of the contest whose seed its games have; empty for those of the protocol.
    """

    row: TaskRow
    file: Path
    level: str
    contest: str = ""


def rows_in(folder: Path) -> list[tuple[Path, TaskRow]]:
    """Return the rows in a folder and those below, with their files."""
    contests = contests_in(folder)
    names: dict[tuple[str, int, str], Path] = {}
    files = [file for file in sorted(folder.rglob("*.json")) if not file.name.endswith(SEAL)]
    rows = [(file, read_row(file)) for file in files]
    for file, row in rows:
        if not row.is_whole or row.seed not in {SEED, *contests}:
            raise ResultsError(
                f"{file} is {row.status}; the leaderboard has complete entries, with the seed of "
                "the protocol or of a revealed seal"
            )
        if not games_of(file).exists():
            raise ResultsError(f"{file}: its games, {games_of(file).name}, are not in its folder")
        if row.seed in contests:
            check_history(contests[row.seed], games_of(file))
        key = row.task, row.seed, row.name.lower()
        if (other := names.setdefault(key, file)) != file:
            raise ResultsError(f"{file}: name must differ from that of {other}, in whatever case")
    check_rows(rows)
    return rows


def lines_in(
    folder: Path,
    on_row: Callable[[Path, Verified], None] = lambda file, verified: None,
    *,
    share: float = 1.0,
    rotation: str = "",
) -> Iterator[Line]:
    """Yield the rows in a folder and those below, with the levels of whole verifications."""
    rows = rows_in(folder)
    contests = contests_in(folder)
    if share > 0:
        _verify([file for file, _ in rows], on_row, share, rotation)
    for file, row in rows:
        level = level_of(row, len(Shard.load(games_of(file)).actions))
        contest = contests[row.seed].name.removesuffix(SEAL) if row.seed in contests else ""
        yield Line(row, file, level, contest)


def _verify(
    files: Sequence[Path], on_row: Callable[[Path, Verified], None], share: float, rotation: str
) -> None:
    """Verify rows in as many processes as there are cores."""
    # Rows of a task together: their card sets are made once in each process.
    ordered = sorted(files, key=lambda file: (file.stem, file))
    workers = max(1, min(available_cores(), len(files)))
    checked = partial(verify, share=share, rotation=rotation)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        for file, verified in zip(ordered, executor.map(checked, ordered), strict=True):
            on_row(file, verified)


def _shown(interval: Interval, form: str, to: str = " to ") -> str:
    ends = [format(end, form) for end in (interval.low, interval.high) if end is not None]
    within = f" ({ends[0].removesuffix('%')}{to}{ends[1]})" if ends else ""
    return f"{format(interval.value, form)}{within}"


def _trained(row: TaskRow) -> str:
    """Return the claimed budget of training, to follow the bot."""
    if row.training_decisions is None:
        return ""
    hours = "" if row.training_core_hours is None else f", {row.training_core_hours:g} core-hours"
    track = " (track)" if row.track else ""
    return f", trained {row.training_decisions / 1e6:g} M{track}{hours}"


def _bot(row: TaskRow) -> str:
    """Return the name with the spec, if these differ: a name alone could be that of anything."""
    specs = [bot.spec for bot in row.bots]
    more = f" and {len(specs) - 1} more" if len(specs) > 1 else ""
    return row.name if specs == [row.name] else f"{row.name} ({specs[0]}{more})"


def _about(row: TaskRow) -> str:
    """Return the bot, and its budget of a search unless a spec says it."""
    named = _bot(row)
    if row.simulations is None or "simulations=" in named or "rollouts=" in named:
        return named
    return f"{named}, {row.simulations:,} simulations"


def _cells(line: Line) -> list[str]:
    row = line.row
    return [
        row.task,
        f"[{_about(row)}]({line.file.relative_to(PAGE.parent).as_posix()}){_trained(row)}",
        _shown(row.numbers.margin, "z.1f"),
        _shown(row.numbers.win_rate, ".1%", "-"),
        line.level,
    ]


def _ordered(lines: Iterable[Line]) -> list[Line]:
    """Return lines by contest and task, the best bot of each task first."""
    places = {task: place for place, task in enumerate(TASKS)}
    return sorted(
        lines,
        key=lambda line: (
            line.contest,
            places[line.row.task],
            -line.row.numbers.margin.value,
            line.row.name,
        ),
    )


def tasks_table(game: str, lines: Sequence[Line]) -> str:
    """Return the table of all tasks of a game."""
    rows = _ordered(
        line for line in lines if TASKS[line.row.task].game == game and not line.contest
    )
    return table(_HEAD, map(_cells, rows)) if rows else _NO_ENTRIES


def contests_table(lines: Sequence[Line]) -> str:
    """Return the table of the rows of contests."""
    rows = [[line.contest, *_cells(line)] for line in _ordered(lines) if line.contest]
    return table(_CONTESTS_HEAD, rows) if rows else _NO_ENTRIES


def totals_table(game: str, lines: Sequence[Line]) -> str:
    """Return the table of the bots that have a row of every task of a game, the best one first."""
    tasks = [name for name, task in TASKS.items() if task.game == game]
    entries: dict[tuple[Path, str], dict[str, Line]] = {}
    for line in lines:
        if line.row.task in tasks and not line.contest:
            rows = entries.setdefault((line.file.parent, line.row.name), {})
            rows[line.row.task] = line
    whole = [entries[each] for each in sorted(entries) if len(entries[each]) == len(tasks)]
    entrants = [rows[tasks[0]].row for rows in whole]
    margins = [{task: _margins(rows[task]) for task in tasks} for rows in whole]
    by_name = {row.name: each for row, each in zip(entrants, margins, strict=True)}
    if not {ZERO, ONE.get(game)} <= by_name.keys():
        return _NO_ENTRIES
    totals = [total(each, by_name[ZERO], by_name[ONE[game]]) for each in margins]
    best = sorted(range(len(whole)), key=lambda k: (-totals[k].value, entrants[k].name))
    return table(
        _TOTALS_HEAD,
        [
            [_about(entrants[k]) + _trained(entrants[k]), _shown(Interval.of(totals[k]), "z.2f")]
            for k in best
        ],
    )


def _margins(line: Line) -> Margins:
    return margins_of(line.row.task, len(line.row.bots), Shard.load(games_of(line.file)))


def tables_of(lines: Sequence[Line]) -> Mapping[str, Callable[[], str]]:
    """Return what writes each table of the page, by its name."""
    tables: dict[str, Callable[[], str]] = {"contests": partial(contests_table, lines)}
    for game in dict.fromkeys(task.game for task in TASKS.values()):
        name = game.replace("-", "_")
        tables[f"all_{name}"] = partial(totals_table, game, lines)
        tables[f"tasks_{name}"] = partial(tasks_table, game, lines)
    return tables


def main(
    share: Annotated[
        float, typer.Option(min=0, max=1, help="Play this share of the games again.")
    ] = 1.0,
    rotation: Annotated[
        str, typer.Option(help="Which share: another one for another text, such as a commit.")
    ] = "",
    make: Annotated[
        bool, typer.Option("--make", help="Make the missing rows; repeat it to resume.")
    ] = False,
    game: Annotated[str, typer.Option(help="With --make, the rows of this game only.")] = "",
    bots: Annotated[
        str, typer.Option(help="With --make, the rows of these bots, separated by commas.")
    ] = "",
    games: Annotated[
        int | None, typer.Option(min=1, help="With --make, a trial that publishes nothing.")
    ] = None,
) -> None:
    """Verify the rows in docs/leaderboard, and write the leaderboard of docs/results.md."""
    if make:
        named = bots.split(",") if bots else None
        make_rows((row for row in wanted(game) if not named or row.bot in named), ROWS, games)
        if games is not None:
            return
    lines = [
        *lines_in(
            ROWS,
            lambda *found: print(*found, sep=": ", flush=True),
            share=share,
            rotation=rotation,
        )
    ]
    rewrite(PAGE, {**kept(PAGE.read_text("utf-8")), **tables_of(lines)})


if __name__ == "__main__":
    typer.run(main)
