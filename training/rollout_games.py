"""The games of a PPO run: for each player count, groups of data sets that take turns.

A minibatch of a card-feature network uses one data set, so a rollout has at least one minibatch per
set. Rollouts of hundreds of sets are therefore large, and PPO updates rarely. With groups, each
rollout uses only a few sets, and the next rollout uses others.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.system.ray_tasks import Cluster
from wistar_env.training.collectors import open_collector, open_rollout, open_teacher
from wistar_env.training.games import EndedGame, Rollout
from wistar_env.training.ppo_config import Config
from wistar_env.training.ray_parts import RayCollector


class SetGroup:
    """The games of a run with some of its data sets, and their players.

    ``first_set``: the number of this group's first data set among the sets of all groups.
    ``first_game``, ``first_seed``: the number and seed of its first game.
    """

    def __init__(
        self,
        config: Config,
        network: Network | SharedNetwork,
        envs: BatchGame,
        first_set: int,
        first_game: int,
        first_seed: int,
        threads: int = 1,
        cluster: Cluster | None = None,
    ) -> None:
        collector = open_collector(config, network, envs, threads)
        self.envs, self.players, self._first_set = envs, collector.players, first_set
        self._first_game = first_game
        self._collector = RayCollector(collector, cluster, config) if cluster else collector
        # A teacher may keep state per row of the batch, so each group has its own teacher.
        self._teacher, self._seed = open_teacher(config), config.seed
        self._next_observation: Any = envs.reset(first_seed).observation

    def collect(
        self,
        rollout: Rollout,
        first_step: int,
        imitate: bool = False,
        shaping_weight: float = 0.0,
    ) -> list[EndedGame]:
        """Fill a rollout as ``RolloutCollector.collect`` does; the next call continues these games.

        With ``imitate`` the teacher chooses the actions. Data sets in the rollout are numbered
        across all groups.
        """
        self.players.refresh()
        rollout.start_from(self._next_observation)
        rollout.first_set = self._first_set
        teacher = self._teacher if imitate else None
        ended = self._collector.collect(
            rollout, self._seed, first_step, teacher, shaping_weight, self._first_game
        )
        # Another group fills the rollout next.
        indices, values, used = rollout.at(rollout.num_steps)[0]
        self._next_observation = Sparse(indices.copy(), values.copy(), used.copy())
        return ended

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the state of the games."""
        state = self.envs.save()
        state["rows"]["done"] = 0  # "done" of the last step was recorded already
        return state

    def load(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Continue the games from a state that ``save`` returned."""
        self._next_observation = self.envs.load(dict(state)).observation


class RolloutGames:
    """The games of a run with one player count: groups that fill one rollout in turn."""

    def __init__(
        self,
        config: Config,
        network: Network | SharedNetwork,
        batches: Sequence[BatchGame],
        first_set: int,
        first_game: int,
        first_seed: int,
        threads: int = 1,
        cluster: Cluster | None = None,
    ) -> None:
        self.config, self.groups = config, list[SetGroup]()
        for part, envs in zip(config.by_set_group(), batches, strict=True):
            firsts = first_set, first_game, first_seed
            self.groups.append(SetGroup(part, network, envs, *firsts, threads, cluster))
            first_set += len(envs.data_sets)
            first_seed += len(envs)
        self.rollout = open_rollout(config, batches[0], config.num_steps)

    def collect(
        self, iteration: int, imitate: bool = False, shaping_weight: float = 0.0
    ) -> list[EndedGame]:
        """Fill the rollout from the group whose turn it is; see ``SetGroup.collect``."""
        group = self.groups[iteration % len(self.groups)]
        first_step = iteration * self.config.num_steps
        return group.collect(self.rollout, first_step, imitate, shaping_weight)

    def compute_advantages(self, gae_lambda: float) -> None:
        """Compute returns and normalized advantages (GAE)."""
        config = self.config
        self.rollout.compute_advantages(config.gamma, gae_lambda, config.reward_weights)
