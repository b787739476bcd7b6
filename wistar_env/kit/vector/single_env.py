"""One seat of any game against bots, as a Gymnasium environment: ``SingleAgentEnv``.

| Id                         | Game                                                              |
|----------------------------|-------------------------------------------------------------------|
| ``wistar/RatsOfWistar-v0`` | Rats of Wistar for 1 to 4 players, by default its solo game       |
| ``wistar/RatOBot-v0``      | the solo game of Rats of Wistar, against Rat-o-bot                |
| ``wistar/LabRats-v0``      | Lab Rats for 3 to 5 players, by default 4                         |
| ``wistar/Game-v0``         | ``game=``: a class, an installed game's name, or `module:Class`   |

``gymnasium.make("wistar/RatsOfWistar-v0", num_players=3, opponents=["greedy"])`` makes one
environment, and ``gymnasium.make_vec`` with the same arguments a ``LearnerVectorEnv``.

The same seed and actions lead to the same positions as in the PettingZoo environments. The
observation is a flat Box. The mask is ``info["action_mask"]``, for Gymnasium, and
``action_masks()``, for sb3-contrib. Every info also has ``"scores"`` (int16, a row for each seat,
columns ``spec.score_columns``), ``"rank"`` (1 is the best), ``"learner_seat"``, the game's report,
``"seed"``, ``"decisions"`` and ``"skipped_games"`` (``kit.envs.skipped_games``). Until the game is
over, these are 0, except for ``"skipped_games"``, ``"learner_seat"`` and values reported from the
start, such as the ``"level"`` of Rat-o-bot.

Version history
---------------
* v0: first version.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wistar_env.errors import IllegalActionError
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD, RENDER_MODES, check_open
from wistar_env.kit.envs.displays import FPS, Display, Rendered
from wistar_env.kit.envs.env_config import (
    checked_players,
    ids_of,
    next_seed,
    of_options,
    validate,
)
from wistar_env.kit.envs.history import history_of
from wistar_env.kit.envs.infos import Info, info_before_end, learner_info_at_end
from wistar_env.kit.envs.played_game import PlayedGame
from wistar_env.kit.game import Game, seed_after
from wistar_env.kit.game.action_reader import ActionLike, read_action
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.rewards import RewardFn, RewardLike, RewardState
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.kit.vector.opponents import Opponent, Opponents, requested_seat
from wistar_env.kit.vector.opponents_of_game import OpponentsOfGame

Mask = npt.NDArray[np.int8]


class SingleAgentEnv(PlayedGame, gymnasium.Env[Any, np.int64]):
    """One learner against bots and automata, in any game.

    Parameters
    ----------
    game
        A class that derives from ``wistar_env.Game``, the name of an installed game, or
        ``module:Class``.
    num_players
        A player count of the game; None means the smallest.
    opponents
        A pool of names of bots, as on the command line, or bots. For every game, each other seat
        draws its policy from the pool.
    learner_seat
        The learner's seat, or ``"any"`` to draw it for each game.
    reward
        The name of a reward, weights of features as ``Shaping`` or ``Weighted``, or a function; see
        ``wistar_env.rewards``.
    data
        An argument of ``spec.open_data``, None for the bundled data; or several, one of which each
        game draws; see ``BatchGame``.
    render_mode
        ``"ansi"``, ``"rgb_array"``, ``"human"`` or None; see ``kit.envs.aec.GameEnv``.
    on_illegal
        ``"raise"``: an illegal action raises ``IllegalActionError``; ``"penalize"``: the game does
        not change and the reward is -1.
    size
        Width and height in pixels of frames for ``"rgb_array"``, and of the window.
    compact_actions
        Whether to renumber actions and masks without ids that cannot occur; see
        ``GameSpec.compact_actions``.
    history
        The number of latest actions of all seats that observations include as tokens, up to 4096;
        see ``kit.envs.history``. Observations are then dicts of the vector, ``"observation"``, and
        the tokens, ``"history"``. With 0, they are vectors.
    **options
        Options of the games, such as ``level=3``, by the names in ``spec.option_names``; a
        ``range`` or ``(lowest, highest)`` draws a value for every game.

    Attributes
    ----------
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
    WindowError
        If the mode is ``"human"`` and pygame is not installed.
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
        reward: RewardLike | RewardFn = "win",
        data: Any = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        size: FrameSize = FRAME_SIZE,
        compact_actions: bool = False,
        history: int = 0,
        **options: Any,
    ) -> None:
        found = find_game(game)
        spec, players = found.spec, checked_players(found.spec, num_players)
        self._config = validate(found, players, {}, reward, None, render_mode, on_illegal)
        self._options: Mapping[str, Any] = {}
        self.set_options(**options)
        self._data_sets = DataSets(spec, data)
        self.action_ids = ids_of(spec, players, self._data_sets.sets, compact_actions)
        self._opponents = Opponents(opponents, spec.bots.classes)
        self._others = OpponentsOfGame(
            self._opponents, found, requested_seat(learner_seat, players)
        )
        self.render_mode = render_mode
        self._display = Display(render_mode, size)
        length = spec.observation_layout(players).size
        self._history = history_of(spec, players, self.action_ids, history)
        vector = spaces.Box(0.0, 1.0, (length,), np.float32)
        self.observation_space = (
            vector
            if self._history is None
            else spaces.Dict({"observation": vector, "history": self._history.space})
        )
        self.action_space = spaces.Discrete(len(self.action_ids))
        self._seed: int | None = None
        self._seat = 0
        self._game: Game | None = None
        self._reward_state: RewardState | None = None
        self._actions: list[int] = []

    def set_options(self, **options: Any) -> None:
        """Set the options of the games that begin from now on, such as ``level=3``.

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or invalid.
        """
        spec = self._config.game.spec
        spec.check_keywords(options)
        spec.make_options(self._config.num_players, 1, options)
        self._options = deepcopy(options)

    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Replace the pool from which games that begin from now on draw their policies.

        Raises
        ------
        BotError
            If a new bot cannot be found, built or reset.
        TypeError, ValueError
            If the pool is empty, or an element is not a bot.
        """
        self._opponents.replace(opponents, self._others.playing)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Start a game and play up to the learner's first decision.

        Parameters
        ----------
        seed
            The seed of the game; by default the one after the last seed. A game that ends before
            the learner decides is skipped; see ``kit.envs.skipped_games``.
        options
            Options of this game, instead of the environment's; keys that are not in
            ``spec.option_names`` are ignored.

        Returns
        -------
        tuple
            The observation, float32 with values 0 to 1, and ``info``, with ``"action_mask"`` and
            the entries listed in the module docstring.

        Raises
        ------
        TypeError, ValueError
            If the seed or an option is invalid; the running game does not change.
        BotError
            If a bot fails or returns an illegal action.
        NoDecisionError
            If every new game ends before the learner decides.
        """
        check_open(closed=self._closed)
        chosen = next_seed(seed, self._seed)
        game = self._new_game(chosen, options)
        super().reset(seed=None if seed is None else chosen)
        self.skipped = ()
        self._begin(game, chosen)
        while game.finished:
            self._skip(game, chosen, self._seat)
            chosen = seed_after(chosen)
            game = self._new_game(chosen, options)
            self._begin(game, chosen)
        if self._config.reward.dense:
            assert self._reward_state is not None
            self._reward_state.begin_seat(game)
        if self._display.live:
            self.render()
        return self._view(game)

    def _new_game(self, seed: int, options: Mapping[str, Any] | None) -> Game:
        config, sets = self._config, self._data_sets
        number = sets.of_seeds(np.array([seed], np.uint64))[0] if len(sets) > 1 else 0
        chosen = of_options(config.game.spec, options, self._options)
        return config.game._begin(config.num_players, seed, sets.sets[number], chosen)

    def _begin(self, game: Game, seed: int) -> None:
        """Play up to the learner's first decision, or the end of the game."""
        self._seed, self._game, self._actions = seed, None, []
        self._reward_state = self._config.reward.start(game)
        self._display.begin()
        if self._history is not None:
            self._history.clear()
        self._seat = self._others.begin(game, seed)
        self._play_others(game)

    def step(self, action: ActionLike) -> tuple[Any, float, bool, bool, Info]:
        """Play the learner's action, and advance to the learner's next decision.

        Raises
        ------
        IllegalActionError
            If the action is not legal and ``on_illegal`` is ``"raise"``; nothing has changed.
        GameOverError
            If the game is over.
        NotStartedError
            Before the first ``reset``.
        TypeError
            If the action is not an integer.
        BotError
            If a bot fails or returns an illegal action; call ``reset`` then.
        """
        check_open(closed=self._closed)
        game, config = self._started(), self._config
        before = self._display.before(game)
        if self._history is not None:
            self._history.open(game)
        reward = 0.0
        try:
            if type(action) is not int:
                action = read_action(game, action)
            action = self.action_ids.full_id(action)
            seat = game.step(action)
        except (TypeError, IllegalActionError) as error:
            if not config.penalize or isinstance(error, TypeError):
                self.action_ids.note(error)
                raise
            reward = ILLEGAL_REWARD
        else:
            self._actions.append(action)
            if self._history is not None:
                self._history.add(action)
            self._display.tell(before, action)
            if seat != self._seat and seat >= 0:
                self._play_others(game)
            if config.reward.dense or game.finished:
                assert self._reward_state is not None
                reward = float(self._reward_state.update(game, self._actions)[self._seat])
            if self._display.live:
                self.render()
        observation, info = self._view(game)
        return observation, reward, game.finished, False, info

    def _play_others(self, game: Game) -> None:
        self._game = None  # stays None if a bot fails
        before = game.clone() if self._display.tells or self._history is not None else None
        actions = self._others.play(game)
        self._game = game
        self._actions += actions
        if before is not None:
            for action in actions:
                self._follow(before, action)
                before.step(action)

    def _follow(self, before: Game, action: int) -> None:
        """Pass another seat's action to the display and the history."""
        if self._display.tells:
            self._display.tell(before.clone(), action)
        if self._history is not None:
            self._history.open(before)
            self._history.add(action)

    def _view(self, game: Game) -> tuple[Any, Info]:
        seat = self._seat
        observation, mask = game.observe_and_mask(seat)
        skipped = len(self.skipped)
        if game.finished:
            assert self._seed is not None
            details = learner_info_at_end(game, seat, self._seed, skipped)
        else:
            details = {**info_before_end(game, skipped, game.num_seats), "learner_seat": seat}
        info = {"action_mask": self.action_ids.mask(mask), **details}
        if self._history is None:
            return observation, info
        return {"observation": observation, "history": self._history.tokens(seat)}, info

    def action_masks(self) -> Mask:
        """Return an int8 array: 1 for each legal action."""
        return self.action_ids.mask(self._started().action_mask())

    def render(self) -> Rendered:
        """Return the position as text or pixels, or show it in a window: see ``render_mode``."""
        return self._display.render(self._started, self._seat)
