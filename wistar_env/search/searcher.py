"""Searching decisions of games, and what a search may cost."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, number
from wistar_env.compiled.streams import FOR_SEARCH, number_of
from wistar_env.cores import available_cores
from wistar_env.errors import NetworkError
from wistar_env.game import MAX_SEED, Game
from wistar_env.networks.network import Network
from wistar_env.search.context import EDGE
from wistar_env.search.flat import halve
from wistar_env.search.mcts import begin_tree, grow
from wistar_env.search.memory import Memory
from wistar_env.search.report import Report, only_choice, report_of

#: Simulations between two looks at the clock.
_AT_ONCE: Final = 16
_MOST: Final = 10**9
#: Rollouts that go on to the end of the game.
_TO_THE_END: Final = 10**6
_MEBIBYTE: Final = 2**20


class Shown(Protocol):
    """What a seat sees of a game: ``wistar_env.benchmark.View``."""

    def determinize(self, seed: int) -> Game:
        """Return a copy of the game in which all that the seat cannot know is reshuffled."""


class Searcher(ABC):
    """Searches decisions, several at a time if there are threads for it.

    What it finds depends on the seed and on nothing that the deciding seat cannot know; unless it
    is told to stop after some time, it does not depend on anything else.
    """

    def __init__(
        self,
        trees: int,
        threads: int,
        memory: int,
        network: Network | None,
        settings: dict[str, float],
    ) -> None:
        self.trees = integer("trees", trees, 1, 1024)
        self.threads = integer("threads", threads, 0, 1024) or available_cores()
        self._capacity = integer("memory", memory, 1, 2**16) * _MEBIBYTE // EDGE.itemsize
        self._settings = settings
        self.network = network
        self._free: list[Memory] = []

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the memory, which is full of addresses; a copy makes its own."""
        return {**self.__dict__, "_free": []}

    def search(self, position: Game | Shown, seed: int = 0) -> Report:
        """Search the open decision of a game, or of what a seat sees of one.

        Parameters
        ----------
        position
            The game, which is left as it is, or a view of it.
        seed
            0 to 2**63 - 1. The same seed gives the same report.

        Raises
        ------
        ValueError
            If nobody decides there.
        NetworkError
            If the network is for another number of players.
        """
        seed = integer("seed", seed, 0, MAX_SEED)
        game = position if isinstance(position, Game) else position.determinize(seed)
        return self.search_all([game], [seed])[0]

    def search_all(self, games: Sequence[Game], seeds: Sequence[int]) -> list[Report]:
        """Search the open decisions of several games, each with a seed of its own."""
        for game in games:
            self._check_players(game)
        open_rows = [row for row, game in enumerate(games) if _choices(game) > 1]
        jobs = [(row, tree) for row in open_rows for tree in range(self.trees)]
        roots = self._spread([(games[row], seeds[row], tree) for row, tree in jobs])
        reports = [only_choice(game.seat, int(game.legal_actions()[0])) for game in games]
        for k, row in enumerate(open_rows):
            reports[row] = report_of(roots[k * self.trees : (k + 1) * self.trees])
        return reports

    def _check_players(self, game: Game) -> None:
        if self.network is not None and self.network.num_players != game.num_players:
            raise NetworkError(
                f"the network {self.network.file} is for games of {self.network.num_players} "
                f"players, found one of {game.num_players}"
            )

    def _spread(self, jobs: list[tuple[Game, int, int]]) -> list[npt.NDArray[Any]]:
        threads = min(self.threads, len(jobs))
        if threads <= 1:
            return [self._search(*job) for job in jobs]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(lambda job: self._search(*job), jobs))

    def _search(self, game: Game, seed: int, tree: int) -> npt.NDArray[Any]:
        try:
            memory = self._free.pop()
        except IndexError:
            memory = Memory(self._capacity, self.network, **self._settings)
        self._run(memory, game, np.uint64(number_of(seed, FOR_SEARCH, tree)), tree)
        edges = memory.root_edges()
        self._free.append(memory)
        return edges

    @abstractmethod
    def _run(self, memory: Memory, game: Game, seed: np.uint64, tree: int) -> None:
        """Grow a tree in the memory."""


def _choices(game: Game) -> int:
    choices = len(game.legal_actions())
    if choices == 0:
        raise ValueError("there is nothing to search: the game is finished")
    return choices


class Mcts(Searcher):
    """Information set Monte Carlo tree search, for any number of players and solo.

    Parameters
    ----------
    simulations
        Simulations of a decision; 1,000 if there is no limit of time, else as many as time allows.
    seconds
        Time for a decision, about. What is found then depends on the machine.
    trees
        Independent trees, which share the simulations and whose visits are added up.
    threads
        Threads that grow trees, of one decision or of several; 0 takes all cores. What is found
        does not depend on it.
    network
        Judges positions: a ``Network``, its file, or the name of one that comes with the package.
        Without one, greedy's heuristic does.
    c
        How much is tried that promises less; 0.1 with a network and 0.3 without, if it is None.
    temperature
        Of the prior: the higher, the more alike are the actions before they are tried.
    urgency
        How much less an action that was never tried counts than what its position is worth.
    win
        How much of what a position is worth is the chance of winning, 0 to 1; the rest is how far
        ahead the seat is.
    scale
        VP ahead that make odds of e : 1.
    trust
        How much of the chance of winning is what the network says; the rest follows from the
        scores that it expects.
    horizon
        Decisions that greedy plays from a leaf on before it is valued; None for all to the end.
        ``"auto"`` is 0 with a network, and None without.
    memory
        MiB of a tree at most. What finds no room in it is not looked into any further.
    """

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        trees: int = 1,
        threads: int = 1,
        network: Network | str | None = None,
        c: float | None = None,
        temperature: float = 1.0,
        urgency: float = 0.0,
        win: float = 0.5,
        scale: float = 10.0,
        trust: float = 0.5,
        horizon: int | Literal["auto"] | None = "auto",
        memory: int = 64,
    ) -> None:
        judge = Network.load(network) if isinstance(network, str) else network
        if c is None:
            c = 0.3 if judge is None else 0.1
        if horizon == "auto":
            horizon = None if judge is None else 0
        if simulations is None and seconds is None:
            simulations = 1000
        self.simulations = (
            _MOST if simulations is None else integer("simulations", simulations, 1, _MOST)
        )
        self.seconds = None if seconds is None else number("seconds", seconds, 0, 1_000_000)
        settings = {
            "exploration": number("c", c, 0, 1000),
            "urgency": number("urgency", urgency, -1, 1),
            "trust": number("trust", trust, 0, 1),
            **_settings(temperature, win, scale, horizon),
        }
        super().__init__(trees, threads, memory, judge, settings)

    def _run(self, memory: Memory, game: Game, seed: np.uint64, tree: int) -> None:
        at = (game.components._tables, game.record, 0, memory.record)
        left = (self.simulations + self.trees - 1 - tree) // self.trees
        begin_tree(*at, seed)
        if self.seconds is None:
            grow(*at, left)
            return
        end = time.monotonic() + self.seconds * min(1.0, self.threads / self.trees)
        while left > 0:  # however little time there is, something is tried
            grow(*at, min(left, _AT_ONCE))
            left -= _AT_ONCE
            if time.monotonic() >= end:
                break


class Flat(Searcher):
    """Flat Monte Carlo search: sequential halving of the legal actions by rollouts of greedy.

    Parameters
    ----------
    rollouts
        Rollouts of a decision, about.
    horizon
        Decisions of a rollout before the position is valued; None for all to the end.
    threads, temperature, win, scale
        As for ``Mcts``.
    width
        So many actions are tried, those whose positions greedy likes best; None for all.
    """

    def __init__(
        self,
        rollouts: int = 100,
        threads: int = 1,
        temperature: float = 1.0,
        win: float = 0.1,
        scale: float = 10.0,
        horizon: int | None = None,
        width: int | None = None,
    ) -> None:
        self.rollouts = integer("rollouts", rollouts, 1, _MOST)
        self.width = _MOST if width is None else integer("width", width, 2, _MOST)
        super().__init__(1, threads, 1, None, _settings(temperature, win, scale, horizon))

    def _run(self, memory: Memory, game: Game, seed: np.uint64, tree: int) -> None:
        halve(
            game.components._tables, game.record, 0, memory.record, seed, self.rollouts, self.width
        )


def _settings(
    temperature: float, win: float, scale: float, horizon: int | None
) -> dict[str, float]:
    return {
        "temperature": number("temperature", temperature, 1e-3, 1000),
        "win": number("win", win, 0, 1),
        "scale": number("scale", scale, 1e-3, 1000),
        "horizon": _TO_THE_END if horizon is None else integer("horizon", horizon, 0, _TO_THE_END),
    }


def search(position: Game | Shown, seed: int = 0, **settings: Any) -> Report:
    """Search the open decision of a game once, with the settings of ``Mcts``."""
    return Mcts(**settings).search(position, seed)
