"""``CompactActions``: the action ids that can occur in some games, numbered without gaps."""

import operator
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import shown
from wistar_env.errors import IllegalActionError


class CompactActions:
    """The action ids that can occur in some games; ``GameSpec.compact_actions`` returns them.

    Parameters
    ----------
    possible
        Which ids can occur: bool, shape (num_actions,).

    Attributes
    ----------
    full
        The game's action id for each compact id: int16, shape (n,), ascending.
    compact
        The compact id for each action id of the game, -1 if it cannot occur: int16, shape
        (num_actions,).

    Examples
    --------
    >>> ids = CompactActions(np.array([True, False, True]))
    >>> ids.full.tolist(), ids.compact.tolist()
    ([0, 2], [0, -1, 1])
    """

    def __init__(self, possible: npt.NDArray[np.bool_]) -> None:
        self.full = np.flatnonzero(possible).astype(np.int16)
        self.compact = np.full(len(possible), -1, np.int16)
        self.compact[self.full] = np.arange(len(self.full), dtype=np.int16)
        self.full.flags.writeable = self.compact.flags.writeable = False
        self._all = len(self.full) == len(possible)

    def __len__(self) -> int:
        return len(self.full)

    def mask(self, mask: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the game's masks reduced to the compact ids: shape (..., n)."""
        return mask if self._all else mask[..., self.full]

    def compacted(self, actions: npt.NDArray[Any], copy: bool = False) -> npt.NDArray[Any]:
        """Convert the game's action ids to compact ids and return them, in place unless ``copy``.

        Negative numbers mean no action and become -1. If all ids can occur, this returns
        ``actions`` itself.
        """
        if self._all:
            return actions
        found = np.where(actions < 0, -1, self.compact[actions]).astype(actions.dtype)
        if copy:
            return found
        actions[...] = found
        return actions

    def full_id(self, action: SupportsIndex) -> int:
        """Return the game's action id for a compact id; unchecked if all ids can occur.

        Raises
        ------
        IllegalActionError
            If there is no such compact id.
        TypeError
            If ``action`` is not an integer.
        """
        number = operator.index(action)
        if self._all:
            return number
        if 0 <= number < len(self.full):
            return int(self.full[number])
        raise IllegalActionError(self._unknown(number))

    def full_ids(self, actions: npt.ArrayLike, penalize: bool = False) -> Any:
        """Return the game's action ids for compact ids.

        Anything but an array of integers is returned unchanged; so is everything if all ids can
        occur.

        Parameters
        ----------
        actions
            The compact ids.
        penalize
            Return -1, which is never legal, for invalid compact ids, instead of raising an error.

        Raises
        ------
        IllegalActionError
            If there is no such compact id.
        """
        if self._all:
            return actions
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            return actions
        if not np.issubdtype(given.dtype, np.integer):
            return actions
        known = (given >= 0) & (given < len(self.full))
        if not (penalize or known.all()):
            raise IllegalActionError(self._unknown(given[~known][0].item()))
        return np.where(known, self.full[np.where(known, given, 0)], np.int16(-1))

    def note(self, error: Exception) -> None:
        """Add a note that the message has the game's ids, if the environment's ids differ."""
        if not self._all:
            error.add_note(
                f"The environment takes compact actions 0 to {len(self.full) - 1}; this message "
                "shows ids of the game, which action_ids.full and action_ids.compact convert."
            )

    def _unknown(self, action: int) -> str:
        return f"a compact action id must be 0 to {len(self.full) - 1}, found {shown(action)}"
