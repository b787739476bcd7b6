"""``BatchGame``: many games of Rats of Wistar, all seats of which the caller plays."""

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import Folder
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector import batch_game


class BatchGame(batch_game.BatchGame):
    """Many games stepped by one call; each step needs an action for each game.

    ``seat`` is the seat that decides in each game; observation and mask belong to it. The same seed
    and actions give the same games as ``Game`` and the environments, for every number of games and
    threads. Game ``i`` begins with the seed that it is given at ``reset``; each further game with
    the seed that follows on the last.

    Parameters
    ----------
    num_games
        Games in the batch.
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot, whose turns are part of the steps.
    level
        Solo only: 0 to 9; a ``range`` or ``(lowest, highest)`` draws anew for every game; a list or
        array gives each game its own. 3 if neither this nor tracks are given.
    tracks
        Solo only: see ``Game.new``. A level given with them must be their sum.
    reward
        ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features as ``Shaping`` or
        ``Weighted``; see ``wistar_env.kit.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    observation, autoreset, num_threads
        See ``wistar_env.kit.vector.batch_game.BatchGame``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    DataError
        If the data folder is not valid.

    Examples
    --------
    >>> batch = BatchGame(64, num_players=2)
    >>> step = batch.reset(seed=1)
    >>> step = batch.step(batch.choose("random"))
    >>> step.observation.shape, step.mask.shape, step.reward.shape
    ((64, 2863), (64, 971), (64, 2))
    """

    def __init__(
        self,
        num_games: int,
        num_players: int = 2,
        *,
        level: Any = None,
        tracks: Tracks | None = None,
        reward: RewardLike = "win",
        data: Folder | None = None,
        observation: str | None = "float32",
        autoreset: bool = True,
        num_threads: int = 1,
    ) -> None:
        super().__init__(
            Game,
            num_games,
            num_players,
            options={"level": level, "tracks": tracks},
            reward=reward,
            data=data,
            observation=observation,
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
