"""Rat-o-bot's level in a batch: one number, a range to draw from, or one number a game."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.rules.difficulty import HIGHEST_LEVEL
from wistar_env.rules.state import NONE

#: ``5``; ``range(3, 7)`` or ``(3, 6)``, both drawing 3 to 6 anew for every game; or a list or
#: array with a level for each game.
Level: TypeAlias = int | range | tuple[int, int] | Sequence[int] | npt.NDArray[Any]

_ALLOWED: Final = f"an integer from 0 to {HIGHEST_LEVEL}, a range of them, or one for each game"


def _integer(value: object) -> int:
    return integer("level", value, 0, HIGHEST_LEVEL)


def _is_one(level: Sequence[int] | npt.NDArray[Any]) -> bool:
    """Return whether a sequence is meant as one level: text, or an array of no dimension."""
    return isinstance(level, str | bytes) or np.ndim(level) == 0


def level_bounds(level: Level | None, num_games: int) -> npt.NDArray[np.int16]:
    """Return the lowest and the highest level of each game: int16, shape (num_games, 2).

    Without a level all are NONE.

    Raises
    ------
    TypeError
        If a level is no integer.
    ValueError
        If a level is out of range, a range is empty or has gaps, or there is not one level a game.
    """
    if level is None:
        return np.full((num_games, 2), NONE, np.int16)
    if isinstance(level, range):
        if level.step != 1 or len(level) == 0:
            raise ValueError(f"level must be {_ALLOWED}, found {level}")
        level = (level[0], level[-1])
    if isinstance(level, tuple):
        if len(level) != 2 or level[0] > level[1]:
            raise ValueError(f"level must be (lowest, highest) as a tuple, found {level}")
        return np.array([[_integer(bound) for bound in level]] * num_games, np.int16)
    if isinstance(level, Sequence | np.ndarray) and not _is_one(level):
        if np.shape(level) != (num_games,):
            raise ValueError(
                f"level must be {_ALLOWED}: {num_games} games, found shape {np.shape(level)}"
            )
        each = [_integer(value) for value in level]
        return np.array([each, each], np.int16).T.copy()
    return np.full((num_games, 2), _integer(level), np.int16)
