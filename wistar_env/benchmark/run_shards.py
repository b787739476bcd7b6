"""Shards of a run: parts that different machines play, and their merged results.

Shard ``number`` of ``count`` has every ``count``-th work unit of the plan, so the shards of a run
take about equally long. The header of a shard's file is that of the whole run, with the shard and
the number of games.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from wistar_env.arguments import shown
from wistar_env.benchmark import arena, ladder, opponent_ladder
from wistar_env.benchmark.results import (
    Header,
    Key,
    ResultRow,
    read,
    write_whole,
)
from wistar_env.benchmark.work_units import Plan
from wistar_env.errors import ResultsError
from wistar_env.kit.bots.trust import NamesInFile
from wistar_env.kit.game.registry import find_game

#: The setting with the shard of a file.
_SHARD: Final = "shard"


@dataclass(frozen=True)
class ShardNumber:
    """Which part of a run is played: ``number`` of ``count``, counted from 1."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the shard of a text such as ``"3/8"``.

        Raises
        ------
        ValueError
            If the text has another form, or the number is not from 1 to the count.
        """
        words = text.split("/")
        if len(words) != 2 or not all(word.isdecimal() and len(word) < 7 for word in words):
            raise ValueError(f"a shard must be i/n with i from 1 to n, such as 3/8, found {text!r}")
        number, count = map(int, words)
        if not 1 <= number <= count:
            raise ValueError(f"a shard must be i/n with i from 1 to n, such as 3/8, found {text!r}")
        return cls(number, count)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def file_of(self, path: Path) -> Path:
        """Return the file of the shard, beside the file of the whole run."""
        return path.with_name(f"{path.stem}-{self.number}-of-{self.count}{path.suffix}")

    def folder_of(self, folder: Path) -> Path:
        """Return the folder of the shard, beside the folder of the whole run."""
        return folder.with_name(f"{folder.name}-{self.number}-of-{self.count}")


def shards_in(folder: Path, stem: str, suffix: str = "") -> list[Path]:
    """Return the files, or folders, of shards in a folder, given the name without its number."""
    named = re.compile(rf"{re.escape(stem)}-\d+-of-\d+{re.escape(suffix)}")
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    return [each for each in there if named.fullmatch(each.name)]


def shard_of(plan: Plan, shard: ShardNumber, games: int) -> Plan:
    """Return the part of a plan that a shard plays.

    Raises ResultsError if the plan has fewer work units than shards.
    """
    if shard.count > len(plan.units):
        raise ResultsError(
            f"the run has {len(plan.units)} work units, too few for {shard.count} shards; "
            "use fewer shards or, in a ladder or arena, a smaller --batch"
        )
    said = {"number": shard.number, "count": shard.count, "games": games}
    header = replace(plan.header, settings={**plan.header.settings, _SHARD: said})
    units = plan.units[shard.number - 1 :: shard.count]
    return replace(plan, header=header, units=units)


@dataclass(frozen=True)
class _Part:
    path: Path
    header: Header
    rows: list[ResultRow]
    shard: ShardNumber
    games: int

    @classmethod
    def read(cls, path: Path) -> Self:
        header, rows = read(path)
        said = header.settings.get(_SHARD)
        if header.is_sealed:
            raise ResultsError(f"{path} is not finished: repeat its command to resume it")
        try:
            shard = ShardNumber(int(said["number"]), int(said["count"]))  # type: ignore[index]
            games = int(said["games"])  # type: ignore[index]
        except (KeyError, OverflowError, TypeError, ValueError):
            raise ResultsError(
                f"{path} is not a shard of a run: {_SHARD!r} in the header must have a number, a "
                f"count and games, found {shown(said)}"
            ) from None
        whole = {name: value for name, value in header.settings.items() if name != _SHARD}
        return cls(path, replace(header, settings=whole), rows, shard, games)


def merge(
    files: Sequence[Path],
    *,
    game: str | None = None,
    data: str | None = None,
    trusted: Collection[str] = (),
) -> tuple[Plan, list[ResultRow], int]:
    """Return the whole run: its plan, its rows in order, and its number of games.

    ``game``: the game if it is not installed; results files contain only its name. ``data``: the
    data folder of the run, if any; results files contain only its fingerprint. ``trusted``: bots
    outside of the registry that may be built: see ``kit.bots.trust.NamesInFile``. Raises
    ResultsError if the files are not shards of one run, a shard is missing, given twice or
    unfinished, or the bots, data or rules here differ from those of the run. Raises TrustError if a
    bot is outside of the registry and not trusted.
    """
    names = NamesInFile(str(files[0]), trusted)
    return merge_as(files, partial(plan_of, names=names, game=game, data=data))


def merge_as(
    files: Sequence[Path], planned: Callable[[Header, int], Plan]
) -> tuple[Plan, list[ResultRow], int]:
    """Merge shards like ``merge``, with a plan that a function returns.

    ``planned``: returns the plan of the run, given the header and the number of games of the first
    file. Raises ResultsError as ``merge`` does.
    """
    parts = [_Part.read(file) for file in files]
    _check_complete(parts)
    first = parts[0]
    plan = planned(first.header, first.games)
    if plan.header.identity() != first.header.identity():
        raise ResultsError(
            f"{first.path} was played with versions or settings that differ from those here "
            f"({plan.header.differences(first.header)})"
        )
    rows: dict[Key, ResultRow] = {}
    for part in parts:
        wanted = shard_of(plan, part.shard, part.games)
        found = {_key(plan, row, part.path): row for row in part.rows}
        keys = [key for unit in wanted.units for key in wanted.keys(unit)]
        if missing := sum(key not in found for key in keys):
            raise ResultsError(
                f"{part.path} is not finished: {missing} of {len(keys)} games are missing; "
                "repeat its command to resume it"
            )
        rows |= {key: found[key] for key in keys}
    ordered = [rows[key] for unit in plan.units for key in plan.keys(unit)]
    return replace(plan, header=first.header), ordered, first.games


def write(plan: Plan, rows: Iterable[ResultRow], path: Path) -> None:
    """Write a results file with the bytes that an undivided run would have written."""
    lines = [asdict(plan.header), *rows]
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)


def plan_of(
    header: Header,
    games: int,
    *,
    names: NamesInFile,
    game: str | None = None,
    data: str | None = None,
) -> Plan:
    """Return the plan of the run of a results file.

    ``names``: the names that the header may contain. Raises ResultsError if its kind is not one of
    ``ladder`` and ``arena``, or a setting is missing. Raises TrustError if it names something
    outside of the registry that is not trusted.
    """
    settings: dict[str, Any] = header.settings
    try:
        played = find_game(game) if game else names.game(settings["game"])
        common: dict[str, Any] = {
            "games": games,
            "seed": settings["seed"],
            "batch": settings["batch"],
            "data": data or names.data(settings["card_set"], played.spec),
            "options": settings["options"],
        }
        if header.kind == "arena":
            bots = names.bots([bot for bot, _ in settings["bots"]], played.spec)
            return arena.plan(played, bots, players=settings["players"], **common)
        if header.kind == "ladder" and ladder.has_levels(played):
            bots = names.bots(settings["bots"], played.spec)
            return ladder.plan(bots, levels=settings["levels"], **common)
        if header.kind == "ladder":
            return opponent_ladder.plan(
                played,
                names.bots(settings["bots"], played.spec),
                opponents=names.bots(settings["opponents"], played.spec),
                players=settings["players"],
                **common,
            )
    except (KeyError, TypeError, ValueError) as error:
        raise ResultsError(
            f"{names.file}: its header lacks a setting, or has an invalid one: {error}"
        ) from error
    raise ResultsError(
        f"{names.file}: runs of kind {shown(header.kind)} have no report, only arenas and ladders"
    )


def _check_complete(parts: Sequence[_Part]) -> None:
    first = parts[0]
    seen: dict[int, Path] = {}
    for part in parts:
        if part.header.identity() != first.header.identity():
            raise ResultsError(
                f"{part.path} belongs to a different run than {first.path} "
                f"({first.header.differences(part.header)})"
            )
        if (part.shard.count, part.games) != (first.shard.count, first.games):
            raise ResultsError(
                f"{part.path} is shard {part.shard} of {part.games} games, and {first.path} shard "
                f"{first.shard} of {first.games}: all shards must split the run in the same way"
            )
        if part.shard.number in seen:
            raise ResultsError(
                f"{part.path} is shard {part.shard}, which is also in {seen[part.shard.number]}"
            )
        seen[part.shard.number] = part.path
    numbers = range(1, first.shard.count + 1)
    if missing := [str(number) for number in numbers if number not in seen]:
        raise ResultsError(f"of {first.shard.count} shards, some are missing: {', '.join(missing)}")


def _key(plan: Plan, row: ResultRow, path: Path) -> Key:
    try:
        return plan.key_of(row)
    except ValueError as error:
        raise ResultsError(
            f"{path} has a game that does not belong to this run: {error}"
        ) from error
