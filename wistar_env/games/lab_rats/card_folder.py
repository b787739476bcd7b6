"""The cards of a data folder: read, checked, and as the tables that the rules read."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import shortened, shown
from wistar_env.errors import DataError
from wistar_env.games.lab_rats import kinds
from wistar_env.games.lab_rats.state import TABLES
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.position import Position
from wistar_env.system.untrusted_files import DAMAGES, problem_of, read_toml

BUNDLED: Final = Path(__file__).parent / "data"
_ORIGINS: Final = ("known", "reconstructed")
_LARGEST_FILE: Final = 1 << 20


class Cards(GameData):
    """The cards of a data folder, or the bundled ones."""

    def __init__(self, folder: str | None, tables: npt.NDArray[Any]) -> None:
        super().__init__(folder, tables, _bound)

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_unchanged, (self.folder, self.fingerprint)


def _bound(tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the tables bound to the compiled rules."""
    from wistar_env.games.lab_rats.contract import bind_tables

    return bind_tables(tables)


def cards_of(game: Position) -> Cards:
    """Return the cards that a game of Lab Rats is played with."""
    return cast(Cards, game.data)


#: What ``data=`` takes: a data folder, or the cards of one that was read before.
Folder: TypeAlias = str | os.PathLike[str] | Cards


def open_cards(data: Folder | None = None) -> Cards:
    """Return the cards of a data folder.

    Parameters
    ----------
    data
        The folder, None for the bundled one; or cards, which are returned unchanged.

    Raises
    ------
    TypeError
        If ``data`` is not one of these.
    DataError
        If the folder is not valid; every problem is a line of the message.
    """
    if data is None:
        return _bundled()
    if isinstance(data, Cards):
        return data
    if not isinstance(data, str | os.PathLike) or isinstance(os.fspath(data), bytes):
        raise TypeError(
            f"data must be the path of a data folder, Cards or None, found {data!r}; the bundled "
            f"folder is {BUNDLED}"
        )
    folder = Path(data).resolve()
    return Cards(str(folder), read_tables(folder))


@cache
def _bundled() -> Cards:
    return Cards(None, read_tables(BUNDLED))


def _open_unchanged(folder: str | None, fingerprint: bytes) -> Cards:
    return open_cards(folder).unchanged(fingerprint)


def read_tables(folder: Path) -> npt.NDArray[Any]:
    """Return the tables of a data folder: shape (1,), dtype ``state.TABLES``.

    Raises
    ------
    DataError
        If the folder is not valid.
    """
    problems: list[str] = []
    tables = np.zeros(1, TABLES)
    tables["covers"] = kinds.POTION_COLOURS
    tables["doors"] = _counts(
        _File(folder, "doors", "door", problems), kinds.DOOR_NAMES, kinds.DOORS
    )
    tables["potions"] = _counts(
        _File(folder, "potions", "potion", problems), kinds.POTION_NAMES, kinds.POTIONS
    )
    tables["exits"] = _exits(_File(folder, "exits", "exit", problems))
    tables["specimens"] = _specimens(_File(folder, "specimens", "specimen", problems))
    if problems:
        count = f"{len(problems)} problem" + ("s" if len(problems) > 1 else "")
        raise DataError(f"data folder {folder}: {count}\n" + "\n".join(problems))
    return tables


class _File:
    """The entries of one file, with its errors."""

    def __init__(self, folder: Path, name: str, entry: str, problems: list[str]) -> None:
        self.name = f"{name}.toml"
        self.entry = entry
        self._problems = problems
        self.values = self._read(folder / self.name)
        self.broken = not self.values

    def _read(self, path: Path) -> Mapping[str, Any]:
        try:
            return read_toml(path, _LARGEST_FILE)
        except DAMAGES as error:
            self.complain(f"cannot be read: {problem_of(error)}")
            return {}

    def complain(self, what: str) -> None:
        self.broken = True
        self._problems.append(f"{self.name}: {what}")

    def entries(self, fields: Sequence[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the entries with exactly these fields, each with its name."""
        if self.broken:
            return
        for name in self.values:
            if name not in (self.entry, "total"):
                self.complain(f"{shown(name)} is unknown; allowed: {self.entry}, total")
        found = self.values.get(self.entry, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            self.complain(f"{self.entry!r} must be written as [[{self.entry}]]")
            return
        for number, each in enumerate(found, 1):
            where = f"{self.entry} {number}"
            if self.has_fields(where, each, fields) and self.has_source(where, each):
                yield where, each

    def has_fields(self, where: str, entry: Mapping[str, Any], fields: Sequence[str]) -> bool:
        if set(entry) != {*fields, "source"}:
            found = shortened(", ".join(entry))
            self.complain(f"{where} must have {', '.join((*fields, 'source'))}, found {found}")
            return False
        return True

    def has_source(self, where: str, entry: Mapping[str, Any]) -> bool:
        source = entry["source"]
        if not isinstance(source, str) or source.partition(" ")[0] not in _ORIGINS:
            self.complain(
                f"{where}: source must begin with {' or '.join(_ORIGINS)}, found {shown(source)}"
            )
            return False
        return True

    def one_of(self, where: str, value: object, names: Sequence[str]) -> int | None:
        """Return the place of a name among those that are allowed."""
        if isinstance(value, str) and value in names:
            return names.index(value)
        self.complain(f"{where}: allowed are {', '.join(names)}, found {shown(value)}")
        return None

    def check_total(self, found: int, known: int) -> None:
        """Check the numbers of cards (LAB-02)."""
        if self.broken:
            return
        total = self.values.get("total", {"count": known, "source": "known"})
        if not isinstance(total, dict) or not self.has_fields("total", total, ("count",)):
            if not self.broken:
                self.complain("'total' must be written as [total]")
        elif total["count"] != known:
            self.complain(f"total: count must be {known} (LAB-02), found {shown(total['count'])}")
        if found != known:
            self.complain(f"the cards must be {known} together (LAB-02), found {found}")


def _counts(file: _File, names: Sequence[str], known: int) -> list[int]:
    counts: dict[int, int] = {}
    for where, each in file.entries(("kind", "count")):
        kind, count = file.one_of(f"{where}, kind", each["kind"], names), each["count"]
        if kind is None:
            continue
        if kind in counts:
            file.complain(f"{where}: kind {shown(each['kind'])} is named twice")
        elif type(count) is not int or not 0 <= count <= known:
            file.complain(f"{where}: count must be 0 to {known}, found {shown(count)}")
        else:
            counts[kind] = count
    file.check_total(sum(counts.values()), known)
    return [counts.get(kind, 0) for kind in range(len(names))]


def _exits(file: _File) -> list[int]:
    exits = []
    for where, each in file.entries(("colours",)):
        colours = each["colours"]
        if not isinstance(colours, list) or len(colours) != kinds.EXIT_COLOURS:
            file.complain(f"{where}: colours must be {kinds.EXIT_COLOURS}, found {shown(colours)}")
            continue
        found = [file.one_of(f"{where}, colours", colour, kinds.COLOURS) for colour in colours]
        numbers = {colour for colour in found if colour is not None}
        if None not in found and len(numbers) < kinds.EXIT_COLOURS:
            file.complain(f"{where}: colours must differ (LAB-30), found {shown(colours)}")
        exits.append(sum(1 << colour for colour in numbers))
    file.check_total(len(exits), kinds.EXITS)
    return exits if len(exits) == kinds.EXITS else [0] * kinds.EXITS


def _specimens(file: _File) -> list[int]:
    found = [
        file.one_of(f"{where}, colour", each["colour"], kinds.COLOURS)
        for where, each in file.entries(("colour",))
    ]
    file.check_total(len(found), kinds.SPECIMENS)
    colours = [colour for colour in found if colour is not None]
    return colours if len(colours) == kinds.SPECIMENS else [0] * kinds.SPECIMENS
