"""The base of searches: positions, buffers and threads."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, number
from wistar_env.compiled.streams import FOR_SEARCH, number_of
from wistar_env.kit.game import MAX_SEED, Game, GameSpec
from wistar_env.kit.game.view import View
from wistar_env.kit.networks.defaults import DefaultNetworks
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.context import EDGE
from wistar_env.kit.search.report import Report, only_choice, report_of
from wistar_env.system.cpu import available_cores

#: Simulations or rollouts between two checks of Ctrl-C and of the time limit.
CHUNK: Final = 16
#: The largest number of simulations or rollouts.
UNLIMITED: Final = 10**9
#: ``rollout_depth`` of rollouts to the end of the game.
_FULL_DEPTH: Final = 10**6
_MEBIBYTE: Final = 2**20


class Searcher(ABC):
    """Base class of searches.

    Without a time limit, results depend only on the seed and on the information of the deciding
    seat. ``settings`` has, for True, the settings if a network or a function evaluates leaves and,
    for False, those without.
    """

    def __init__(
        self,
        num_trees: int,
        threads: int,
        memory_mb: int,
        network: Network | DefaultNetworks | None,
        settings: dict[bool, dict[str, float]],
    ) -> None:
        self.num_trees = integer("num_trees", num_trees, 1, 1024)
        self.threads = integer("threads", threads, 0, 1024) or available_cores()
        self._capacity = integer("memory_mb", memory_mb, 1, 2**16) * _MEBIBYTE // EDGE.itemsize
        self._settings = settings
        self.network = network
        self._free: dict[GameSpec, list[SearchBuffers]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the buffers, which hold addresses; copies allocate new ones."""
        return {**self.__dict__, "_free": {}}

    def search(self, position: Game | View, seed: int = 0) -> Report:
        """Search the current decision of a game or of a seat's view.

        Parameters
        ----------
        position
            The game, which is not modified, or a view of it.
        seed
            0 to 2**63 - 1. Without a time limit, the same seed gives the same report.

        Raises
        ------
        ValueError
            If the game is finished.
        RulesError
            If the rules found no hidden information that agrees with what the deciding seat saw.
        NetworkError
            If the network is for another game, or another player count, or a function returns an
            invalid evaluation.
        """
        return self.search_all([position], [seed])[0]

    def search_all(self, positions: Sequence[Game | View], seeds: Sequence[int]) -> list[Report]:
        """Search the current decisions of several games or views, each with its seed."""
        games = [
            determinized(position, integer("seed", seed, 0, MAX_SEED))
            for position, seed in zip(positions, seeds, strict=True)
        ]
        for game in games:
            self.network_for(game)
        open_rows = [row for row, game in enumerate(games) if num_choices(game) > 1]
        jobs = [(row, tree) for row in open_rows for tree in range(self.num_trees)]
        roots = self._run_jobs([(games[row], seeds[row], tree) for row, tree in jobs])
        reports = [only_choice(game.seat, int(game.legal_actions()[0])) for game in games]
        for k, row in enumerate(open_rows):
            reports[row] = report_of(roots[k * self.num_trees : (k + 1) * self.num_trees])
        return reports

    def network_for(self, game: Game) -> Network | None:
        """Return the network that evaluates the leaves of a game; None without a network.

        Raises
        ------
        NetworkError
            If the network is for another game, or another player count.
        """
        if self.network is None:
            return None
        if isinstance(self.network, DefaultNetworks) and not game.spec.networks.default:
            return None
        return self.network.for_game(game)

    def _run_jobs(self, jobs: list[tuple[Game, int, int]]) -> list[npt.NDArray[Any]]:
        threads, stopped = min(self.threads, len(jobs)), Event()

        def search(job: tuple[Game, int, int]) -> npt.NDArray[Any]:
            return self._search(*job, stopped)

        if threads <= 1:
            return [search(job) for job in jobs]
        with ThreadPoolExecutor(threads) as pool:
            try:
                return list(pool.map(search, jobs))
            finally:
                stopped.set()  # Ctrl-C reaches this thread only

    def _search(self, game: Game, seed: int, tree: int, stopped: Event) -> npt.NDArray[Any]:
        buffers = self._buffers_for(game)
        self._run(buffers, game, np.uint64(number_of(seed, FOR_SEARCH, tree)), tree, stopped)
        return self._edges_of(buffers, game)

    def _buffers_for(self, game: Game) -> SearchBuffers:
        network = self.network_for(game)
        try:
            buffers = self._free.setdefault(game.spec, []).pop()
        except IndexError:
            settings = self._settings[self._informed(game)]
            buffers = SearchBuffers(self._capacity, network, game.spec, **settings)
        buffers.set_network(network)
        return buffers

    def _informed(self, game: Game) -> bool:
        """Return whether a network or a function evaluates the leaves of a game."""
        return self.network_for(game) is not None

    def _edges_of(self, buffers: SearchBuffers, game: Game) -> npt.NDArray[Any]:
        """Return the edges of the root, and release the buffers for the next search."""
        edges = buffers.root_edges()
        self._free[game.spec].append(buffers)
        return edges

    @abstractmethod
    def _run(
        self, buffers: SearchBuffers, game: Game, seed: np.uint64, tree: int, stopped: Event
    ) -> None:
        """Search one tree in these buffers, in chunks; between them check whether to stop."""


def determinized(position: Game | View, seed: int) -> Game:
    """Return a game itself, or a determinization of a view.

    Raises RulesError if no determinization exists; compiled searches would see a finished game.
    """
    if not isinstance(position, Game):
        return position.determinize(seed)
    if not position.finished:
        position.determinize(position.seat, seed)
    return position


def num_choices(game: Game) -> int:
    """Return the number of legal actions.

    Raises ValueError if the game is finished.
    """
    choices = len(game.legal_actions())
    if choices == 0:
        raise ValueError("there is nothing to search: the game is finished")
    return choices


def search_settings(
    prior_temperature: float,
    win_weight: float,
    score_scale: float | None,
    rollout_depth: int | None,
) -> dict[str, float]:
    """Check and return the settings that all searches have."""
    depth = _FULL_DEPTH if rollout_depth is None else rollout_depth
    settings = {
        "prior_temperature": number("prior_temperature", prior_temperature, 1e-3, 1000),
        "win_weight": number("win_weight", win_weight, 0, 1),
        "rollout_depth": integer("rollout_depth", depth, 0, _FULL_DEPTH),
    }
    if score_scale is not None:
        settings["score_scale"] = number("score_scale", score_scale, 1e-3, 1000)
    return settings
