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
A flat ``Box``: what the learner's seat sees, in the blocks of
``wistar_env.spaces.observation.observation_layout(num_players)``. As ``"float32"`` the values are
counts divided by their limits. As ``"uint8"`` they are the counts, with the limits as ``high``: a
quarter of the memory, in the rollout buffer as well. Stable-Baselines3 takes only boxes of three
dimensions for images, so its policies turn these counts into floats without scaling them:
multiply by ``observation_layout(num_players).scale`` in a features extractor, or wrap
``VecNormalize`` around the environment.

Action space
------------
``Discrete``: every id has one meaning, and ``env_method("describe", action)`` says it in words.
``env_method("action_masks")`` gives int8 of shape (n, 971): 1 for each legal action.

Rewards
-------
The learner's, float32: ``"win"``, ``"rank"``, ``"score"`` or ``"vp"``, or weights of features, see
``wistar_env.rewards``, also when somebody else makes the last move. There is no truncation.

Episodes
--------
Where a game ended, the observation is the first one of the next game, and ``infos[i]`` has
``"terminal_observation"``, ``"TimeLimit.truncated"`` (False), ``"scores"`` (int16, a row for each
seat and a column for each of ``wistar_env.gate.CATEGORIES``), ``"rank"`` (the learner's, 1 for the
first), ``"learner_seat"``, ``"level"`` (0 without Rat-o-bot), ``"seed"`` and ``"decisions"``. The
other infos are empty: in Stable-Baselines3 it is the keys that say that an episode ended.

``seed(s)`` makes the next ``reset()`` begin game ``i`` with seed ``s + i``; without it ``reset()``
goes on with the seeds that follow. ``set_options({"level": 5})``, or a list with one dict for each
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
from typing import Any, NoReturn, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.components import Folder
from wistar_env.env_api.env_config import of_options
from wistar_env.errors import NotStartedError
from wistar_env.gate import (
    NUM_ACTIONS,
    Level,
    Tracks,
    resolve_tracks,
)
from wistar_env.rewards import RewardLike
from wistar_env.vector.arrays import Observations, OutArrays, Step
from wistar_env.vector.learner_env import learner_batch
from wistar_env.vector.opponents import Opponent
from wistar_env.vector.sb3_attributes import Attributes
from wistar_env.vector.seeds import highest_seed
from wistar_env.vector.shapes import observation_space

Infos: TypeAlias = list[dict[str, Any]]

#: Level and tracks that options want.
_Terms: TypeAlias = tuple[int | None, Tracks | None]


def make_sb3(
    num_envs: int,
    num_players: int = 1,
    *,
    level: Level | None = None,
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
        ``Weighted``; see ``wistar_env.rewards``.
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
        ``"rgb_array"``: ``get_images()`` has pixels of each game, and ``VecVideoRecorder`` films
        them; None.

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
    (8, 2855)
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
    )
    if seed is not None:
        venv.seed(seed)
    return venv


class LearnerVecEnv(Attributes):
    """A vector environment of Stable-Baselines3; parameters as for ``make_sb3``.

    Attributes
    ----------
    batch
        The games, ``wistar_env.vector.LearnerBatch``: to look at, not to step.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int = 1,
        *,
        level: Level | None = None,
        tracks: Tracks | None = None,
        observation: str = "float32",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        batch, level = learner_batch(
            num_envs, num_players, level=level, tracks=tracks, observation=observation, **settings
        )
        self._actions: npt.NDArray[Any] | None = None
        shown = observation_space(batch.num_players, observation)
        super().__init__(batch, level, tracks, shown, render_mode)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let the next ``reset()`` begin game ``i`` with ``seed + i``; drawn if it is None.

        Raises
        ------
        TypeError, ValueError
            If the seed is invalid.
        """
        if seed is not None:
            seed = integer("seed", seed, 0, highest_seed(self.num_envs))
        return super().seed(seed)

    def set_options(self, options: Sequence[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Set ``"level"`` or ``"tracks"`` of the games that the next ``reset()`` begins.

        Parameters
        ----------
        options
            One dict for all environments, or one for each; None is as if not given. Other keys are
            ignored.

        Raises
        ------
        TypeError, ValueError
            If they are no dicts, or there is not one for each environment; or if a level or tracks
            are invalid, or this is no solo game.
        """
        listed = options if isinstance(options, list | tuple) else [options] * self.num_envs
        if len(listed) != self.num_envs:
            raise ValueError(f"options must be one dict or {self.num_envs}, found {len(listed)}")
        super().set_options([self._checked(each) for each in listed])

    def _checked(self, options: Any) -> dict[str, Any]:
        """Return options with nothing but level and tracks."""
        level, tracks = of_options(options, None, None)
        resolve_tracks(self.num_players, level, tracks, seed=0)
        return {"level": level, "tracks": None if tracks is None else tuple(tracks)}

    def reset(self) -> Observations:
        """Begin all games anew, with the seeds and options that were set for this.

        Returns
        -------
        array
            The observations, shape (n, size).
        """
        terms = self._wanted_terms()
        room = self._room()
        seeds = [seed for seed in self._seeds if seed is not None]
        step = self.batch.reset(seeds or None, out=room)
        for (level, tracks), which in terms.items():
            self.batch.set_level(level, tracks)
            step = self.batch.reset(self.batch.seed, which, room)
        if terms:
            self.batch.set_level(self._level, self._tracks)
        self._actions = None
        self._reset_seeds()
        self._reset_options()
        return self._shown(step)

    def _wanted_terms(self) -> dict[_Terms, npt.NDArray[np.bool_]]:
        """Return which games the options want to begin with which level and tracks."""
        wanted: dict[_Terms, npt.NDArray[np.bool_]] = {}
        for i, options in enumerate(self._options):
            terms = options.get("level"), options.get("tracks")
            if terms != (None, None):
                wanted.setdefault(terms, np.zeros(self.num_envs, np.bool_))[i] = True
        return wanted

    def _room(self) -> OutArrays:
        """Return the arrays to show the games in: Stable-Baselines3 holds the last observation."""
        space = self.observation_space
        observation = np.empty((self.num_envs, *cast(Any, space.shape)), space.dtype)
        if self._mask is None:
            return observation, np.empty((self.num_envs, NUM_ACTIONS), np.int8)
        return observation, self._mask

    def _shown(self, step: Step) -> Observations:
        self._mask = step.mask
        return cast(Observations, step.observation)

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions, integers of shape (n,), that ``step_wait`` plays."""
        self._actions = actions

    def step_wait(self) -> tuple[Observations, npt.NDArray[np.float32], Any, Infos]:
        """Play the actions.

        Returns
        -------
        tuple
            Observations, shape (n, size); rewards, float32, shape (n,); dones, bool, shape (n,);
            and infos, a list of n dicts.

        Raises
        ------
        IllegalActionError
            If an action is not legal and ``on_illegal`` is ``"raise"``; no game has changed.
        BotError
            If an opponent fails.
        NotStartedError
            Before the first ``reset`` or without ``step_async``.
        TypeError, ValueError
            If the actions have the wrong type or shape.
        """
        if self._actions is None:
            raise NotStartedError("call step_async() first")
        actions, self._actions = self._actions, None
        step = self.batch.step(actions, out=self._room())
        infos: Infos = [{} for _ in range(self.num_envs)]
        if step.done.any():
            self._tell(infos, np.flatnonzero(step.done))
        return self._shown(step), step.reward.copy(), step.done.copy(), infos

    def _tell(self, infos: Infos, ended: npt.NDArray[np.int64]) -> None:
        """Write what is to be known about the games that ended."""
        seen = self.batch.final_observation(ended)
        told = self.batch.final_info(ended)
        scores = told.pop("scores")
        final = {name: values.tolist() for name, values in told.items()}
        for k, i in enumerate(ended.tolist()):
            info = infos[i]
            info["terminal_observation"] = seen[k]
            info["TimeLimit.truncated"] = False
            info["scores"] = scores[k]
            for name, values in final.items():
                info[name] = values[k]

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return copies of all that the games depend on; see ``BatchGame.save``."""
        return self.batch.save()

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> Observations:
        """Go on with games that ``save`` returned, and return the observations of now.

        A model goes on with them when they are its last observations.

        Raises
        ------
        ReplayError, ValueError
            If they cannot be played on here; see ``BatchGame.load``.
        """
        step = self.batch.load(saved)
        assert step.mask is not None
        self._actions, self._mask = None, step.mask.copy()
        return cast(Observations, step.observation).copy()

    def close(self) -> None:
        """Stop the threads."""
        self.batch.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a LearnerVecEnv cannot be copied or pickled: it owns threads and the memory of its "
            "games; call make_sb3 where it is needed"
        )
