"""Rats of Wistar as a vector environment of Stable-Baselines3 and sb3-contrib.

| Creation           | ``make_sb3(num_envs, num_players)``                                 |
|--------------------|---------------------------------------------------------------------|
| Learner            | one seat of each game; the others belong to the environment         |
| Actions            | ``Discrete(971)``, with masks for ``MaskablePPO``                   |
| Observation values | ``[0, 1]`` as float32, or counts as uint8                           |
| Players            | 1 (against Rat-o-bot) to 4                                          |
| Autoreset          | in the same step, as Stable-Baselines3 has it                       |

Example::

    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor
    from wistar_env.vector import make_sb3

    venv = VecMonitor(make_sb3(256, level=(0, 4), seed=1))
    MaskablePPO("MlpPolicy", venv, n_steps=64).learn(1_000_000)

Observation space
-----------------
A flat ``Box``: the observation of the learner's seat, in the blocks of
``spaces.observation.observation_layout(num_players)``. As ``"float32"`` the values are counts
divided by their limits. As ``"uint8"`` they are the counts, with the limits as ``high``: a quarter
of the memory, in the rollout buffer as well. Stable-Baselines3 takes only boxes of three dimensions
for images, so its policies turn these counts into floats without scaling them: multiply by
``observation_layout(num_players).scale`` in a features extractor, or wrap ``VecNormalize`` around
the environment.

Action space
------------
``Discrete``: every id has one meaning, and ``env_method("describe", action)`` returns it in words.
``env_method("action_masks")`` gives int8 of shape (n, 971): 1 for each legal action.

Rewards
-------
The learner's, float32: ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features, see
``wistar_env.kit.rewards``, also when another seat makes the last move. There is no truncation.

Episodes
--------
Where a game ended, the observation is the first one of the next game, and ``infos[i]`` has
``"terminal_observation"``, ``"TimeLimit.truncated"`` (False), ``"scores"`` (int16, a row for each
seat and a column for each of ``Game.spec.score_columns``), ``"rank"`` (the learner's, 1 for the
first), ``"learner_seat"``, ``"level"`` (0 without Rat-o-bot), ``"seed"`` and ``"decisions"``. The
other infos are empty: in Stable-Baselines3 the keys mark the end of an episode.

``seed(s)`` makes the next ``reset()`` begin game ``i`` with seed ``s + i``; without it ``reset()``
continues with the following seeds. ``set_options({"level": 5})``, or a list with one dict for each
environment, sets Rat-o-bot's level, or ``"tracks"``, in the games that the next ``reset()`` begins,
and in no others.

Arguments
---------
See ``make_sb3``.

Version history
---------------
* v0: first version.
"""

from collections.abc import Sequence
from typing import Any

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import Folder
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector import sb3
from wistar_env.kit.vector.opponents import Opponent


def make_sb3(
    num_envs: int,
    num_players: int = 1,
    *,
    level: Any = None,
    tracks: Tracks | None = None,
    reward: RewardLike = "win",
    data: Folder | None = None,
    opponents: Sequence[Opponent] = ("random",),
    learner_seat: int | str = "any",
    observation: str = "float32",
    on_illegal: str = "raise",
    num_threads: int = 1,
    seed: int | None = None,
    render_mode: str | None = None,
    size: FrameSize = FRAME_SIZE,
) -> "LearnerVecEnv":
    """Make the vector environment.

    Parameters
    ----------
    num_envs
        Games, 1 to 4,194,304.
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    level
        Solo only: 0 to 9; a ``range`` or ``(lowest, highest)`` draws anew for every game; a list
        or array gives each environment its own. Level 3 if neither this nor tracks are given.
    tracks
        Solo only, instead of a level: see ``wistar_env.Game.new``.
    reward
        ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features as ``Shaping`` or
        ``Weighted``; see ``wistar_env.kit.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    opponents
        The pool from which the policy of each other seat is drawn for each game; see
        ``wistar_env.vector.LearnerBatch``.
    learner_seat
        The learner's seat, or ``"any"``: drawn for each game.
    observation
        ``"float32"`` (values 0 to 1) or ``"uint8"`` (counts).
    on_illegal
        ``"raise"``, or ``"penalize"``: the game stays as it is and the reward is -1.
    num_threads
        Threads that share the games; 0 takes all cores. The games do not depend on it.
    seed
        As a call of ``seed(seed)``.
    render_mode
        ``"rgb_array"``: ``get_images()`` has pixels of each game, and ``VecVideoRecorder`` records
        them; None.
    size
        Width and height of frames in pixels.

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
    >>> venv = make_sb3(8, num_players=2, opponents=["greedy"], seed=1)
    >>> venv.reset().shape
    (8, 2863)
    """
    venv = LearnerVecEnv(
        num_envs,
        num_players,
        level=level,
        tracks=tracks,
        reward=reward,
        data=data,
        opponents=opponents,
        learner_seat=learner_seat,
        observation=observation,
        on_illegal=on_illegal,
        num_threads=num_threads,
        render_mode=render_mode,
        size=size,
    )
    if seed is not None:
        venv.seed(seed)
    return venv


class LearnerVecEnv(sb3.LearnerVecEnv):
    """A vector environment of Stable-Baselines3; parameters as for ``make_sb3``.

    Attributes
    ----------
    batch
        The games, a ``wistar_env.kit.vector.learner.LearnerBatch``; do not step it.
    """

    CALLED_ONCE = ("set_level", *sb3.LearnerVecEnv.CALLED_ONCE)

    def __init__(
        self,
        num_envs: int,
        num_players: int = 1,
        *,
        level: Any = None,
        tracks: Tracks | None = None,
        **settings: Any,
    ) -> None:
        options = {"level": level, "tracks": tracks}
        super().__init__(Game, num_envs, num_players, options=options, **settings)

    def set_level(self, level: Any) -> None:
        """Set Rat-o-bot's level in the games that begin from now on.

        Raises
        ------
        TypeError, ValueError
            If the level is invalid, or this is no solo game.
        """
        self.set_game_options({"level": level})
