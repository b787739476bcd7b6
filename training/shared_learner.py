"""Adam for shared networks: backpropagates the gradient of a network to the shared parameters."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from wistar_env.arguments import integer
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.losses import LOG_EPSILON, METRICS, PARTS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import MAX_GRAD_NORM, adam, add_gradients
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.networks.shared_parameters import views_of
from wistar_env.kit.networks.widening import widened
from wistar_env.kit.vector.threads import Threads
from wistar_env.training.learner import (
    NO_VIEWS,
    USUAL_LOSS,
    AdamState,
    Experience,
    Loss,
    means,
    target_rows,
    with_views,
)

#: Parameters of the layer of the value heads.
_HEADS = ("heads", "heads_bias")


def initial_shared(
    path: str,
    game: type[Game],
    player_counts: Sequence[int],
    hidden: tuple[int, int],
    code: int,
    encoder: str,
    seed: int,
) -> SharedNetwork:
    """Return a copy of the network in a file; without a file one with random weights.

    It is widened to these player counts, this embedding size and this encoder: see ``widened``. A
    card-feature network with random weights has no weights for card ids.

    Raises NetworkError if the file has no network that can be used. Raises ValueError if the sizes
    are invalid, the file has longer embeddings or another encoder, or the game declares no card
    features.
    """
    if not path:
        return SharedNetwork.random(game, player_counts, hidden, code, seed, encoder, ids=not code)
    shared = widened(load_shared(path, game), player_counts, code, encoder, seed)
    shared.rules = game.spec.rules_version  # from now on it is trained on games with these rules
    return shared


class Part(NamedTuple):
    """The decisions of one buffer that an epoch learns from."""

    experience: Experience  # the buffer
    # ``rows``, ``views``: its rows, shuffled, and the rows of which only the value heads learn.
    rows: NDArray[np.int64]
    views: NDArray[np.int64] = NO_VIEWS


class _Gradients:
    """The network for one player count, and its gradients by part."""

    def __init__(self, shared: SharedNetwork, num_players: int) -> None:
        def made() -> Network:
            network = Network(shared.game, num_players, shared.hidden)
            network.value_scale = shared.value_scale
            return network

        self.network, self.parts = made(), [made() for _ in range(PARTS)]
        self.records = self.network.records(*self.parts)
        self.touched_inputs = np.zeros((PARTS, len(self.network.parameters["first"])), np.uint8)
        self.touched_actions = np.zeros((PARTS, shared.game.spec.num_actions), np.uint8)


class SharedLearner(AdamState[SharedNetwork]):
    """A shared network and its Adam optimizer; a minibatch has one player count.

    Each minibatch computes the network for its players and data, that network's gradient, and by
    the chain rule the gradient of the shared parameters. This adds a few milliseconds per
    minibatch, whatever its size.

    ``shared``: the network to train, in place.
    """

    def __init__(
        self, shared: SharedNetwork, data_sets: Sequence[tuple[int, GameData]], threads: int = 1
    ) -> None:
        super().__init__(shared.zeros(), shared.zeros())
        self.shared, self._data_sets = shared, data_sets
        self._by_players = {n: _Gradients(shared, n) for n in {n for n, _ in data_sets}}
        self._gradient = np.zeros_like(shared.weights)
        self._by_name = views_of(self._gradient, shared.shapes)
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
        """Do one epoch: an Adam step per minibatch.

        Parameters and metrics are those of ``Learner.train_epoch``, but ``minibatch_size`` is only
        approximate: see ``minibatches``.
        """
        part = Part(experience, rows, views)
        return self.train_parts(
            [part], minibatch_size, learning_rate, loss, policy_targets=policy_targets
        )

    def train_parts(
        self,
        parts: Sequence[Part],
        minibatch_size: int,
        learning_rate: float,
        loss: Loss = USUAL_LOSS,
        *,
        policy_targets: NDArray[np.float32] | None = None,
    ) -> dict[str, float]:
        """Do one epoch over several buffers with interleaved minibatches; return mean metrics."""
        sums = np.zeros((PARTS, len(METRICS)))
        steps = []
        for part in parts:
            rows, size = with_views(part.rows, part.views, minibatch_size)
            found = minibatches(part.experience.sets[rows], rows, size)
            for k, (number, chosen) in enumerate(found):
                steps.append(((k + 0.5) / len(found), part.experience, number, chosen))
        targets = target_rows(policy_targets)
        # With several threads, small products are slower and their results differ.
        with threadpool_limits(1):
            for _, experience, number, chosen in sorted(steps, key=lambda step: step[0]):
                # Views have no legal actions; a set may have only views in an epoch.
                legal = experience.decisions["legal"][chosen, 0]
                coefs = loss.coefs(1 / (int(np.count_nonzero(legal)) or len(chosen)))
                self._add_gradients(experience, targets, number, chosen, coefs, sums)
                self._adam(learning_rate, loss.value_grad_norm)
        return means(sums.sum(axis=0))

    def _add_gradients(
        self,
        experience: Experience,
        policy_targets: NDArray[np.float32],
        number: int,
        rows: NDArray[np.int64],
        coefs: NDArray[np.float32],
        sums: NDArray[np.float64],
    ) -> None:
        """Add the gradient of a minibatch to ``_gradient``, and its metrics to ``sums``."""
        num_players, data = self._data_sets[number]
        own = self._by_players[num_players]
        features = self.shared.features_of(data, num_players)
        codes = self.shared.codes_of(features)
        own.network.data = data.fingerprint.hex()
        self.shared.write(own.network, codes)

        def work(_: int, progress: NDArray[np.int64]) -> None:
            add_gradients(
                own.records,
                *experience.observations,
                experience.decisions,
                policy_targets,
                rows,
                coefs,
                own.touched_inputs,
                own.touched_actions,
                sums,
                progress,
            )

        self._threads.spread(PARTS, work)
        first, *others = own.parts
        for other in others:
            first.weights += other.weights
            other.weights[:] = 0
        self.shared.backward(own.network, first.parameters, features, codes, self._by_name)
        first.weights[:] = 0

    def _adam(self, learning_rate: float, value_grad_norm: float) -> None:
        """Clip the gradient, apply Adam's step, and set the gradient to 0."""
        bound = MAX_GRAD_NORM
        if value_grad_norm:
            bound_apart(self._gradient, [self._by_name[name] for name in _HEADS], value_grad_norm)
            bound = np.inf
        self.adam_steps += 1
        mean, square = (moment.weights for moment in self.moments)
        weights, gradient = self.shared.weights, self._gradient
        adam(weights, gradient, mean, square, learning_rate, self.adam_steps, bound)


def bound_apart(
    gradient: NDArray[np.float32], heads: Sequence[NDArray[np.float32]], value_grad_norm: float
) -> None:
    """Clip ``heads`` to the norm ``value_grad_norm``, and the rest to ``MAX_GRAD_NORM``, in place.

    ``heads``: views of parts of the gradient.
    """
    of_heads = [each.copy() for each in heads]
    squared = sum(float(np.square(each, dtype=np.float64).sum()) for each in of_heads)
    for each in heads:
        each[:] = 0
    rest = float(np.square(gradient, dtype=np.float64).sum())
    gradient *= np.float32(min(1.0, MAX_GRAD_NORM / (rest**0.5 + LOG_EPSILON)))
    scale = np.float32(min(1.0, value_grad_norm / (squared**0.5 + LOG_EPSILON)))
    for each, kept in zip(heads, of_heads, strict=True):
        each[:] = scale * kept


def minibatches(
    sets: NDArray[np.int16],
    rows: NDArray[np.int64],
    size: int,
    rounded: Callable[[float], int] = round,
) -> list[tuple[int, NDArray[Any]]]:
    """Return minibatches of about ``size`` rows, each as the number of a data set and its rows.

    ``sets``: the data set of each row. Minibatches are ordered by their first rows.

    The rows of a set are divided evenly, so that no step uses only a small remainder. ``rounded``
    rounds the number of parts; with ``math.ceil``, no part has more than ``size`` rows.
    """
    found = []
    for number in np.unique(sets).tolist():
        places = np.flatnonzero(sets == number)
        parts = max(1, rounded(len(places) / size))
        found += [(part[0], number, rows[part]) for part in np.array_split(places, parts)]
    return [(number, part) for _, number, part in sorted(found, key=lambda each: each[0])]
