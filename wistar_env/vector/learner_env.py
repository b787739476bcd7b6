"""The common base of the vector environments for Gymnasium and Stable-Baselines3."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from wistar_env.arguments import integer
from wistar_env.gate import MAX_SEATS, Level, Tracks, default_level
from wistar_env.vector.games import MAX_GAMES
from wistar_env.vector.learner import LearnerBatch
from wistar_env.vector.opponents import Opponent
from wistar_env.vector.shapes import check_boxed


def learner_batch(
    num_envs: int,
    num_players: int,
    *,
    level: Level | None,
    tracks: Tracks | None,
    observation: str,
    **settings: Any,
) -> tuple[LearnerBatch, Level | None]:
    """Return the games of a vector environment, and Rat-o-bot's level in them.

    Parameters
    ----------
    num_envs
        The number of games.
    num_players, level, tracks, observation, settings
        See ``LearnerBatch``; the level may be the default one.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid; it is named as the environments call it.
    """
    integer("num_envs", num_envs, 1, MAX_GAMES)
    num_players = integer("num_players", num_players, 1, MAX_SEATS)
    check_boxed(observation)
    level = default_level(num_players, level, tracks)
    batch = LearnerBatch(
        num_envs, num_players, level=level, tracks=tracks, observation=observation, **settings
    )
    return batch, level


class LearnerEnv:
    """Settings of a batch that can be changed between games.

    Parameters
    ----------
    batch
        The games.
    level, tracks
        Rat-o-bot's level or tracks in them.
    """

    def __init__(self, batch: LearnerBatch, level: Level | None, tracks: Tracks | None) -> None:
        self.batch = batch
        self._level, self._tracks = deepcopy(level), deepcopy(tracks)

    def set_level(self, level: Level) -> None:
        """Set Rat-o-bot's level in the games that begin from now on.

        Raises
        ------
        TypeError, ValueError
            If the level is invalid, or this is no solo game.
        """
        self.batch.set_level(level)
        self._level, self._tracks = deepcopy(level), None

    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Draw the other policies of games that begin from now on from another pool.

        Raises
        ------
        BotError
            If a bot that joins cannot be found, built or reset.
        TypeError, ValueError
            If the pool is empty, or something in it is no policy.
        """
        self.batch.set_opponents(opponents)
