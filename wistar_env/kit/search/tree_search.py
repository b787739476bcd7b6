"""``Mcts``: Monte Carlo tree search, its settings and budgets."""

import math
import time
from collections.abc import Iterator
from threading import Event
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, number, shown
from wistar_env.compiled.streams import FOR_SEARCH, number_of
from wistar_env.errors import NetworkError
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import MAX_SEED, Game
from wistar_env.kit.game.view import View
from wistar_env.kit.networks.defaults import AUTO, DefaultNetworks, chosen_network
from wistar_env.kit.networks.network import REWARD, Network
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.evaluators import Evaluator
from wistar_env.kit.search.growing import GrowingSearch
from wistar_env.kit.search.mcts import init_tree, run_simulations
from wistar_env.kit.search.report import Report
from wistar_env.kit.search.searcher import (
    CHUNK,
    UNLIMITED,
    Searcher,
    determinized,
    num_choices,
    search_settings,
)
from wistar_env.kit.search.side_by_side import RootPriors

if TYPE_CHECKING:
    from wistar_env.kit.search.side_by_side import Tree

#: Simulations per decision if neither ``simulations`` nor ``seconds`` is given.
DEFAULT_SIMULATIONS: Final = 1000
#: The name, also in specs, that means no network.
_NO_NETWORK: Final = "none"


class _Usual(NamedTuple):
    c_puct: float
    rollout_depth: int | None
    root_prior_temperature: float


#: The default settings without and with a network, whose policy is overconfident.
_USUAL: Final = {False: _Usual(0.3, None, 1.0), True: _Usual(0.1, 0, 4.0)}


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
        on the number. Functions as evaluators are called by one thread.
    network
        Evaluates leaves: a ``Network``, its file, or the name of a bundled one. ``"auto"`` is the
        game's default network for the current cards, or rollouts by greedy in games without one;
        None or ``"none"`` means rollouts. A function from ``Leaves`` to an ``Evaluation``, such
        as one that calls a PyTorch model, is also allowed. In ``search_all``, one call evaluates up
        to 256 leaves, of several trees.
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
        Rollout length in decisions, from a leaf to the evaluated position, played by the network's
        most probable actions, or by greedy without a network. None plays to the end of the game.
        ``"auto"`` is 0 with a network and None without.
    memory_mb
        Maximum size of a tree in MiB. A full tree is searched further, but not expanded.
    root_noise_fraction
        Weight of noise in the priors of the root, 0 to 1, for exploration in self-play.
    dirichlet_alpha
        Concentration of the Dirichlet distribution from which the noise is drawn.
    root_prior_temperature
        Softmax temperature of the priors of the root. None is ``prior_temperature`` if that is
        given, otherwise 4 with a network, since trained policies are overconfident, and 1 without.
    batch_size
        Leaves of one tree, 1 to 256, that a function evaluates in one call; waiting leaves count as
        losses. Larger batches are faster on a GPU, but weaker at the same number of simulations.

    Raises
    ------
    NetworkError
        If a network cannot be loaded, or its value heads predict another reward than points.
    TypeError, ValueError
        If a setting is invalid.
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
        batch_size: int = 1,
    ) -> None:
        found = None if network == _NO_NETWORK else network
        loaded = chosen_network(found) if isinstance(found, str) else found
        if simulations is None and seconds is None:
            simulations = DEFAULT_SIMULATIONS
        limit = UNLIMITED if simulations is None else simulations
        self.simulations = integer("simulations", limit, 1, UNLIMITED)
        self.seconds = None if seconds is None else number("seconds", seconds, 0, 1_000_000)
        self._evaluator: Evaluator | None = None
        if not isinstance(loaded, Network | DefaultNetworks | None):
            if not callable(loaded):
                raise TypeError(
                    "network must be a Network, a file, the name of a bundled network, a function, "
                    f"or None, found {loaded!r}"
                )
            self._evaluator, loaded = loaded, None
        if isinstance(loaded, Network) and (reward := loaded.metadata.get(REWARD)):
            raise NetworkError(
                f"{loaded.file or 'the network'} cannot guide a search: its value heads predict "
                f"the reward {shown(reward)}, not points and wins"
            )
        settings: dict[bool, dict[str, float]] = {}
        self._root_priors: dict[bool, RootPriors] = {}
        for informed, usual in _USUAL.items():
            depth = usual.rollout_depth if rollout_depth == "auto" else rollout_depth
            settings[informed] = {
                "c_puct": number("c_puct", _given(c_puct, usual.c_puct), 0, 1000),
                "fpu_reduction": number("fpu_reduction", fpu_reduction, -1, 1),
                "value_weight": number("value_weight", value_weight, 0, 1),
                "batch_size": integer("batch_size", batch_size, 1, 256),
                **search_settings(_given(prior_temperature, 1.0), win_weight, score_scale, depth),
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
            raise ValueError(
                "rollout_depth must be 0 if a function evaluates the leaves, found "
                f"{rollout_depth!r}"
            )
        self.batch_size = int(settings[True]["batch_size"])
        if self._evaluator is None and self.batch_size > 1:
            raise ValueError(
                f"batch_size must be 1 unless a function evaluates the leaves, found {batch_size}"
            )

    def _informed(self, game: Game) -> bool:
        return self._evaluator is not None or super()._informed(game)

    def _simulations_of(self, tree: int) -> int:
        return (self.simulations + self.num_trees - 1 - tree) // self.num_trees

    def _run_jobs(self, jobs: list[tuple[Game, int, int]]) -> list[npt.NDArray[Any]]:
        if self._evaluator is None:
            return super()._run_jobs(jobs)
        from wistar_env.kit.search.side_by_side import MAX_LEAVES, grow

        edges = []
        group = MAX_LEAVES // self.batch_size
        for first in range(0, len(jobs), group):
            trees = []
            for game, seed, k in jobs[first : first + group]:
                trees.append(self._tree_of(game, seed, k))
                trees[-1].remaining = self._simulations_of(k)
            decisions = len(trees) / self.num_trees
            end = None if self.seconds is None else time.monotonic() + self.seconds * decisions
            grow(trees, self._evaluator, self._settings[True], end)
            edges += [self._edges_of(tree.buffers, tree.game) for tree in trees]
        return edges

    def _tree_of(self, game: Game, seed: int, number: int) -> "Tree":
        """Return a tree whose leaves a function evaluates."""
        from wistar_env.kit.search.side_by_side import Tree

        seed_of_tree = np.uint64(number_of(seed, FOR_SEARCH, number))
        return Tree(game, seed_of_tree, self._buffers_for(game), self._root_priors[True])

    def _run(
        self, buffers: SearchBuffers, game: Game, seed: np.uint64, tree: int, stopped: Event
    ) -> None:
        self._plant(buffers, game, seed)
        end = math.inf
        if self.seconds is not None:
            end = time.monotonic() + self.seconds * min(1.0, self.threads / self.num_trees)
        for _ in _chunks(game, buffers, self._simulations_of(tree)):
            if stopped.is_set() or time.monotonic() >= end:
                break

    def _plant(self, buffers: SearchBuffers, game: Game, seed: np.uint64) -> None:
        """Clear a tree and make the current decision of a game its root."""
        init_tree(game.data.rules, common_fields(game.record), 0, buffers.record, seed)
        self._root_priors[self._informed(game)].apply(buffers, seed)

    def begin(self, position: Game | View, seed: int = 0) -> GrowingSearch:
        """Return a search in steps: ``num_trees`` trees, which the caller grows.

        Parameters and errors are those of ``search``; ``simulations`` and ``seconds`` are ignored.
        """
        seed = integer("seed", seed, 0, MAX_SEED)
        game = determinized(position, seed).clone()
        num_choices(game)
        if self._evaluator is not None:
            return self._begin_with(self._evaluator, game, seed)
        trees = tuple(self._buffers_for(game) for _ in range(self.num_trees))
        for tree, buffers in enumerate(trees):
            self._plant(buffers, game, np.uint64(number_of(seed, FOR_SEARCH, tree)))

        def grow(simulations: int) -> None:
            for buffers in trees:
                for _ in _chunks(game, buffers, simulations):
                    pass  # Ctrl-C arrives here

        return GrowingSearch(game, trees, grow)

    def _begin_with(self, evaluator: Evaluator, game: Game, seed: int) -> GrowingSearch:
        from wistar_env.kit.search import side_by_side

        trees = [self._tree_of(game, seed, number) for number in range(self.num_trees)]

        def grow(simulations: int) -> None:
            for tree in trees:
                tree.remaining += simulations
            side_by_side.grow(trees, evaluator, self._settings[True], None)

        grow(0)  # expands the roots
        return GrowingSearch(game, tuple(tree.buffers for tree in trees), grow)


def _chunks(game: Game, buffers: SearchBuffers, simulations: int) -> Iterator[None]:
    """Run simulations in chunks, and yield after each chunk."""
    at = (game.data.rules, common_fields(game.record), 0, buffers.record)
    for done in range(0, simulations, CHUNK):
        run_simulations(*at, min(CHUNK, simulations - done))
        yield


def _given(value: float | None, usual: float) -> float:
    return usual if value is None else value


def search(position: Game | View, seed: int = 0, **settings: Any) -> Report:
    """Search the current decision of a game once, with the settings of ``Mcts``."""
    return Mcts(**settings).search(position, seed)
