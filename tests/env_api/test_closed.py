"""Closed environments reject further calls with one sentence."""

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ClosedEnvironmentError

import wistar_env
from wistar_env import make_sb3

CLOSED = "the environment was closed; create a new one"


def pettingzoo_env() -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
    env = wistar_env.make("lab-rats")
    env.reset(seed=1)
    return env, env.reset, lambda: env.step(int(env.observe("player_0")["action_mask"].argmax()))


def single() -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
    env = gymnasium.make("wistar/LabRats-v0")
    _, info = env.reset(seed=1)
    return env, env.reset, lambda: env.step(info["action_mask"].argmax())


def vector() -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
    env = gymnasium.make_vec("wistar/LabRats-v0", 2, vectorization_mode="vector_entry_point")
    _, infos = env.reset(seed=1)
    return env, env.reset, lambda: env.step(infos["action_mask"].argmax(axis=1))


def stable_baselines3() -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
    env = make_sb3("lab-rats", 2, seed=1)
    env.reset()
    return env, env.reset, lambda: env.step(env.action_masks().argmax(axis=1))


@pytest.mark.parametrize("door", [pettingzoo_env, single, vector, stable_baselines3])
def test_a_closed_environment_is_neither_stepped_nor_reset(door: Callable[[], Any]) -> None:
    env, reset, step = door()
    env.close()
    for call in (reset, step):
        with pytest.raises(ClosedEnvironmentError, match=CLOSED):
            call()
