"""The infos of environments.

Their keys, types and shapes never change, so that they can be stored in arrays, as Minari and
TorchRL do. Until the game is over all values are 0, except those reported from the start: a seed
would reveal hidden information.
"""

from typing import Any, TypeAlias

import numpy as np

from wistar_env.kit.game import Game

Info: TypeAlias = dict[str, Any]


def info_before_end(game: Game, skipped: int, *rows: int) -> Info:
    """Return the infos of a running game; ``rows`` are the leading dimensions of the scores.

    ``skipped`` is the number of games that were skipped before this one.
    """
    return {
        "scores": np.zeros((*rows, len(game.spec.score_columns)), np.int16),
        "rank": 0,
        **game.report(),
        "seed": 0,
        "decisions": 0,
        "skipped_games": skipped,
    }


def info_at_end(game: Game, seat: int, seed: int, skipped: int) -> Info:
    """Return the infos of a seat after the game."""
    return {
        "scores": np.array([*game.scores()[seat].values()], np.int16),
        "rank": game.ranks()[seat],
        **game.report(),
        "seed": seed,
        "decisions": game.num_decisions,
        "skipped_games": skipped,
    }


def learner_info_at_end(game: Game, seat: int, seed: int, skipped: int) -> Info:
    """Return the infos of a learner after the game, with the scores of all seats and its seat."""
    scores = np.array([[*row.values()] for row in game.scores()], np.int16)
    return {**info_at_end(game, seat, seed, skipped), "scores": scores, "learner_seat": seat}
