"""Trees that grow side by side, so that one call of an evaluator judges a leaf of each."""

import time
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game
from wistar_env.kit.head import heads
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.evaluators import Evaluation, Evaluator, Leaves
from wistar_env.kit.search.root_priors import RootPriors
from wistar_env.kit.search.stepwise import go_on, start_simulation, start_tree, write_leaf

#: Logits, points and win probabilities.
_Arrays: TypeAlias = tuple[
    npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]
]
#: Trees that grow at the same time, and so the most leaves at a time.
MAX_LEAVES: Final = 256


class Tree:
    """A tree that is being grown, and the arrays of its search.

    Parameters
    ----------
    game
        The game of its root; it is not changed.
    seed
        The seed of its simulations.
    simulations
        How many it shall have.
    buffers
        Its buffers.
    root_priors
        How the priors of the root differ from those below it.
    """

    def __init__(
        self,
        game: Game,
        seed: np.uint64,
        simulations: int,
        buffers: SearchBuffers,
        root_priors: RootPriors,
    ) -> None:
        self.game = game
        self.buffers = buffers
        self._seed, self._root_priors = seed, root_priors
        self._remaining = simulations
        self._expanded = False
        self._at = (game.data.rules, heads(game.record), 0, buffers.record)
        start_tree(*self._at, seed)
        start_simulation(*self._at)

    def write_leaf(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> int:
        """Write the observation and mask of the waiting position; return the deciding seat."""
        layout = self.game.layout
        record = self.buffers.record
        scales = layout._limit, layout._scale
        return int(write_leaf(self.game.data.rules, record, *scales, observation, mask))

    def go_on(self, evaluation: _Arrays, end: float | None) -> bool:
        """Go on to the next position that waits; False if the tree is done."""
        logits, points, win_probability = evaluation
        rules, record = self.game.data.rules, self.buffers.record
        if go_on(rules, record, logits, points, win_probability, self._expanded):
            return True
        if self._expanded:
            self._remaining -= 1
        else:
            self._root_priors.apply(self.buffers, self._seed)
            self._expanded = True
        while self._remaining > 0 and (end is None or time.monotonic() < end):
            if start_simulation(*self._at):
                return True
            self._remaining -= 1
        return False


def grow(
    trees: Sequence[Tree], evaluator: Evaluator, settings: dict[str, float], end: float | None
) -> None:
    """Grow trees side by side until they have all their simulations, or until the time is over.

    Raises
    ------
    NetworkError
        If an evaluation has another shape than it must have, or values that are not finite.
    """
    waiting = list(trees)
    while waiting:
        going_on = []
        for group in _alike(waiting):
            evaluation = _evaluate(group, evaluator, settings)
            rows = zip(*evaluation, strict=True)
            going_on += [
                tree for tree, row in zip(group, rows, strict=True) if tree.go_on(row, end)
            ]
        waiting = going_on


def _alike(trees: Sequence[Tree]) -> list[list[Tree]]:
    """Return the trees by number of players and data."""
    groups: dict[tuple[int, bytes], list[Tree]] = {}
    for tree in trees:
        key = tree.game.num_players, tree.game.data.fingerprint
        groups.setdefault(key, []).append(tree)
    return [*groups.values()]


def _evaluate(trees: Sequence[Tree], evaluator: Evaluator, settings: dict[str, float]) -> _Arrays:
    """Return logits, points and win probabilities of the positions that wait."""
    game, count = trees[0].game, len(trees)
    observation = np.empty((count, game.layout.size), np.float32)
    mask = np.empty((count, game.spec.num_actions), np.int8)
    rows = zip(trees, observation, mask, strict=True)
    seat = np.array([tree.write_leaf(seen, legal) for tree, seen, legal in rows], np.int64)
    found = Evaluation(*evaluator(Leaves(observation, mask, seat, game)))
    shape = (count, game.num_seats)
    logits = _checked("logits", found.logits, mask.shape, mask != 0)
    win_probability = _checked("win_probability", found.win_probability, shape)
    if found.points is not None:
        return logits, _checked("points", found.points, shape), win_probability
    if settings["win_weight"] != 1 or settings["value_weight"] != 1:
        raise NetworkError(
            "the evaluator returned no points, which win_weight and value_weight below 1 need: "
            "return them, or use Mcts(network=..., win_weight=1, value_weight=1)"
        )
    return logits, np.zeros(shape), win_probability


def _checked(
    name: str,
    values: Any,
    shape: tuple[int, ...],
    where: npt.NDArray[np.bool_] | bool = True,
) -> npt.NDArray[np.float64]:
    """Return values as float64; where they matter they must be finite."""
    array = np.ascontiguousarray(values, np.float64)
    if array.shape != shape:
        raise NetworkError(f"{name} of the evaluator must have shape {shape}, found {array.shape}")
    if not np.isfinite(array).all(where=where):
        raise NetworkError(f"{name} of the evaluator must be finite numbers")
    return array
