"""One seat of any game against bots, as a Gymnasium environment: ``SingleAgentEnv``.

It is registered as ``wistar/Game-v0``: ``gymnasium.make("wistar/Game-v0", game="my-nim",
num_players=3, opponents=["greedy"])``, where ``game`` is an installed game, ``module:Class``, or
the class itself. ``gymnasium.make_vec`` of it gives a ``LearnerVectorEnv``.

The observation is a flat Box, and the mask is ``info["action_mask"]`` and ``action_masks()``. Every
info also has ``"scores"`` (int16, a row for each seat, columns ``spec.score_columns``), ``"rank"``,
1 for the first, ``"learner_seat"``, what the game reports, ``"seed"`` and ``"decisions"``. Until
the game is over they are 0, except the learner's seat and values reported from the start.

Version history
---------------
* v0: first version.
"""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wistar_env.arguments import mapping
from wistar_env.errors import GameOverError, NotStartedError
from wistar_env.kit.envs.conventions import RENDER_MODES
from wistar_env.kit.envs.displays import FPS, Display, Rendered
from wistar_env.kit.envs.env_config import check_render_mode, next_seed, of_options
from wistar_env.kit.envs.infos import Info, info_before_end
from wistar_env.kit.game import Game
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.layout import Described, FloatVector
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.arrays import Step
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.kit.vector.opponents import Opponent

Mask = npt.NDArray[np.int8]


class SingleAgentEnv(gymnasium.Env[FloatVector, np.int64]):
    """One learner among bots and automata, in any game.

    Parameters
    ----------
    game
        The class of the game, or its name: see ``kit.game.registry.find_game``.
    num_players
        As many as the game allows; None is the fewest.
    opponents
        The pool from which the policy of each other seat is drawn for each game: names of bots as
        on the command line, or bots.
    learner_seat
        A seat, or ``"any"``, drawn for each game.
    options
        Options of the games, by the names in ``spec.option_names``.
    reward
        The name of a reward, or weights of features; see ``wistar_env.kit.rewards``.
    data
        An argument of ``spec.open_data``, None for the bundled data.
    render_mode
        ``"ansi"``, ``"rgb_array"``, ``"human"`` or None.
    on_illegal
        ``"raise"``, or ``"penalize"``: a reward of -1, and the decision stays open.
    size
        Width and height of frames in pixels, of ``"rgb_array"`` and of the window.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    BotError
        If the name of an opponent leads to no bot.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": FPS,
    }

    def __init__(
        self,
        game: type[Game] | str,
        num_players: int | None = None,
        *,
        opponents: Sequence[Opponent] = ("random",),
        learner_seat: int | str = "any",
        options: Mapping[str, Any] | None = None,
        reward: RewardLike = "win",
        data: Any = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        size: FrameSize = FRAME_SIZE,
    ) -> None:
        found = find_game(game) if isinstance(game, str) else game
        check_render_mode(render_mode, RENDER_MODES)
        self._options = dict(mapping("options", options))
        self._batch = LearnerBatch(
            found,
            1,
            found.spec.min_players if num_players is None else num_players,
            opponents=opponents,
            learner_seat=learner_seat,
            options=self._options,
            reward=reward,
            data=data,
            on_illegal=on_illegal,
            autoreset="next_step",
        )
        self.render_mode = render_mode
        self._display = Display(render_mode, size)
        self.observation_space = spaces.Box(0.0, 1.0, (self._batch.layout.size,), np.float32)
        self.action_space = spaces.Discrete(found.spec.num_actions)
        self._seed: int | None = None
        self._mask: Mask | None = None

    @property
    def _seat(self) -> int:
        return int(self._batch.learner_seat[0])

    def _started(self) -> Game:
        if self._mask is None:
            raise NotStartedError("call reset() first")
        return self._batch.game(0)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[FloatVector, Info]:
        """Start a game and play up to the learner's first decision.

        Parameters
        ----------
        seed
            The seed of the game; without it the one that follows on the last game's.
        options
            Options of this game, in place of the environment's; other keys are ignored.

        Raises
        ------
        TypeError, ValueError
            If the seed or an option is invalid; the game that runs has not changed.
        """
        chosen = next_seed(seed, self._seed)
        self._batch.set_options(of_options(self._batch.spec, options, self._options))
        super().reset(seed=None if seed is None else chosen)
        step = self._batch.reset([chosen])
        self._seed = chosen
        self._display.begin()
        return self._shown(step)

    def step(self, action: SupportsIndex) -> tuple[FloatVector, float, bool, bool, Info]:
        """Play the learner's action, and all that follows up to its next decision.

        Raises
        ------
        IllegalActionError
            If the action is not legal and ``on_illegal`` is ``"raise"``; nothing has changed.
        GameOverError
            If the game is over.
        NotStartedError
            Before the first ``reset``.
        TypeError
            If the action is no integer.
        BotError
            If a bot fails or answers with something that is not a legal action.
        """
        before = self._started()
        if before.finished:
            raise GameOverError("the game is finished; call reset()")
        step = self._batch.step(np.array([action]))
        if int(action) in before.legal_actions():
            self._display.tell(before, int(action))
        observation, info = self._shown(step)
        return observation, float(step.reward[0]), bool(step.done[0]), False, info

    def _shown(self, step: Step) -> tuple[FloatVector, Info]:
        assert step.observation is not None
        assert step.mask is not None
        self._mask = step.mask[0].copy()
        if self._display.live:
            self.render()
        observation: Any = step.observation[0].copy()
        return observation, {"action_mask": self._mask.copy(), **self._told(bool(step.done[0]))}

    def _told(self, over: bool) -> Info:
        batch = self._batch
        if not over:
            told = info_before_end(batch.game(0), batch.num_seats)
            return {**told, "learner_seat": self._seat}
        final = {name: value[0] for name, value in batch.final_info(np.zeros(1, np.int64)).items()}
        return {name: v if name == "scores" else int(v) for name, v in final.items()}

    def action_masks(self) -> Mask:
        """Return an int8 array: 1 for each legal action."""
        self._started()
        assert self._mask is not None
        return self._mask.copy()

    def render(self) -> Rendered:
        """Return the position as text or pixels, or show it in a window: see ``render_mode``."""
        return self._display.render(self._started, self._seat)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    @property
    def game(self) -> Game:
        """A copy of the game; it knows what players may not see."""
        return self._started()

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return self._started().describe(action)

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation holds, by the names of its blocks."""
        return self._started().presentation.describe_observation(observation)


def make_vector_env(game: type[Game] | str, num_envs: int, **settings: Any) -> LearnerVectorEnv:
    """Return a vector environment of a game, for ``gymnasium.make_vec("wistar/Game-v0", ...)``.

    Parameters
    ----------
    game, num_envs
        The game or its name, and the number of games.
    settings
        Others of ``LearnerVectorEnv``.
    """
    found = find_game(game) if isinstance(game, str) else game
    return LearnerVectorEnv(found, num_envs, **settings)
