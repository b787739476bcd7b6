"""Any game as a Gymnasium vector environment: thousands of games in one call.

| Creation           | ``gymnasium.make_vec(id, num_envs=1024)``; ids: see ``single_env``  |
|--------------------|---------------------------------------------------------------------|
| Learner            | one seat of each game; the others belong to the environment         |
| Actions            | ``MultiDiscrete``, for each game ``Discrete(spec.num_actions)``     |
| Observation values | ``[0, 1]`` as float32, or counts as uint8                           |
| Autoreset          | every ``AutoresetMode``; by default ``SAME_STEP``                   |
| Render modes       | ``"ansi"``, ``"rgb_array"``                                         |

With the same seeds, actions and ``AutoresetMode``, the results equal those of
``gymnasium.vector.SyncVectorEnv`` over single environments byte by byte, including ``infos``.
``vectorization_mode="sync"`` makes that slower environment, with one Python object for each game.

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
``spec.observation_layout(num_players)``. With ``"float32"``, values are counts divided by their
limits. With ``"uint8"``, they are the counts, with the limits as ``high``, in a quarter of the
memory. With ``history``, the space is a ``Dict`` of this vector, ``"observation"``, and the tokens,
``"history"``.

Action space
------------
One ``Discrete`` space for each game. Every id has one meaning, which ``call("describe", action)``
returns in words. ``infos["action_mask"]`` and ``action_masks()``, int8 of shape (n, num_actions),
are 1 for each legal action.

Rewards
-------
The learner's rewards, also when another seat makes the last move. They are float64, as in
Gymnasium's vector environments, with the precision of float32. Only single environments accept
functions as rewards.

Autoreset
---------
``terminations`` is True where a game ends, and ``truncations`` where it reaches
``max_episode_steps``. ``autoreset_mode``, also in ``metadata["autoreset_mode"]``, determines what
follows:

* ``SAME_STEP``: the observation is the first of the next game. ``infos["final_obs"]``, an array of
  objects, has the learner's final observation where a game ended and None elsewhere, and
  ``infos["final_info"]`` the final infos.
* ``NEXT_STEP``: the observation is the learner's final one, with a mask of zeros. The next step
  ignores the action and begins the next game, with reward 0.
* ``DISABLED``: as ``NEXT_STEP``, but the next game begins only with
  ``reset(options={"reset_mask": terminations | truncations})``.

Infos are arrays with an entry for each game, and every key has a mask ``"_KEY"``:
``"action_mask"``, ``"learner_seat"``, the game's report, ``"scores"`` (int16, a row for each seat,
columns ``spec.score_columns``), ``"rank"`` (the learner's, 1 is the best), ``"seed"``,
``"decisions"`` and ``"skipped_games"`` (``kit.envs.skipped_games``). Entries not known from the
start are 0 until the game is over.

Environment ``i`` begins with ``seed + i``, or with ``seed[i]`` of a list. Every later game begins
with the next seed, as after ``reset()`` of the single environment.

Gymnasium's vector wrappers for observations reject ``SAME_STEP`` and accept the other modes, except
that ``NormalizeObservation`` requires ``NEXT_STEP``. ``RecordEpisodeStatistics``,
``DictInfoToList`` and wrappers for rewards accept every mode.

Version history
---------------
* v0: first version.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from wistar_env.arguments import integer, mapping
from wistar_env.errors import GameOverError
from wistar_env.kit.envs.conventions import check_open
from wistar_env.kit.envs.displays import FPS
from wistar_env.kit.envs.env_config import check_render_mode, of_options
from wistar_env.kit.game import MAX_SEED, Game
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.arrays import Masks, Observations, OutArrays, Step
from wistar_env.kit.vector.gym_attributes import RENDER_MODES, Attributes
from wistar_env.kit.vector.gym_infos import Flags, Infos, of_ended, of_running
from wistar_env.kit.vector.learner_env import box_of, learner_batch, observation_space
from wistar_env.kit.vector.opponents import Opponent
from wistar_env.kit.vector.seeds import highest_seed

Rewards: TypeAlias = npt.NDArray[np.float64]


# skrl recognizes environments by the base classes of their class.
class LearnerVectorEnv(Attributes, VectorEnv[Observations, npt.ArrayLike, npt.NDArray[Any]]):
    """Many games, in each of which the caller plays one seat.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_envs
        The number of games, 1 to 4,194,304.
    num_players
        A player count of the game; None means the smallest.
    reward
        The name of a reward, or weights of features as ``Shaping`` or ``Weighted``; see
        ``wistar_env.kit.rewards``.
    data
        An argument of ``spec.open_data``, None for the bundled data; or several: see ``BatchGame``.
    render_mode
        ``"ansi"``: ``render()`` returns the position of each game as text; ``"rgb_array"``: as
        pixels; or None. There is no ``"human"`` mode, as there is no window for many games.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``, and no game changes;
        ``"penalize"``: the game does not change, and the reward is -1.
    opponents
        The pool from which the policy of each other seat is drawn for each game; see
        ``LearnerBatch``.
    learner_seat
        The learner's seat, or ``"any"`` to draw it for each game.
    observation
        ``"float32"`` (values 0 to 1) or ``"uint8"`` (counts).
    num_threads
        The number of threads that share the games; 0 uses all cores. Results do not depend on it.
    autoreset_mode
        When the next game starts after one ended: a ``gymnasium.vector.AutoresetMode`` or its
        value, ``"SameStep"``, ``"NextStep"`` or ``"Disabled"``. See the module docstring.
    copy
        True: observations and masks are new arrays. False, which is faster: they are arrays that
        the next step or reset overwrites; do not modify them.
    size
        Width and height of frames in pixels.
    compact_actions
        Whether to renumber actions and masks without ids that cannot occur; see
        ``GameSpec.compact_actions``.
    max_episode_steps
        Steps after which a game is cut off, as by Gymnasium's ``TimeLimit``; None for no limit.
    history
        The number of latest actions that observations include as tokens, up to 4096; see
        ``kit.envs.history``.
    **options
        Options of the games, such as ``level=3``; see ``BatchGame``.

    Attributes
    ----------
    batch
        The games, a ``LearnerBatch``; do not step it.
    action_ids
        The action ids of the environment, and their conversion from and to the game's ids.
    autoreset_mode
        The ``AutoresetMode``, as in ``SyncVectorEnv``; also ``metadata["autoreset_mode"]``.

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

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: type[Game] | str,
        num_envs: int,
        num_players: int | None = None,
        *,
        reward: RewardLike = "win",
        data: Any = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        opponents: Sequence[Opponent] = ("random",),
        learner_seat: int | str = "any",
        observation: str = "float32",
        num_threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        size: FrameSize = FRAME_SIZE,
        compact_actions: bool = False,
        max_episode_steps: int | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode, RENDER_MODES)
        batch = learner_batch(
            game,
            num_envs,
            num_players,
            observation=observation,
            opponents=opponents,
            learner_seat=learner_seat,
            reward=reward,
            data=data,
            on_illegal=on_illegal,
            autoreset_mode=autoreset_mode,
            num_threads=num_threads,
            compact_actions=compact_actions,
            max_episode_steps=max_episode_steps,
            history=history,
            **options,
        )
        super().__init__(batch, render_mode, copy, size)
        self._spec: EnvSpec | None = None
        self.autoreset_mode = batch.autoreset_mode
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._vector_space = box_of(batch.layout, observation)
        self.single_observation_space: spaces.Space[Any] = observation_space(batch, observation)
        self.single_action_space = spaces.Discrete(len(self.action_ids))
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def spec(self) -> EnvSpec | None:
        """The spec that ``gymnasium.make_vec`` sets, with ``max_episode_steps``; otherwise None."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None and self.batch.max_episode_steps is not None:
            spec.max_episode_steps = self.batch.max_episode_steps
        self._spec = spec

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of all observations; built lazily, since it is large."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | npt.NDArray[Any] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Begin new games in all environments, or in those of ``options["reset_mask"]``.

        Parameters
        ----------
        seed
            Environment ``i`` begins with ``seed + i`` or ``seed[i]``; with None, also in a list,
            with the seed after its last one, or a random one at first.
        options
            Options for the games that this reset begins, not for later games, by the names in
            ``spec.option_names``; None for no changes. ``"reset_mask"``, bool of shape (n,): the
            games to begin; by default all.

        Returns
        -------
        tuple
            Observations, shape (n, size), with ``history`` in a dict, and infos with
            ``"action_mask"``, int8 of shape (n, len(action_ids)). Both contain all games;
            ``"_action_mask"`` marks those that were started.

        Raises
        ------
        TypeError, ValueError
            If a seed or an option is invalid; no game has changed.
        BotError
            If an opponent fails.
        NoDecisionError
            If every new game ends before the learner decides.
        """
        check_open(closed=self.closed)
        begun = self._games_to_begin(mapping("options", options))
        seeds = self._seeds(seed)
        with self._options(options):
            super().reset(seed=seeds if isinstance(seeds, int) else None)
            step = self.batch.reset(seeds, begun, self._room())
        return self._shown(step), self._infos(step, begun)

    def _games_to_begin(self, options: Mapping[str, Any]) -> Flags:
        shape = (self.num_envs,)
        if "reset_mask" not in options:
            return np.ones(shape, np.bool_)
        mask = options["reset_mask"]
        wanted = (
            f"options['reset_mask'] must be a bool array of shape {shape} with at least one True"
        )
        if not isinstance(mask, np.ndarray):
            raise TypeError(f"{wanted}, found {type(mask).__name__}")
        if mask.dtype != np.bool_:
            raise TypeError(f"{wanted}, found {mask.dtype}")
        if mask.shape != shape or not mask.any():
            raise ValueError(f"{wanted}, found shape {mask.shape} with {mask.sum()} True")
        return mask.copy()

    def _seeds(
        self, seed: int | Sequence[int | None] | npt.NDArray[Any] | None
    ) -> int | npt.NDArray[np.uint64] | None:
        """Return checked seeds; None in a list becomes the next seed, or a random one at first."""
        if seed is None:
            return None
        n, shape = self.num_envs, np.shape(cast(npt.ArrayLike, seed))
        if shape == ():
            return integer("seed", seed, 0, highest_seed(n))
        if shape != (n,):
            raise ValueError(f"seed must be one integer or a list of {n}, found shape {shape}")
        seeds = self.batch.next_seeds()
        for i, each in enumerate(cast(Sequence[int | None], seed)):
            if each is not None:
                seeds[i] = integer("seed", each, 0, MAX_SEED)
        return seeds

    @contextmanager
    def _options(self, options: Mapping[str, Any] | None) -> Iterator[None]:
        """Apply the options of a reset to the games that it starts."""
        own = self.batch.options
        chosen = of_options(self.batch.spec, options, own)
        if chosen is own:
            yield
            return
        self.batch.set_options(**chosen)
        try:
            yield
        finally:
            self.batch.set_options(**own)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, Rewards, Flags, Flags, dict[str, Any]]:
        """Play the learner's action in each game, and advance to the learner's next decision.

        Parameters
        ----------
        actions
            Integers of shape (n,).

        Returns
        -------
        tuple
            Observations, shape (n, size); rewards, float64; terminations and truncations, bool, all
            of shape (n,); and infos. See the module docstring.

        Raises
        ------
        IllegalActionError
            If an action is not legal and ``on_illegal`` is ``"raise"``; no game has changed.
        BotError
            If an opponent fails; call ``reset`` for all games then.
        GameOverError
            If a game is over and the mode is ``DISABLED``; no game has changed.
        NotStartedError
            Before the first ``reset``.
        TypeError, ValueError
            If the actions have the wrong type or shape.
        """
        check_open(closed=self.closed)
        if self.autoreset_mode is AutoresetMode.DISABLED:
            self._check_running()
        step = self.batch.step(actions, self._room())
        infos = self._infos(step, np.ones(self.num_envs, np.bool_))
        if step.done.any():
            infos |= of_ended(
                self.batch, step.done, infos, self.autoreset_mode, self._final_observations
            )
        rewards, batch = step.reward.astype(np.float64), self.batch
        return self._shown(step), rewards, batch.terminated, batch.truncated, infos

    def _check_running(self) -> None:
        """Raise GameOverError if a game needs a reset before the next step."""
        if (over := self.batch.over).any():
            raise GameOverError(
                f"games {np.flatnonzero(over).tolist()} are over; start their next games with "
                "reset(options={'reset_mask': terminations | truncations})"
            )

    def _room(self) -> OutArrays | None:
        """Return arrays for the observations, or None to use the batch's own."""
        if not self.copy:
            return None
        single = self._vector_space
        room = np.empty((self.num_envs, *single.shape), single.dtype)
        return cast(Observations, room), self._mask

    def _shown(self, step: Step) -> Observations:
        self._mask = cast(Masks, step.mask)
        tokens = self.batch.history
        return cast(
            Observations, self._told(step.observation, tokens.copy() if self.copy else tokens)
        )

    def _infos(self, step: Step, told: Flags) -> Infos:
        mask = cast(Masks, step.mask)
        return {
            "action_mask": mask.copy() if self.copy else mask,
            "_action_mask": told,
            **of_running(self.batch, told),
        }
