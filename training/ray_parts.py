"""The parts of training on a Ray cluster, each with the same results as on one machine.

``RayCollector`` plays rollouts, ``RaySelfPlay`` games of search, and ``RayLearner`` computes
gradients. The learner holds the state of all games between two rollouts: each worker receives the
state of its games and returns it with their decisions, so nothing is lost if a worker dies.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.networks.losses import METRICS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import add_gradient, apply_gradients
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.system.ray_tasks import Cluster
from wistar_env.training import distil_config, ppo_config
from wistar_env.training.collectors import open_part, open_rollout
from wistar_env.training.games import EndedGame, Rollout, RolloutCollector
from wistar_env.training.learner import Experience, Learner
from wistar_env.training.players import Teacher
from wistar_env.training.search_targets import SearchedGames, SearchSelfPlay, open_self_play

#: Parts into which a worker's games are divided, as some take longer than others.
_PARTS_OF_A_WORKER: Final = 4


@lru_cache(maxsize=1)
def _made(_run: str) -> dict[int, Any]:
    """Return this process's cache of a run's objects, by the number of games.

    Only the cache of the latest run is kept.
    """
    return {}


class _Update(NamedTuple):
    """What all workers need to play a rollout."""

    run: str
    config: ppo_config.Config
    network: Network | SharedNetwork
    snapshots_taken: int
    num_steps: int
    seed: int
    first_step: int
    imitates: bool
    shaping_weight: float


class _Games(NamedTuple):
    """Some of the games: the first game's number, the state, and the players by seat."""

    first: int
    state: Mapping[str, NDArray[Any]]
    seats: NDArray[np.int16]


class _Played(NamedTuple):
    """Some of the games after a rollout, with their part of ``Rollout.by_game``."""

    games: _Games
    arrays: list[NDArray[Any]]
    ended: list[EndedGame]


class _Player(NamedTuple):
    collector: RolloutCollector
    teacher: Teacher | None
    rollout: Rollout


def _player(update: _Update, games: int) -> _Player:
    made: dict[int, _Player] = _made(update.run)
    if games not in made:
        collector, teacher = open_part(update.config, update.network.copy(), games)
        rollout = open_rollout(update.config, collector.envs, update.num_steps)
        made[games] = _Player(collector, teacher, rollout)
    return made[games]


def _play(update: _Update, snapshots: NDArray[np.float32], games: _Games) -> _Played:
    """Play a rollout of some games on a worker."""
    collector, teacher, rollout = _player(update, len(games.seats))
    envs, players = collector.envs, collector.players
    players.network.weights[:] = update.network.weights
    players.seats[:] = games.seats
    if players.snapshots_taken == update.snapshots_taken:
        players.refresh()
    else:
        for snapshot, weights in zip(players.snapshots, snapshots, strict=True):
            snapshot.weights[:] = weights
        players.restore(update.snapshots_taken, games.seats)
    rollout.start_from(envs.load(dict(games.state)).observation)
    ended = collector.collect(
        rollout,
        update.seed,
        update.first_step,
        teacher if update.imitates else None,
        update.shaping_weight,
        games.first,
    )
    indices, values, used, *others = rollout.by_game()
    observed = [np.ascontiguousarray(each[..., : used.max()]) for each in (indices, values)]
    after = games._replace(state=envs.save(), seats=players.seats)
    return _Played(after, [*observed, used, *others], ended)


class RayCollector:
    """Plays the games of a collector on a cluster, with the same results."""

    def __init__(
        self, collector: RolloutCollector, cluster: Cluster, config: ppo_config.Config
    ) -> None:
        self.envs, self.players = collector.envs, collector.players
        self._cluster, self._config = cluster, config
        self._run = uuid4().hex
        self._snapshots: tuple[int, Any] = -1, None

    def collect(
        self,
        rollout: Rollout,
        seed: int,
        first_step: int,
        teacher: Teacher | None = None,
        shaping_weight: float = 0.0,
        first_game: int = 0,
    ) -> list[EndedGame]:
        """Fill a rollout and return the games that ended, as ``RolloutCollector.collect`` does."""
        players, count, state = self.players, len(self.envs), self.envs.save()
        update = _Update(
            self._run,
            self._config,
            players.network,
            players.snapshots_taken,
            rollout.num_steps,
            seed,
            first_step,
            teacher is not None,
            shaping_weight,
        )
        numbers = np.array_split(np.arange(count), min(count, self._cluster.num_workers))
        parts = [slice(int(each[0]), int(each[-1]) + 1) for each in numbers]
        given = [
            _Games(
                first_game + part.start,
                {name: a[part] if len(a) == count else a for name, a in state.items()},
                players.seats[part],
            )
            for part in parts
        ]
        shared = self._cluster.share(update), self._shared_snapshots()
        ended = []
        for part, played in zip(parts, self._cluster.in_order(_play, given, *shared), strict=True):
            for whole, array in zip(rollout.by_game(), played.arrays, strict=True):
                filled = whole[:, part]
                filled[..., : array.shape[-1]] = array
                filled[..., array.shape[-1] :] = 0
            for name, array in played.games.state.items():
                if len(state[name]) == count:
                    state[name][part] = array
            players.seats[part] = played.games.seats
            ended += played.ended
        self.envs.load(state)
        return sorted(ended, key=lambda game: game.step)  # stable: games of a step keep their order

    def _shared_snapshots(self) -> Any:
        """Return the shared snapshot weights; share them again if a snapshot was added."""
        taken, shared = self._snapshots
        if taken != self.players.snapshots_taken:
            weights = [each.weights for each in self.players.snapshots]
            shared = self._cluster.share(np.array(weights, np.float32))
            self._snapshots = self.players.snapshots_taken, shared
        return shared


class _Iteration(NamedTuple):
    """What all workers need to play the games of an iteration."""

    run: str
    config: distil_config.Config
    network: Network | SharedNetwork


class _Seeds(NamedTuple):
    """The number of the first of some games, and the seeds of all."""

    first_game: int
    seeds: Sequence[int]


def _search(iteration: _Iteration, part: _Seeds) -> SearchedGames:
    """Play games with these seeds on a worker."""
    made: dict[int, tuple[Network | SharedNetwork, SearchSelfPlay]] = _made(iteration.run)
    games = len(part.seeds)
    if games not in made:
        own = iteration.network.copy()
        made[games] = own, open_self_play(iteration.config, own, games)
    network, self_play = made[games]
    network.weights[:] = iteration.network.weights
    return self_play.play(part.seeds, part.first_game)


class RaySelfPlay:
    """Plays the games of ``open_self_play`` on a cluster, with the same results."""

    def __init__(
        self, network: Network | SharedNetwork, config: distil_config.Config, cluster: Cluster
    ) -> None:
        self._network, self._config, self._cluster = network, config, cluster
        self._run = uuid4().hex

    def play(
        self,
        seeds: Sequence[int],
        first_game: int = 0,
        on_step: Callable[[int], None] = lambda ended: None,
    ) -> SearchedGames:
        """Play games to their ends, as ``SearchSelfPlay.play`` does.

        ``on_step`` is called when a worker returns games, with the number of all games returned.
        """
        count = min(len(seeds), _PARTS_OF_A_WORKER * self._cluster.num_workers)
        parts = [
            _Seeds(first_game + int(each[0]), [seeds[k] for k in each])
            for each in np.array_split(np.arange(len(seeds)), count)
        ]
        iteration = self._cluster.share(_Iteration(self._run, self._config, self._network))
        played: list[SearchedGames] = []
        for games in self._cluster.in_order(_search, parts, iteration):
            played.append(games)
            on_step(sum(len(each.scores) for each in played))
        return SearchedGames.concatenate(played)


class _Decisions(NamedTuple):
    """Decisions of part of a minibatch, and the sums of its metrics so far."""

    observations: Sparse
    decisions: NDArray[Any]
    policy_targets: NDArray[np.float32]
    sums: NDArray[np.float64]


class _Gradient(NamedTuple):
    """The nonzero part of a gradient, and the sums with its metrics added."""

    weights: NDArray[np.float32]
    inputs: NDArray[np.uint8]
    actions: NDArray[np.uint8]
    sums: NDArray[np.float64]


def _gradient(network: Network, coefs: NDArray[np.float32], part: _Decisions) -> _Gradient:
    """Return the gradient of part of a minibatch."""
    found = Network(network.game, network.num_players, network.hidden)
    inputs = np.zeros((1, len(network.parameters["first"])), np.uint8)
    actions = np.zeros((1, network.game.spec.num_actions), np.uint8)
    sums = part.sums.copy()
    # Ray's arrays are read-only.
    indices, values, used = (array.copy() for array in part.observations)
    add_gradient(
        network.records(found),
        indices,
        values,
        used,
        part.decisions.copy(),
        part.policy_targets.copy(),
        np.arange(len(part.decisions)),
        coefs.copy(),
        inputs,
        actions,
        sums,
    )
    return _Gradient(found.weights, inputs[0], actions[0], sums)


class RayLearner(Learner):
    """A learner whose gradients are computed on a cluster, with the same results.

    ``network``: the network to train, in place.
    """

    def __init__(self, network: Network, cluster: Cluster) -> None:
        super().__init__(network)
        self._cluster = cluster

    def _run_minibatches(
        self,
        experience: Experience,
        policy_targets: NDArray[np.float32],
        rows: NDArray[np.int64],
        minibatch_size: int,
        coefs: NDArray[np.float32],
        learning_rate: float,
        value_grad_norm: float,
    ) -> NDArray[np.float64]:
        sums = np.zeros((len(self._gradients), len(METRICS)))
        indices, values, used = experience.observations
        width = int(used.max(initial=0))
        for minibatch in rows.reshape(-1, minibatch_size):
            parts = [
                _Decisions(
                    Sparse(indices[each, :width], values[each, :width], used[each]),
                    experience.decisions[each],
                    policy_targets[each] if len(policy_targets) else policy_targets,
                    sums[number],
                )
                for number, each in enumerate(np.array_split(minibatch, len(self._gradients)))
            ]
            shared = self._cluster.share(self.network), self._cluster.share(coefs)
            for number, found in enumerate(self._cluster.in_order(_gradient, parts, *shared)):
                self._gradients[number].weights[:] = found.weights
                self._touched_inputs[number] = found.inputs
                self._touched_actions[number] = found.actions
                sums[number] = found.sums
            apply_gradients(
                self._records,
                self._touched_inputs,
                self._touched_actions,
                value_grad_norm,
                self._squared_norms,
                learning_rate,
                self.adam_steps + 1,
            )
            self.adam_steps += 1
        return sums
