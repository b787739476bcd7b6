"""The content of an entry, the split to which it belongs, and drawing a new one."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from wistar_env.games.rats_of_wistar.card_sets.set_names import TEST, TRAIN, VALIDATION
from wistar_env.games.rats_of_wistar.tables import load

#: An entry of a data file, as parsed from TOML.
Entry: TypeAlias = dict[str, Any]
#: The contents of data files, keyed by stem.
Files: TypeAlias = dict[str, dict[str, Any]]

#: Fields that are not part of an entry's content.
_NO_CONTENT: Final = ("number", "name", "source", "known")
#: The hash of a content modulo 10 determines its split.
_RESIDUES: Final = 10
_RESIDUES_OF: Final[Mapping[str, frozenset[int]]] = MappingProxyType(
    {TRAIN: frozenset(range(8)), VALIDATION: frozenset({8}), TEST: frozenset({9})}
)
#: The maximum number of draws; needing more is an error in the generator.
_ATTEMPTS: Final = 200_000


def content_of(entry: Mapping[str, Any]) -> str:
    """Return an entry as text, without its number, its name and the sources of its values."""
    kept = {name: value for name, value in entry.items() if name not in _NO_CONTENT}
    return repr(sorted(kept.items()))


def residue_split(content: str) -> str:
    """Return the split (train, validation or test) whose card sets may have this content."""
    digest = hashlib.blake2b(content.encode(), digest_size=8, person=b"card split").digest()
    residue = int.from_bytes(digest, "little") % _RESIDUES
    return next(split for split, residues in _RESIDUES_OF.items() if residue in residues)


@cache
def bundled_contents() -> frozenset[str]:
    """Return the contents of all bundled Inventions, Guests, Objectives and rows of Missions."""
    data = load.validated()
    entries = [card for _, card in data.cards()]
    rows = [row for mission in data.missions.mission for row in mission.row]
    pieces = [*data.guests.guest, *data.objectives.objective]
    return frozenset(
        content_of(each.model_dump(exclude_none=True)) for each in (*entries, *rows, *pieces)
    )


def draw_new(draw: Callable[[], Entry | None], split: str, taken: set[str]) -> Entry:
    """Draw until an entry belongs to the split and is new to the set and the bundled data.

    ``draw``: draws an entry, or returns None to reject it. ``taken``: the contents
    already in the set; the new content is added.
    """
    for _ in range(_ATTEMPTS):
        entry = draw()
        if entry is None:
            continue
        content = content_of(entry)
        if residue_split(content) != split or content in taken or content in bundled_contents():
            continue
        taken.add(content)
        return entry
    raise AssertionError(f"no new {split} entry in {_ATTEMPTS} draws; the last one was {entry}")
