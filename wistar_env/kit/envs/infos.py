"""What environments tell of a game beside its observations: ``info``.

Its keys, types and shapes never change, so that it can be stored in arrays, as Minari and TorchRL
do. Until the game is over all of it is 0, but for what the game reports from its start on: a seed
would tell what is hidden.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import Game

Info: TypeAlias = dict[str, Any]


def info_before_end(game: Game, *rows: int) -> Info:
    """Return what is told of a game until it is over, with this many rows of scores, if any."""
    scores = np.zeros((*rows, len(game.spec.score_columns)), np.int16)
    return {"scores": scores, "rank": 0, **game.report(), "seed": 0, "decisions": 0}


def info_at_end(game: Game, scores: npt.NDArray[np.int16], seat: int, seed: int) -> Info:
    """Return what a seat is told of a game that is over."""
    return {
        "scores": scores,
        "rank": game.ranks()[seat],
        **game.report(),
        "seed": seed,
        "decisions": game.num_decisions,
    }
