"""``Mcts`` and ``Flat``: search settings, budgets and threads."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, number
from wistar_env.compiled.streams import FOR_SEARCH, number_of
from wistar_env.kit.game import MAX_SEED, Game, GameSpec
from wistar_env.kit.game.view import View
from wistar_env.kit.head import heads
from wistar_env.kit.networks.defaults import AUTO, DefaultNetworks, chosen_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.context import EDGE
from wistar_env.kit.search.evaluators import Evaluator
from wistar_env.kit.search.flat import sequential_halving
from wistar_env.kit.search.growing import GrowingSearch
from wistar_env.kit.search.mcts import init_tree, run_simulations
from wistar_env.kit.search.report import Report, only_choice, report_of
from wistar_env.kit.search.root_priors import RootPriors
from wistar_env.system.cpu import available_cores

#: Simulations between two checks of the time limit.
_CHUNK: Final = 16
_UNLIMITED: Final = 10**9
#: Simulations for each decision, if neither they nor seconds are given.
DEFAULT_SIMULATIONS: Final = 1000
#: ``rollout_depth`` of rollouts to the end of the game.
_FULL_DEPTH: Final = 10**6
_MEBIBYTE: Final = 2**20


class _Usual(NamedTuple):
    c_puct: float
    rollout_depth: int | None
    root_prior_temperature: float


#: The settings without and with a network, whose policy is more certain than it is right.
_USUAL: Final = {False: _Usual(0.3, None, 1.0), True: _Usual(0.1, 0, 4.0)}


class Searcher(ABC):
    """Base class of searches.

    Without a time limit, results depend only on the seed and on the information of the deciding
    seat. ``settings`` has those without and, where ``network`` may be one, with a network.
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
        """Search the open decision of a game or of a seat's view.

        Parameters
        ----------
        position
            The game, which is not modified, or a view of it.
        seed
            0 to 2**63 - 1. The same seed gives the same report.

        Raises
        ------
        ValueError
            If the game is finished.
        NetworkError
            If the network is for another game, or another number of players.
        """
        seed = integer("seed", seed, 0, MAX_SEED)
        game = position if isinstance(position, Game) else position.determinize(seed)
        return self.search_all([game], [seed])[0]

    def search_all(self, games: Sequence[Game], seeds: Sequence[int]) -> list[Report]:
        """Search the open decisions of several games, each with its seed."""
        for game in games:
            self.network_for(game)
        open_rows = [row for row, game in enumerate(games) if _choices(game) > 1]
        jobs = [(row, tree) for row in open_rows for tree in range(self.num_trees)]
        roots = self._run_jobs([(games[row], seeds[row], tree) for row, tree in jobs])
        reports = [only_choice(game.seat, int(game.legal_actions()[0])) for game in games]
        for k, row in enumerate(open_rows):
            reports[row] = report_of(roots[k * self.num_trees : (k + 1) * self.num_trees])
        return reports

    def network_for(self, game: Game) -> Network | None:
        """Return the network that evaluates the leaves of a game; None if none does.

        Raises
        ------
        NetworkError
            If the network is for another game, or another number of players.
        """
        if self.network is None:
            return None
        if isinstance(self.network, DefaultNetworks) and not game.spec.networks.default:
            return None
        return self.network.for_game(game)

    def _run_jobs(self, jobs: list[tuple[Game, int, int]]) -> list[npt.NDArray[Any]]:
        threads = min(self.threads, len(jobs))
        if threads <= 1:
            return [self._search(*job) for job in jobs]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(lambda job: self._search(*job), jobs))

    def _search(self, game: Game, seed: int, tree: int) -> npt.NDArray[Any]:
        buffers = self._buffers_for(game)
        self._run(buffers, game, np.uint64(number_of(seed, FOR_SEARCH, tree)), tree)
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
        """Return whether more than the heuristic evaluates the leaves of a game."""
        return self.network_for(game) is not None

    def _edges_of(self, buffers: SearchBuffers, game: Game) -> npt.NDArray[Any]:
        """Return the edges of the root, and keep the buffers for the next search."""
        edges = buffers.root_edges()
        self._free[game.spec].append(buffers)
        return edges

    @abstractmethod
    def _run(self, buffers: SearchBuffers, game: Game, seed: np.uint64, tree: int) -> None:
        """Search one tree in these buffers."""


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
        Simulations per decision. The default is 1,000, or no limit if ``seconds`` is given.
    seconds
        Approximate time limit per decision. Results then depend on the machine.
    num_trees
        Independent trees, which share the simulations; their visits are added up.
    threads
        Threads for the trees of one or several decisions; 0 uses all cores. Results do not depend
        on it. An evaluator is called by one thread.
    network
        Evaluates leaves: a ``Network``, its file, or the name of a bundled one. ``"auto"`` is the
        one that comes with the game, for the cards at hand, and greedy's heuristic in games without
        one; None is the heuristic. Or any function from ``Leaves`` to an ``Evaluation``, such as
        one around a model in PyTorch. ``search_all`` gathers the leaves of up to 256 trees, one of
        each, for every call.
    c_puct
        Exploration constant of PUCT. None is 0.1 with a network, else 0.3.
    prior_temperature
        Softmax temperature of the priors. None is 1.
    fpu_reduction
        First-play urgency: the value of an unvisited action is that of its position minus this.
    win_weight
        Weight of the win probability in values, 0 to 1; the rest is the lead in points.
    score_scale
        Lead in points at which the odds of winning are e : 1; None is the game's ``value_scale``.
    value_weight
        Weight of the network's win head in the win probability, 0 to 1; the rest follows from its
        score head.
    rollout_depth
        Decisions that are played from a leaf before it is evaluated, by the network's most probable
        actions, or by greedy without one; None plays to the end of the game. ``"auto"`` is 0 with a
        network, else None.
    memory_mb
        Maximum size of a tree in MiB. A full tree is searched further, but not expanded.
    root_noise_fraction
        Weight of noise in the priors of the searched decision, 0 to 1; for self-play, which needs
        games and targets that the network did not expect.
    dirichlet_alpha
        Concentration of the Dirichlet distribution that the noise is drawn from.
    root_prior_temperature
        Softmax temperature of the priors of the searched decision. None is ``prior_temperature``,
        if that is given; else 4 with a network, since trained policies are more certain than they
        are right, and 1 without.
    """

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        num_trees: int = 1,
        threads: int = 1,
        network: Network | str | Evaluator | None = AUTO,
        c_puct: float | None = None,
        prior_temperature: float | None = None,
        fpu_reduction: float = 0.0,
        win_weight: float = 0.5,
        score_scale: float | None = None,
        value_weight: float = 0.5,
        rollout_depth: int | Literal["auto"] | None = "auto",
        memory_mb: int = 64,
        root_noise_fraction: float = 0.0,
        dirichlet_alpha: float = 0.3,
        root_prior_temperature: float | None = None,
    ) -> None:
        loaded = chosen_network(network) if isinstance(network, str) else network
        if simulations is None and seconds is None:
            simulations = DEFAULT_SIMULATIONS
        limit = _UNLIMITED if simulations is None else simulations
        self.simulations = integer("simulations", limit, 1, _UNLIMITED)
        self.seconds = None if seconds is None else number("seconds", seconds, 0, 1_000_000)
        self._evaluator: Evaluator | None = None
        if not isinstance(loaded, Network | DefaultNetworks | None):
            if not callable(loaded):
                raise TypeError(
                    f"network must be a Network, its file, its name or a function, found {loaded!r}"
                )
            self._evaluator, loaded = loaded, None
        settings: dict[bool, dict[str, float]] = {}
        self._root_priors: dict[bool, RootPriors] = {}
        for informed, usual in _USUAL.items():
            depth = usual.rollout_depth if rollout_depth == "auto" else rollout_depth
            settings[informed] = {
                "c_puct": number("c_puct", _given(c_puct, usual.c_puct), 0, 1000),
                "fpu_reduction": number("fpu_reduction", fpu_reduction, -1, 1),
                "value_weight": number("value_weight", value_weight, 0, 1),
                **_settings(_given(prior_temperature, 1.0), win_weight, score_scale, depth),
            }
            flat = _given(prior_temperature, usual.root_prior_temperature)
            self._root_priors[informed] = RootPriors(
                number("root_prior_temperature", _given(root_prior_temperature, flat), 1e-3, 1000)
                / settings[informed]["prior_temperature"],
                number("root_noise_fraction", root_noise_fraction, 0, 1),
                number("dirichlet_alpha", dirichlet_alpha, 1e-3, 1000),
            )
        super().__init__(num_trees, threads, memory_mb, loaded, settings)
        if self._evaluator is not None and settings[True]["rollout_depth"]:
            raise ValueError("rollout_depth must be 0 if a function evaluates the leaves")

    def _informed(self, game: Game) -> bool:
        return self._evaluator is not None or super()._informed(game)

    def _simulations_of(self, tree: int) -> int:
        return (self.simulations + self.num_trees - 1 - tree) // self.num_trees

    def _run_jobs(self, jobs: list[tuple[Game, int, int]]) -> list[npt.NDArray[Any]]:
        if self._evaluator is None:
            return super()._run_jobs(jobs)
        from wistar_env.kit.search.side_by_side import MAX_LEAVES, Tree, grow

        edges = []
        for first in range(0, len(jobs), MAX_LEAVES):
            trees = [
                Tree(
                    game,
                    np.uint64(number_of(seed, FOR_SEARCH, tree)),
                    self._simulations_of(tree),
                    self._buffers_for(game),
                    self._root_priors[True],
                )
                for game, seed, tree in jobs[first : first + MAX_LEAVES]
            ]
            decisions = len(trees) / self.num_trees
            end = None if self.seconds is None else time.monotonic() + self.seconds * decisions
            grow(trees, self._evaluator, self._settings[True], end)
            edges += [self._edges_of(tree.buffers, tree.game) for tree in trees]
        return edges

    def _run(self, buffers: SearchBuffers, game: Game, seed: np.uint64, tree: int) -> None:
        at = (game.data.rules, heads(game.record), 0, buffers.record)
        remaining = self._simulations_of(tree)
        self._plant(buffers, game, seed)
        if self.seconds is None:
            run_simulations(*at, remaining)
            return
        end = time.monotonic() + self.seconds * min(1.0, self.threads / self.num_trees)
        while remaining > 0:  # at least one chunk, however short the time limit
            run_simulations(*at, min(remaining, _CHUNK))
            remaining -= _CHUNK
            if time.monotonic() >= end:
                break

    def _plant(self, buffers: SearchBuffers, game: Game, seed: np.uint64) -> None:
        """Clear a tree: the open decision of a game is its root."""
        init_tree(game.data.rules, heads(game.record), 0, buffers.record, seed)
        self._root_priors[self._informed(game)].apply(buffers, seed)

    def begin(self, position: Game | View, seed: int = 0) -> GrowingSearch:
        """Return a search in steps: ``num_trees`` trees, which grow as far as the caller wishes.

        Parameters and errors are those of ``search``; ``simulations`` and ``seconds`` do not count.

        Raises
        ------
        ValueError
            If a function evaluates leaves.
        """
        if self._evaluator is not None:
            raise ValueError("a function that evaluates leaves cannot be searched with in steps")
        seed = integer("seed", seed, 0, MAX_SEED)
        game = position.clone() if isinstance(position, Game) else position.determinize(seed)
        _choices(game)
        trees = tuple(self._buffers_for(game) for _ in range(self.num_trees))
        for tree, buffers in enumerate(trees):
            self._plant(buffers, game, np.uint64(number_of(seed, FOR_SEARCH, tree)))

        def grow(buffers: SearchBuffers, simulations: int) -> None:
            run_simulations(game.data.rules, heads(game.record), 0, buffers.record, simulations)

        return GrowingSearch(game, trees, grow)


class Flat(Searcher):
    """Flat Monte Carlo search: sequential halving of the legal actions by greedy's rollouts.

    Parameters
    ----------
    rollouts
        Approximate number of rollouts per decision.
    rollout_depth
        Decisions of a rollout before the position is evaluated; None plays to the end of the game.
    threads, prior_temperature, win_weight, score_scale
        As for ``Mcts``.
    width
        Number of actions to try, those with the highest priors; None tries all.
    """

    def __init__(
        self,
        rollouts: int = 100,
        threads: int = 1,
        prior_temperature: float = 1.0,
        win_weight: float = 0.1,
        score_scale: float | None = None,
        rollout_depth: int | None = None,
        width: int | None = None,
    ) -> None:
        self.rollouts = integer("rollouts", rollouts, 1, _UNLIMITED)
        self.width = _UNLIMITED if width is None else integer("width", width, 2, _UNLIMITED)
        settings = _settings(prior_temperature, win_weight, score_scale, rollout_depth)
        super().__init__(1, threads, 1, None, {False: settings})

    def _run(self, buffers: SearchBuffers, game: Game, seed: np.uint64, tree: int) -> None:
        at = (game.data.rules, heads(game.record), 0, buffers.record)
        sequential_halving(*at, seed, self.rollouts, self.width)


def _given(value: float | None, usual: float) -> float:
    return usual if value is None else value


def _settings(
    prior_temperature: float,
    win_weight: float,
    score_scale: float | None,
    rollout_depth: int | None,
) -> dict[str, float]:
    depth = _FULL_DEPTH if rollout_depth is None else rollout_depth
    settings = {
        "prior_temperature": number("prior_temperature", prior_temperature, 1e-3, 1000),
        "win_weight": number("win_weight", win_weight, 0, 1),
        "rollout_depth": integer("rollout_depth", depth, 0, _FULL_DEPTH),
    }
    if score_scale is not None:
        settings["score_scale"] = number("score_scale", score_scale, 1e-3, 1000)
    return settings


def search(position: Game | View, seed: int = 0, **settings: Any) -> Report:
    """Search the open decision of a game once, with the settings of ``Mcts``."""
    return Mcts(**settings).search(position, seed)
