"""The bot that looks one decision ahead: the values are in ``wistar_env.policies``."""

import numpy as np

from wistar_env.agents.protocol import Batch, View
from wistar_env.gate import GAME, WEIGHTS
from wistar_env.kit.head import heads
from wistar_env.policies.greedy import choose


class GreedyAgent:
    """Tries every legal action and plays the one that leaves the best position.

    It tries them in a copy of the game in which everything hidden from its seat is reshuffled.
    """

    def __init__(self) -> None:
        self._scratch = heads(np.zeros(2, GAME))
        self._weights = WEIGHTS.copy()

    def reset(self, seed: int) -> None:
        """Do nothing: there is nothing to forget, and ``Batch.seed`` gives the chances."""

    def act(self, batch: Batch) -> list[int]:
        """Return the best action of each row."""
        return [
            self._choose(view, seed)
            for view, seed in zip(batch.views, batch.seed.tolist(), strict=True)
        ]

    def _choose(self, view: View, seed: int) -> int:
        game = view.determinize(seed)
        return int(
            choose(game.components._rules, game.heads, 0, seed, self._weights, self._scratch)
        )
