"""Which Track cards make which level of Rat-o-bot (BOT-09 to BOT-13)."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias, TypeVar

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
#: The level of solo games that are given neither level nor tracks.
DEFAULT_LEVEL: Final = 3
_SYMBOLS: Final = ("Structure", "Tool", "Automaton")

_Level = TypeVar("_Level")


def _is_legal(tracks: tuple[int, ...]) -> bool:
    return max(tracks) - min(tracks) < 2


@cache
def _combinations(level: int) -> tuple[Tracks, ...]:
    return tuple(
        (structure, tool, automaton)
        for structure, tool, automaton in product(range(HIGHEST_INDEX, -1, -1), repeat=TRACKS)
        if structure + tool + automaton == level and _is_legal((structure, tool, automaton))
    )


def combinations(level: int) -> tuple[Tracks, ...]:
    """Return the legal Track cards of a level, those with the higher indices first.

    Parameters
    ----------
    level
        0 to 9, the sum of the three indices (BOT-11).

    Raises
    ------
    TypeError
        If the level is not an integer.
    ValueError
        If the level is not one of 0 to 9.
    """
    return _combinations(integer("level", level, 0, HIGHEST_LEVEL))


def check_tracks(tracks: object) -> Tracks:
    """Return three Track card indices as a tuple, if the combination is allowed.

    Raises
    ------
    TypeError
        If they are not three integers.
    ValueError
        If an index is not one of 0 to 3, or two of them differ by 2 or more (BOT-12).
    """
    if not isinstance(tracks, Sequence) or len(tracks) != TRACKS:
        raise TypeError(
            f"tracks must be {TRACKS} integers ({', '.join(_SYMBOLS)}), found {tracks!r}"
        )
    structure, tool, automaton = (
        integer(f"tracks: the index of {symbol}", index, 0, HIGHEST_INDEX)
        for symbol, index in zip(_SYMBOLS, tracks, strict=True)
    )
    if not _is_legal((structure, tool, automaton)):
        raise ValueError(f"tracks: no two indices may differ by 2 or more, found {tuple(tracks)}")
    return (structure, tool, automaton)


def choose_tracks(level: int, seed: int) -> Tracks:
    """Return the Track cards that a seed picks among those of a level."""
    return tracks_of(level)[(number_of(seed, FOR_TRACKS) >> 32) * TRACKS >> 32]


def tracks_of(level: int) -> tuple[Tracks, ...]:
    """Return three combinations to pick from; where a level has only one, three times that."""
    options = combinations(level)
    return options if len(options) == TRACKS else options * TRACKS


@cache
def tracks_by_level() -> npt.NDArray[np.int16]:
    """Return the Track cards of all levels for the compiled draw: int16, shape (10, 3, 3)."""
    return read_only(np.array([tracks_of(level) for level in range(HIGHEST_LEVEL + 1)], np.int16))


def default_level(num_players: int, level: _Level, tracks: object) -> _Level | int:
    """Return the level of a game; DEFAULT_LEVEL for a solo game without level and tracks."""
    return DEFAULT_LEVEL if num_players == 1 and level is None and tracks is None else level


def check_agreement(tracks: Tracks, level: object, lowest: int, highest: int) -> None:
    """Check that tracks and a level given with them agree.

    Raises
    ------
    ValueError
        If they do not.
    """
    if not lowest == highest == sum(tracks):
        raise ValueError(f"tracks {tracks} make level {sum(tracks)}, found level {level}")


def check_terms(num_players: int, level: object, tracks: object) -> None:
    """Check that a solo game has a level or tracks, and no other game has.

    Raises
    ------
    ValueError
        If not.
    """
    if num_players > 1 and (level is not None or tracks is not None):
        raise ValueError(
            f"level and tracks are for the solo game (num_players=1), found {num_players} players"
        )
    if num_players == 1 and level is None and tracks is None:
        raise ValueError("a solo game (num_players=1) needs a level or tracks")


def resolve_tracks(num_players: int, level: object, tracks: object, seed: int) -> Tracks | None:
    """Return the Track cards that a game is played with; None without Rat-o-bot.

    Raises
    ------
    TypeError, ValueError
        If level or tracks are invalid, do not agree, or are given in another game than a solo one.
    """
    level = default_level(num_players, level, tracks)
    check_terms(num_players, level, tracks)
    if num_players > 1:
        return None
    wanted = None if level is None else integer("level", level, 0, HIGHEST_LEVEL)
    if tracks is None and wanted is not None:
        return choose_tracks(wanted, seed)
    chosen = check_tracks(tracks)
    if wanted is not None:
        check_agreement(chosen, wanted, wanted, wanted)
    return chosen
