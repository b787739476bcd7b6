"""The leaderboard: a page of verified entries.

``python -m experiments.leaderboard`` writes the leaderboard of ``docs/results.md`` from
``docs/leaderboard``. Each of its folders has the entries of one bot, or the seals of contests. With
``--share``, it replays only a share of the games, but recomputes the results from all games. With
``--make``, it first plays the missing entries of this project.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Final

import typer

from experiments.leaderboard_contests import check_history, contests_in
from experiments.leaderboard_entries import make as make_entries
from experiments.leaderboard_entries import wanted
from experiments.leaderboard_totals import Margins, margins_of, total
from website.doc_tables import kept, rewrite, table
from wistar_env.benchmark.protocol.copies import check_entries
from wistar_env.benchmark.protocol.entries import Entry, games_of, read_entry
from wistar_env.benchmark.protocol.seals import SEAL
from wistar_env.benchmark.protocol.task_numbers import Interval
from wistar_env.benchmark.protocol.tasks import ONE, SEED, TASKS, ZERO
from wistar_env.benchmark.protocol.verification import Verified, level_of, verify
from wistar_env.errors import ResultsError
from wistar_env.kit.replays.shards import Shard
from wistar_env.system.cpu import available_cores

PAGE: Final = Path("docs/results.md")
ENTRIES: Final = Path("docs/leaderboard")
_HEAD: Final = ("task", "bot", "margin", "wins", "verified")
_CONTESTS_HEAD: Final = ("contest", *_HEAD)
_TOTALS_HEAD: Final = ("bot", "all tasks")
_NO_ENTRIES: Final = "No entries yet."


@dataclass(frozen=True)
class Line:
    """An entry of the leaderboard."""

    # ``entry``, ``file``: the entry and its file.
    entry: Entry
    file: Path
    level: str  # its verification level: see ``verification``
    # The name of the contest whose seed its games have; empty for the seed of the protocol.
    contest: str = ""


def entries_in(folder: Path) -> list[tuple[Path, Entry]]:
    """Return the entries in a folder and its subfolders, with their files."""
    contests = contests_in(folder)
    names: dict[tuple[str, int, str], Path] = {}
    files = [file for file in sorted(folder.rglob("*.json")) if not file.name.endswith(SEAL)]
    entries = [(file, read_entry(file)) for file in files]
    for file, entry in entries:
        if not entry.is_whole or entry.seed not in {SEED, *contests}:
            raise ResultsError(
                f"{file} is {entry.status}; the leaderboard accepts only complete entries, played "
                "with the seed of the protocol or of a revealed seal"
            )
        if not games_of(file).exists():
            raise ResultsError(
                f"{file}: the file with its games, {games_of(file).name}, is not in the same folder"
            )
        if entry.seed in contests:
            check_history(contests[entry.seed], games_of(file))
        key = entry.task, entry.seed, entry.name.lower()
        if (other := names.setdefault(key, file)) != file:
            raise ResultsError(
                f"{file}: {entry.name} must differ from the name in {other}, ignoring case"
            )
    check_entries(entries)
    return entries


def lines_in(
    folder: Path,
    on_entry: Callable[[Path, Verified], None] = lambda file, verified: None,
    *,
    share: float = 1.0,
    rotation: str = "",
) -> Iterator[Line]:
    """Yield the entries of a folder and its subfolders, with their levels at ``share`` 1."""
    entries = entries_in(folder)
    contests = contests_in(folder)
    if share > 0:
        _verify([file for file, _ in entries], on_entry, share, rotation)
    for file, entry in entries:
        level = level_of(entry, len(Shard.load(games_of(file)).actions))
        contest = contests[entry.seed].name.removesuffix(SEAL) if entry.seed in contests else ""
        yield Line(entry, file, level, contest)


def _verify(
    files: Sequence[Path], on_entry: Callable[[Path, Verified], None], share: float, rotation: str
) -> None:
    """Verify entries in as many processes as there are cores."""
    # Entries of a task are grouped, so that each process makes their card sets once.
    ordered = sorted(files, key=lambda file: (file.stem, file))
    workers = max(1, min(available_cores(), len(files)))
    checked = partial(verify, share=share, rotation=rotation)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        for file, verified in zip(ordered, executor.map(checked, ordered), strict=True):
            on_entry(file, verified)


def _shown(interval: Interval, form: str, to: str = " to ") -> str:
    ends = [format(end, form) for end in (interval.low, interval.high) if end is not None]
    within = f" ({ends[0].removesuffix('%')}{to}{ends[1]})" if ends else ""
    return f"{format(interval.value, form)}{within}"


def _margin(interval: Interval) -> str:
    """Return a margin with its interval, which is symmetric."""
    if interval.low is None or interval.high is None:
        return f"{interval.value:z.1f}"
    return f"{interval.value:z.1f} ± {(interval.high - interval.low) / 2:.1f}"


def _trained(entry: Entry) -> str:
    """Return the claimed training budget, as text to append to the bot."""
    if entry.training_decisions is None:
        return ""
    hours = (
        "" if entry.training_core_hours is None else f", {entry.training_core_hours:g} core-hours"
    )
    track = " (track)" if entry.track else ""
    return f", trained {entry.training_decisions / 1e6:g} M{track}{hours}"


def _bot(entry: Entry) -> str:
    """Return the name with the number of training runs, or with the spec if it differs."""
    if entry.track:
        return f"{entry.name} ({len(entry.bots)} runs)"
    (bot,) = entry.bots
    return entry.name if bot.spec == entry.name else f"{entry.name} ({bot.spec})"


def _about(entry: Entry) -> str:
    """Return the bot, with its simulations unless the spec contains them."""
    named = _bot(entry)
    if entry.simulations is None or "simulations=" in named or "rollouts=" in named:
        return named
    return f"{named}, {entry.simulations:,} simulations"


def _cells(line: Line) -> list[str]:
    entry = line.entry
    return [
        entry.task,
        f"[{_about(entry)}]({line.file.relative_to(PAGE.parent).as_posix()}){_trained(entry)}",
        _margin(entry.numbers.margin),
        _shown(entry.numbers.win_rate, ".1%", "-"),
        line.level,
    ]


def _ordered(lines: Iterable[Line]) -> list[Line]:
    """Return lines by contest and task, the best bot of each task first."""
    places = {task: place for place, task in enumerate(TASKS)}
    return sorted(
        lines,
        key=lambda line: (
            line.contest,
            places[line.entry.task],
            -line.entry.numbers.margin.value,
            line.entry.name,
        ),
    )


def tasks_table(game: str, lines: Sequence[Line]) -> str:
    """Return the table of all tasks of a game; bots with the same numbers share a row."""
    entries = _ordered(
        line for line in lines if TASKS[line.entry.task].game == game and not line.contest
    )
    rows = [
        [task, ", ".join(cells[1] for cells in same), *numbers]
        for (task, *numbers), same in groupby(
            map(_cells, entries), lambda each: each[:1] + each[2:]
        )
    ]
    return table(_HEAD, rows) if rows else _NO_ENTRIES


def contests_table(lines: Sequence[Line]) -> str:
    """Return the table of the entries of contests."""
    entries = [[line.contest, *_cells(line)] for line in _ordered(lines) if line.contest]
    return table(_CONTESTS_HEAD, entries) if entries else _NO_ENTRIES


def totals_table(game: str, lines: Sequence[Line]) -> str:
    """Return the table of bots with an entry for every task of a game, the best one first."""
    tasks = [name for name, task in TASKS.items() if task.game == game]
    entries: dict[tuple[Path, str], dict[str, Line]] = {}
    for line in lines:
        if line.entry.task in tasks and not line.contest:
            own = entries.setdefault((line.file.parent, line.entry.name), {})
            own[line.entry.task] = line
    whole = [entries[each] for each in sorted(entries) if len(entries[each]) == len(tasks)]
    entrants = [own[tasks[0]].entry for own in whole]
    margins = [{task: _margins(own[task]) for task in tasks} for own in whole]
    by_name = {entry.name: each for entry, each in zip(entrants, margins, strict=True)}
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
    return margins_of(line.entry.task, len(line.entry.bots), Shard.load(games_of(line.file)))


def tables_of(lines: Sequence[Line]) -> Mapping[str, Callable[[], str]]:
    """Return a function that writes each table of the page, by the table's name."""
    tables: dict[str, Callable[[], str]] = {"contests": partial(contests_table, lines)}
    for game in dict.fromkeys(task.game for task in TASKS.values()):
        name = game.replace("-", "_")
        tables[f"all_{name}"] = partial(totals_table, game, lines)
        tables[f"tasks_{name}"] = partial(tasks_table, game, lines)
    return tables


def main(
    share: Annotated[
        float, typer.Option(min=0, max=1, help="Fraction of the games to replay.")
    ] = 1.0,
    rotation: Annotated[
        str, typer.Option(help="Text, such as a commit, by which --share selects games.")
    ] = "",
    make: Annotated[
        bool,
        typer.Option("--make", help="First play missing entries; to resume, repeat the command."),
    ] = False,
    game: Annotated[str, typer.Option(help="With --make, the entries of this game only.")] = "",
    bots: Annotated[
        str, typer.Option(help="With --make, the entries of these bots, separated by commas.")
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --make, play only about this many games per task, and publish nothing.",
        ),
    ] = None,
) -> None:
    """Verify the entries in docs/leaderboard, and write the leaderboard of docs/results.md."""
    if make:
        named = bots.split(",") if bots else None
        make_entries(
            (entry for entry in wanted(game) if not named or entry.bot in named), ENTRIES, games
        )
        if games is not None:
            return
    lines = [
        *lines_in(
            ENTRIES,
            lambda *found: print(*found, sep=": ", flush=True),
            share=share,
            rotation=rotation,
        )
    ]
    rewrite(PAGE, {**kept(PAGE.read_text("utf-8")), **tables_of(lines)})


if __name__ == "__main__":
    typer.run(main)
