"""Trees that grow in parallel, so that one call of an evaluator evaluates leaves of all of them."""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import NetworkError
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.evaluators import Evaluation, Evaluator, Leaves
from wistar_env.kit.search.stepwise import go_on, start_simulation, start_tree, write_leaf

#: Combined with the seed of a tree to seed the noise of its root.
_ROOT_NOISE: Final = 1


class RootPriors(NamedTuple):
    """Settings for the priors of the root."""

    temperature: float  # relative to the temperature of the tree; 1: no change
    noise_fraction: float  # the weight of the noise, 0 to 1
    # The concentration of the Dirichlet distribution: below 1, few actions get most of the noise.
    dirichlet_alpha: float

    def apply(self, buffers: SearchBuffers, seed: np.uint64) -> None:
        """Change the priors of a root that was just expanded.

        ``buffers``: the buffers of the search. ``seed``: the seed of the tree's simulations.
        """
        if self.temperature == 1 and self.noise_fraction == 0:
            return
        prior = buffers.root_edges()["prior"]
        if self.temperature != 1:
            prior = (prior / prior.max()).astype(np.float64) ** (1 / self.temperature)
            prior /= prior.sum()
        if self.noise_fraction > 0:
            rng = np.random.default_rng((int(seed), _ROOT_NOISE))
            noise = rng.dirichlet(np.full(len(prior), self.dirichlet_alpha))
            prior = (1 - self.noise_fraction) * prior + self.noise_fraction * noise
        buffers.set_root_priors(prior)


#: Logits, points and win probabilities.
_Arrays: TypeAlias = tuple[
    npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]
]
#: Maximum number of leaves in one call of an evaluator by ``Mcts.search_all``.
MAX_LEAVES: Final = 256


class Tree:
    """A growing tree, and the arrays of its search.

    Parameters
    ----------
    game
        The game of its root; it is not changed.
    seed
        The seed of its simulations.
    buffers
        Its buffers, for ``batch_size`` simulations that wait at a time.
    root_priors
        How the priors of the root differ from those below it.

    Attributes
    ----------
    remaining
        How many simulations are still to be started.
    waiting
        The simulations that wait for an evaluation.
    """

    def __init__(
        self, game: Game, seed: np.uint64, buffers: SearchBuffers, root_priors: RootPriors
    ) -> None:
        self.game = game
        self.buffers = buffers
        self.remaining = 0
        self._seed, self._root_priors = seed, root_priors
        self._expanded = False
        self._at = (game.data.rules, common_fields(game.record), 0, buffers.record)
        self._free = [*range(int(buffers.record["batch_size"][0]))]
        start_tree(*self._at, seed)
        start_simulation(*self._at, self._free[-1])
        self.waiting = [self._free.pop()]

    def start(self, end: float | None) -> None:
        """Start simulations until ``batch_size`` wait, none remain, or it is later than ``end``."""
        while self._expanded and self._free and self.remaining > 0:
            if end is not None and time.monotonic() >= end:
                self.remaining = 0
                return
            self.remaining -= 1
            if start_simulation(*self._at, self._free[-1]):
                self.waiting.append(self._free.pop())

    def write_leaf(
        self, k: int, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]
    ) -> int:
        """Write the observation of a waiting position and its mask; return the observing seat."""
        layout = self.game.layout
        record = self.buffers.record
        scales = layout._limit, layout._scale
        return int(write_leaf(self.game.data.rules, record, k, *scales, observation, mask))

    def go_on(self, k: int, evaluation: _Arrays) -> None:
        """Continue a simulation with its evaluation, until it waits for another one or ends."""
        logits, points, win_probability = evaluation
        rules, record = self.game.data.rules, self.buffers.record
        if go_on(rules, record, k, logits, points, win_probability, self._expanded):
            return
        self.waiting.remove(k)
        self._free.append(k)
        if not self._expanded:
            self._root_priors.apply(self.buffers, self._seed)
            self._expanded = True


def grow(
    trees: Sequence[Tree], evaluator: Evaluator, settings: dict[str, float], end: float | None
) -> None:
    """Grow trees in parallel until no simulations remain, or the time is over.

    Raises NetworkError if an evaluation has the wrong shape, or values that are not finite.
    """
    while True:
        for tree in trees:
            tree.start(end)
        waiting = [(tree, k) for tree in trees for k in tree.waiting]
        if not waiting:
            return
        for group in _alike(waiting):
            evaluation = _evaluate(group, evaluator, settings)
            for (tree, k), *row in zip(group, *evaluation, strict=True):
                tree.go_on(k, (row[0], row[1], row[2]))


def _alike(waiting: Sequence[tuple[Tree, int]]) -> list[list[tuple[Tree, int]]]:
    """Return the waiting simulations, grouped by game, player count and data."""
    groups: dict[tuple[type[Game], int, bytes], list[tuple[Tree, int]]] = {}
    for tree, k in waiting:
        game = tree.game
        key = type(game), game.num_players, game.data.fingerprint
        groups.setdefault(key, []).append((tree, k))
    return [*groups.values()]


def _evaluate(
    waiting: Sequence[tuple[Tree, int]], evaluator: Evaluator, settings: dict[str, float]
) -> _Arrays:
    """Return logits, points and win probabilities of the positions that wait."""
    game, count = waiting[0][0].game, len(waiting)
    observation = np.empty((count, game.layout.size), np.float32)
    mask = np.empty((count, game.spec.num_actions), np.int8)
    rows = zip(waiting, observation, mask, strict=True)
    seats = [tree.write_leaf(k, seen, legal) for (tree, k), seen, legal in rows]
    seat = np.array(seats, np.int64)
    found = Evaluation(*evaluator(Leaves(observation, mask, seat, game)))
    shape = (count, game.num_seats)
    logits = _checked("logits", found.logits, mask.shape, mask != 0)
    win_probability = _checked("win_probability", found.win_probability, shape)
    if found.points is not None:
        return logits, _checked("points", found.points, shape), win_probability
    if settings["win_weight"] != 1 or settings["value_weight"] != 1:
        raise NetworkError(
            "the evaluator returned no points, but win_weight is "
            f"{settings['win_weight']:g} and value_weight is {settings['value_weight']:g}: return "
            "points, or use Mcts(network=..., win_weight=1, value_weight=1)"
        )
    return logits, np.zeros(shape), win_probability


def _checked(
    name: str,
    values: Any,
    shape: tuple[int, ...],
    where: npt.NDArray[np.bool_] | bool = True,
) -> npt.NDArray[np.float64]:
    """Return values as float64; those at ``where`` must be finite."""
    array = np.ascontiguousarray(values, np.float64)
    if array.shape != shape:
        raise NetworkError(f"{name} of the evaluator must have shape {shape}, found {array.shape}")
    if not np.isfinite(array).all(where=where):
        raise NetworkError(f"{name} of the evaluator must be finite numbers")
    return array
