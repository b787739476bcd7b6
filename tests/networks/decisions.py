"""Decisions to learn from, of games that a small network played."""

from typing import Any

import numpy as np

from tests.networks.networks import lively
from wistar_env import BatchGame
from wistar_env.kit.networks.network import Network
from wistar_env.training.games import Rollout, RolloutCollector
from wistar_env.training.players import PlayerPool


def played(
    num_players: int = 1, games: int = 4, length: int = 12, network: Network | None = None
) -> tuple[Network, Rollout, RolloutCollector]:
    """Return a network, a rollout of it, and its collector."""
    network = network or lively(num_players)
    level = (0, 9) if num_players == 1 else None
    batch = BatchGame("rats-of-wistar", games, num_players, level=level, observation="sparse")
    rollout = Rollout(batch, length)
    rollout.start_from(batch.reset(seed=3).observation)
    collector = RolloutCollector(batch, PlayerPool(network, games, seed=1))
    collector.collect(rollout, 5, 0)
    return network, rollout, collector


def with_made_up_results(rollout: Rollout, seed: int = 0) -> Any:
    """Write advantages, targets and chances of before at random, and return the decisions."""
    rng, decisions = np.random.default_rng(seed), rollout.decisions
    decisions["advantage"] = rng.normal(size=len(decisions))
    decisions["returns"] = rng.normal(0, 3, decisions["returns"].shape)
    decisions["log_prob"] += rng.normal(0, 0.2, len(decisions))
    return decisions
