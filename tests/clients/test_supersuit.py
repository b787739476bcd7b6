"""SuperSuit's wrappers, those that apply."""

from typing import Any

import gymnasium
import numpy as np
import pytest
import supersuit
from gymnasium import spaces
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from wistar_env import wistar_v0

pytestmark = pytest.mark.clients

SOLO = "wistar/RatOBot-v0"
SIZE = 2938


def first_legal(mask: Any) -> int:
    return int(mask.argmax())


def halved(observation: Any, space: Any, agent: str) -> Any:
    return {**observation, "observation": observation["observation"] / 2}


def same_space(space: Any, agent: str) -> Any:
    return space


#: Wrappers of the environment for all players, with their arguments.
OF_SEATS: list[tuple[Any, tuple[Any, ...]]] = [
    (supersuit.clip_reward_v0, (-0.1, 0.1)),
    (supersuit.reward_lambda_v0, (np.sign,)),
    (supersuit.pad_action_space_v0, ()),
    (supersuit.action_lambda_v1, (lambda action, space: action, lambda space: space)),
    (supersuit.observation_lambda_v0, (halved, same_space)),
]
#: Wrappers of the solo environment, with the shape of an observation.
OF_SOLO: list[tuple[Any, tuple[Any, ...], tuple[int, ...]]] = [
    (supersuit.clip_reward_v0, (-0.1, 0.1), (SIZE,)),
    (supersuit.frame_stack_v1, (2,), (2 * SIZE,)),
    (supersuit.dtype_v0, (np.float16,), (SIZE,)),
    (supersuit.normalize_obs_v0, (), (SIZE,)),
    (supersuit.delay_observations_v0, (2,), (SIZE,)),
    (supersuit.reshape_v0, ((26, 113),), (26, 113)),
]


@pytest.mark.parametrize(("wrapper", "arguments"), OF_SEATS)
def test_a_wrapped_game_for_all_players_is_played_to_its_end(
    wrapper: Any, arguments: tuple[Any, ...]
) -> None:
    env = wrapper(wistar_v0.env(reward="score"), *arguments)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, termination, *_ = env.last()
        assert abs(reward) <= (0.1 if wrapper is supersuit.clip_reward_v0 else 1)
        if wrapper is supersuit.observation_lambda_v0:
            assert seen["observation"].max() <= 0.5
        assert env.observation_space(agent).contains(seen)
        env.step(None if termination else first_legal(seen["action_mask"]))


@pytest.mark.parametrize(("wrapper", "arguments", "shape"), OF_SOLO)
def test_a_wrapped_solo_game_is_played_to_its_end(
    wrapper: Any, arguments: tuple[Any, ...], shape: tuple[int, ...]
) -> None:
    env = wrapper(gymnasium.make(SOLO, reward="score"), *arguments)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        assert observation.shape == shape == env.observation_space.shape
        observation, _, over, _, info = env.step(first_legal(info["action_mask"]))


def test_it_is_made_a_vector_environment_of_seats() -> None:
    parallel = turn_based_aec_to_parallel(wistar_v0.env(num_players=3))
    envs = supersuit.pettingzoo_env_to_vec_env_v1(parallel)
    observations, _ = envs.reset(seed=1)
    assert observations["action_mask"].shape == (3, 971)
    assert (observations["action_mask"].any(axis=1)).sum() == 1
    assert isinstance(envs.observation_space, spaces.Dict)
