"""Time per simulation of a search, with and without networks, and the speed-up of two threads.

For a player count, all searches start from the same positions, in the middle of greedy's games,
with the same seeds, so every repeat grows the same trees.
"""

from collections.abc import Callable, Sequence
from typing import Final, cast

import numpy as np

from experiments.speed.batches import PLAYERS
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit import game as kit_game
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search import Flat, Mcts
from wistar_env.kit.search.searcher import Searcher
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.speed.timing import Measurement, Part, Work, microseconds, race, ratios
from wistar_env.system.cpu import available_cores

LEVEL: Final = 9
#: Simulations per decision, with a network.
SIMULATIONS: Final = 400
#: Rollouts per decision; fewer, as they are slow.
ROLLOUTS: Final = 100
#: Number of searched positions, each from another game.
GAMES: Final = 8
#: Numbers of threads to measure; numbers above the number of cores are skipped.
THREADS: Final = (1, 2)
_GAMES_SEED: Final = 1
_NETWORK_SEED: Final = 1

_RANDOM: Final = "mcts, random network"
_TRAINED: Final = "mcts, trained network"
_PLAYED: Final = "mcts, rollouts"
_FLAT: Final = "flat, rollouts"

_COSTS: Final = "Search: time per simulation on one core"
_THREADS: Final = f"Search: {GAMES} games at once, random network, by threads"
_TIMES: Final = f"Search: speed-up over one thread, {GAMES} games at once, by threads"


def name_of(num_players: int) -> str:
    """Return the kind of game as text."""
    level = f", level {LEVEL}" if num_players == 1 else ""
    return f"{players_text(num_players)}{level}"


def positions(num_players: int) -> list[RatsOfWistar]:
    """Return the middle positions of greedy's games; solo games are at level 9."""
    return cast(list[RatsOfWistar], middle_positions(RatsOfWistar, num_players))


def middle_positions(game_class: type[kit_game.Game], num_players: int) -> list[kit_game.Game]:
    """Return the middle positions of greedy's games with the game's evaluation options."""
    options = game_class.spec.evaluation_options(num_players)
    batch = BatchGame(game_class, GAMES, num_players, **options, observation=None)
    batch.reset(seed=_GAMES_SEED)
    decisions: list[list[kit_game.Game]] = [[] for _ in range(GAMES)]
    plays = np.ones(GAMES, np.bool_)
    while plays.any():
        for i in np.flatnonzero(plays).tolist():
            decisions[i].append(batch.game(i))
        plays &= ~batch.step(batch.choose("greedy")).done
    return [each[len(each) // 2] for each in decisions]


def searching(searcher: Searcher, games: Sequence[kit_game.Game]) -> Work:
    """Return work that searches all games once per round, and counts simulations."""
    seeds = range(len(games))
    searcher.search_all(games[:1], seeds[:1])  # compiles, and allocates memory

    def work(count: int) -> int:
        reports = (each for _ in range(count) for each in searcher.search_all(games, seeds))
        return sum(report.simulations for report in reports)

    return work


def random_network(num_players: int) -> Network:
    """Return a random network of the default size."""
    return Network.random(RatsOfWistar, num_players, seed=_NETWORK_SEED)


def searchers(num_players: int) -> dict[str, Searcher]:
    """Return the searches to compare, each with one thread.

    One of them uses the game's network.
    """
    return {
        _RANDOM: Mcts(SIMULATIONS, network=random_network(num_players)),
        _TRAINED: Mcts(SIMULATIONS),
        _PLAYED: Mcts(ROLLOUTS, network=None),
        _FLAT: Flat(ROLLOUTS),
    }


def costs(num_players: int, repeats: int) -> list[Measurement]:
    """Measure microseconds per simulation on one core, by search and leaf evaluation."""
    games = positions(num_players)
    works = {name: searching(each, games) for name, each in searchers(num_players).items()}
    return [
        Measurement(
            _COSTS,
            f"{name_of(num_players)}, {name}",
            microseconds(rates),
            "µs/simulation",
        )
        for name, rates in race(works, repeats).items()
    ]


def threads(num_players: int, repeats: int) -> list[Measurement]:
    """Measure simulations by number of threads, and the speed-up of two threads."""
    games, network = positions(num_players), random_network(num_players)
    rates = race(
        {
            count: searching(Mcts(SIMULATIONS, threads=count, network=network), games)
            for count in THREADS
            if count <= available_cores()
        },
        repeats,
    )
    row, measured = name_of(num_players), []
    for count, values in rates.items():
        column = f"{count} threads" if count > 1 else "1 thread"
        measured.append(Measurement(_THREADS, row, values, "simulations/s", column))
        if count > 1:
            times = ratios(values, rates[1])
            measured.append(Measurement(_TIMES, row, times, "times", column))
    return measured


def parts() -> list[Part]:
    """Return the measurements of searches."""

    def part(what: str, num_players: int, measure: Callable[[int, int], list[Measurement]]) -> Part:
        label = f"search, {players_text(num_players)}: {what}"
        return Part("search", label, lambda repeats: measure(num_players, repeats))

    return [
        each
        for num_players in PLAYERS
        for each in (
            part("costs", num_players, costs),
            part("threads", num_players, threads),
        )
    ]
