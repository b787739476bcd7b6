"""Adam on minibatches of decisions, computed by several threads."""

from collections.abc import Sequence
from time import sleep
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer
from wistar_env.compiled.work_sharing import cancel
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.losses import GRADIENTS, MAX_LEGAL, METRICS, PARTS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import FIRST_MOMENT, PHASES, SECOND_MOMENT, run_minibatches
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.networks.widening import widened
from wistar_env.kit.read_only import read_only
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.threads import Threads

#: How many times a thread polls the others before it yields its core.
_PATIENCE: Final = 20_000
#: No views: value heads learn from decisions only.
NO_VIEWS: Final = read_only(np.zeros(0, np.int64))


def target_rows(policy_targets: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """Return policy targets for compiled code; for None an empty array: learn the actions taken."""
    return np.zeros((0, MAX_LEGAL), np.float32) if policy_targets is None else policy_targets


def initial_network(
    path: str,
    game: type[Game],
    num_players: int,
    hidden: tuple[int, int],
    seed: int,
    sets: Sequence[GameData],
) -> Network:
    """Return a copy of the network in a file; without a file one with random weights.

    A card-feature network is converted to a network for one data set, with weights per card id.

    Raises NetworkError if the file has no network that can be used. Raises ValueError if the sizes
    are invalid, or a card-feature network is given several data sets.
    """
    if not path:
        return Network.random(game, num_players, hidden, seed, sets[0])
    shared = load_shared(path, game)
    if num_players not in shared.player_counts:
        shared = widened(shared, (num_players,))
    return shared.network_for(num_players).copy_for(sets)


def means(sums: NDArray[np.float64]) -> dict[str, float]:
    """Return the mean of each metric over the rows, from sums in the order of ``METRICS``."""
    totals = dict(zip(METRICS, sums.tolist(), strict=True))
    count = max(1.0, totals.pop("rows"))
    return {name: total / count for name, total in totals.items()}


def with_views(
    rows: NDArray[np.int64], views: NDArray[np.int64], minibatch_size: int
) -> tuple[NDArray[np.int64], int]:
    """Return the rows with equally many views after each minibatch, and the new minibatch size.

    Surplus views are left out; rows beyond the last full minibatch come last.
    """
    count = len(rows) // minibatch_size
    each = len(views) // max(1, count)
    if not (count and each):
        return rows, minibatch_size
    whole = rows[: count * minibatch_size].reshape(count, -1)
    both = np.hstack([whole, views[: count * each].reshape(count, -1)])
    return np.concatenate([both.ravel(), rows[whole.size :]]), minibatch_size + each


class Loss(NamedTuple):
    """Coefficients of the loss that an epoch minimizes."""

    # ``clip_coef``, ``entropy_coef``, ``value_coef``: clipping range of the policy ratio; weights
    # of entropy bonus and value loss.
    clip_coef: float = 0.2
    entropy_coef: float = 0.0
    value_coef: float = 0.5
    # Minimize the cross-entropy with the actions, instead of PPO's policy loss.
    imitate: bool = False
    # Separate gradient-norm bound of the value heads' layer; 0 clips all layers together.
    value_grad_norm: float = 0.0
    # Scale, in the hidden layers, of the gradients of all value heads but the seat's own score; the
    # heads themselves get the full gradient.
    other_heads_coef: float = 1.0

    def coefs(self, weight: float) -> NDArray[np.float32]:
        """Return ``losses.COEFS`` for compiled code; each decision has this weight."""
        return np.array(
            [
                weight,
                self.clip_coef,
                self.entropy_coef,
                self.value_coef,
                self.imitate,
                self.other_heads_coef,
            ],
            np.float32,
        )


USUAL_LOSS: Final = Loss()


class Experience(Protocol):
    """Decisions to learn from, with their observations."""

    @property
    def observations(self) -> Sparse:
        """The observations, one row per decision."""

    @property
    def decisions(self) -> NDArray[Any]:
        """The decisions, with their targets: dtype ``DECISION``."""

    @property
    def sets(self) -> NDArray[np.int16]:
        """The number of each decision's data set."""


#: What is trained: a network, or shared parameters.
Trainee = TypeVar("Trainee", Network, SharedNetwork)


class AdamState(Generic[Trainee]):
    """The state of Adam.

    ``first``, ``second``: its first and second moments, initially 0.
    """

    def __init__(self, first: Trainee, second: Trainee) -> None:
        # Both moments, in the layout of the trained parameters.
        self.moments: tuple[Trainee, Trainee] = (first, second)
        self.adam_steps = 0  # steps of Adam so far

    def reset(self) -> None:
        """Set the moments and the number of steps to 0."""
        self.adam_steps = 0
        for moment in self.moments:
            moment.weights[:] = 0


class Learner(AdamState[Network]):
    """A network and its Adam optimizer.

    ``network``: the network to train, in place.
    """

    def __init__(self, network: Network, threads: int = 1) -> None:
        others = [
            Network(network.game, network.num_players, network.hidden) for _ in range(SECOND_MOMENT)
        ]
        super().__init__(others[FIRST_MOMENT - 1], others[SECOND_MOMENT - 1])
        self.network = network
        self._gradients = others[GRADIENTS - 1 : GRADIENTS - 1 + PARTS]
        self._records = network.records(*others)
        self._touched_inputs = np.zeros((PARTS, len(network.parameters["first"])), np.uint8)
        self._touched_actions = np.zeros((PARTS, network.game.spec.num_actions), np.uint8)
        self._squared_norms = np.zeros((2, PARTS))
        self._threads = Threads(integer("threads", threads, 1, 1024))

    def train_epoch(
        self,
        experience: Experience,
        rows: NDArray[np.int64],
        minibatch_size: int,
        learning_rate: float,
        loss: Loss = USUAL_LOSS,
        *,
        policy_targets: NDArray[np.float32] | None = None,
        views: NDArray[np.int64] = NO_VIEWS,
    ) -> dict[str, float]:
        """Do one epoch: an Adam step per minibatch, in the order of the rows; return mean metrics.

        Rows beyond the last full minibatch are left out.

        ``policy_targets``: probabilities to imitate instead of the actions taken: float32, shape
        (n, MAX_LEGAL), in the order of ``decisions["legal"]``. ``views``: rows of which only the
        value heads learn, divided evenly among the minibatches. A view weighs as much as a
        decision, and the policy loss does not depend on views.
        """
        coefs = loss.coefs(1 / minibatch_size)
        rows, size = with_views(rows, views, minibatch_size)
        used = rows[: len(rows) // size * size]
        sums = self._run_minibatches(
            experience,
            target_rows(policy_targets),
            used,
            size,
            coefs,
            learning_rate,
            loss.value_grad_norm,
        )
        return means(sums.sum(axis=0))

    def _run_minibatches(
        self,
        experience: Experience,
        policy_targets: NDArray[np.float32],
        rows: NDArray[np.int64],
        minibatch_size: int,
        coefs: NDArray[np.float32],
        learning_rate: float,
        value_grad_norm: float,
    ) -> NDArray[np.float64]:
        """Do an Adam step per minibatch; return the sums of the metrics of each part."""
        sums = np.zeros((PARTS, len(METRICS)))
        touched = self._touched_inputs, self._touched_actions
        minibatches, steps_before = len(rows) // minibatch_size, self.adam_steps

        def run_parts(_: int, progress: NDArray[np.int64]) -> None:
            ticket = np.full(1, -1)
            try:
                while not run_minibatches(
                    self._records,
                    *experience.observations,
                    experience.decisions,
                    policy_targets,
                    rows,
                    minibatch_size,
                    coefs,
                    learning_rate,
                    steps_before,
                    *touched,
                    value_grad_norm,
                    self._squared_norms,
                    sums,
                    progress,
                    ticket,
                    _PATIENCE,
                ):
                    sleep(0)
            except BaseException:
                cancel(progress)  # other threads may be waiting for this part
                raise

        self._threads.spread(minibatches * PHASES * PARTS, run_parts)
        self.adam_steps += minibatches
        return sums
