"""A network that learns from decisions: gradients, Adam, and the threads that share the work."""

from time import sleep
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer
from wistar_env.compiled.work_sharing import cancel
from wistar_env.gate import NUM_ACTIONS, RULES_VERSION
from wistar_env.networks.losses import MAX_LEGAL, METRICS, PARTS
from wistar_env.networks.network import Network
from wistar_env.networks.optimizer import FIRST_MOMENT, PHASES, SECOND_MOMENT, run_minibatches
from wistar_env.vector import Sparse
from wistar_env.vector.threads import Threads

#: How often a thread looks whether others are done, before it lets somebody else have its core.
_PATIENCE: Final = 20_000
#: No shares: the actions that were taken are learned from.
_TAKEN: Final = np.zeros((0, MAX_LEGAL), np.float32)


def network_to_begin_with(
    path: str, num_players: int, hidden: tuple[int, int], seed: int, data: str | None
) -> Network:
    """Return a copy of the network of a file; without a file one of random numbers.

    Raises
    ------
    NetworkError
        If the file has no network that can be used.
    ValueError
        If its network is for another number of players, or the sizes make no sense.
    """
    if not path:
        return Network.random(num_players, hidden, seed, data)
    network = Network.load(path).copy()
    if network.num_players != num_players:
        raise ValueError(f"{path}: plays with {network.num_players}, not {num_players}")
    network.rules = RULES_VERSION  # those of the games that it is trained with from here on
    return network


class Experience(Protocol):
    """Decisions to learn from, and what was seen at each."""

    @property
    def seen(self) -> Sparse:
        """The observations, one row a decision."""

    @property
    def decisions(self) -> NDArray[Any]:
        """Who decided what, and what came of it."""


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
        others = [Network(network.num_players, network.hidden) for _ in range(SECOND_MOMENT)]
        self.network = network
        self.means = others[FIRST_MOMENT - 1], others[SECOND_MOMENT - 1]
        self._kept = others  # as long as the records lead to them
        self._records = network.records(*others)
        self._seen = np.zeros((PARTS, len(network.parameters["first"])), np.uint8)
        self._acted = np.zeros((PARTS, NUM_ACTIONS), np.uint8)
        self._squares = np.zeros(PARTS)
        self._threads = Threads(integer("threads", threads, 1, 1024))
        #: Steps that Adam has taken.
        self.number = 0

    def forget(self) -> None:
        """Let Adam begin anew."""
        self.number = 0
        for mean in self.means:
            mean.weights[:] = 0

    def learn(
        self,
        experience: Experience,
        rows: NDArray[np.int64],
        minibatch: int,
        rate: float,
        *,
        clip: float = 0.2,
        entropy: float = 0.0,
        value: float = 0.5,
        imitates: bool = False,
        shares: NDArray[np.float32] = _TAKEN,
    ) -> dict[str, float]:
        """Go through rows of decisions once, in their order, and return means over them.

        Parameters
        ----------
        experience, rows
            The decisions, and which of them to learn from.
        minibatch
            Rows of which one step of Adam is made; what is left over at the end is not used.
        rate
            How far Adam steps.
        clip, entropy, value
            PPO's bound of the ratio; what entropy and the outlook weigh.
        imitates
            Whether the actions are to be imitated, however they turned out.
        shares
            For each decision of ``experience``, how much of the imitated one each of its legal
            actions is: float32, shape (n, MAX_LEGAL). Without them it is the action taken.
        """
        settings = np.array([1 / minibatch, clip, entropy, value, imitates], np.float32)
        counted = np.zeros((PARTS, len(METRICS)))
        seen, decisions, marks = experience.seen, experience.decisions, (self._seen, self._acted)
        steps, before = len(rows) // minibatch, self.number

        def descend_on(_: int, progress: NDArray[np.int64]) -> None:
            ticket = np.full(1, -1)
            try:
                while not run_minibatches(
                    self._records,
                    *seen,
                    decisions,
                    shares,
                    rows,
                    minibatch,
                    settings,
                    rate,
                    before,
                    *marks,
                    self._squares,
                    counted,
                    progress,
                    ticket,
                    _PATIENCE,
                ):
                    sleep(0)
            except BaseException:
                cancel(progress)  # others may wait for the part of this thread
                raise

        self._threads.spread(steps * PHASES * PARTS, descend_on)
        self.number += steps
        sums = dict(zip(METRICS, counted.sum(axis=0).tolist(), strict=True))
        return {name: total / max(1.0, sums["rows"]) for name, total in sums.items()}
