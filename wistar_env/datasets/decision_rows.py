"""``Decisions``: the batches of a dataset, and their order."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.kit.vector.arrays import Sparse

_PLACE: Final = ("game", "step")
_PLAIN: Final = ("num_legal", "action", "seat", "game", "step", "final_score", "win")


class Decisions(NamedTuple):
    """Decisions of different games, a row each; the arrays are the reader's to keep.

    Attributes
    ----------
    observation
        The observation of the deciding seat: float32 or uint8 of shape (k, size), or ``Sparse``.
    mask
        int8, shape (k, num_actions): 1 where an action is legal; None with sparse observations.
    legal
        int16, shape (k, m): legal actions, ``num_legal`` of each row; then -1.
    num_legal
        int16, shape (k,).
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
        1 if the seat wins the game, a part of it if it shares the first place, else 0: float32,
        shape (k,).
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
        """Whether a decision is the last one of its seat among these, bool, shape (k,)."""
        seats = np.stack([self.game, self.seat], axis=1)[::-1]
        _, last = np.unique(seats, axis=0, return_index=True)
        ends = np.zeros(len(self.action), np.bool_)
        ends[len(ends) - 1 - last] = True
        return ends

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The reward ``"win"``, float32, shape (k,), of whole games.

        At the last decision of a seat 1 for a win and -1 for a loss, a share of the win for a
        shared first place as if by lot; before 0.
        """
        return np.where(self.ends, 2 * self.win - 1, np.float32(0))


def by_game(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions of one part or several as one, game by game and step by step."""
    games, steps = (np.concatenate([getattr(part, name) for part in parts]) for name in _PLACE)
    order = np.lexsort((steps, games))
    widest = max(part.legal.shape[1] for part in parts)
    joined = {name: _joined([getattr(part, name) for part in parts], order) for name in _PLAIN}
    return Decisions(
        observation=_joined([part.observation for part in parts], order),
        mask=None if parts[0].mask is None else _joined([part.mask for part in parts], order),
        legal=_joined([_padded(part.legal, widest) for part in parts], order),
        **joined,
    )


def _padded(legal: npt.NDArray[np.int16], width: int) -> npt.NDArray[np.int16]:
    """Return legal actions in rows of a width."""
    return np.pad(legal, ((0, 0), (0, width - legal.shape[1])), constant_values=-1)


def _joined(arrays: Sequence[Any], order: npt.NDArray[np.int64]) -> Any:
    """Return rows of several arrays, or of sparse observations, as one in an order."""
    if isinstance(arrays[0], Sparse):
        return Sparse(*(_joined(each, order) for each in zip(*arrays, strict=True)))
    return np.concatenate(arrays)[order]
