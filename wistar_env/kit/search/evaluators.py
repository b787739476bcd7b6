"""Evaluators: any function may judge the leaves of ``Mcts``, those of many games at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import Game


@dataclass(frozen=True, eq=False)
class Leaves:
    """Positions to evaluate, each as one of its seats sees it.

    The value of a leaf is what the searching seat sees. Priors are those of the deciding seat, so a
    position where another seat decides is evaluated again, as that seat sees it, once they are
    needed. A network evaluates both kinds alike: what a row does not need is ignored.

    Attributes
    ----------
    observation
        float32[n, size], values 0 to 1; layout ``Game.spec.observation_layout(num_players)``.
    action_mask
        int8[n, num_actions], 1 for each legal action; all 0 if the seat that observes does not
        decide, and so the logits do not matter.
    seat
        The seats that observe, int64[n].
    game
        The game that is searched: for its ``spec``, ``data``, options and number of players.
        Positions of games with another player count, or other data, are evaluated separately.
    """

    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]
    seat: npt.NDArray[np.int64]
    game: Game

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.seat)


class Evaluation(NamedTuple):
    """The evaluation of n positions, as arrays of any type of floats.

    Attributes
    ----------
    logits
        (n, num_actions); those of actions that are not legal do not matter.
    win_probability
        (n, num_seats), 0 to 1; the seat that observes comes first, then the others in turn order,
        as in the observation.
    points
        (n, num_seats), the points that each seat still gains, in the same order. None if the
        evaluator knows nothing of points: then ``win_weight`` and ``value_weight`` must be 1.
    """

    logits: Any
    win_probability: Any
    points: Any = None


#: An evaluator of leaves.
Evaluator: TypeAlias = Callable[[Leaves], Evaluation]
