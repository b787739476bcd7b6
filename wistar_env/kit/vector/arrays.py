"""Arrays passed to and returned by batches, and their checks."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard, cast

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game.action_reader import integer_of

Observations: TypeAlias = npt.NDArray[np.float32] | npt.NDArray[np.uint8]
Masks: TypeAlias = npt.NDArray[np.int8]

#: The dtype of actions.
ACTION: Final = np.dtype(np.int64)
#: Placeholders for integers below or above all actions.
_LOWEST, _HIGHEST = (int(bound) for bound in (-1, np.iinfo(ACTION).max))


class Sparse(NamedTuple):
    """Sparse observations: the nonzero values, one row per game.

    In each row, entries after the first ``used`` ones have value 0 and index 0.

    Attributes
    ----------
    indices
        int16, shape (n, width): indices of the values in the dense observation, ascending.
    values
        uint8, shape (n, width): the values, counts of 1 or more.
    used
        int16, shape (n,): the number of nonzero values.
    """

    indices: npt.NDArray[np.int16]
    values: npt.NDArray[np.uint8]
    used: npt.NDArray[np.int16]

    @classmethod
    def zeros(cls, rows: int, width: int) -> "Sparse":
        """Return arrays of zeros, before any observation is written."""
        indices, values = np.zeros((rows, width), np.int16), np.zeros((rows, width), np.uint8)
        return cls(indices, values, np.zeros(rows, np.int16))


#: Observations; their type depends on the arguments of the batch.
Shown: TypeAlias = Observations | Any  # Any: Sparse

#: The caller's output arrays: for observations and masks, or for sparse observations.
Dense: TypeAlias = tuple[Observations, Masks]
OutArrays: TypeAlias = Dense | Sparse


class Step(NamedTuple):
    """The result of a step, one entry per game.

    The arrays belong to the batch, and the next step overwrites them. Do not modify them, since a
    step writes only what changes.

    Attributes
    ----------
    observation
        float32 or uint8, shape (n, size), or ``Sparse``: the observation of the deciding seat, or
        of the learner; None with ``observation=None``.
    mask
        int8, shape (n, len(action_ids)): 1 where an action is legal. None with sparse or no
        observations; use ``legal_actions`` and ``num_legal`` of the batch instead.
    seat
        int64, shape (n,): the deciding seat; -1 in a finished game.
    reward
        float32, for this step: shape (n, num_seats), or (n,) for a learner.
    done
        bool, shape (n,): whether the game ended in this step; with ``DISABLED``, whether it is
        over.
    """

    observation: Shown | None
    mask: Masks | None
    seat: npt.NDArray[np.int64]
    reward: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]


def fits(
    array: object, dtype: np.dtype[Any], shape: tuple[int, ...]
) -> TypeGuard[npt.NDArray[Any]]:
    """Return whether compiled code can write into an array of this dtype and shape.

    It must be C-contiguous, aligned and writeable.
    """
    return (
        isinstance(array, np.ndarray)
        and array.dtype == dtype
        and array.shape == shape
        and array.flags.carray
    )


def check_array(name: str, array: object, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Check that compiled code can write into an array.

    Raises TypeError, ValueError if the type, dtype, shape or memory layout is wrong.
    """
    if fits(array, dtype, shape):
        return
    wanted = f"{name} must be a C-contiguous, aligned, writeable {dtype} array of shape {shape}"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{wanted}, found {type(array).__name__}")
    raise ValueError(
        f"{wanted}, found {array.dtype} of shape {array.shape}, "
        f"contiguous {array.flags.c_contiguous}, writeable {array.flags.writeable}, "
        f"aligned {array.flags.aligned}"
    )


def signed(actions: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return integers as int64; values too large for an action stay too large."""
    if actions.dtype == np.uint64:
        actions = np.minimum(actions, np.uint64(np.iinfo(np.int64).max))
    return actions.astype(np.int64, copy=False)


def checked_actions(
    actions: npt.ArrayLike, num_games: int, no_action: Callable[[int, object], Exception]
) -> npt.NDArray[np.int64]:
    """Return actions in the form that compiled code takes.

    ``actions``: integers of shape (n,): an array, a tensor, or a list of actions as single
    environments take them. ``num_games``: n. ``no_action``: returns the error for a game whose
    action is not an integer. Raises ValueError if there is not one action for each game.
    """
    dtype = getattr(actions, "dtype", None)
    shape = (len(actions),) if isinstance(actions, list | tuple) else np.shape(actions)
    if shape != (num_games,):
        raise ValueError(
            f"actions must be integers of shape ({num_games},), one for each game, found shape "
            f"{tuple(shape)}"
        )
    given: Any = np.asarray(actions) if dtype is not None else None
    if given is not None and given.dtype.kind in "iu":
        return np.require(signed(given), requirements=("C", "ALIGNED"))
    found = np.empty(num_games, np.int64)
    for i, action in enumerate(cast(Sequence[object], actions)):
        number = integer_of(action)
        if number is None:
            raise no_action(i, action)
        found[i] = min(max(number, _LOWEST), _HIGHEST)
    return found
