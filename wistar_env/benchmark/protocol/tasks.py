"""The tasks of the benchmark protocol, and its tracks.

Whatever changes a number that a bot gets changes ``PROTOCOL``: tasks, opponents, games, statistics.
Rows of different versions are not compared.
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
PROTOCOL: Final = 2
#: The seed of its games, which no ladder or training uses.
SEED: Final = one_way(FOR_BENCHMARK, PROTOCOL)
_RATS: Final = "rats-of-wistar"
_NETWORK: Final = "network:wistar"
_SEARCH: Final = "mcts:simulations=200,network=wistar"


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
    opponents
        The bots on the other chairs; empty for an automaton.
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
    opponents: tuple[str, ...]
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

    @cached_property
    def different_opponents(self) -> tuple[str, ...]:
        """The opponents, each once."""
        return tuple(dict.fromkeys(self.opponents))

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """The players of the chairs: 0 for the bot, 1 for an automaton.

        With opponents, from 1 on for ``different_opponents``: everybody moves on by one chair.
        """
        if not self.opponents:
            seats, automata = self.game_class.spec.seats_of(self.players)
            return [(0,) * (seats - automata) + (1,) * automata]
        places = (0, *(1 + self.different_opponents.index(each) for each in self.opponents))
        return [tuple(places[chair] for chair in chairs) for chairs in rotations(self.players)]

    def deals_of(self, games: int | None) -> int:
        """Return the deals with each data set for a total number of games; None for all."""
        if games is None:
            return self.deals
        together = len(self.seatings) * len(self.data)
        return min(self.deals, -(-games // together))


def _solo(
    name: str, what: str, level: int, data: tuple[str | None, ...] = (None,), deals: int = 500
) -> Task:
    return Task(name, what, _RATS, 1, (), level, data, deals)


def _table(name: str, deals: int, *opponents: str, game: str = _RATS) -> Task:
    players = 1 + len(opponents)
    what = f"{players} players, among {' and '.join(dict.fromkeys(opponents))}"
    return Task(name, what, game, players, opponents, None, (None,), deals)


def _lab_rats(players: int) -> Task:
    return _table(f"lab-rats-{players}", 80, *["careful"] * (players - 1), game="lab-rats")


def _sets(kind: str) -> tuple[str, ...]:
    """Return twenty card sets of the test split."""
    return tuple(f"{kind}:v1:{number}" for number in range(900_500, 900_520))


TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        task.name: task
        for task in (
            _solo("solo-5", "alone against Rat-o-bot at level 5", 5),
            _solo("solo-7", "alone against Rat-o-bot at level 7", 7),
            _solo("solo-9", "alone against Rat-o-bot at level 9", 9),
            _table("duel", 150, _SEARCH),
            _table("three", 80, _SEARCH, _SEARCH),
            _table("four", 50, _SEARCH, _SEARCH, _SEARCH),
            _table("mixed", 50, "greedy", _NETWORK, _SEARCH),
            _solo("unseen-permuted", "level 9, cards under other ids", 9, _sets("permuted"), 15),
            _solo("unseen-generated", "level 9, other cards", 9, _sets("generated"), 15),
            _solo("unseen-words", "level 9, words without training", 9, _sets("unheard"), 15),
            *map(_lab_rats, (3, 4, 5)),
        )
    }
)
#: The default tasks.
DEFAULT_TASKS: Final = ("solo-5", "solo-7", "solo-9")


@dataclass(frozen=True)
class Track:
    """What the training runs of a method have in common.

    Attributes
    ----------
    decisions
        The decisions of each run.
    tasks
        The tasks that test them; empty for all.
    settings
        Other settings of ``wistar train`` that are fixed, by name.
    """

    decisions: int
    tasks: tuple[str, ...] = ()
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
#: The networks of a track, each trained with another seed.
TRAINING_RUNS: Final = 5
