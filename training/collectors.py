"""Build the games of a PPO run, and their collector, from its settings."""

from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training.games import Rollout, RolloutCollector
from wistar_env.training.players import PlayerPool, Teacher
from wistar_env.training.ppo_config import Config, parse_shaping


def open_games(config: Config, num_envs: int, threads: int = 1) -> BatchGame:
    """Return a batch of this many games with the settings of a run."""
    reward = config.own_reward
    if reward is None or callable(reward):
        reward = "win"  # the cheapest reward; it is not used
    return BatchGame(
        config.game_class,
        num_envs,
        config.num_players,
        **config.game_options,
        reward=reward,
        data=config.data_folder,
        observation="sparse",
        num_threads=threads,
    )


def open_collector(
    config: Config, network: Network | SharedNetwork, envs: BatchGame, threads: int = 1
) -> RolloutCollector:
    """Return the collector that plays these games with the settings of a run."""
    players = PlayerPool(
        network,
        len(envs),
        config.seed,
        config.snapshots,
        config.opponent_bots,
        config.self_play_share,
        envs.data_sets,
        threads,
        envs.num_players,
        config.opening_bots,
        config.opening_share,
        config.opening_decisions,
    )
    shaping, reward = parse_shaping(config.shaping, envs.spec), config.own_reward
    function = reward if callable(reward) else None
    return RolloutCollector(envs, players, threads, shaping, config.value_views, function)


def open_rollout(config: Config, envs: BatchGame, num_steps: int) -> Rollout:
    """Return an empty rollout buffer for these games, with room for what a run records."""
    return Rollout(envs, num_steps, config.value_views > 0, config.own_reward is not None)


def open_teacher(config: Config) -> Teacher | None:
    """Return the bot to imitate in pretraining; None without pretraining."""
    if not config.imitates:
        return None
    return Teacher(config.pretraining, config.game_class.spec.bots.classes)


def open_part(
    config: Config, network: Network | SharedNetwork, num_envs: int
) -> tuple[RolloutCollector, Teacher | None]:
    """Return a collector of ``num_envs`` of a run's games, for a Ray worker, and the teacher."""
    return open_collector(config, network, open_games(config, num_envs)), open_teacher(config)
