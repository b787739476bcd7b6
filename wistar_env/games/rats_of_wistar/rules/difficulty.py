"""The Track cards of each level of Rat-o-bot (BOT-09 to BOT-13)."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.compiled.streams import FOR_TRACKS, number_of
from wistar_env.games.rats_of_wistar.tables.limits import TRACK_INDICES, TRACKS
from wistar_env.kit.read_only import read_only

#: Difficulty index of the Structure, the Tool and the Automaton Track card.
Tracks: TypeAlias = tuple[int, int, int]

HIGHEST_INDEX: Final = TRACK_INDICES - 1
HIGHEST_LEVEL: Final = TRACKS * HIGHEST_INDEX


def is_legal(tracks: Sequence[int]) -> bool:
    """Return whether no two indices differ by 2 or more (BOT-12)."""
    return max(tracks) - min(tracks) < 2


@cache
def _combinations(level: int) -> tuple[Tracks, ...]:
    return tuple(
        (structure, tool, automaton)
        for structure, tool, automaton in product(range(HIGHEST_INDEX, -1, -1), repeat=TRACKS)
        if structure + tool + automaton == level and is_legal((structure, tool, automaton))
    )


def combinations(level: int) -> tuple[Tracks, ...]:
    """Return the legal combinations of Track cards for a level, in descending order.

    ``level``: 0 to 9, the sum of the three indices (BOT-11). Raises TypeError if the level is
    not an integer. Raises ValueError if the level is not one of 0 to 9.
    """
    return _combinations(integer("level", level, 0, HIGHEST_LEVEL))


def choose_tracks(level: int, seed: int) -> Tracks:
    """Return the Track cards that a seed selects for a level."""
    return tracks_of(level)[(number_of(seed, FOR_TRACKS) >> 32) * TRACKS >> 32]


def tracks_of(level: int) -> tuple[Tracks, ...]:
    """Return three combinations of Track cards for a level; a single combination is repeated."""
    options = combinations(level)
    return options if len(options) == TRACKS else options * TRACKS


@cache
def tracks_by_level() -> npt.NDArray[np.int16]:
    """Return the Track cards of all levels for the compiled draw: int16, shape (10, 3, 3)."""
    return read_only(np.array([tracks_of(level) for level in range(HIGHEST_LEVEL + 1)], np.int16))
