"""The leaderboard: a page of the rows in a folder, all of which are verified.

``python -m experiments.leaderboard`` writes ``docs/leaderboard.md`` from
``docs/leaderboard``. A folder of it has the rows of one entry, or the seals of contests. With
``--make``, it plays the rows of this project first that are missing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Final

import typer

from experiments.leaderboard_rows import make as make_rows
from experiments.leaderboard_rows import wanted
from experiments.leaderboard_totals import ONE, ZERO, Margins, margins_of, total
from website.doc_tables import rewrite, table
from wistar_env.benchmark.protocol.copies import check_rows
from wistar_env.benchmark.protocol.seals import SEAL, revealed_seeds
from wistar_env.benchmark.protocol.task_numbers import Interval
from wistar_env.benchmark.protocol.task_rows import TaskRow, games_of, read_row
from wistar_env.benchmark.protocol.tasks import SEED, TASKS
from wistar_env.benchmark.protocol.verification import Verified, level_of, verify
from wistar_env.errors import ResultsError
from wistar_env.kit.replays.shards import Shard
from wistar_env.system.cpu import available_cores

PAGE: Final = Path("docs/leaderboard.md")
ROWS: Final = Path("docs/leaderboard")
_HEAD: Final = (
    "bot", "simulations", "trained", "margin", "wins", "score", "ms a decision", "verified", "row",
)  # fmt: skip
_TOTALS_HEAD: Final = ("bot", "simulations", "trained", "all tasks")
_NO_ROWS: Final = "No rows yet."


@dataclass(frozen=True)
class Line:
    """A row of the leaderboard.

    Attributes
    ----------
    row, file
        The row, and where it is.
    level
        The level of its verification: see ``verification``.
    """

    row: TaskRow
    file: Path
    level: str


def rows_in(folder: Path) -> list[tuple[Path, TaskRow]]:
    """Return the rows in a folder and those below, with their files.

    Raises
    ------
    ReplayError, ResultsError
        If a row is damaged, contradicts itself, lacks games, is of a seed that is neither that of
        the protocol nor sealed, or has the games of another row.
    """
    seeds = {SEED, *revealed_seeds(sorted(folder.rglob(f"*{SEAL}")))}
    files = [file for file in sorted(folder.rglob("*.json")) if not file.name.endswith(SEAL)]
    rows = [(file, read_row(file)) for file in files]
    for file, row in rows:
        if not row.is_whole or row.seed not in seeds:
            raise ResultsError(
                f"{file} is {row.status}; the leaderboard has complete rows, with the seed of the "
                "protocol or of a revealed seal"
            )
        if not games_of(file).exists():
            raise ResultsError(f"{file}: its games, {games_of(file).name}, are not in its folder")
    check_rows(rows)
    return rows


def lines_in(
    folder: Path,
    on_row: Callable[[Path, Verified], None] = lambda file, verified: None,
    *,
    replayed: bool = True,
) -> Iterator[Line]:
    """Yield the rows in a folder and those below.

    Parameters
    ----------
    folder
        The folder.
    on_row
        Called with each file and what its verification found.
    replayed
        Whether games are played again; if not, rows have the levels that they would have.

    Raises
    ------
    BotError, ReplayError, ResultsError
        If a row is not valid (``rows_in``), or wrong.
    """
    rows = rows_in(folder)
    levels = _verified([file for file, _ in rows], on_row) if replayed else {}
    for file, row in rows:
        decisions = len(Shard.load(games_of(file)).actions)
        level = levels[file] if replayed else level_of(row, decisions)
        yield Line(row, file, level if row.seed == SEED else f"sealed, {level}")


def _verified(files: Sequence[Path], on_row: Callable[[Path, Verified], None]) -> dict[Path, str]:
    """Verify rows in as many processes as there are cores, and return their levels."""
    # Rows of a task together: their card sets are made once in each process.
    ordered = sorted(files, key=lambda file: (file.stem, file))
    workers = max(1, min(available_cores(), len(files)))
    levels = {}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        for file, verified in zip(ordered, executor.map(verify, ordered), strict=True):
            on_row(file, verified)
            levels[file] = verified.level
    return levels


def _shown(interval: Interval, form: str) -> str:
    ends = [end for end in (interval.low, interval.high) if end is not None]
    within = f" ({format(ends[0], form)} to {format(ends[1], form)})" if ends else ""
    return f"{format(interval.value, form)}{within}"


def _trained(row: TaskRow) -> str:
    if row.training_decisions is None:
        return ""
    hours = "" if row.training_core_hours is None else f", {row.training_core_hours:g} core-hours"
    track = " (track)" if row.track else ""
    return f"{row.training_decisions / 1e6:g} M{track}{hours}"


def _bot(row: TaskRow) -> str:
    """Return the name with the spec, if these differ: a name alone could be that of anything."""
    specs = [bot.spec for bot in row.bots]
    more = f" and {len(specs) - 1} more" if len(specs) > 1 else ""
    return row.name if specs == [row.name] else f"{row.name} ({specs[0]}{more})"


def _about(row: TaskRow) -> list[str]:
    simulations = "" if row.simulations is None else f"{row.simulations:,}"
    return [_bot(row), simulations, _trained(row)]


def _cells(line: Line) -> list[str]:
    row = line.row
    return [
        *_about(row),
        _shown(row.numbers.margin, ".1f"),
        _shown(row.numbers.win_rate, ".1%"),
        f"{row.numbers.score.value:.1f}",
        f"{row.measured.ms_per_decision:.2g}",
        line.level,
        f"[{line.file.parent.name}]({line.file.relative_to(PAGE.parent).as_posix()})",
    ]


def task_table(task: str, lines: Sequence[Line]) -> str:
    """Return the table of a task, the best bot first."""
    of_task = [line for line in lines if line.row.task == task]
    of_task.sort(key=lambda line: (-line.row.numbers.margin.value, line.row.name))
    return table(_HEAD, map(_cells, of_task)) if of_task else _NO_ROWS


def totals_table(game: str, lines: Sequence[Line]) -> str:
    """Return the table of the bots that have a row of every task of a game, the best one first."""
    tasks = [name for name, task in TASKS.items() if task.game == game]
    entries: dict[tuple[Path, str], dict[str, Line]] = {}
    for line in lines:
        if line.row.task in tasks and line.row.seed == SEED:
            rows = entries.setdefault((line.file.parent, line.row.name), {})
            rows[line.row.task] = line
    whole = [entries[each] for each in sorted(entries) if len(entries[each]) == len(tasks)]
    entrants = [rows[tasks[0]].row for rows in whole]
    margins = [{task: _margins(rows[task]) for task in tasks} for rows in whole]
    by_name = {row.name: each for row, each in zip(entrants, margins, strict=True)}
    if not {ZERO, ONE} <= by_name.keys():
        return _NO_ROWS
    totals = [total(each, by_name[ZERO], by_name[ONE]) for each in margins]
    best = sorted(range(len(whole)), key=lambda k: (-totals[k].value, entrants[k].name))
    return table(
        _TOTALS_HEAD, [[*_about(entrants[k]), _shown(Interval.of(totals[k]), ".2f")] for k in best]
    )


def _margins(line: Line) -> Margins:
    return margins_of(line.row.task, len(line.row.bots), Shard.load(games_of(line.file)))


def tables_of(lines: Sequence[Line]) -> Mapping[str, Callable[[], str]]:
    """Return what writes each table of the page, by its name."""
    totals = {
        f"all_{game}".replace("-", "_"): partial(totals_table, game, lines)
        for game in dict.fromkeys(task.game for task in TASKS.values())
    }
    tasks = {task.replace("-", "_"): partial(task_table, task, lines) for task in TASKS}
    return {**totals, **tasks}


def main(
    replay: Annotated[bool, typer.Option(help="Play all published games again.")] = True,
    make: Annotated[
        bool, typer.Option("--make", help="Make the missing rows; repeat it to resume.")
    ] = False,
    games: Annotated[
        int | None, typer.Option(min=1, help="With --make, a trial that publishes nothing.")
    ] = None,
) -> None:
    """Verify the rows in docs/leaderboard, and write docs/leaderboard.md."""
    if make:
        make_rows(wanted(), ROWS, games)
    lines = [*lines_in(ROWS, lambda *found: print(*found, sep=": ", flush=True), replayed=replay)]
    rewrite(PAGE, tables_of(lines))


if __name__ == "__main__":
    typer.run(main)
