"""What environments tell of a game beside its observations: ``info``.

Its keys, types and shapes never change, so that it can be stored in arrays, as Minari and TorchRL
do. Until the game is over all of it is 0, but for the level: a seed would tell what is hidden.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.game import Game
from wistar_env.gate import CATEGORIES

Info: TypeAlias = dict[str, Any]
Scores: TypeAlias = npt.NDArray[np.int16]

NUM_CATEGORIES: Final = len(CATEGORIES)


def final_scores(game: Game) -> Scores:
    """Return a row for each seat, with a column for each of ``wistar_env.gate.CATEGORIES``."""
    return np.array([list(seat.values()) for seat in game.scores()], np.int16)


def info_before_end(level: int | None, *rows: int) -> Info:
    """Return what is told of a game until it is over, with this many rows of scores, if any."""
    scores = np.zeros((*rows, NUM_CATEGORIES), np.int16)
    return {"scores": scores, "rank": 0, "level": level or 0, "seed": 0, "decisions": 0}


def info_at_end(game: Game, scores: Scores, seat: int, seed: int) -> Info:
    """Return what a seat is told of a game that is over."""
    return {
        "scores": scores,
        "rank": game.ranking().index(seat) + 1,
        "level": game.level or 0,
        "seed": seed,
        "decisions": int(game.record[0]["decisions"]),
    }
