"""Libraries of others make the environments by their ids."""

from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import wistar_env  # noqa: F401  # registers the ids

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env as check_env_of_sb3
from stable_baselines3.common.env_util import make_vec_env

SOLO = "wistar/RatOBot-v0"
#: Stable-Baselines3 asks for pictures first, and Gymnasium says that there are none.
ASKED_FOR_PICTURES = pytest.mark.filterwarnings("ignore:.*rgb_array:UserWarning")


@ASKED_FOR_PICTURES
def test_maskable_ppo_takes_the_id_and_learns() -> None:
    model = MaskablePPO("MlpPolicy", SOLO, n_steps=32, batch_size=16, n_epochs=1, seed=1)
    model.learn(32)
    assert model.num_timesteps == 32


@ASKED_FOR_PICTURES
def test_stable_baselines_makes_several_by_the_id() -> None:
    envs: Any = make_vec_env(SOLO, 2, seed=1, env_kwargs={"level": 1})
    assert envs.reset().shape[0] == 2
    assert all(mask.any() for mask in envs.env_method("action_masks"))
    envs.close()


def test_the_masks_of_what_gymnasium_makes_are_found() -> None:
    env = gymnasium.make(SOLO)
    env.reset(seed=1)
    assert is_masking_supported(env)
    assert get_action_masks(env).any()


# Gymnasium asks for a window, too, where there may be no screen.
@pytest.mark.filterwarnings("ignore:.*finds no screen:UserWarning")
@pytest.mark.parametrize("check", [check_env, check_env_of_sb3])
def test_the_solo_environment_passes_the_checks_of_other_libraries(check: Any) -> None:
    # What the checkers play is random, and mostly not legal.
    check(gymnasium.make(SOLO, on_illegal="penalize").unwrapped)
