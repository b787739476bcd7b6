"""Validation of actions that callers pass to games, environments and batches."""

import operator
from typing import Any, SupportsIndex, TypeAlias

from wistar_env.errors import GameOverError
from wistar_env.kit.game.error_messages import no_action
from wistar_env.kit.game.position import Position

#: An integer of Python or NumPy, or an array or tensor with one integer.
ActionLike: TypeAlias = SupportsIndex | Any


def integer_of(action: object) -> int | None:
    """Return an action as a Python integer; None if it is not an integer."""
    value: Any = action
    if hasattr(value, "dtype"):  # NumPy, torch or JAX
        try:
            value = value.item()
        except (RuntimeError, TypeError, ValueError):  # more than one element
            return None
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_action(game: Position, action: ActionLike) -> int:
    """Return an action of a game as a Python integer, which may be out of range.

    Raises
    ------
    GameOverError
        If the action is not an integer and the game is over.
    TypeError
        If the action is not an integer and the game is not over.
    """
    found = integer_of(action)
    if found is not None:
        return found
    if game.finished:
        raise GameOverError("the game is finished; no action is possible")
    raise TypeError(no_action(game, action))
