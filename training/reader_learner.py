"""Adam for readers: backpropagates the gradient of a network to the reader's parameters."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from wistar_env.arguments import integer
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.networks.losses import LOG_EPSILON, MAX_LEGAL, METRICS, PARTS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import MAX_GRAD_NORM, adam, add_gradients
from wistar_env.kit.networks.reader import Reader, views_of
from wistar_env.kit.networks.widening import widened
from wistar_env.kit.vector.threads import Threads
from wistar_env.training.learner import NO_VIEWS, AdamState, Experience, means, with_views

#: Parameters of the layer of the value heads.
_HEADS = ("heads", "heads_bias")
#: No target probabilities: the policy learns from the actions taken.
_ACTIONS_TAKEN = np.zeros((0, MAX_LEGAL), np.float32)


def initial_reader(
    path: str,
    game: type[Game],
    num_players: int,
    hidden: tuple[int, int],
    code: int,
    encoder: str,
    seed: int,
) -> Reader:
    """Return a copy of the reader in a file; without a file one with random weights.

    It gets codes of this length from this encoder: see ``widened``.

    Raises
    ------
    NetworkError
        If the file has no reader that can be used, or one for another number of players.
    ValueError
        If the sizes are invalid, it has longer codes or another encoder, or the game declares no
        features of cards.
    """
    if not path:
        return Reader.random(game, num_players, hidden, code, seed, encoder)
    loaded = Reader.load(path, game)
    loaded.network_for().check_plays(game.spec, num_players)
    reader = widened(loaded, code, encoder, seed)
    reader.rules = game.spec.rules_version  # those of the games that train it from here on
    return reader


class ExperienceOfSets(Experience, Protocol):
    """Decisions to learn from, each of a game with one of several data sets."""

    @property
    def sets(self) -> NDArray[np.int16]:
        """The number of the data set, one per decision."""


class ReaderLearner(AdamState[Reader]):
    """A reader and its Adam optimizer; every minibatch is of games with one data set.

    Each minibatch makes the network of its data set, computes its gradient as for any network, and
    applies the chain rule. That takes a few milliseconds, whatever the size of the minibatch.

    Parameters
    ----------
    reader
        The reader to train, in place.
    sets
        The data sets that the games are played with.
    threads
        Number of threads; results do not depend on it.
    """

    def __init__(self, reader: Reader, sets: Sequence[GameData], threads: int = 1) -> None:
        super().__init__(reader.zeros(), reader.zeros())
        self.reader, self._sets = reader, sets
        self._network = Network(reader.game, reader.num_players, reader.hidden)
        self._of_network = [
            Network(reader.game, reader.num_players, reader.hidden) for _ in range(PARTS)
        ]
        self._records = self._network.records(*self._of_network)
        self._gradient = np.zeros_like(reader.weights)
        self._by_name = views_of(self._gradient, reader.shapes)
        self._touched_inputs = np.zeros((PARTS, len(self._network.parameters["first"])), np.uint8)
        self._touched_actions = np.zeros((PARTS, reader.game.spec.num_actions), np.uint8)
        self._threads = Threads(integer("threads", threads, 1, 1024))

    def train_epoch(
        self,
        experience: ExperienceOfSets,
        rows: NDArray[np.int64],
        minibatch_size: int,
        learning_rate: float,
        *,
        clip_coef: float = 0.2,
        entropy_coef: float = 0.0,
        value_coef: float = 0.5,
        imitate: bool = False,
        policy_targets: NDArray[np.float32] = _ACTIONS_TAKEN,
        views: NDArray[np.int64] = NO_VIEWS,
        value_grad_norm: float = 0.0,
        other_heads_coef: float = 1.0,
    ) -> dict[str, float]:
        """Do one epoch: an Adam step per minibatch.

        Parameters and metrics are those of ``Learner.train_epoch``, but ``minibatch_size`` is only
        approximate: see ``minibatches``.
        """
        sums = np.zeros((PARTS, len(METRICS)))
        coefs = np.array(
            [0, clip_coef, entropy_coef, value_coef, imitate, other_heads_coef], np.float32
        )
        rows, size = with_views(rows, views, minibatch_size)
        legal = experience.decisions["legal"]
        with threadpool_limits(1):  # small products are slower, and differ, with several threads
            for number, part in minibatches(experience.sets[rows], rows, size):
                # Views have no legal actions; a set may have nothing but views in an epoch.
                coefs[0] = 1 / (int(np.count_nonzero(legal[part, 0])) or len(part))
                data = self._sets[number]
                self._step(
                    experience,
                    policy_targets,
                    data,
                    part,
                    learning_rate,
                    coefs,
                    value_grad_norm,
                    sums,
                )
        return means(sums.sum(axis=0))

    def _step(
        self,
        experience: Experience,
        policy_targets: NDArray[np.float32],
        data: GameData,
        rows: NDArray[np.int64],
        learning_rate: float,
        coefs: NDArray[np.float32],
        value_grad_norm: float,
        sums: NDArray[np.float64],
    ) -> None:
        """Apply Adam's step for one minibatch."""
        features = self.reader.features_of(data)
        codes = self.reader.codes_of(features)
        self.reader.write(self._network, codes)

        def work(_: int, progress: NDArray[np.int64]) -> None:
            add_gradients(
                self._records,
                *experience.observations,
                experience.decisions,
                policy_targets,
                rows,
                coefs,
                self._touched_inputs,
                self._touched_actions,
                sums,
                progress,
            )

        self._threads.spread(PARTS, work)
        first, *others = self._of_network
        for other in others:
            first.weights += other.weights
            other.weights[:] = 0
        self.reader.backward(first.parameters, features, codes, self._by_name)
        first.weights[:] = 0
        bound = MAX_GRAD_NORM
        if value_grad_norm:
            bound_apart(self._gradient, [self._by_name[name] for name in _HEADS], value_grad_norm)
            bound = np.inf
        self.adam_steps += 1
        mean, square = (moment.weights for moment in self.moments)
        weights, gradient = self.reader.weights, self._gradient
        adam(weights, gradient, mean, square, learning_rate, self.adam_steps, bound)


def bound_apart(
    gradient: NDArray[np.float32], heads: Sequence[NDArray[np.float32]], value_grad_norm: float
) -> None:
    """Clip a gradient: its views ``heads`` to a norm, all else to ``MAX_GRAD_NORM``."""
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
    """Return minibatches of about ``size`` rows, each of one set, in the order of the rows.

    The rows of a set are divided evenly, so that no step rests on the few that are left; into as
    many parts as ``rounded`` says, so that none has more than ``size`` if that is ``math.ceil``.
    """
    found = []
    for number in np.unique(sets).tolist():
        places = np.flatnonzero(sets == number)
        parts = max(1, rounded(len(places) / size))
        found += [(part[0], number, rows[part]) for part in np.array_split(places, parts)]
    return [(number, part) for _, number, part in sorted(found, key=lambda each: each[0])]
