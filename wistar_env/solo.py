"""The solo game against Rat-o-bot as a Gymnasium environment.

The same game as ``wistar_v0.env(num_players=1)``, decision for decision: with the same seed and
actions both go through the same positions. Observation and mask are not in one dict here: the
observation is a flat Box, and the mask is ``info["action_mask"]`` and ``action_masks()``, as usual
in Gymnasium and Stable-Baselines3.

Every info has ``"scores"``, int16 with a row for each seat and a column for each of
``Game.spec.score_columns``, ``"rank"``, 1 for the first, ``"level"``, ``"seed"`` and
``"decisions"``. Until the game is over they are 0, but for the level.

Rewards, actions and the contents of the observation are those of ``wistar_v0``.

Version history
---------------
* v0: first version.
"""

from collections.abc import Mapping
from typing import Any, SupportsIndex, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wistar_env.errors import IllegalActionError, NotStartedError
from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import Components, Folder
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD, RENDER_MODES
from wistar_env.kit.envs.displays import FPS, Display, Rendered
from wistar_env.kit.envs.env_config import next_seed, validate
from wistar_env.kit.envs.infos import Info, info_at_end, info_before_end
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.layout import Described, FloatVector
from wistar_env.kit.replays import Replay
from wistar_env.kit.rewards import RewardFn, RewardLike, RewardState

Mask = npt.NDArray[np.int8]


class RatOBotEnv(gymnasium.Env[FloatVector, np.int64]):
    """One player against Rat-o-bot; registered as ``wistar/RatOBot-v0``.

    Parameters
    ----------
    level
        Difficulty 0 to 9; 3 if neither this nor tracks are given.
    tracks
        Difficulty indices of the Structure, Tool and Automaton Track card.
    reward
        ``"win"``, ``"rank"``, ``"score"``, ``"vp"``, weights of features as ``Shaping`` or
        ``Weighted``, or a function; see ``wistar_env.kit.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    render_mode
        ``"ansi"``, ``"rgb_array"``, ``"human"`` or None; see ``wistar_v0.env``.
    on_illegal
        ``"raise"`` or ``"penalize"``; see ``wistar_v0.env``.
    size
        Width and height of frames in pixels, of ``"rgb_array"`` and of the window.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    DataError
        If the data folder is not valid.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": FPS,
    }

    def __init__(
        self,
        level: int | None = None,
        tracks: Tracks | None = None,
        reward: RewardLike | RewardFn = "win",
        data: Folder | None = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        size: FrameSize = FRAME_SIZE,
    ) -> None:
        self._config = validate(
            Game,
            1,
            {"level": level, "tracks": tracks},
            reward,
            data,
            render_mode,
            on_illegal,
        )
        self.render_mode = render_mode
        self._display = Display(render_mode, size)
        length = observation_layout(1).size
        self.observation_space = spaces.Box(0.0, 1.0, (length,), np.float32)
        self.action_space = spaces.Discrete(NUM_ACTIONS)
        self._seed = 0
        self._game: Game | None = None
        self._reward_state: RewardState | None = None
        self._actions: list[int] = []

    def _started(self) -> Game:
        if self._game is None:
            raise NotStartedError("call reset() first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[FloatVector, Info]:
        """Start a game; ``options`` may give another ``level`` or other ``tracks`` for it.

        Returns
        -------
        tuple
            The observation, float32 with values 0 to 1, and ``info``, with ``"action_mask"`` and
            the entries listed in the module.

        Raises
        ------
        TypeError, ValueError
            If the seed or an option is invalid; the game that runs has not changed.
        """
        chosen = next_seed(seed, None if self._game is None else self._seed)
        self._game = cast(Game, self._config.new_game(chosen, options))
        super().reset(seed=None if seed is None else chosen)
        self._seed = chosen
        self._reward_state = self._config.reward.start(self._game)
        self._actions = []
        self._display.begin()
        if self._display.live:
            self.render()
        return self._view(self._game)

    def step(self, action: SupportsIndex) -> tuple[FloatVector, float, bool, bool, Info]:
        """Carry out an action, and all of Rat-o-bot's turns up to the next decision.

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
        """
        game = self._started()
        assert self._reward_state is not None
        reward = 0.0
        before = self._display.before(game)
        try:
            game.step(action)
        except IllegalActionError:
            if not self._config.penalize:
                raise
            reward = ILLEGAL_REWARD
        else:
            self._actions.append(int(action))
            if self._config.reward.dense or game.finished:
                reward = float(self._reward_state.update(game)[0])
            self._display.tell(before, int(action))
            if self._display.live:
                self.render()
        observation, info = self._view(game)
        return observation, reward, game.finished, False, info

    def _view(self, game: Game) -> tuple[FloatVector, Info]:
        observation, mask = game.observe_and_mask(0)
        told = (
            {
                **info_at_end(game, 0, self._seed),
                "scores": np.array([[*each.values()] for each in game.scores()], np.int16),
            }
            if game.finished
            else info_before_end(game, 2)
        )
        return observation, {"action_mask": mask, **told}

    def action_masks(self) -> Mask:
        """Return an int8 array: 1 for each legal action."""
        return self._started().action_mask()

    def render(self) -> Rendered:
        """Return the position as text or pixels, or show it in a window: see ``render_mode``."""
        return self._display.render(self._started, 0)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    @property
    def game(self) -> Game:
        """A copy of the game; it knows what players may not see."""
        return self._started().clone()

    def replay(self) -> Replay[Game]:
        """Return the game so far as a replay."""
        game = self._started()
        return Replay(
            Game,
            1,
            self._seed,
            game.options,
            cast(Components | None, self._config.data),
            self._actions.copy(),
        )

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return self._started().describe(action)

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation holds, by the names of its blocks."""
        return self._started().presentation.describe_observation(observation)
