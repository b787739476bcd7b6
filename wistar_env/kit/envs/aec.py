"""Any game as a PettingZoo AEC environment: ``GameEnv``."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from wistar_env.errors import GameOverError, IllegalActionError
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD, RENDER_MODES, check_open
from wistar_env.kit.envs.displays import FPS, Display, Rendered
from wistar_env.kit.envs.env_config import ids_of, next_seed, validate
from wistar_env.kit.envs.history import history_of
from wistar_env.kit.envs.infos import Info, info_at_end, info_before_end
from wistar_env.kit.envs.played_game import PlayedGame
from wistar_env.kit.game import Game, seed_after
from wistar_env.kit.game.action_reader import ActionLike, read_action
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.layout import FloatVector
from wistar_env.kit.rewards import RewardFn, RewardLike, RewardState

#: The vector ``"observation"``, ``"action_mask"`` with 1 for each legal action, and the tokens
#: ``"history"`` if the environment has a history.
Observation: TypeAlias = dict[str, npt.NDArray[Any]]


class GameEnv(PlayedGame, AECEnv):  # type: ignore[misc]
    """A game as an environment of PettingZoo.

    It makes the checks of PettingZoo's three stock wrappers (order, range and legality) itself.
    Without the wrappers it is several times as fast.

    An observation is a dict: ``"observation"``, a float32 vector of the blocks of
    ``spec.observation_layout(num_players)``, and ``"action_mask"``, int8, 1 for each legal action;
    with ``history`` also ``"history"``, int16, the last actions as tokens. ``observe`` works for
    every agent at any time; the mask is zero for agents that do not decide. All agents terminate
    together; episodes are never truncated. At the end, ``infos[agent]`` has ``"scores"`` (int16,
    columns ``spec.score_columns``), ``"rank"``, the game's report, ``"seed"``, ``"decisions"`` and
    ``"skipped_games"``; until then it has the same keys, with 0 for values that are not known from
    the start.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_players
        A player count of the game; None means the smallest.
    reward
        The name of a reward, weights of features as ``Shaping`` or ``Weighted``, or a function;
        see ``wistar_env.kit.rewards``.
    data
        An argument of ``spec.open_data``, None for the bundled data.
    render_mode
        ``"ansi"``: ``render()`` returns the position as text; ``"rgb_array"``: as pixels, uint8 of
        shape (height, width, 3); ``"human"``: every position is shown in a window, which needs the
        extra ``window``; None: no rendering. All modes show what the next agent may see.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``; ``"penalize"``: it gives
        the agent a reward of -1 and changes nothing else.
    size
        Width and height of frames in pixels, of ``"rgb_array"`` and of the window.
    compact_actions
        Whether actions and masks leave out ids that cannot occur; see
        ``GameSpec.compact_actions``.
    history
        How many of the last actions observations contain as tokens, up to 4096: see
        ``kit.envs.history``. 0: observations have no ``"history"``.
    **options
        Options of the games, such as ``level=3``, by the names in ``spec.option_names``.

    Attributes
    ----------
    action_ids
        Converts action ids of the environment to those of the game, and back.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    DataError
        If the data are not valid.
    WindowError
        If the mode is ``"human"`` and pygame is not installed.
    """

    def __init__(
        self,
        game: type[Game] | str,
        num_players: int | None = None,
        *,
        reward: RewardLike | RewardFn = "win",
        data: Any = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        size: FrameSize = FRAME_SIZE,
        compact_actions: bool = False,
        history: int = 0,
        **options: Any,
    ) -> None:
        super().__init__()
        found = find_game(game)
        found.spec.check_keywords(options)
        self._config = validate(found, num_players, options, reward, data, render_mode, on_illegal)
        spec, num_players = self._config.game.spec, self._config.num_players
        self.action_ids = ids_of(spec, num_players, [self._config.data], compact_actions)
        self.metadata = {
            "name": f"{spec.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": FPS,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._display = Display(render_mode, size)
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        length = spec.observation_layout(num_players).size
        self._history = history_of(spec, num_players, self.action_ids, history)
        kinds: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, 1.0, (length,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(self.action_ids),), np.int8),
        }
        if self._history is not None:
            kinds["history"] = self._history.space
        self.observation_spaces = {agent: spaces.Dict(kinds) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.action_ids)) for agent in self.possible_agents
        }
        whole = spec.observation.state_layout(num_players).size
        self.state_space = spaces.Box(0.0, 1.0, (whole,), np.float32)
        self._seed: int | None = None
        self._game: Game | None = None
        self._reward_state: RewardState | None = None
        self._actions: list[int] = []
        self._over = True
        self._paid = False
        self._dense = self._config.reward.dense
        self._penalize = self._config.penalize
        self.agent_selection = ""
        self.rewards: dict[str, float] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of an agent, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game.

        Parameters
        ----------
        seed
            ``reset(seed=s)`` starts the same game as ``Game.new(seed=s)``, unless that is over
            before a decision (``kit.envs.skipped_games``). None: the seed after the previous one,
            or a random one at first.
        options
            Options of this game by name, which replace all of the environment's. Options that are
            None or not in ``spec.option_names`` are ignored; if none is left, the environment's
            apply.

        Raises
        ------
        TypeError, ValueError
            If the seed or an option is invalid; the current game is unchanged.
        NoDecisionError
            If no game begins with a decision.
        """
        check_open(closed=self._closed)
        chosen = next_seed(seed, self._seed)
        game = self._config.new_game(chosen, options)
        self.skipped = ()
        while game.finished:
            self._skip(game, chosen, 0)
            chosen = seed_after(chosen)
            game = self._config.new_game(chosen, options)
        self._game, self._seed = game, chosen
        self._reward_state = self._config.reward.start(game)
        self._actions = []
        if self._history is not None:
            self._history.clear()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        count = len(self.skipped)
        self.infos: dict[str, Info] = {agent: info_before_end(game, count) for agent in self.agents}
        self._skip_agent_selection = None
        self._paid = False
        self._over = False
        self.agent_selection = self.agents[game.seat]
        self._display.begin()
        if self._display.live:
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, in new arrays; the mask is zero unless that agent decides.

        Returns
        -------
        dict
            ``"observation"``: float32, values 0 to 1; ``"action_mask"``: int8; with ``history``
            also ``"history"``: int16.
        """
        if self._game is None or agent not in self._seats:
            self._started()
            raise ValueError(f"agent must be one of {self.possible_agents}, found {agent!r}")
        seat = self._seats[agent]
        observation, mask = self._game.observe_and_mask(seat)
        seen = {"observation": observation, "action_mask": self.action_ids.mask(mask)}
        if self._history is not None:
            seen["history"] = self._history.tokens(seat)
        return seen

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """Return observation, summed rewards, end flags and info of the next agent."""
        agent = self.agent_selection
        if agent not in self.rewards:
            self._started()
            raise GameOverError("the game is over and all agents are gone; call reset()")
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: ActionLike | None) -> None:
        """Execute an action of ``agent_selection``; None for an agent that is terminated.

        Raises
        ------
        IllegalActionError
            If the action is not legal and ``on_illegal`` is ``"raise"``; the game is unchanged.
        GameOverError
            If the game is over and the action is not None, or no agent is left.
        NotStartedError
            Before the first ``reset``.
        TypeError
            If the action is not an integer.
        """
        if self._over or self._closed:
            check_open(closed=self._closed)
            self._leave(action)
            return
        game, agent = self._game, self.agent_selection
        assert game is not None
        display = self._display
        before = display.before(game) if display.tells else None
        history = self._history
        if history is not None:
            history.open(game)
        try:
            if type(action) is not int:
                action = read_action(game, action)
            action = self.action_ids.full_id(action)
            seat = game.step(action)
        except (TypeError, IllegalActionError) as error:
            if not self._penalize or isinstance(error, TypeError):
                self.action_ids.note(error)
                raise
            self._pay(agent, {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD})
            return
        self._actions.append(action)
        if history is not None:
            history.add(action)
        if before is not None:
            display.tell(before, action)
        if seat < 0 or self._dense:
            assert self._reward_state is not None
            values = self._reward_state.update(game, self._actions)
            self._pay(agent, {each: float(values[self._seats[each]]) for each in self.agents})
        elif self._paid:
            self._pay(agent, dict.fromkeys(self.agents, 0.0))
            self._paid = False
        else:
            self._cumulative_rewards[agent] = 0.0
        if seat < 0:
            self._finish(game)
        else:
            self.agent_selection = self.possible_agents[seat]
        if display.live:
            self.render()

    def _pay(self, actor: str, rewards: dict[str, float]) -> None:
        self._cumulative_rewards[actor] = 0.0
        self.rewards = rewards
        self._accumulate_rewards()
        self._paid = True

    def _finish(self, game: Game) -> None:
        assert self._seed is not None
        for agent in self.agents:
            seat = self._seats[agent]
            self.terminations[agent] = True
            self.infos[agent] = info_at_end(game, seat, self._seed, len(self.skipped))
        self._over = True
        self._deads_step_first()

    def _leave(self, action: ActionLike | None) -> None:
        self._started()
        if not self.agents:
            raise GameOverError("the game is over and all agents are gone; call reset()")
        if action is not None:
            raise GameOverError(
                f"the game is over for {self.agent_selection}: call step(None), found {action!r}"
            )
        self._was_dead_step(action)

    def state(self) -> FloatVector:
        """Return the full state, hidden parts too: float32, 0 to 1, for centralised critics."""
        return self._started().state()

    def render(self) -> Rendered:
        """Return the position as text or pixels, or show it in a window: see ``render_mode``.

        The perspective is that of the deciding seat or, when the game is over, seat 0.
        """
        return self._display.render(self._started)


def make(game: type[Game] | str, num_players: int | None = None, **settings: Any) -> GameEnv:
    """Return a PettingZoo environment of any game, in which the caller plays all seats.

    For the bundled games, ``wistar_v0.env`` and ``lab_rats_v0.env`` differ only in the default
    player count. For one seat against bots, call ``gymnasium.make("wistar/Game-v0", game=...)``;
    for many games, ``BatchGame``.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_players
        A player count of the game; None means the smallest.
    settings
        Other parameters of ``GameEnv``: ``reward``, ``data``, ``render_mode``, ``on_illegal``,
        ``size``, ``compact_actions``, ``history``, and options of the games, such as ``level=3``.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    GameNotFoundError
        If there is no game of this name.
    DataError
        If the data are not valid.

    Examples
    --------
    >>> env = make("lab-rats", num_players=4)
    >>> env.reset(seed=1)
    >>> env.possible_agents
    ['player_0', 'player_1', 'player_2', 'player_3']
    """
    return GameEnv(game, num_players, **settings)
