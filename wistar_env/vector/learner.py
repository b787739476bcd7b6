"""``LearnerBatch``: many games of Rats of Wistar, in each of which the caller plays one seat."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import Folder
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector import learner
from wistar_env.kit.vector.opponents import Opponent


class LearnerBatch(learner.LearnerBatch):
    """Many games seen from one seat each, the learner's; other policies play the other seats.

    A step plays the learner's action in each game and then all that follows, up to its next
    decision. Observation, mask and reward are the learner's, the reward also when another seat
    makes the last move. A game that ends is followed by the next one in the same step; then
    ``final_observation`` has the learner's final observation. A solo game has no other policies:
    Rat-o-bot is part of the game.

    Parameters
    ----------
    num_games
        Games in the batch.
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    opponents, learner_seat, on_illegal, autoreset
        See ``wistar_env.kit.vector.learner.LearnerBatch``.
    level, tracks, reward, data, observation, num_threads
        See ``BatchGame``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    BotError
        If a name leads to no bot.
    DataError
        If the data folder is not valid.

    Examples
    --------
    >>> batch = LearnerBatch(64, num_players=3, opponents=["random", "greedy"])
    >>> step = batch.reset(seed=1)
    >>> step = batch.step(batch.choose("random"))
    >>> step.reward.shape
    (64,)
    """

    def __init__(
        self,
        num_games: int,
        num_players: int = 2,
        *,
        opponents: Sequence[Opponent] = ("random",),
        learner_seat: int | str = "any",
        level: Any = None,
        tracks: Tracks | None = None,
        reward: RewardLike = "win",
        data: Folder | None = None,
        observation: str | None = "float32",
        on_illegal: str = "raise",
        autoreset: str = "same_step",
        num_threads: int = 1,
    ) -> None:
        super().__init__(
            Game,
            num_games,
            num_players,
            opponents=opponents,
            learner_seat=learner_seat,
            options={"level": level, "tracks": tracks},
            reward=reward,
            data=data,
            observation=observation,
            on_illegal=on_illegal,
            autoreset=autoreset,
            num_threads=num_threads,
        )

    @property
    def level(self) -> npt.NDArray[np.int16]:
        """The level of each running game, int16, shape (n,); 0 without Rat-o-bot."""
        return self.report["level"]

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``, hidden information included."""
        return cast(Game, super().game(i))

    def set_level(self, level: Any = None, tracks: Tracks | None = None) -> None:
        """Set Rat-o-bot's level, or its tracks, in the games that begin from now on.

        Raises
        ------
        TypeError, ValueError
            If they are invalid, or this is no solo game.
        """
        self.set_options({"level": level, "tracks": tracks})
