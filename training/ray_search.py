"""Games of search on a Ray cluster: each worker plays some of them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from uuid import uuid4

import numpy as np

from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.search import Mcts
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.system.ray_tasks import Cluster
from wistar_env.training.distil_config import Config
from wistar_env.training.policy_targets import policy_target_of
from wistar_env.training.search_targets import SearchedGames, SearchSelfPlay

#: Into how many parts the games of a worker are divided, as some take longer than others.
_PARTS: Final = 4


def open_self_play(
    config: Config, network: Network | SharedNetwork, games: int, threads: int = 1
) -> SearchSelfPlay:
    """Return what searches a number of games with a network, by the settings of a run."""
    shared, played = None, network
    if isinstance(played, SharedNetwork):
        shared, played = played, played.network_for(config.num_players)
    searcher = Mcts(
        config.simulations,
        threads=threads,
        network=played,
        c_puct=config.c_puct,
        prior_temperature=config.prior_temperature,
        root_prior_temperature=config.root_prior_temperature,
        root_noise_fraction=config.root_noise_fraction,
        dirichlet_alpha=config.dirichlet_alpha,
    )
    envs = BatchGame(
        config.game_class,
        games,
        config.num_players,
        options=config.game_options,
        data=config.data_folder,
        observation="sparse",
        autoreset=False,
        num_threads=threads,
    )
    policy_target = policy_target_of(
        config.policy_target,
        config.target_temperature,
        config.root_prior_temperature,
        config.completed_q_scale,
    )
    return SearchSelfPlay(
        searcher, envs, config.temperature, config.num_sampling_moves, policy_target, shared
    )


class _Iteration(NamedTuple):
    """Data shared by all workers."""

    run: str
    config: Config
    network: Network | SharedNetwork


class _Part(NamedTuple):
    """The number of the first of some games, and the seeds of all."""

    first_game: int
    seeds: Sequence[int]


@lru_cache(maxsize=1)
def _made(_run: str) -> dict[int, tuple[Network | SharedNetwork, SearchSelfPlay]]:
    """Return what this process has made for a run, by the number of games."""
    return {}


def _play(iteration: _Iteration, part: _Part) -> SearchedGames:
    """Play some games."""
    made, games = _made(iteration.run), len(part.seeds)
    if games not in made:
        own = iteration.network.copy()
        made[games] = own, open_self_play(iteration.config, own, games)
    network, self_play = made[games]
    network.weights[:] = iteration.network.weights
    return self_play.play(part.seeds, part.first_game)


class RaySelfPlay:
    """Plays the games of ``open_self_play`` on a cluster, with the same results.

    Parameters
    ----------
    network, config
        The network to search with, and the settings of the run.
    cluster
        The cluster that plays the games.
    """

    def __init__(self, network: Network | SharedNetwork, config: Config, cluster: Cluster) -> None:
        self._network, self._config, self._cluster = network, config, cluster
        self._run = uuid4().hex

    def play(
        self,
        seeds: Sequence[int],
        first_game: int = 0,
        on_step: Callable[[int], None] = lambda ended: None,
    ) -> SearchedGames:
        """Play games to their ends, as ``SearchSelfPlay.play`` does.

        ``on_step`` is called when some games have come back.
        """
        count = min(len(seeds), _PARTS * self._cluster.num_workers)
        parts = [
            _Part(first_game + int(each[0]), [seeds[k] for k in each])
            for each in np.array_split(np.arange(len(seeds)), count)
        ]
        iteration = self._cluster.share(_Iteration(self._run, self._config, self._network))
        played: list[SearchedGames] = []
        for games in self._cluster.in_order(_play, parts, iteration):
            played.append(games)
            on_step(sum(len(each.scores) for each in played))
        return SearchedGames.concatenate(played)
