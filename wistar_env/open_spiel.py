"""Rats of Wistar as a game of OpenSpiel; needs the extra ``open_spiel``.

Importing this module registers ``python_wistar``::

    import pyspiel
    import wistar_env.open_spiel

    game = pyspiel.load_game("python_wistar(players=3,seeds=100)")

| Parameter | Default | Meaning                                                        |
|-----------|---------|----------------------------------------------------------------|
| players   | 2       | 1 to 4; 1 is the solo game against Rat-o-bot                   |
| level     | 3       | Rat-o-bot's level in the solo game, 0 to 9                     |
| seeds     | 1000    | outcomes of the one chance node, at the root                   |

All chance of a game comes from its seed, so there is one chance node: the root, where each of the
seeds ``0`` to ``seeds - 1`` is as likely as the others. After that, actions alone decide. Returns
are those of the reward ``"rank"``: +1 for the first, -1 for the last, evenly spaced in between.

A seat's information state is all that it saw since the game began: every observation that differed
from the one before, its legal actions, and its own actions. ``resample_from_infostate`` draws anew
what a seat cannot know (``Game.determinize``), among all games and not only those of the seeds.
What the other seats saw before is not known either, so their information states begin anew.
OpenSpiel's bots in C++ cannot resample games in Python; ``open_spiel.python.algorithms.ismcts``
can.
"""

from collections.abc import Callable
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final, Self

import numpy as np
import pyspiel

from wistar_env.arguments import integer
from wistar_env.errors import NotStartedError
from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.rewards import REWARDS
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit.game import MAX_SEED

SHORT_NAME: Final = "python_wistar"
MAX_SEEDS: Final = 1_000_000
DEFAULTS: Final = MappingProxyType({"players": 2, "level": 3, "seeds": 1000})
#: Decisions that no game reaches; the bundled cards come nowhere near BOUND-03.
MAX_GAME_LENGTH: Final = 100_000

_TYPE: Final[dict[str, Any]] = {
    "short_name": SHORT_NAME,
    "long_name": "Rats of Wistar",
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "max_num_players": MAX_SEATS,
    "min_num_players": 1,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": DEFAULTS,
}


def game_type(players: int) -> Any:
    """Return the type of the game, which is zero-sum unless Rat-o-bot plays a seat."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        utility=utility.GENERAL_SUM if players == 1 else utility.ZERO_SUM, **_TYPE
    )


class WistarGame(pyspiel.Game):  # type: ignore[misc]
    """The game; made by ``pyspiel.load_game("python_wistar")``.

    Parameters
    ----------
    params
        See the module.

    Raises
    ------
    TypeError, ValueError
        If a parameter is out of its range.
    """

    def __init__(self, params: dict[str, int] | None = None) -> None:
        terms = {**DEFAULTS, **(params or {})}
        self.players = integer("players", terms["players"], 1, MAX_SEATS)
        self.level = integer("level", terms["level"], 0, HIGHEST_LEVEL)
        self.seeds = integer("seeds", terms["seeds"], 1, MAX_SEEDS)
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=self.seeds,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.players == 1 else 0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type(self.players), info, params or {})

    def new_initial_state(self) -> "WistarState":
        """Return the root, where chance picks the seed."""
        return WistarState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "Observer":
        """Return what shows states to seats."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.players, kind.perfect_recall)

    def begin(self, seed: int) -> Game:
        """Return the game of a seed at its first decision."""
        return Game.new(self.players, seed, self.level if self.players == 1 else None)


class Memory:
    """All that a seat saw and did, as a digest that grows, and its own actions."""

    def __init__(self) -> None:
        self._seen = b""
        self._digest = b""
        self.actions: tuple[int, ...] = ()

    def see(self, game: Game, seat: int) -> None:
        """Add what a seat sees and may do, unless nothing has changed for it."""
        seen = fingerprint(game, seat)
        if seen != self._seen:
            self._seen = seen
            self._digest = blake2b(self._digest + seen, digest_size=16).digest()

    def act(self, action: int) -> None:
        """Add an action of the seat's own."""
        self.actions += (action,)
        self._digest = blake2b(self._digest + action.to_bytes(2), digest_size=16).digest()

    def __str__(self) -> str:
        return f"decided {list(self.actions)}, saw {self._digest.hex()}"


def fingerprint(game: Game, seat: int) -> bytes:
    """Return a digest of what a seat sees and may do."""
    observation, mask = game.observe_and_mask(seat)
    return blake2b(observation.tobytes() + mask.tobytes(), digest_size=16).digest()


class WistarState(pyspiel.State):  # type: ignore[misc]
    """A position, or the root; made by the game, from which ``clone`` takes copies.

    Attributes
    ----------
    game
        The ``Game``, None at the root. It knows what players may not see.
    memories
        What each seat saw and did.
    """

    def __init__(self, game: WistarGame) -> None:
        super().__init__(game)
        self.game: Game | None = None
        self.memories = [Memory() for _ in range(game.players)]

    def current_player(self) -> int:
        """Return the seat that decides, or who is there instead."""
        if self.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.game.finished else self.game.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game is not None and self.game.finished

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, each with its probability."""
        seeds = self.get_game().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self.started().legal_actions().tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            self.game = self.get_game().begin(action)
        else:
            self.memories[self.game.seat].act(action)
            self.game.step(action)
        self._show()

    def _show(self) -> None:
        for seat, memory in enumerate(self.memories):
            memory.see(self.started(), seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return self.started().describe(action)

    def started(self) -> Game:
        """Return the game.

        Raises
        ------
        NotStartedError
            At the root, where there is none.
        """
        if self.game is None:
            raise NotStartedError("the root has no game yet: apply a seed, its chance outcome")
        return self.game

    def returns(self) -> list[float]:
        """Return the rewards of all players: 0 before the end."""
        players = len(self.memories)
        if not self.is_terminal():
            return [0.0] * players
        game = self.started()
        return list(REWARDS["rank"].function(game, game)[:players])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Self:
        """Return a state that ``player`` cannot tell from this one; see the module.

        Parameters
        ----------
        player
            The seat whose information state stays.
        sampler
            Returns numbers from 0 to 1, from which the rest is drawn.
        """
        state: Self = self.clone()
        seed = min(int(sampler() * MAX_SEED), MAX_SEED)
        state.game = self.started().determinize(player, seed)
        others = [Memory() for _ in self.memories]
        state.memories = [*others[:player], state.memories[player], *others[player + 1 :]]
        state._show()
        return state

    def __str__(self) -> str:
        return "root" if self.game is None else self.game.render()


class Observer:
    """What a seat sees of a state, as a tensor or in words.

    Parameters
    ----------
    players
        Players of the game.
    perfect_recall
        Whether strings tell all that the seat saw and did, or what it sees now.
    """

    def __init__(self, players: int, perfect_recall: bool) -> None:
        self.tensor = np.zeros(observation_layout(players).size, np.float32)
        self.dict = {"observation": self.tensor}
        self._perfect_recall = perfect_recall

    def set_from(self, state: WistarState, player: int) -> None:
        """Write the observation of a seat to ``tensor``, 0 at the root."""
        self.tensor[:] = 0.0 if state.game is None else state.game.observe(player)

    def string_from(self, state: WistarState, player: int) -> str:
        """Return what a seat knows; two states that it cannot tell apart give the same."""
        if self._perfect_recall:
            return f"seat {player} {state.memories[player]}"
        if state.game is None:
            return "root"
        return f"{state.game.render(player)}\n{fingerprint(state.game, player).hex()}"


pyspiel.register_game(game_type(DEFAULTS["players"]), WistarGame)
