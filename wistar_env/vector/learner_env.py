"""The common base of the vector environments for Gymnasium and Stable-Baselines3."""

from collections.abc import Sequence
from copy import deepcopy

from wistar_env.gate import Level, Tracks
from wistar_env.vector.learner import LearnerBatch
from wistar_env.vector.opponents import Opponent


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
