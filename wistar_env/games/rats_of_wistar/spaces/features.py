"""The features of a seat that custom rewards can weight, declared once.

A feature has the name and the meaning of a block in the seat section of an observation. Its value
is the sum over that block: ``workers``, for example, counts those of all three Areas. It is
computed from fields of a player's record: by adding numbers, or by counting the set bits of a
number.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from wistar_env.compiled.records import offset
from wistar_env.games.rats_of_wistar.rules.state import BOARD_BYTES, PLAYER, SEAT_BYTES
from wistar_env.games.rats_of_wistar.spaces.blocks import SEAT
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.kit.layout import Block

_WORD: Final = np.dtype(I).itemsize
_ALL_BITS: Final = -1
_BLOCKS: Final = {block.name: block for block in SEAT.blocks}


class Part(NamedTuple):
    """A number to add: ``word >> shift & mask`` of the word at an index of ``PLAYER``."""

    place: int
    shift: int
    mask: int


@dataclass(frozen=True)
class Feature:
    """A feature of a seat: its name, its meaning, and the parts of its sum."""

    name: str
    meaning: str
    parts: tuple[Part, ...]


def _parts(field: str, flags: int) -> tuple[Part, ...]:
    assert PLAYER.fields is not None
    kind, place = PLAYER.fields[field][0], offset(PLAYER, field) // _WORD
    assert kind.base == I, f"{field!r} is {kind.base}; features are read from {np.dtype(I)}"
    if flags:
        return tuple(Part(place, bit, 1) for bit in range(flags))
    return tuple(Part(place + k, 0, _ALL_BITS) for k in range(kind.itemsize // _WORD))


def _block(name: str) -> Block:
    if name not in _BLOCKS:
        raise ValueError(
            f"the feature {name!r} needs a block with this name; declare it in the section SEAT of "
            f"wistar_env/games/rats_of_wistar/spaces/blocks.py"
        )
    return _BLOCKS[name]


def _count(name: str, field: str = "") -> Feature:
    """Declare a feature that is the sum of a field, by default the one that its block copies."""
    block = _block(name)
    return Feature(name, block.meaning, _parts(field or block.field, 0))


def _flags(name: str, field: str) -> Feature:
    """Declare a feature that counts the set bits of a field."""
    block = _block(name)
    return Feature(name, block.meaning, _parts(field, block.size))


FEATURES: Final = MappingProxyType(
    {
        feature.name: feature
        for feature in (
            _count("vp"),
            _count("wood"),
            _count("metal"),
            _count("movement"),
            _count("wild"),
            _count("electricity"),
            _count("workers"),
            _count("entrance"),
            _count("beds"),
            _count("beds_built"),
            _count("rooms_dug"),
            _flags("abilities", "cubes_gone"),
            _count("mission_cubes"),
            _count("hand_size"),
            _count("icons"),
            _count("played", "tiers"),
            _count("guests", "guests_size"),
            _count("door_tokens"),
            _flags("claimed", "claims"),
            _flags("skill_tokens", "skill_tokens"),
            _flags("heroes", "heroes"),
        )
    }
)
#: The index of the first seat's words in a game, and the number of words per seat.
FIRST_WORD: Final = BOARD_BYTES // _WORD
SEAT_WORDS: Final = SEAT_BYTES // _WORD
