"""Rewards of single games of Rats of Wistar."""

from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.kit import rewards
from wistar_env.kit.rewards import Reward, RewardFn, RewardLike


def choose_reward(reward: RewardLike | RewardFn) -> Reward:
    """Return a reward of single games: see ``wistar_env.kit.rewards.choose_reward``."""
    return rewards.choose_reward(reward, RATS_OF_WISTAR)


REWARDS: Final = MappingProxyType(
    {name: choose_reward(name) for name in rewards.named_rewards(RATS_OF_WISTAR.scores.points_name)}
)
