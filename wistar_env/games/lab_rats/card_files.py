"""The files of a data folder: their schema, and the tables read from them."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
from pydantic import AfterValidator, Field

from wistar_env.games.lab_rats import kinds
from wistar_env.games.lab_rats.state import TABLES
from wistar_env.kit.game.data_files import (
    Model,
    allowed_are,
    exactly,
    invalid_folder,
    no_data_folder,
    one_of,
    pattern,
    read_file,
)

_Source = Annotated[
    str, pattern(re.compile(r"(known|reconstructed) .+"), "'known ...' or 'reconstructed ...'")
]
_Colour = Annotated[str, one_of(kinds.COLOURS)]


class _Entry(Model):
    source: _Source


class _Total(_Entry):
    count: int


class _Counted(_Entry):
    kind: str
    count: int = Field(ge=0)


def _together(number: int) -> AfterValidator:
    """Return a check that no kind occurs twice and that counts sum to ``number`` (LAB-02)."""

    def check(cards: list[_Counted]) -> list[_Counted]:
        found = [each.kind for each in cards]
        if many := next((kind for kind in found if found.count(kind) > 1), None):
            raise allowed_are(f"each kind once ({many!r} occurs {found.count(many)} times)")
        if (total := sum(each.count for each in cards)) != number:
            raise allowed_are(f"{number} cards in total (these are {total})")
        return cards

    return AfterValidator(check)


def _total(number: int) -> AfterValidator:
    """Return a check that a file states ``number`` as its total of cards (LAB-02)."""

    def check(total: _Total) -> _Total:
        if total.count != number:
            raise allowed_are(f"count {number} (LAB-02)")
        return total

    return AfterValidator(check)


def _different(colours: list[str]) -> list[str]:
    if len({*colours}) < len(colours):
        raise allowed_are("different colours (LAB-30)")
    return colours


class _Door(_Counted):
    kind: Annotated[str, one_of(kinds.DOOR_NAMES)]


class _Doors(Model):
    total: Annotated[_Total, _total(kinds.DOORS)] | None = None
    door: Annotated[list[_Door], _together(kinds.DOORS)]


class _Potion(_Counted):
    kind: Annotated[str, one_of(kinds.POTION_NAMES)]


class _Potions(Model):
    total: Annotated[_Total, _total(kinds.POTIONS)] | None = None
    potion: Annotated[list[_Potion], _together(kinds.POTIONS)]


class _Exit(_Entry):
    colours: Annotated[list[_Colour], exactly(kinds.EXIT_COLOURS), AfterValidator(_different)]


class _Exits(Model):
    total: Annotated[_Total, _total(kinds.EXITS)] | None = None
    exit: Annotated[list[_Exit], exactly(kinds.EXITS)]


class _Specimen(_Entry):
    colour: _Colour


class _Specimens(Model):
    total: Annotated[_Total, _total(kinds.SPECIMENS)] | None = None
    specimen: Annotated[list[_Specimen], exactly(kinds.SPECIMENS)]


_FILES: Final = ("doors.toml", "potions.toml", "exits.toml", "specimens.toml")


def read_tables(folder: Path) -> npt.NDArray[Any]:
    """Return the tables of a data folder: shape (1,), dtype ``state.TABLES``.

    Raises DataError, with a line for each problem, if the folder is invalid.
    """
    if fault := no_data_folder(folder, _FILES):
        raise invalid_folder(folder, [fault])
    problems: list[str] = []
    doors = read_file(folder, "doors.toml", _Doors, problems)
    potions = read_file(folder, "potions.toml", _Potions, problems)
    exits = read_file(folder, "exits.toml", _Exits, problems)
    specimens = read_file(folder, "specimens.toml", _Specimens, problems)
    if doors is None or potions is None or exits is None or specimens is None:
        raise invalid_folder(folder, problems)
    tables = np.zeros(1, TABLES)
    tables["covers"] = kinds.POTION_COLOURS
    tables["doors"] = _counts(doors.door, kinds.DOOR_NAMES)
    tables["potions"] = _counts(potions.potion, kinds.POTION_NAMES)
    tables["exits"] = [
        sum(1 << kinds.COLOURS.index(colour) for colour in each.colours) for each in exits.exit
    ]
    tables["specimens"] = [kinds.COLOURS.index(each.colour) for each in specimens.specimen]
    return tables


def _counts(cards: Sequence[_Counted], names: Sequence[str]) -> list[int]:
    counts = {each.kind: each.count for each in cards}
    return [counts.get(name, 0) for name in names]
