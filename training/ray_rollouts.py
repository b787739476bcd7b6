"""Rollouts on a Ray cluster: each worker plays some of the games.

The learner holds the state of all games between two rollouts. A worker is sent that of its games
and returns it with their decisions, so nothing is lost with a worker.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.system.ray_tasks import Cluster
from wistar_env.training.collectors import open_part
from wistar_env.training.games import EndedGame, Rollout, RolloutCollector
from wistar_env.training.players import Teacher
from wistar_env.training.ppo_config import Config


class _Update(NamedTuple):
    """Data shared by all workers."""

    run: str
    config: Config
    network: Network | SharedNetwork
    snapshots_taken: int
    num_steps: int
    seed: int
    first_step: int
    imitates: bool
    shaping_weight: float


class _Games(NamedTuple):
    """Some of the games: the number of the first, their state, and the players of their seats."""

    first: int
    state: Mapping[str, NDArray[Any]]
    seats: NDArray[np.int16]


class _Played(NamedTuple):
    """The same games after a rollout, and what ``Rollout.by_game`` has of them."""

    games: _Games
    arrays: list[NDArray[Any]]
    ended: list[EndedGame]


class _Player(NamedTuple):
    collector: RolloutCollector
    teacher: Teacher | None
    rollout: Rollout


@lru_cache(maxsize=1)
def _players(_run: str) -> dict[int, _Player]:
    """Return what this process has made for a run, by the number of games."""
    return {}


def _player(update: _Update, games: int) -> _Player:
    made = _players(update.run)
    if games not in made:
        collector, teacher = open_part(update.config, update.network.copy(), games)
        rollout = Rollout(collector.envs, update.num_steps, update.config.value_views > 0)
        made[games] = _Player(collector, teacher, rollout)
    return made[games]


def _play(update: _Update, snapshots: NDArray[np.float32], games: _Games) -> _Played:
    """Play a rollout of some games."""
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
    """Plays the games of a collector on a cluster, with the same results.

    Parameters
    ----------
    collector
        Has the games and their players.
    cluster
        The cluster that plays them.
    config
        The settings of the run.
    """

    def __init__(self, collector: RolloutCollector, cluster: Cluster, config: Config) -> None:
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
        return sorted(ended, key=lambda game: game.step)  # those of a step stay in order

    def _shared_snapshots(self) -> Any:
        """Share the weights of the snapshots again if one was added."""
        taken, shared = self._snapshots
        if taken != self.players.snapshots_taken:
            weights = [each.weights for each in self.players.snapshots]
            shared = self._cluster.share(np.array(weights, np.float32))
            self._snapshots = self.players.snapshots_taken, shared
        return shared
