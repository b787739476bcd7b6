"""Games as games of OpenSpiel; needs the extra ``open_spiel``.

Importing this module registers every installed game under a short name, such as
``python_rats_of_wistar`` and ``python_lab_rats``; ``register(MyGame)`` registers your own::

    import pyspiel
    import wistar_env.open_spiel

    game = pyspiel.load_game("python_rats_of_wistar(players=3,seeds=100)")

| Parameter | Default        | Meaning                                                             |
|-----------|----------------|---------------------------------------------------------------------|
| players   | 2, or fewest   | a player count of the game                                          |
| chance    | seeds          | ``seeds``: one chance node; ``nodes``: one for each random event    |
| seeds     | 1000           | outcomes of the one chance node, at the root                        |
| utility   | rank           | returns: ``rank`` or ``points``                                     |
| history   | 32             | how many of the last actions an information-state tensor has        |
| others    | the game's own | options of the game that are numbers, such as ``level``             |

All randomness of a game comes from its seed, so with ``chance=seeds`` the only chance node is the
root, where the seeds ``0`` to ``seeds - 1`` are equally likely. After that, actions alone decide.
With ``chance=nodes`` there is a chance node wherever the rules draw at random, with exact
probabilities, as game-theoretic algorithms need. It is for small games (``Game.chance_outcomes``)::

    game = pyspiel.load_game("python_kuhn(chance=nodes,utility=points)")

Returns are either those of the reward ``"rank"`` (+1 for the first, -1 for the last, evenly spaced
in between) or the final scores. By rank, a game is zero-sum; by points, only if declared so
(``ScoreSpec.zero_sum``); with automata it never is.

A seat's information state is all that it saw since the game began: every observation that differed
from the one before, its legal actions, and its own actions. Simultaneous choices are made one after
the other, without changing the information states of the other seats.
Information-state strings are complete. An information-state tensor has the seat, its current
observation, and the last ``history`` actions of all seats as tokens (``kit.envs.history``). It has
less information than the string if a game is longer than ``history``, or if an observation shows
less than an earlier one.
``resample_from_infostate`` resamples hidden information (``Game.determinize``) among all games, not
only those of the ``seeds``. Earlier observations of other seats are then unknown, so their
information states are reset. OpenSpiel's C++ bots cannot resample games in Python;
``open_spiel.python.algorithms.ismcts`` can.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Final, Self, TypeAlias

import numpy as np
import pyspiel

from wistar_env.arguments import integer, shown
from wistar_env.errors import NotStartedError
from wistar_env.kit.chance import MAX_OUTCOMES
from wistar_env.kit.envs.history import COLUMNS, MAX_LENGTH, History
from wistar_env.kit.game import MAX_SEED, Game
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.game.memory import Memory, fingerprint
from wistar_env.kit.game.registry import find_games
from wistar_env.kit.rewards.utility import check_utility, is_zero_sum, utilities_of

MAX_SEEDS: Final = 1_000_000
#: A number of decisions that no game reaches.
MAX_GAME_LENGTH: Final = 100_000
_DEFAULT_PLAYERS: Final = 2
_DEFAULT_SEEDS: Final = 1000
_DEFAULT_HISTORY: Final = 32
SEEDS: Final = "seeds"
NODES: Final = "nodes"
#: A bound of all scores, which are int16.
_MOST_POINTS: Final = 2.0**15
#: The games that this module has registered, by their short names.
_registered: dict[str, type[Game]] = {}
#: Outcomes of a chance node: probabilities and games.
Outcomes: TypeAlias = list[tuple[Fraction, Game]]


def short_name(game: type[Game]) -> str:
    """Return the OpenSpiel name of a game, such as ``"python_lab_rats"``."""
    words = "".join(c if c.isalnum() else "_" for c in game.spec.name.lower())
    return f"python_{words}"


def default_parameters(game: type[Game]) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    options = game.spec.options  # options without a default cannot be parameters
    numbers = {each.name: each.default for each in options if each.default is not None}
    players = max(_DEFAULT_PLAYERS, game.spec.min_players)
    words = {"chance": SEEDS, "utility": "rank"}
    lengths = {"seeds": _DEFAULT_SEEDS, "history": _DEFAULT_HISTORY}
    return {"players": players, **numbers, **lengths, **words}


def game_type(game: type[Game], players: int, utility: str = "rank") -> Any:
    """Return the type of a game, given its player count and utilities."""
    spec, sums = game.spec, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=sums.ZERO_SUM if is_zero_sum(spec, players, utility) else sums.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=spec.max_players,
        min_num_players=spec.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel, created by ``pyspiel.load_game("python_rats_of_wistar")``.

    Raises TypeError, ValueError if a parameter is out of its range.

    Attributes
    ----------
    game_class
        The class of the game.
    """

    game_class: ClassVar[type[Game]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, spec = self.game_class, self.game_class.spec
        values = {**default_parameters(game), **(params or {})}
        self.players = integer("players", values["players"], spec.min_players, spec.max_players)
        self.seeds = integer("seeds", values["seeds"], 1, MAX_SEEDS)
        self.history = integer("history", values["history"], 1, MAX_LENGTH)
        self.utility = check_utility(values["utility"])
        if values["chance"] not in (SEEDS, NODES):
            raise ValueError(f"chance must be {SEEDS} or {NODES}, found {shown(values['chance'])}")
        self.has_nodes = values["chance"] == NODES
        self.options = {
            option.name: integer(option.name, values[option.name], option.low, option.high)
            for option in spec.options
            if option.default is not None
        }
        type_ = game_type(game, self.players, self.utility)
        zero_sum = type_.utility == pyspiel.GameType.Utility.ZERO_SUM
        most = 1.0 if self.utility == "rank" else _MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.num_actions,
            max_chance_outcomes=MAX_OUTCOMES if self.has_nodes else self.seeds,
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(type_, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # `register` creates its class, so pickle could not find it by name.
        return _load, (self.game_class, str(self))

    def new_initial_state(self) -> "SpielState":
        """Return the root state, where chance picks the seed or the initial position."""
        return SpielState(self)

    @cached_property
    def beginnings(self) -> Outcomes:
        """The outcomes of the first chance node, with ``chance=nodes``; otherwise none."""
        return self.begin(0).chance_outcomes() if self.has_nodes else []

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "Observer | InformationState":
        """Return an observer for observations or, with perfect recall, information states."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        size = self.game_class.spec.observation_layout(self.players).size
        if kind.perfect_recall:
            return InformationState(size, self.players, self.history)
        return Observer(size)

    def begin(self, seed: int) -> Game:
        """Return the game with a seed, at its first decision."""
        options = {
            option.name: self.options[option.name]
            for option in self.game_class.spec.options
            if option.name in self.options and option.is_for(self.players)
        }
        return self.game_class.new(num_players=self.players, seed=seed, options=options)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: the root, a decision, a chance node or an end.

    Attributes
    ----------
    game
        The ``Game``, including what players may not see; None at the root. At a chance node it is
        the position before the last action.
    memories
        Everything that each seat saw and did.
    events
        The last ``history`` actions of all seats, as tokens.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game: Game | None = None
        self.memories = [Memory() for _ in range(game.players)]
        spec = game.game_class.spec
        ids = CompactActions(np.ones(spec.num_actions, np.bool_))
        self.events = History(spec, game.players, ids, game.history)
        self._outcomes: Outcomes = []  # outcomes of the current chance node
        if game.has_nodes:
            self._lead_to(game.beginnings)

    def __reduce_ex__(self, _: Any) -> tuple[Any, ...]:
        # OpenSpiel restores its own part, which requires that the game is registered.
        _, (cls,), *rest = super().__reduce_ex__(2)
        return _new_state, (self.get_game().game_class, cls), *rest

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's id for chance or the end of the game."""
        if self.game is None or self._outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.game.finished else self.game.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game is not None and self.game.finished

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node, or the seeds, each with its probability."""
        if self._outcomes:
            return [(k, float(chance)) for k, (chance, _) in enumerate(self._outcomes)]
        seeds = self.get_game().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self.started().legal_actions().tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self._outcomes:
            self._go_on(self._outcomes[action][1])
        elif self.game is None:
            self._go_on(self.get_game().begin(action))
        else:
            self.memories[self.game.seat].act(action)
            self.events.open(self.game)
            self.events.add(action)
            if self.get_game().has_nodes:
                self._lead_to(self.game.chance_outcomes(action))
            else:
                self.game.step(action)
                self._go_on(self.game)

    def _lead_to(self, outcomes: Outcomes) -> None:
        """Stop at a chance node, or continue if there is a single outcome."""
        if len(outcomes) == 1:
            self._go_on(outcomes[0][1])
        else:
            self._outcomes = outcomes

    def _go_on(self, game: Game) -> None:
        # With chance nodes, games must not be modified: states share outcomes.
        self.game, self._outcomes = game, []
        self._show()

    def _show(self) -> None:
        for seat, memory in enumerate(self.memories):
            memory.see(self.started(), seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'outcome' if self._outcomes else 'seed'} {action}"
        return self.started().describe(action)

    def started(self) -> Game:
        """Return the game.

        Raises NotStartedError at the root.
        """
        if self.game is None:
            raise NotStartedError(
                "the root state has no game yet: apply a seed, which is its chance outcome"
            )
        return self.game

    def returns(self) -> list[float]:
        """Return the rewards of all players: 0 before the end."""
        players = len(self.memories)
        if not self.is_terminal():
            return [0.0] * players
        return utilities_of(self.started(), self.get_game().utility)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Self:
        """Return a state that ``player`` cannot tell from this one: see the module docstring.

        ``sampler``: returns random numbers from 0 to 1, the source of randomness.
        """
        state: Self = self.clone()
        seed = min(int(sampler() * MAX_SEED), MAX_SEED)
        state.game = self.started().determinize(player, seed)
        others = [Memory() for _ in self.memories]
        state.memories = [*others[:player], state.memories[player], *others[player + 1 :]]
        state.events = state.events.resampled(player)
        state._show()
        return state

    def __str__(self) -> str:
        text = "root" if self.game is None else self.game.presentation.render()
        if self.game is None or not self._outcomes:
            return text
        return f"{text}\n{len(self._outcomes)} outcomes of {self.history()[-1]}"


class Observer:
    """The observation of a seat, as a tensor or in words."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a seat to ``tensor``, 0 at the root."""
        self.tensor[:] = 0.0 if state.game is None else state.game.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position in words, as a seat sees it, and a digest; "root" at the root."""
        if state.game is None:
            return "root"
        return f"{state.game.presentation.render(player)}\n{fingerprint(state.game, player).hex()}"


class InformationState:
    """The information state of a seat, with its past: see the module docstring."""

    def __init__(self, size: int, players: int, length: int) -> None:
        self.tensor = np.zeros(players + size + COLUMNS * length, np.float32)
        player, observation, history = np.split(self.tensor, [players, players + size])
        self.dict = {
            "player": player,
            "observation": observation,
            "history": history.reshape(length, COLUMNS),
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the information state of a seat to ``tensor``; at the root only the seat."""
        self.tensor[:] = 0.0
        self.dict["player"][player] = 1.0
        if state.game is not None:
            self.dict["observation"][:] = state.game.observe(player)
            self.dict["history"][:] = state.events.tokens(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the information state of a seat, the same text for states it cannot tell apart."""
        return f"seat {player} {state.memories[player]}"


def register(game: type[Game]) -> str:
    """Register a game with OpenSpiel, and return its short name.

    Registering the same class again does nothing; another class of the same name replaces it, for
    example after a notebook cell is run again.

    ``game``: the class of the game. Unpickling a game or state registers the class, so declare it
    in a module where pickle finds it by name.

    Examples
    --------
    >>> from wistar_env.games.lab_rats import LabRats
    >>> register(LabRats)
    'python_lab_rats'
    """
    name = short_name(game)
    if _registered.get(name) is game:
        return name

    class Registered(SpielGame):
        game_class = game

    players = default_parameters(game)["players"]
    pyspiel.register_game(game_type(game, players), Registered)
    _registered[name] = game
    return name


def _load(game: type[Game], game_string: str) -> SpielGame:
    """Register and load a game, to unpickle it."""
    register(game)
    loaded: SpielGame = pyspiel.load_game(game_string)
    return loaded


def _new_state(game: type[Game], state: type[SpielState]) -> SpielState:
    """Return an unpickled state, before OpenSpiel restores it."""
    register(game)
    return state.__new__(state)


for _game in find_games():
    register(_game)
