import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.screen import no_screen, shows  # noqa: F401 - a fixture
from wistar_env import RatsOfWistar, wistar_v0
from wistar_env.errors import GameOverError, IllegalActionError, NotStartedError
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD
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


@pytest.mark.usefixtures("no_screen")
def test_gymnasiums_checker_passes() -> None:
    made = gymnasium.make("wistar/RatOBot-v0", on_illegal="penalize", render_mode="ansi")
    check_env(made.unwrapped)


def test_stable_baselines_checker_passes() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(SingleAgentEnv("rats-of-wistar", 1, on_illegal="penalize"))


def test_gymnasium_makes_the_environment() -> None:
    env = gymnasium.make("wistar/RatOBot-v0", level=5)
    observation, info = env.reset(seed=2)
    assert env.observation_space.contains(observation)
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
    inner = env.unwrapped
    assert isinstance(inner, SingleAgentEnv)
    assert inner.game.report()["level"] == 5


@pytest.mark.parametrize("reward", ["win", "vp"])
@pytest.mark.parametrize("level", [0, 6])
def test_it_is_the_solo_game_of_pettingzoo_decision_for_decision(level: int, reward: str) -> None:
    aec = wistar_v0.env(num_players=1, level=level, reward=reward)
    env = SingleAgentEnv("rats-of-wistar", 1, level=level, reward=reward)
    aec.reset(seed=4)
    observation, info = env.reset(seed=4)
    rng = np.random.default_rng(0)
    terminated = False
    while not terminated:
        seen = aec.observe("player_0")
        assert np.array_equal(seen["observation"], observation)
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        action = draw(info["action_mask"], rng)
        aec.step(action)
        observation, paid, terminated, _, info = env.step(action)
        assert aec.last()[1] == paid
        assert aec.last()[2] == terminated
        assert aec.game == env.game
    assert [dict(zip(CATEGORIES, row, strict=True)) for row in info["scores"]] == env.game.scores()
    assert np.array_equal(info["scores"][0], aec.infos["player_0"]["scores"])
    for name in ("rank", "level", "seed", "decisions"):
        assert info[name] == aec.infos["player_0"][name]


@pytest.mark.parametrize("reward", ["win", "rank", "score", "vp"])
def test_rewards_are_those_of_the_human_player(reward: str) -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, level=1, reward=reward)
    env.reset(seed=3)
    total = play(env)
    own, bot = (row["total"] for row in env.game.scores())
    won = 1.0 if own > bot else -1.0
    expected = {"win": won, "rank": won, "score": (own - bot) / 100, "vp": own - 10}
    assert total == pytest.approx(expected[reward])


def test_an_illegal_action_is_refused_or_penalized() -> None:
    env = SingleAgentEnv("rats-of-wistar", 1)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = env.game
    with pytest.raises(IllegalActionError, match="is not legal"):
        env.step(illegal)
    assert env.game == before
    env = SingleAgentEnv("rats-of-wistar", 1, on_illegal="penalize")
    first, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (ILLEGAL_REWARD, False, False)
    assert np.array_equal(observation, first)
    assert env.game == before
    assert env.replay().actions == []


@pytest.mark.parametrize("action", [None, 0.0, float("nan"), "0", True])
def test_a_wrong_type_is_an_error(action: Any) -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, on_illegal="penalize")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="action must be an integer"):
        env.step(action)


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


def test_a_reset_that_is_refused_changes_nothing() -> None:
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


def test_replays_and_descriptions_come_from_the_game() -> None:
    env = SingleAgentEnv("rats-of-wistar", 1, level=4)
    observation, info = env.reset(seed=8)
    action = int(np.flatnonzero(info["action_mask"])[0])
    assert env.describe(action) == env.game.describe(action)
    assert env.describe_observation(observation)["me.vp"] == 10
    env.step(action)
    assert env.replay().resume() == env.game


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
