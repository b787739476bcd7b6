"""Tianshou's collectors, and what they make of infos."""

import pytest
from tianshou.algorithm import (
    MARLRandomDiscreteMaskedOffPolicyAlgorithm,
    MultiAgentOffPolicyAlgorithm,
)
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

from wistar_env import RatsOfWistar, wistar_v0

pytestmark = pytest.mark.clients


@pytest.mark.parametrize("num_players", [2, 3])
def test_a_collector_plays_whole_games_with_masks(num_players: int) -> None:
    def make() -> PettingZooEnv:
        return PettingZooEnv(wistar_v0.env(num_players=num_players, reward="rank"))

    algorithm = MultiAgentOffPolicyAlgorithm(
        algorithms=[
            MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=make().action_space)
            for _ in range(num_players)
        ],
        env=make(),
    )
    buffer = VectorReplayBuffer(4000, 2)
    collector = Collector(algorithm, DummyVectorEnv([make, make]), buffer)
    collector.reset()
    games = collector.collect(n_episode=2)  # an action that is not legal would raise
    assert games.n_collected_episodes == 2
    assert games.returns.sum(axis=1) == pytest.approx([0, 0], abs=1e-6)
    assert len(buffer) == sum(games.lens)


def test_no_score_hides_a_method_of_what_tianshou_makes_of_infos() -> None:
    scores = RatsOfWistar.new(2, 1).scores()[0]
    assert dict(Batch(scores).items()) == scores
    assert not [name for name in scores if hasattr(Batch(), name)]
