"""How the arrays of a batch look to Gymnasium and those who follow it."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wistar_env.gate import CATEGORIES, observation_layout


def observation_space(num_players: int, observation: str) -> spaces.Box:
    """Return the space of one observation of dtype ``"float32"`` or ``"uint8"``."""
    layout = observation_layout(num_players)
    if observation == "uint8":
        return spaces.Box(np.zeros_like(layout.limit), layout.limit, dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (layout.size,), np.float32)


def named_scores(scores: npt.NDArray[Any]) -> list[list[dict[str, int]]]:
    """Return the scores of some games, shape (k, seats, categories): a dict for each seat."""
    return [[dict(zip(CATEGORIES, seat, strict=True)) for seat in game] for game in scores.tolist()]
