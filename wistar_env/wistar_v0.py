"""Rats of Wistar as a PettingZoo AEC environment.

| Import             | ``from wistar_env import wistar_v0``                               |
|--------------------|--------------------------------------------------------------------|
| Actions            | Discrete                                                           |
| Parallel API       | No                                                                 |
| Manual control     | No                                                                 |
| Agents             | ``['player_0', ..., 'player_3']``; solo: ``['player_0']``          |
| Number of agents   | 1 to 4                                                             |
| Action values      | ``Discrete(971)``                                                  |
| Observation values | ``[0, 1]``                                                         |

Rats of Wistar is a worker placement game for 2 to 4 players over five rounds of three turns. A
turn is one Chief placed on a turning wheel, and everything that follows from it; every part of
it is one decision of its own, so an agent usually acts several times in a row, and others may
have to decide in between. With one player it is the solo game against Rat-o-bot, whose turns
are part of the environment.

Observation space
-----------------
A dict: ``"observation"``, a float32 vector of named blocks, and ``"action_mask"``, int8, 1 for
each legal action. The vector is egocentric: the block ``me`` is the observing seat, ``rival_1``
the next in the turn order after it. It holds nothing that the seat may not see. ``observe`` works
for every agent at any time; the mask is zero for agents that do not decide. ``state()`` is the
whole unhidden state.

Action space
------------
One ``Discrete`` space in which every id has one meaning; ``describe(action)`` says it in words.

Rewards
-------
Chosen by name: ``"win"`` +1 for the winner and -1 for all others; ``"rank"`` linear from +1 for
the first to -1 for the last; ``"score"`` own final VP minus the best other's, divided by 100;
``"vp"`` the change of the own VP as it happens, with the final scoring at the end. All but
``"vp"`` are zero until the end. Or weights of features (``wistar_env.rewards.Shaping`` and
``Weighted``), or a function ``(before, after) -> rewards of all seats``.

Termination
-----------
All agents terminate together when the fifth round is over; there is no truncation.
``infos[agent]`` then holds ``"scores"``, the agent's final VP as an int16 array with a column for
each of ``wistar_env.gate.CATEGORIES``, ``"rank"``, 1 for the first, and the ``"level"`` (0 without
Rat-o-bot), ``"seed"`` and number of ``"decisions"`` of the game. Until then it has the same keys,
and all values are 0, but for the level.

Arguments
---------
See ``env``.

Version history
---------------
* v0: first version.
"""

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from wistar_env.components import Folder
from wistar_env.env_api.displays import FPS, Display, Rendered
from wistar_env.env_api.env_config import ILLEGAL_REWARD, RENDER_MODES, next_seed, validate
from wistar_env.env_api.infos import Info, final_scores, info_at_end, info_before_end
from wistar_env.errors import GameOverError, IllegalActionError, NotStartedError
from wistar_env.game import Game
from wistar_env.gate import (
    NUM_ACTIONS,
    Described,
    FloatVector,
    Tracks,
    observation_layout,
    state_layout,
)
from wistar_env.replay import Replay
from wistar_env.rewards import RewardFn, RewardLike, RewardState

Observation = dict[str, npt.NDArray[Any]]


def env(
    num_players: int = 2,
    level: int | None = None,
    tracks: Tracks | None = None,
    reward: RewardLike | RewardFn = "win",
    data: Folder | None = None,
    render_mode: str | None = None,
    on_illegal: str = "raise",
) -> "raw_env":
    """Make the environment.

    PettingZoo's three stock wrappers are not around it: their checks of order, range and
    legality are part of it, which makes it several times as fast.

    Parameters
    ----------
    num_players
        1 to 4; 1 is the solo game against Rat-o-bot.
    level
        Solo only: difficulty 0 to 9; 3 if neither this nor tracks are given.
    tracks
        Solo only: difficulty indices of the Structure, Tool and Automaton Track card, instead of
        a level. No two may differ by 2 or more.
    reward
        ``"win"``, ``"rank"``, ``"score"``, ``"vp"``, weights of features as ``Shaping`` or
        ``Weighted``, or a function; see ``wistar_env.rewards``.
    data
        A folder of data files to play with instead of the bundled ones.
    render_mode
        ``"ansi"``: ``render()`` returns the position as text; ``"rgb_array"``: as pixels, uint8 of
        shape (1080, 1920, 3); ``"human"``: every position is shown in a window, which needs the
        extra ``window``; None. All show what the agent may see that acts next.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``; ``"penalize"``: it gives
        the agent a reward of -1 and changes nothing else.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    DataError
        If the data folder is not valid.
    """
    return raw_env(num_players, level, tracks, reward, data, render_mode, on_illegal)


def parallel_env(*arguments: Any, **named: Any) -> ParallelEnv:
    """Make the environment for libraries that step all agents at once.

    Nothing is simultaneous in this game, so it is ``env`` in PettingZoo's
    ``turn_based_aec_to_parallel``: each step is one decision of one agent. That agent alone has a
    mask that is not all zeros; the actions of the others are ignored, and may be anything. All
    agents observe and are rewarded in every step, so a learner should drop the steps in which
    its mask is empty, but add up their rewards.

    Parameters are those of ``env``, and so are the exceptions.
    """
    return turn_based_aec_to_parallel(env(*arguments, **named))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801
    """The environment; parameters as for ``env``."""

    metadata = {  # noqa: RUF012
        "name": "rats_of_wistar_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": FPS,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        num_players: int = 2,
        level: int | None = None,
        tracks: Tracks | None = None,
        reward: RewardLike | RewardFn = "win",
        data: Folder | None = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
    ) -> None:
        super().__init__()
        self._config = validate(num_players, level, tracks, reward, data, render_mode, on_illegal)
        num_players = self._config.num_players
        self.render_mode = render_mode
        self._display = Display(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = observation_layout(num_players).size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(NUM_ACTIONS) for agent in self.possible_agents}
        whole = state_layout(num_players).size
        self.state_space = spaces.Box(0.0, 1.0, (whole,), np.float32)
        self._seed = 0
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
            ``reset(seed=s)`` starts the same game as ``Game.new(seed=s)``; without a seed the
            games follow from the last seed that was given.
        options
            In the solo game ``level`` or ``tracks`` hold for this game, unless they are None; other
            keys are ignored.

        Raises
        ------
        TypeError, ValueError
            If the seed or an option is invalid; the game that runs has not changed.
        """
        chosen = next_seed(seed, None if self._game is None else self._seed)
        self._game = game = self._config.new_game(chosen, options)
        self._seed = chosen
        self._reward_state = self._config.reward.start(game)
        self._actions = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: info_before_end(game.level) for agent in self.agents}
        self._skip_agent_selection = None
        self._paid = False
        self._over = False
        self.agent_selection = self.agents[game.seat]
        self._display.begin()
        if self._display.live:
            self.render()

    def _started(self) -> Game:
        if self._game is None:
            raise NotStartedError("call reset() first")
        return self._game

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, in fresh arrays; the mask is zero unless it decides.

        Returns
        -------
        dict
            ``"observation"``: float32, values 0 to 1; ``"action_mask"``: int8.
        """
        if self._game is None or agent not in self._seats:
            self._started()
            raise ValueError(f"agent must be one of {self.possible_agents}, found {agent!r}")
        observation, mask = self._game.observe_and_mask(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """Return observation, summed rewards, termination, truncation and info of who acts next."""
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

    def step(self, action: SupportsIndex | None) -> None:
        """Carry out an action of ``agent_selection``; None for an agent that is terminated.

        Raises
        ------
        IllegalActionError
            If the action is not legal and ``on_illegal`` is ``"raise"``; nothing has changed.
        GameOverError
            If the game is over and the action is not None, or no agent is left.
        NotStartedError
            Before the first ``reset``.
        TypeError
            If the action is no integer.
        """
        if self._over:
            self._leave(action)
            return
        game, agent = self._game, self.agent_selection
        assert game is not None
        acting = self._seats[agent]
        try:
            seat = game.play(action)  # type: ignore[arg-type]
        except IllegalActionError:
            if not self._penalize:
                raise
            self._pay(agent, {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD})
            return
        self._actions.append(int(action))  # type: ignore[arg-type]
        self._display.tell(game, acting, int(action))  # type: ignore[arg-type]
        if seat < 0 or self._dense:
            assert self._reward_state is not None
            values = self._reward_state.update(game)
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
        if self._display.live:
            self.render()

    def _pay(self, actor: str, rewards: dict[str, float]) -> None:
        self._cumulative_rewards[actor] = 0.0
        self.rewards = rewards
        self._accumulate_rewards()
        self._paid = True

    def _finish(self, game: Game) -> None:
        scores = final_scores(game)
        for agent in self.agents:
            seat = self._seats[agent]
            self.terminations[agent] = True
            self.infos[agent] = info_at_end(game, scores[seat], seat, self._seed)
        self._over = True
        self._deads_step_first()

    def _leave(self, action: SupportsIndex | None) -> None:
        self._started()
        if not self.agents:
            raise GameOverError("the game is over and all agents are gone; call reset()")
        if action is not None:
            raise GameOverError(
                f"the game is over: step {self.agent_selection} with None, found {action!r}"
            )
        self._was_dead_step(action)

    def state(self) -> FloatVector:
        """Return the whole unhidden state: float32, values 0 to 1, for centralised critics."""
        return self._started().state()

    def render(self) -> Rendered:
        """Return the position as text or pixels, or show it in a window: see ``render_mode``.

        It is what the seat sees that decides, or, when the game is over, seat 0.
        """
        return self._display.render(self._started)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    @property
    def game(self) -> Game:
        """A copy of the game; it knows what players may not see."""
        return self._started().clone()

    def replay(self) -> Replay:
        """Return the game so far as a replay."""
        game = self._started()
        return Replay(
            game.num_players, self._seed, game.tracks, self._config.data, self._actions.copy()
        )

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return self._started().describe(action)

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what the ``"observation"`` of an agent holds, by the names of its blocks."""
        return self._started().describe_observation(observation)
