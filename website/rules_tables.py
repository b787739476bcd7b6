"""Writes the tables of ``docs/values.md`` from the data.

The command is ``python -m website.rules_tables``.

The tables show values that are not on a piece, with sources; ``wistar card`` shows the others.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from website.doc_tables import Tables, rewrite, table
from wistar_env.games.rats_of_wistar.tables.load import validated
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.schema import Entry

PAGE: Final = Path("docs/values.md")
_PLAYERS: Final = range(2, 5)


@cache
def _data() -> Data:
    return validated()


def known(entry: Entry) -> str:
    """Return the known fields of an entry with their rules; other fields are reconstructed."""
    if entry.source.startswith("known "):
        return entry.source.removeprefix("known ")
    fields: dict[str, list[str]] = {}
    for field, ids in entry.known.items():
        fields.setdefault(ids, []).append(field)
    return "; ".join(f"{', '.join(named)}: {ids}" for ids, named in fields.items()) or "-"


def _entries(entries: Sequence[Entry], *names: str) -> str:
    """Return a table of entries: the named fields, and the sources of their values."""
    rows = [[*(getattr(entry, name) for name in names), known(entry)] for entry in entries]
    return table([*(name.replace("_", " ") for name in names), "known"], rows)


def _row(title: str, values: Iterable[object], entry: Entry) -> str:
    """Return a table of VP by the number of removed tiles or cubes, which names known values."""
    values = list(values)
    head = [title, *map(str, range(len(values))), "known"]
    # The field "vp.1" is the value with none removed.
    columns = re.sub(r"vp\.(\d+)", lambda field: str(int(field[1]) - 1), known(entry))
    return table(head, [["VP", *values, columns]])


def _locations() -> str:
    rows = [
        [
            place.letter,
            place.name,
            place.kind or "-",
            *place.guests,
            "yes" if place.cheese else "-",
            known(place),
        ]
        for place in _data().farm.location
    ]
    guests = [f"Guests, {players} players" for players in _PLAYERS]
    return table(["letter", "name", "kind", *guests, "Cheese", "known"], rows)


def _passages() -> str:
    rows = [
        ["-".join(passage.between), passage.players, known(passage)]
        for passage in _data().farm.passage
    ]
    return table(["between", "players", "known"], rows)


TABLES: Final[Tables] = MappingProxyType(
    {
        "beds": lambda: _row("Beds built", _data().board.beds.vp, _data().board.beds),
        "rooms": lambda: _row("Rooms dug", _data().board.rooms.vp, _data().board.rooms),
        "bot_cubes": lambda: _row(
            "Missions completed", _data().board.bot_cubes.vp, _data().board.bot_cubes
        ),
        "locations": _locations,
        "passages": _passages,
        "mission_places": lambda: _entries(_data().farm.mission_place, "name", "room", "players"),
        "seats": lambda: _entries(_data().setup.players, "players", "objective_spaces", "cheeses"),
    }
)


if __name__ == "__main__":
    rewrite(PAGE, TABLES)
