"""The bot that plays uniformly random legal actions."""

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.bots import Batch


class RandomAgent:
    """Plays legal actions, drawn uniformly at random with each decision's own seed."""

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state, and draws its randomness from ``Batch.seed``."""

    def act(self, batch: Batch) -> list[int]:
        """Return a random legal action for each row."""
        choices = [view.legal for view in batch.views]
        return [
            int(legal[seed % len(legal)])
            for legal, seed in zip(choices, batch.seed.tolist(), strict=True)
        ]

    def probabilities(self, batch: Batch) -> NDArray[np.float64]:
        """Return the probability of each action: equal for all legal ones."""
        shares: NDArray[np.float64] = batch.mask / batch.mask.sum(axis=1, keepdims=True)
        return shares
