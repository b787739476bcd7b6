"""skrl's wrappers, as they find them by themselves."""

from typing import Any

import gymnasium
import pytest
import torch
from skrl.envs.wrappers.torch import wrap_env
from skrl.envs.wrappers.torch.gymnasium_envs import GymnasiumWrapper
from skrl.envs.wrappers.torch.pettingzoo_envs import PettingZooWrapper

from wistar_env import wistar_v0

pytestmark = pytest.mark.clients

SOLO = "wistar_env:wistar/RatOBot-v0"


@pytest.mark.parametrize("mode", [None, "vector_entry_point", "sync"])
def test_what_make_vec_makes_is_recognised_and_played(mode: str | None) -> None:
    envs: Any = gymnasium.make_vec(SOLO, num_envs=3, vectorization_mode=mode)
    env = wrap_env(envs, verbose=False)
    assert isinstance(env, GymnasiumWrapper)
    _, infos = env.reset()
    for _ in range(20):
        actions = torch.as_tensor(infos["action_mask"].argmax(axis=1))[:, None]
        observation, reward, terminated, _, infos = env.step(actions)
        assert observation.shape == (3, 2938)
        assert reward.shape == terminated.shape == (3, 1)


def test_the_solo_environment_is_recognised() -> None:
    env = wrap_env(gymnasium.make(SOLO), verbose=False)
    assert isinstance(env, GymnasiumWrapper)
    assert env.reset()[0].shape == (1, 2938)


def test_the_parallel_environment_is_recognised() -> None:
    env = wrap_env(wistar_v0.parallel_env(), verbose=False)
    assert isinstance(env, PettingZooWrapper)
    assert env.possible_agents == ["player_0", "player_1"]
