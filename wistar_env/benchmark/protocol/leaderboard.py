"""The leaderboard: a page of the rows in a folder, each verified if its games are there.

``python -m wistar_env.benchmark.protocol.leaderboard`` writes ``docs/leaderboard.md`` from
``docs/leaderboard``. A folder of it has the rows of one entry.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from wistar_env.benchmark.protocol.task_rows import Interval, TaskRow, read_row
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.protocol.verification import verify
from wistar_env.errors import ResultsError
from wistar_env.text.doc_tables import rewrite, table

PAGE: Final = Path("docs/leaderboard.md")
ROWS: Final = Path("docs/leaderboard")
_HEAD: Final = (
    "bot", "simulations", "trained", "wins", "margin", "score", "ms a decision", "games", "row",
)  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A row of the leaderboard.

    Attributes
    ----------
    row, file
        The row, and where it is.
    verified
        Whether its games are there and were verified.
    """

    row: TaskRow
    file: Path
    verified: bool


def lines_in(
    folder: Path, on_file: Callable[[Path], None] = lambda file: None, *, replayed: bool = True
) -> Iterator[Line]:
    """Yield the rows in a folder and those below.

    Parameters
    ----------
    folder
        The folder.
    on_file
        Called with each file before it is read.
    replayed
        Whether games are played again; if not, rows whose games are there count as verified.

    Raises
    ------
    BotError, ReplayError, ResultsError
        If a row is damaged, incomplete or wrong.
    """
    for file in sorted(folder.rglob("*.json")):
        on_file(file)
        row = read_row(file)
        if not row.is_complete:
            raise ResultsError(f"{file} has not all games of {row.task}, or of another seed")
        if not row.rules:
            raise ResultsError(
                f"{file} has no fingerprint of the rules; to replay the games and add it: "
                f"wistar bench verify --update-rules {file}"
            )
        there = file.with_name(Path(row.games_file).name).exists()
        if there and replayed:
            verify(file)
        yield Line(row, file, there)


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


def _cells(line: Line) -> list[str]:
    row = line.row
    return [
        row.name,
        "" if row.simulations is None else f"{row.simulations:,}",
        _trained(row),
        _shown(row.numbers.win_rate, ".1%"),
        _shown(row.numbers.margin, ".1f"),
        f"{row.numbers.score.value:.1f}",
        f"{row.measured.ms_per_decision:.2g}",
        "verified" if line.verified else "not published",
        f"[{line.file.parent.name}]({line.file.relative_to(PAGE.parent).as_posix()})",
    ]


def task_table(task: str, lines: Sequence[Line]) -> str:
    """Return the table of a task, the best bot first."""
    of_task = [line for line in lines if line.row.task == task]
    of_task.sort(key=lambda line: (-line.row.numbers.win_rate.value, line.row.name))
    return table(_HEAD, map(_cells, of_task)) if of_task else "No rows yet."


def tables_of(lines: Sequence[Line]) -> Mapping[str, Callable[[], str]]:
    """Return what writes each table of the page, by its name."""
    return {task.replace("-", "_"): partial(task_table, task, lines) for task in TASKS}


def main(
    replay: Annotated[bool, typer.Option(help="Play all published games again.")] = True,
) -> None:
    """Verify the rows in docs/leaderboard, and write docs/leaderboard.md."""
    rewrite(PAGE, tables_of([*lines_in(ROWS, print, replayed=replay)]))


if __name__ == "__main__":
    typer.run(main)
