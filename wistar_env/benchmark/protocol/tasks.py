"""The tasks of the benchmark protocol, and its tracks.

Any change to tasks, opponents, games or statistics bumps ``PROTOCOL``, because it changes a bot's
results. Entries of different versions are not compared. Opponents never change and never search:
``FROZEN`` has the digests of their networks, and a test pins their decisions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from wistar_env.benchmark.arena import rotations
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.seeds import FOR_BENCHMARK, one_way

#: The version of the protocol.
PROTOCOL: Final = 3
#: The seed of the protocol's games, which no ladder or training uses.
SEED: Final = one_way(FOR_BENCHMARK, PROTOCOL)
#: The networks of opponents, in ``benchmark/opponents``: the SHA-256 of each file, by its name.
FROZEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "wistar-1": "8924710609e195986e855706597017034751a021f27fc4a6e3ce7f93d3304407",
        "wistar-1-response": "2319eb35dac163df45277713dd932aca0b36d50e336afec228e846aa8f3de535",
        "lab-rats-1": "fa6a2ce98e04235ba642ee1cd1831a7bb4dded25f99f8a5dd7b272759ef21487",
    }
)
#: The bot that defines an aggregate score of 0 in every game, and per game the bot that defines 1.
ZERO: Final = "random"
ONE: Final[Mapping[str, str]] = MappingProxyType(
    {"rats-of-wistar": "network:wistar-1", "lab-rats": "network:lab-rats-1"}
)
_RATS: Final = "rats-of-wistar"
_LAB_RATS: Final = "lab-rats"
_RESPONSE: Final = "network:wistar-1-response"


@dataclass(frozen=True)
class Task:
    """A task: games against fixed opponents."""

    # ``name``, ``what``: the task's name, and a sentence about it.
    name: str
    what: str
    game: str  # the name of the game
    players: int  # the player count
    opponents: tuple[str, ...]  # the bots on the other seats; empty for an automaton
    level: int | None  # the level of Rat-o-bot; None in games without it
    data: tuple[str | None, ...]  # the data sets of the games; None for the bundled one
    # Deals per data set. With opponents, each deal is played with the bot in every seat.
    deals: int
    search_deals: int  # how many of these, from the first on, a bot with search plays

    @cached_property
    def game_class(self) -> type[Game]:
        """The class of the game."""
        return find_game(self.game)

    @property
    def options(self) -> dict[str, int]:
        """The options of its games."""
        return {} if self.level is None else {"level": self.level}

    @cached_property
    def different_opponents(self) -> tuple[str, ...]:
        """The opponents without repetitions."""
        return tuple(dict.fromkeys(self.opponents))

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """The player numbers by seat: 0 for the bot, 1 for an automaton.

        Opponents have numbers from 1 on, as in ``different_opponents``; all players rotate by one
        seat.
        """
        if not self.opponents:
            seats, automata = self.game_class.spec.seats_of(self.players)
            return [(0,) * (seats - automata) + (1,) * automata]
        places = (0, *(1 + self.different_opponents.index(each) for each in self.opponents))
        return [tuple(places[seat] for seat in seats) for seats in rotations(self.players)]

    def deals_of(self, simulations: int | None, games: int | None = None) -> int:
        """Return the number of deals with each data set.

        ``simulations``: the bot's simulations per decision; None without search. ``games``: about
        this many games, for a trial; None for all.
        """
        whole = self.deals if simulations is None else self.search_deals
        if games is None:
            return whole
        together = len(self.seatings) * len(self.data)
        return min(whole, -(-games // together))


def _solo(level: int) -> Task:
    what = f"alone against Rat-o-bot at level {level}"
    return Task(f"solo-{level}", what, _RATS, 1, (), level, (None,), 1700, 300)


def _unseen(kind: str, name: str, what: str, deals: int) -> Task:
    """Return a task with a hundred card sets of a test split."""
    sets = tuple(f"{name}:v1:{number}" for number in range(900_500, 900_600))
    return Task(f"unseen-{kind}", what, _RATS, 1, (), 9, sets, deals, 3)


def _table(name: str, deals: int, search_deals: int, *opponents: str, game: str = _RATS) -> Task:
    players = 1 + len(opponents)
    what = f"{players} players, among {' and '.join(dict.fromkeys(opponents))}"
    return Task(name, what, game, players, opponents, None, (None,), deals, search_deals)


def _lab_rats(*opponents: str) -> Task:
    return _table(f"lab-rats-{1 + len(opponents)}", 320, 40, *opponents, game=_LAB_RATS)


TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        task.name: task
        for task in (
            *map(_solo, (5, 7, 9)),
            _table("duel", 1700, 150, ONE[_RATS]),
            _table("duel-response", 1700, 150, _RESPONSE),
            _table("duel-greedy", 1700, 150, "greedy"),
            _table("three", 1100, 100, ONE[_RATS], ONE[_RATS]),
            _table("four", 750, 75, *[ONE[_RATS]] * 3),
            _table("mixed", 950, 75, "random", "greedy", ONE[_RATS]),
            _unseen("permuted", "permuted", "level 9, permuted card ids", 30),
            _unseen("generated", "generated", "level 9, generated cards", 30),
            _unseen("words", "unheard", "level 9, held-out words", 36),
            _lab_rats("careful", ONE[_LAB_RATS]),
            _lab_rats("careful", "careful", ONE[_LAB_RATS]),
            _lab_rats("careful", "careful", ONE[_LAB_RATS], ONE[_LAB_RATS]),
        )
    }
)
#: The tasks that are played if none are named.
DEFAULT_TASKS: Final = ("solo-5", "solo-7", "solo-9")


@dataclass(frozen=True)
class Track:
    """A track: constraints on the training runs of a method."""

    decisions: int  # the decisions of each run
    tasks: tuple[str, ...] = ()  # the tasks that evaluate the networks; empty for all
    # Other settings of ``wistar train`` that are fixed, by name.
    settings: tuple[tuple[str, str], ...] = ()


#: The learning tracks, then the transfer tracks, by name.
TRACKS: Final[Mapping[str, Track]] = MappingProxyType(
    {
        "1M": Track(1_000_000),
        "10M": Track(10_000_000),
        "100M": Track(100_000_000),
        "solo-to-four": Track(10_000_000, ("four", "mixed"), (("players", "1"),)),
        "cards-to-words": Track(10_000_000, ("unseen-words",), (("data", "generated:v1:{0..49}"),)),
    }
)
#: The number of networks in a track, each trained with another seed.
TRAINING_RUNS: Final = 5
