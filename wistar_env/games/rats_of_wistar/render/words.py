"""A card or tile in words: its sentences and its entry in the data."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.kit.game.data_files import Model

#: Fields that come last: the sources of values.
_LAST = ("source", "known")


def card_text(kind: str, number: int, components: Components) -> str:
    """Return the name and the text of a card or tile, and its entry in the data.

    Raises TypeError, ValueError as ``render.svg.cards.face`` does.
    """
    face = cards.face(kind, number, components)
    entry = cards.entries(kind, components)[number - 1]
    said = [f"  {part}" for part in face.described.split("; ")]
    written = [f"  {line}" for line in _lines(entry)]
    file = _file_of(entry, components.data)
    return "\n".join([face.title, *said, "", f"In {file}:", *written])


def _file_of(entry: Model, data: Data) -> str:
    """Return the name of the file that contains an entry."""
    others = {f"{each.name}.toml": getattr(data, each.name) for each in fields(data)[1:]}
    for file, contents in {**data.inventions, **others}.items():
        for _, entries in contents:
            if isinstance(entries, list) and any(each is entry for each in entries):
                return str(file)
    raise ValueError(f"{entry!r} is not an entry of this data folder")


def _lines(entry: Model, before: str = "") -> Iterator[str]:
    given = {name: value for name, value in entry if name in entry.model_fields_set}
    for name in sorted(given, key=lambda name: name in _LAST):
        yield from _written(f"{before}{name}", given[name])


def _written(name: str, value: Any) -> Iterator[str]:
    """Yield a field as lines of text; names of tables in a list include their number."""
    if isinstance(value, Model):
        yield from _lines(value, f"{name}.")
    elif isinstance(value, Mapping):
        for key, each in value.items():
            quoted = key if key.isidentifier() else json.dumps(key)
            yield from _written(f"{name}.{quoted}", each)
    elif isinstance(value, list) and value and isinstance(value[0], Model):
        for number, each in enumerate(value, start=1):
            yield from _lines(each, f"{name} {number}.")
    else:
        yield f"{name} = {json.dumps(value, ensure_ascii=False)}"
