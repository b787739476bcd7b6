"""``Decisions``: a batch of decisions of a dataset."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Decisions(NamedTuple):
    """A batch of decisions, one per row, with its own copies of all arrays.

    Attributes
    ----------
    observation
        The observation of the deciding seat: float32 or uint8 of shape (k, size), or ``Sparse``.
    mask
        int8, shape (k, num_actions): 1 where an action is legal; None with sparse observations.
    legal
        Legal actions, int16, shape (k, m); each row has ``num_legal`` of them, then -1.
    num_legal
        The number of legal actions, int16, shape (k,).
    action
        The action that was taken, int64, shape (k,).
    seat
        The deciding seat, int64, shape (k,).
    game
        The number of the game, int64, shape (k,).
    step
        The number of earlier decisions of the game, int64, shape (k,).
    final_score
        The seat's final score, int64, shape (k,).
    win
        1 if the seat wins, 0 if it loses, 1/n if n seats tie for first place; float32, shape (k,).
    """

    observation: Any
    mask: npt.NDArray[np.int8] | None
    legal: npt.NDArray[np.int16]
    num_legal: npt.NDArray[np.int16]
    action: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int64]
    game: npt.NDArray[np.int64]
    step: npt.NDArray[np.int64]
    final_score: npt.NDArray[np.int64]
    win: npt.NDArray[np.float32]

    @property
    def ends(self) -> npt.NDArray[np.bool_]:
        """Whether a decision is the last of its seat and game in this batch, bool, shape (k,)."""
        seats = np.stack([self.game, self.seat], axis=1)[::-1]
        _, last = np.unique(seats, axis=0, return_index=True)
        ends = np.zeros(len(self.action), np.bool_)
        ends[len(ends) - 1 - last] = True
        return ends

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The reward ``"win"``, float32, shape (k,); valid only for batches of whole games.

        At the last decision of a seat it is 1 for a win, -1 for a loss, and 2/n - 1 if n seats tie
        for first place; otherwise 0.
        """
        return np.where(self.ends, 2 * self.win - 1, np.float32(0))
