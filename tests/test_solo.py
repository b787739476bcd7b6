import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.screen import no_screen, shows  # noqa: F401 - a fixture
from wistar_env import RatsOfWistar
from wistar_env.errors import GameOverError, NotStartedError
from wistar_env.kit.game import seed_after
from wistar_env.kit.vector.single_env import SingleAgentEnv


def draw(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play(env: Any, seed: int = 0) -> float:
    """Play to the end; return the sum of the rewards."""
    rng = np.random.default_rng(seed)
    total, terminated = 0.0, False
    while not terminated:
        _, reward, terminated, truncated, _ = env.step(draw(env.action_masks(), rng))
        assert not truncated
        total += reward
    return total


def test_the_end_and_the_time_before_the_first_reset_are_errors() -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, render_mode="ansi")
    for call in (lambda: env.step(0), env.action_masks, env.render, env.replay):
        with pytest.raises(NotStartedError, match="call reset"):
            call()
    env.reset(seed=1)
    play(env)
    assert not env.action_masks().any()
    with pytest.raises(GameOverError, match="finished"):
        env.step(0)


def test_seeds_and_options_choose_the_game() -> None:
    first, second = (
        SingleAgentEnv("rats-of-wistar", 1, level=2),
        SingleAgentEnv("rats-of-wistar", 1, level=2),
    )
    for seed in (5, None, None):
        first.reset(seed=seed)
        second.reset(seed=seed)
        assert first.game == second.game
    first.reset(seed=5, options={"level": 9, "colour": "red"})
    assert first.game.report()["level"] == 9
    first.reset(seed=5, options={"tracks": (1, 1, 2)})
    assert first.game.options == {"tracks": [1, 1, 2]}
    first.reset(seed=5)
    assert first.game.report()["level"] == 2
    assert SingleAgentEnv("rats-of-wistar", 1, tracks=(3, 3, 2)).reset(seed=1)


def test_a_reset_that_is_rejected_changes_nothing() -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, level=2)
    env.reset(seed=5)
    env.step(int(env.game.legal_actions()[0]))
    for arguments in ({"seed": -1}, {"seed": 8, "options": {"level": 10}}):
        with pytest.raises(ValueError, match="must be an integer from 0"):
            env.reset(**arguments)
    assert env.replay().resume() == env.game
    env.reset()
    assert env.game == RatsOfWistar.new(1, seed_after(5), level=2)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_in_mid_game_continues_identically(copied: Any) -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, level=4, reward="vp")
    _, info = env.reset(seed=8)
    rng = np.random.default_rng(0)
    for _ in range(30):
        info = env.step(draw(info["action_mask"], rng))[-1]
    other = copied(env)
    assert other.game == env.game
    assert play(other, seed=1) == play(env, seed=1)
    assert other.game == env.game


@pytest.mark.usefixtures("no_screen")
def test_positions_are_rendered() -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.presentation.render(0)
    env = SingleAgentEnv("rats-of-wistar", 1, render_mode="rgb_array")
    env.reset(seed=1)
    assert np.array_equal(env.render(), env.game.presentation.frame(0))
    env = SingleAgentEnv("rats-of-wistar", 1, render_mode="rgb_array", size=(400, 300))
    env.reset(seed=1)
    assert env.render().shape == (300, 400, 3)
    env = SingleAgentEnv("rats-of-wistar", 1, render_mode="human")
    env.reset(seed=1)
    assert shows(env.game.presentation.frame(0))
    env.close()
    env = SingleAgentEnv("rats-of-wistar", 1)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# What Gymnasium makes of it


def test_what_gymnasium_makes_has_all_that_the_environment_has() -> None:
    env: Any = gymnasium.make("wistar/RatOBot-v0", level=4)
    observation, info = env.reset(seed=8)
    assert np.array_equal(env.action_masks(), info["action_mask"])
    assert env.game == RatsOfWistar.new(1, 8, level=4)
    action = int(env.game.legal_actions()[0])
    assert env.describe(action) == env.game.describe(action)
    assert env.describe_observation(observation)["me.vp"] == 10
    env.step(action)
    assert env.replay().actions == [action]
    assert env.unwrapped is env
    assert env.spec.id == "wistar/RatOBot-v0"
    assert isinstance(env, SingleAgentEnv)


def test_what_gymnasium_makes_checks_without_wrappers_what_they_check() -> None:
    env: Any = gymnasium.make("wistar/RatOBot-v0", render_mode="ansi")
    for early in (lambda: env.step(0), env.render):
        with pytest.raises(NotStartedError, match="call reset"):
            early()
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    with pytest.raises(TypeError, match="action must be an integer"):
        env.step(0.5)


def test_wrappers_of_others_give_way_to_the_environment() -> None:
    env: Any = gymnasium.make("wistar/RatOBot-v0", max_episode_steps=2)
    env.reset(seed=8)
    assert env.get_wrapper_attr("action_masks")().any()
    for truncated in (False, True):
        assert env.step(int(env.unwrapped.game.legal_actions()[0]))[3] is truncated
