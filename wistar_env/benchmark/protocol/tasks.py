"""The tasks of the benchmark protocol.

Whatever changes a number that a bot gets changes ``PROTOCOL``: tasks, opponents, games, statistics.
Rows of different versions are not compared.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from wistar_env.benchmark.opponent_ladder import seatings
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.seeds import FOR_BENCHMARK, one_way

#: The version of the protocol.
PROTOCOL: Final = 1
#: The seed of its games, which no ladder or training uses.
SEED: Final = one_way(FOR_BENCHMARK, PROTOCOL)
_RATS: Final = "rats-of-wistar"


@dataclass(frozen=True)
class Task:
    """What a bot plays, and against whom.

    Attributes
    ----------
    name, what
        Its name, and its description in a sentence.
    game
        The name of the game.
    players
        Players of a game.
    opponent
        The bot on all other chairs; empty for an automaton.
    level
        The level of Rat-o-bot; None without it.
    data
        The data of the games; None for the bundled ones.
    deals
        Different games with each data. With opponents, each is played with the bot in every chair.
    """

    name: str
    what: str
    game: str
    players: int
    opponent: str
    level: int | None
    data: tuple[str | None, ...]
    deals: int

    @cached_property
    def game_class(self) -> type[Game]:
        """The game."""
        return find_game(self.game)

    @property
    def options(self) -> dict[str, int]:
        """What games begin with."""
        return {} if self.level is None else {"level": self.level}

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """The players of the chairs: 0 for the bot, 1 for an opponent or an automaton."""
        if self.opponent:
            return seatings(self.players)
        seats, automata = self.game_class.spec.seats_of(self.players)
        return [(0,) * (seats - automata) + (1,) * automata]

    def deals_of(self, games: int | None) -> int:
        """Return the deals with each data set for a total number of games; None for all."""
        if games is None:
            return self.deals
        together = len(self.seatings) * len(self.data)
        return min(self.deals, -(-games // together))


def _solo(
    name: str, what: str, level: int, data: tuple[str | None, ...] = (None,), deals: int = 1000
) -> Task:
    return Task(name, what, _RATS, 1, "", level, data, deals)


def _table(name: str, game: str, players: int, opponent: str, deals: int) -> Task:
    what = f"{players} players, among {opponent}"
    return Task(name, what, game, players, opponent, None, (None,), deals)


def _sets(kind: str) -> tuple[str, ...]:
    """Return twenty card sets of the test split, none of which ``experiments.unseen`` uses."""
    return tuple(f"{kind}:v1:{number}" for number in range(900_500, 900_520))


TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        task.name: task
        for task in (
            _solo("solo-5", "alone against Rat-o-bot at level 5", 5),
            _solo("solo-7", "alone against Rat-o-bot at level 7", 7),
            _solo("solo-9", "alone against Rat-o-bot at level 9", 9),
            _table("duel", _RATS, 2, "network:players2", 500),
            _table("three", _RATS, 3, "network:players3", 334),
            _table("four", _RATS, 4, "network:players4", 250),
            _solo("unseen-permuted", "level 9, cards under other ids", 9, _sets("permuted"), 50),
            _solo("unseen-generated", "level 9, other cards", 9, _sets("generated"), 50),
            _solo("unseen-words", "level 9, words without training", 9, _sets("unheard"), 50),
            _table("lab-rats", "lab-rats", 3, "careful", 334),
        )
    }
)
#: The default tasks.
DEFAULT_TASKS: Final = ("solo-5", "solo-7", "solo-9")
#: Decisions of the learning tracks, each with ``TRAINING_RUNS`` networks of different seeds.
LEARNING_TRACKS: Final[Mapping[str, int]] = MappingProxyType(
    {"1M": 1_000_000, "10M": 10_000_000, "100M": 100_000_000}
)
TRAINING_RUNS: Final = 5
