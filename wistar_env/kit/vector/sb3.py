"""Any game as a vector environment for Stable-Baselines3 and sb3-contrib.

| Creation           | ``make_sb3(game, num_envs, num_players)``                           |
|--------------------|---------------------------------------------------------------------|
| Learner            | one seat of each game; the others belong to the environment         |
| Actions            | ``Discrete(spec.num_actions)``, with masks for ``MaskablePPO``      |
| Observation values | ``[0, 1]`` as float32, or counts as uint8                           |
| Autoreset          | in the same step, as Stable-Baselines3 requires                     |

Example::

    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor
    from wistar_env import make_sb3

    venv = VecMonitor(make_sb3("rats-of-wistar", 256, level=(0, 4), seed=1))
    MaskablePPO("MlpPolicy", venv, n_steps=64).learn(1_000_000)

Observation space
-----------------
A flat ``Box``: the observation of the learner's seat, in the blocks of
``spec.observation_layout(num_players)``. With ``"float32"``, values are counts divided by their
limits. With ``"uint8"``, they are the counts, with the limits as ``high``, in a quarter of the
memory, also in the rollout buffer. Stable-Baselines3 does not scale such counts, as only boxes with
three dimensions count as images: multiply by ``spec.observation_layout(num_players).scale`` in a
features extractor, or wrap the environment in ``VecNormalize``. With ``history``, the space is a
``Dict`` of this vector, ``"observation"``, and the tokens, ``"history"``, for
``"MultiInputPolicy"`` (``kit.envs.history``).

Action space
------------
``Discrete``: every id has one meaning, and ``env_method("describe", action)`` returns it in words.
``env_method("action_masks")`` returns int8 of shape (n, num_actions): 1 for each legal action.

Episodes
--------
The reward is the learner's, float32, even if another seat makes the last move. Where a game ended,
the observation is the first of the next game, and ``infos[i]`` has ``"terminal_observation"``,
``"TimeLimit.truncated"`` (whether ``max_episode_steps`` cut it off), ``"scores"`` (int16, a row for
each seat, columns ``spec.score_columns``), ``"rank"`` (the learner's, 1 is the best),
``"learner_seat"``, the game's report, ``"seed"``, ``"decisions"`` and ``"skipped_games"``
(``kit.envs.skipped_games``). All other infos are empty, since Stable-Baselines3 takes these keys as
the end of an episode.

``seed(s)`` makes the next ``reset()`` begin game ``i`` with seed ``s + i``; without it, ``reset()``
continues with the next seeds. ``set_options({"level": 5})``, with one dict or one for each
environment, sets options for the next ``reset()`` only. ``env_method("set_options", level=5)`` and
``set_attr("level", 5)`` set options for all games that begin from now on.

Version history
---------------
* v0: first version.
"""

from collections.abc import Sequence
from typing import Any, NoReturn, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.errors import NotStartedError
from wistar_env.kit.envs.conventions import check_open
from wistar_env.kit.envs.env_config import of_options
from wistar_env.kit.game import Game
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.vector.arrays import Observations, OutArrays, Step
from wistar_env.kit.vector.learner_env import box_of, learner_batch, observation_space
from wistar_env.kit.vector.sb3_attributes import Attributes
from wistar_env.kit.vector.seeds import highest_seed

Infos: TypeAlias = list[dict[str, Any]]

#: A game's options as pairs of name and value.
_Options: TypeAlias = tuple[tuple[str, Any], ...]


def make_sb3(
    game: type[Game] | str,
    num_envs: int,
    num_players: int | None = None,
    *,
    seed: int | None = None,
    **settings: Any,
) -> "LearnerVecEnv":
    """Make a Stable-Baselines3 vector environment for a game.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_envs
        The number of games, 1 to 4,194,304.
    num_players
        A player count of the game; None means the smallest.
    seed
        The argument of ``seed``; None draws seeds at random.
    settings
        Further arguments of ``LearnerVecEnv``: ``opponents``, ``learner_seat``, ``reward``,
        ``data``, ``observation``, ``on_illegal``, ``num_threads``, ``render_mode``, ``size``,
        ``compact_actions``, ``max_episode_steps``, ``history``, and options of the games, such as
        ``level=3``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    BotError
        If an opponent's name does not name a bot.
    DataError
        If the data are not valid.

    Examples
    --------
    >>> venv = make_sb3("rats-of-wistar", 8, num_players=2, opponents=["greedy"], seed=1)
    >>> venv.reset().shape
    (8, 2863)
    """
    venv = LearnerVecEnv(game, num_envs, num_players, **settings)
    if seed is not None:
        venv.seed(seed)
    return venv


class LearnerVecEnv(Attributes):
    """A Stable-Baselines3 vector environment: the learner plays one seat of each game.

    Parameters
    ----------
    game, num_envs, num_players
        See ``make_sb3``.
    observation
        ``"float32"`` (values 0 to 1) or ``"uint8"`` (counts).
    render_mode
        ``"rgb_array"``: ``get_images()`` returns pixels of each game, for ``VecVideoRecorder``; or
        None.
    size
        Width and height of frames in pixels.
    settings
        Further arguments of ``LearnerBatch``: ``opponents``, ``learner_seat``, ``reward``,
        ``data``, ``on_illegal``, ``num_threads``, ``compact_actions``, ``max_episode_steps``,
        ``history``, and options of the games.

    Attributes
    ----------
    batch
        The games, a ``LearnerBatch``; do not step it.
    action_ids
        The action ids of the environment, and their conversion from and to the game's ids.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    BotError
        If an opponent's name does not name a bot.
    DataError
        If the data are not valid.
    """

    def __init__(
        self,
        game: type[Game] | str,
        num_envs: int,
        num_players: int | None = None,
        *,
        observation: str = "float32",
        render_mode: str | None = None,
        size: FrameSize = FRAME_SIZE,
        **settings: Any,
    ) -> None:
        batch = learner_batch(game, num_envs, num_players, observation=observation, **settings)
        self._game = find_game(game)
        self._actions: npt.NDArray[Any] | None = None
        self._closed = False
        self._vector_space = box_of(batch.layout, observation)
        super().__init__(batch, observation_space(batch, observation), render_mode, size)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let the next ``reset()`` begin game ``i`` with ``seed + i``; return these seeds.

        None draws a random seed.

        Raises
        ------
        TypeError, ValueError
            If the seed is invalid.
        """
        if seed is not None:
            seed = integer("seed", seed, 0, highest_seed(self.num_envs))
        return super().seed(seed)

    def set_options(self, options: Sequence[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Set options of the games that the next ``reset()`` begins.

        Parameters
        ----------
        options
            One dict for all environments, or one for each; None for no options. Keys that are not
            in ``spec.option_names`` are ignored.

        Raises
        ------
        TypeError, ValueError
            If ``options`` is neither a dict nor one dict per environment, or an option is invalid.
        """
        listed = options if isinstance(options, list | tuple) else [options] * self.num_envs
        if len(listed) != self.num_envs:
            raise ValueError(
                f"options must be one dict, or a list of {self.num_envs} dicts, one for each "
                f"environment, found {len(listed)}"
            )
        super().set_options([self._checked(each) for each in listed])

    def _checked(self, options: Any) -> dict[str, Any]:
        """Return only the entries that are options of the game, checked; lists become tuples."""
        chosen = of_options(self.batch.spec, options, {})
        self._game.spec.check_options(self.num_players, chosen)
        return {k: tuple(v) if isinstance(v, list) else v for k, v in chosen.items()}

    def reset(self) -> Observations:
        """Reset all games, with the seeds and options set before.

        Returns
        -------
        array
            The observations, shape (n, size), with ``history`` in a dict.

        Raises
        ------
        BotError
            If an opponent fails.
        NoDecisionError
            If every new game ends before the learner decides.
        """
        check_open(closed=self._closed)
        wanted, own = self._wanted_options(), self.batch.options
        room = self._room()
        seeds = self.batch.next_seeds([seed for seed in self._seeds if seed is not None] or None)
        step = self.batch.reset(seeds, out=room)
        for options, which in wanted.items():
            self.batch.set_options(**dict(options))
            step = self.batch.reset(seeds, which, room)
        if wanted:
            self.batch.set_options(**own)
        self._actions = None
        self._reset_seeds()
        self._reset_options()
        return self._shown(step)

    def _wanted_options(self) -> dict[_Options, npt.NDArray[np.bool_]]:
        """Return, for each set of options, which games are to begin with it."""
        wanted: dict[_Options, npt.NDArray[np.bool_]] = {}
        for i, options in enumerate(self._options):
            if options:
                key = tuple(sorted(options.items()))
                wanted.setdefault(key, np.zeros(self.num_envs, np.bool_))[i] = True
        return wanted

    def _room(self) -> OutArrays:
        """Return new arrays for the observations, as Stable-Baselines3 keeps the last ones."""
        space = self._vector_space
        observation = cast(Observations, np.empty((self.num_envs, *space.shape), space.dtype))
        if self._mask is None:
            return observation, np.empty((self.num_envs, len(self.action_ids)), np.int8)
        return observation, self._mask

    def _shown(self, step: Step) -> Observations:
        self._mask = step.mask
        return cast(Observations, self._told(step.observation, self.batch.history.copy()))

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions, integers of shape (n,), that ``step_wait`` plays."""
        self._actions = actions

    def step_wait(self) -> tuple[Observations, npt.NDArray[np.float32], Any, Infos]:
        """Play the actions of ``step_async`` in all games.

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
        check_open(closed=self._closed)
        if self._actions is None:
            raise NotStartedError("call step_async() first")
        actions, self._actions = self._actions, None
        step = self.batch.step(actions, self._room())
        infos: Infos = [{} for _ in range(self.num_envs)]
        if step.done.any():
            self._tell(infos, np.flatnonzero(step.done))
        return self._shown(step), step.reward.copy(), step.done.copy(), infos

    def _tell(self, infos: Infos, ended: npt.NDArray[np.int64]) -> None:
        """Fill in the infos of the games that ended."""
        seen = self._final_observations(ended)
        at_end, terminated = self.batch.final_info(ended), self.batch.terminated
        scores = at_end.pop("scores")
        final = {name: values.tolist() for name, values in at_end.items()}
        for k, i in enumerate(ended.tolist()):
            info = infos[i]
            info["terminal_observation"] = seen[k]
            info["TimeLimit.truncated"] = not terminated[i]
            info["scores"] = scores[k]
            for name, values in final.items():
                info[name] = values[k]

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return a copy of the state of all games; see ``BatchGame.save``."""
        return self.batch.save()

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> Observations:
        """Continue with games that ``save`` returned, and return their observations.

        To resume a model, make these its last observations.

        Raises
        ------
        ReplayError, ValueError
            If the games cannot be continued here; see ``BatchGame.load``.
        """
        step = self.batch.load(saved)
        assert step.mask is not None
        assert isinstance(step.observation, np.ndarray)
        self._actions = None
        return self._shown(
            step._replace(mask=step.mask.copy(), observation=step.observation.copy())
        )

    def close(self) -> None:
        """Stop the threads; the environment can no longer be reset or stepped."""
        self._closed = True
        self.batch.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a LearnerVecEnv cannot be copied or pickled: it owns threads and the memory of its "
            "games; create a new one instead"
        )
