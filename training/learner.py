"""A network that learns from decisions: gradients, Adam, and the threads that share the work."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from training.games import Rollout
from wistar_env.gate import NUM_ACTIONS
from wistar_env.networks.learning import COUNTED, MEAN, PARTS, SQUARE, gather, improve, learn
from wistar_env.networks.network import Network

#: Longest step of a minibatch: what is longer is cut down to it.
_LONGEST: Final = 0.5


class Learner:
    """A network, and what Adam keeps beside it.

    Parameters
    ----------
    network
        The network that learns: its numbers change.
    threads
        Threads that share the work; the numbers do not depend on it.
    """

    def __init__(self, network: Network, threads: int = 1) -> None:
        others = [Network(network.num_players, network.hidden) for _ in range(SQUARE)]
        self.network = network
        self.means = others[MEAN - 1], others[SQUARE - 1]
        self._kept = others  # as long as the records lead to them
        self._records = network.records(*others)
        self._seen = np.zeros((PARTS, len(network.parameters["first"])), np.uint8)
        self._acted = np.zeros((PARTS, NUM_ACTIONS), np.uint8)
        self._squares = np.zeros(PARTS)
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None
        #: Steps that Adam has taken.
        self.number = 0

    def forget(self) -> None:
        """Let Adam begin anew."""
        self.number = 0
        for mean in self.means:
            mean.weights[:] = 0

    def _each_part(self, work: Callable[[int], None]) -> None:
        list((self._threads.map if self._threads else map)(work, range(PARTS)))

    def learn(
        self,
        rollout: Rollout,
        rows: NDArray[np.int64],
        minibatch: int,
        rate: float,
        *,
        clip: float = 0.2,
        entropy: float = 0.0,
        value: float = 0.5,
        imitates: bool = False,
    ) -> dict[str, float]:
        """Go through rows of a rollout once, in their order, and return means over them.

        Parameters
        ----------
        rollout, rows
            The decisions, and which of them to learn from.
        minibatch
            Rows of which one step of Adam is made; what is left over at the end is not used.
        rate
            How far Adam steps.
        clip, entropy, value
            PPO's bound of the ratio; what entropy and the outlook weigh.
        imitates
            Whether the actions are to be imitated, however they turned out.
        """
        settings = np.array([1 / minibatch, clip, entropy, value, imitates], np.float32)
        counted = np.zeros((PARTS, len(COUNTED)))
        seen, decisions, marks = rollout.seen, rollout.decisions, (self._seen, self._acted)
        for first in range(0, len(rows) - minibatch + 1, minibatch):
            shares = np.array_split(rows[first : first + minibatch], PARTS)
            self.number += 1

            def slope(part: int, shares: list[NDArray[np.int64]] = shares) -> None:
                learn(
                    self._records,
                    *seen,
                    decisions,
                    shares[part],
                    part,
                    settings,
                    *marks,
                    counted[part],
                )

            def add_up(part: int) -> None:
                gather(self._records, part, *marks, self._squares)

            def move(part: int) -> None:
                improve(self._records, part, *marks, self._squares, _LONGEST, rate, self.number)

            for work in (slope, add_up, move):
                self._each_part(work)
        sums = dict(zip(COUNTED, counted.sum(axis=0).tolist(), strict=True))
        return {name: total / max(1.0, sums["rows"]) for name, total in sums.items()}
