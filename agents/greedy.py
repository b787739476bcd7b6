"""The one-ply lookahead bot: see ``wistar_env.kit.policies``."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.bots import Batch, View
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import GameSpec
from wistar_env.kit.policies.greedy import choose


class GreedyAgent:
    """Tries every legal action and plays the one that leaves the best position.

    It tries them in a copy of the game in which everything hidden from its seat is reshuffled.
    """

    def __init__(self) -> None:
        #: By game: two records for the lookahead, and the weights for compiled code.
        self._arrays: dict[GameSpec, tuple[NDArray[Any], NDArray[np.float64]]] = {}

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state, and draws its randomness from ``Batch.seed``."""

    def act(self, batch: Batch) -> list[int]:
        """Return for each row the legal action that leaves the best position."""
        return [
            self._choose(view, seed)
            for view, seed in zip(batch.views, batch.seed.tolist(), strict=True)
        ]

    def _choose(self, view: View, seed: int) -> int:
        game = view.determinize(seed)
        spec = game.spec
        if spec not in self._arrays:
            self._arrays[spec] = common_fields(np.zeros(2, spec.record)), spec.bots.weights.copy()
        scratch, weights = self._arrays[spec]
        return int(choose(game.data.rules, common_fields(game.record), 0, seed, weights, scratch))
