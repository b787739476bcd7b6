"""Writes the values in ``docs/rules.md`` from the data.

The command is ``python -m website.rules_tables``.

So the page and the bundled data agree value by value, each with where it comes from.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from website.doc_tables import Tables, rewrite, table
from wistar_env.games.rats_of_wistar.tables.load import validated
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.schema import Entry

PAGE: Final = Path("docs/rules.md")
_CODE: Final = ("effect", "reveal", "cost", "requires", "count", "immediate")
_PLAYERS: Final = range(2, 5)


@cache
def _data() -> Data:
    return validated()


def known(entry: Entry) -> str:
    """Return the known fields of an entry with their rules; all else is reconstructed."""
    if entry.source.startswith("known "):
        return entry.source.removeprefix("known ")
    fields: dict[str, list[str]] = {}
    for field, ids in entry.known.items():
        fields.setdefault(ids, []).append(field)
    return "; ".join(f"{', '.join(named)}: {ids}" for ids, named in fields.items()) or "-"


def _cell(name: str, value: Any) -> str:
    if value is None or value is False or value in ("", []):
        return "-"
    if value is True:
        return "yes"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"`{value}`" if name in _CODE else str(value)


def _entries(entries: Sequence[Entry], *names: str) -> str:
    """Return a table of entries: the named fields, and where their values come from."""
    rows = [
        [*(_cell(name, getattr(entry, name)) for name in names), known(entry)] for entry in entries
    ]
    return table([*(name.replace("_", " ") for name in names), "known"], rows)


def _row(title: str, values: Iterable[object], entry: Entry) -> str:
    """Return a table of VP by the number of removed tiles or cubes."""
    values = list(values)
    head = [title, *map(str, range(len(values))), "known"]
    return table(head, [["VP", *values, known(entry)]])


def _sectors() -> str:
    rows = [
        [
            sector.name,
            "; ".join(sector.face_2),
            "; ".join(sector.face_3_4),
            known(sector),
        ]
        for sector in _data().wheel.sector
    ]
    head = ["Sector", "2 players and solo", "3 and 4 players", "known"]
    return table(head, rows)


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
    return table(["passage", "Door from players", "known"], rows)


def _bot_actions() -> str:
    return _entries(_data().bot_actions.card, "name", "main", "worker", "skill", "bonuses")


TABLES: Final[Tables] = MappingProxyType(
    {
        "beds": lambda: _row("Beds built", _data().board.beds.vp, _data().board.beds),
        "rooms": lambda: _row("Rooms dug", _data().board.rooms.vp, _data().board.rooms),
        "bot_cubes": lambda: _row(
            "Missions completed", _data().board.bot_cubes.vp, _data().board.bot_cubes
        ),
        "abilities": lambda: _entries(
            _data().abilities.ability, "name", "colour", "vp", "items", "effect", "pair", "pair_vp"
        ),
        "positions": lambda: _entries(_data().wheel.position, "main", "area"),
        "sectors": _sectors,
        "locations": _locations,
        "passages": _passages,
        "mission_places": lambda: _entries(_data().farm.mission_place, "name", "room", "players"),
        "doors": lambda: _entries(_data().doors.door, "effect"),
        "objectives": lambda: _entries(
            _data().objectives.objective, "name", "count", "spaces", "effect"
        ),
        "seats": lambda: _entries(_data().setup.players, "players", "objective_spaces", "cheeses"),
        "start": lambda: _entries(
            [_data().setup.start],
            "vp",
            "wood",
            "metal",
            "movement",
            "workers_at_entrance",
            "round_stack",
        ),
        "heroes": lambda: _entries(_data().heroes.hero, "name", "skill", "icons"),
        "skill_tokens": lambda: _entries(_data().skill_tokens.token, "skill"),
        "bot_actions": _bot_actions,
    }
)


if __name__ == "__main__":
    rewrite(PAGE, TABLES)
