"""Rats of Wistar as a vector environment of Gymnasium: thousands of games in one call.

| Creation           | ``gymnasium.make_vec("wistar/RatOBot-v0", num_envs=1024)``         |
|--------------------|---------------------------------------------------------------------|
| Learner            | one seat of each game; the others belong to the environment         |
| Actions            | ``MultiDiscrete``, for each game ``Discrete(971)``                  |
| Observation values | ``[0, 1]`` as float32, or counts as uint8                           |
| Players            | 1 (against Rat-o-bot, the default) to 4                             |
| Autoreset          | ``AutoresetMode.SAME_STEP`` (the default) and the other two         |
| Render modes       | ``"ansi"``                                                          |

It gives what ``gymnasium.vector.SyncVectorEnv`` gives in the same ``AutoresetMode`` of as many solo
environments: with the same seeds and actions the same bytes, in the same places of ``infos``.
``vectorization_mode="sync"`` makes those instead, one Python object for each game.

Example::

    import gymnasium
    import numpy as np
    import wistar_env

    envs = gymnasium.make_vec("wistar/RatOBot-v0", num_envs=1024, level=(0, 4))
    observations, infos = envs.reset(seed=1)
    for _ in range(100):
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, terminations, truncations, infos = envs.step(actions)

Observation space
-----------------
A flat ``Box`` for each game: the observation of the learner's seat, in the blocks of
``spaces.observation.observation_layout(num_players)``. As ``"float32"`` the values are counts
divided by their limits. As ``"uint8"`` they are the counts, with the limits as ``high``: a quarter
of the memory.

Action space
------------
One ``Discrete`` space for each game in which every id has one meaning; ``call("describe", action)``
returns it in words. ``infos["action_mask"]`` and ``action_masks()``, int8 of shape (n, 971), are 1
for each legal action.

Rewards
-------
The learner's: ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features, see
``wistar_env.kit.rewards``, also when another seat makes the last move. float64, as in Gymnasium's
vector environments, with the precision of float32. Functions are for single environments only.

Episodes
--------
Where a game ends, ``terminations`` is True. There is no truncation. ``autoreset_mode``, also in
``metadata["autoreset_mode"]``, determines what follows:

* ``SAME_STEP``: the observation is the first one of the next game. ``infos["final_obs"]``, an array
  of objects, has the learner's final observation, else None, and ``infos["final_info"]`` its final
  infos.
* ``NEXT_STEP``: the observation is the learner's final one, with a mask of zeros. The next step
  begins the next game, with a reward of 0, whatever the action.
* ``DISABLED``: the same, but only ``reset(options={"reset_mask": terminations})`` begins it.

Infos are arrays with an entry for each game and a mask ``"_..."`` beside each key:
``"action_mask"``, ``"learner_seat"``, ``"level"`` (0 without Rat-o-bot), ``"scores"`` (int16, a
row for each seat and a column for each of ``Game.spec.score_columns``), ``"rank"`` (the
learner's, 1 for the first), ``"seed"`` and ``"decisions"``. The last four are 0 until the game is
over.

Env ``i`` begins with seed ``seed + i``, or with its own out of a list; each further game begins
with the seed that follows on the last one, as ``reset()`` of the solo environment has it.

Of Gymnasium's vector wrappers, those of observations refuse every environment that resets in the
same step; in the other modes they work, but ``NormalizeObservation``, which wants ``NEXT_STEP``.
``RecordEpisodeStatistics``, ``DictInfoToList`` and those of rewards take every mode.

Arguments
---------
See ``LearnerVectorEnv``.

Version history
---------------
* v0: first version.
"""

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import Folder
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector import gym
from wistar_env.kit.vector.arrays import Observations
from wistar_env.kit.vector.opponents import Opponent


# skrl recognizes environments by the bases of their class.
class LearnerVectorEnv(
    gym.LearnerVectorEnv, VectorEnv[Observations, npt.ArrayLike, npt.NDArray[Any]]
):
    """Many games, one seat of each for the caller; ``make_vec("wistar/RatOBot-v0", ...)``.

    Parameters
    ----------
    num_envs
        Games, 1 to 4,194,304.
    level
        Solo only: 0 to 9; a ``range`` or ``(lowest, highest)`` draws anew for every game; a list
        or array gives each environment its own. 3 if neither this nor tracks are given.
    tracks
        Solo only: difficulty indices of the Structure, Tool and Automaton Track card.
    reward
        ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features as ``Shaping`` or
        ``Weighted``; see ``wistar_env.kit.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    render_mode
        ``"ansi"``: ``render()`` returns the position of each game as text; ``"rgb_array"``: as
        pixels; or None. A thousand games have no window, so there is
        no ``"human"``.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError`` and no game has changed;
        ``"penalize"``: its game stays as it is and the reward is -1.
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    opponents
        The pool from which the policy of each other seat is drawn for each game; see
        ``wistar_env.vector.LearnerBatch``.
    learner_seat
        The learner's seat, or ``"any"``: drawn for each game.
    observation
        ``"float32"`` (values 0 to 1) or ``"uint8"`` (counts).
    num_threads
        Threads that share the games; 0 takes all cores. The games do not depend on it.
    autoreset_mode
        When a game that ended is followed by the next one: a ``gymnasium.vector.AutoresetMode``
        or its value, ``"SameStep"``, ``"NextStep"`` or ``"Disabled"``. See the module.
    copy
        True: observations and masks are arrays of their own. False: they are those that the next
        step or reset overwrites, which is faster; nobody may write to them.
    size
        Width and height of frames in pixels.

    Attributes
    ----------
    batch
        The games, a ``wistar_env.vector.LearnerBatch``; do not step it.
    autoreset_mode
        The ``AutoresetMode``, as ``SyncVectorEnv`` has it; ``metadata["autoreset_mode"]`` too.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    BotError
        If the name of an opponent leads to no bot.
    DataError
        If the data folder is not valid.

    Examples
    --------
    >>> envs = LearnerVectorEnv(8, num_players=2, opponents=["greedy"])
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((8, 2863), (8, 971))
    """

    def __init__(
        self,
        num_envs: int,
        level: Any = None,
        tracks: Tracks | None = None,
        reward: RewardLike = "win",
        data: Folder | None = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        *,
        num_players: int = 1,
        opponents: Sequence[Opponent] = ("random",),
        learner_seat: int | str = "any",
        observation: str = "float32",
        num_threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        size: FrameSize = FRAME_SIZE,
    ) -> None:
        super().__init__(
            Game,
            num_envs,
            num_players,
            {"level": level, "tracks": tracks},
            reward,
            data,
            render_mode,
            on_illegal,
            opponents=opponents,
            learner_seat=learner_seat,
            observation=observation,
            num_threads=num_threads,
            autoreset_mode=autoreset_mode,
            copy=copy,
            size=size,
        )

    def set_level(self, level: Any) -> None:
        """Set Rat-o-bot's level in the games that begin from now on.

        Raises
        ------
        TypeError, ValueError
            If the level is invalid, or this is no solo game.
        """
        self.set_game_options({"level": level})
