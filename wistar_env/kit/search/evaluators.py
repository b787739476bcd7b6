"""Evaluators: any function may evaluate the leaves of ``Mcts``, also of several games at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import Game


@dataclass(frozen=True, eq=False)
class Leaves:
    """Positions to evaluate, each as one of its seats sees it.

    Values come from the searching seat's observation, priors from the deciding seat's. So a
    position where another seat decides is evaluated again from that seat's observation once its
    priors are needed. Evaluators can treat all rows alike: outputs that are not needed are ignored.

    Attributes
    ----------
    observation
        float32[n, size], values 0 to 1; layout ``Game.spec.observation_layout(num_players)``.
    action_mask
        int8[n, num_actions], 1 for each legal action; all 0 if the observing seat does not decide,
        so that its logits do not matter.
    seat
        The observing seats, int64[n].
    game
        One of the searched games, which all have its ``spec``, ``data`` and player count.
    """

    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]
    seat: npt.NDArray[np.int64]
    game: Game

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.seat)


class Evaluation(NamedTuple):
    """The evaluation of n positions, as arrays of any float dtype.

    Attributes
    ----------
    logits
        (n, num_actions); logits of illegal actions do not matter.
    win_probability
        (n, num_seats), 0 to 1; the observing seat comes first, then the others in turn order, as in
        the observation.
    points
        (n, num_seats), the points that each seat still gains, in the same order. None if the
        evaluator does not predict points; then ``win_weight`` and ``value_weight`` must be 1.
    """

    logits: Any
    win_probability: Any
    points: Any = None


#: A function that evaluates the leaves of ``Mcts``.
Evaluator: TypeAlias = Callable[[Leaves], Evaluation]
