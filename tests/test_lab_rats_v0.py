"""Lab Rats for PettingZoo, Gymnasium and Stable-Baselines3, and in batches."""

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from wistar_env import BatchGame, LearnerBatch, lab_rats_v0, make_sb3


def first_legal(observation: Any) -> int:
    return int(observation["action_mask"].argmax())


def test_the_default_is_four_players() -> None:
    assert len(lab_rats_v0.env().possible_agents) == 4
    assert BatchGame("lab-rats", 2, num_players=4).num_players == 4
    assert LearnerBatch("lab-rats", 2, num_players=4).num_players == 4
    env: Any = gymnasium.make("wistar/LabRats-v0")
    env.reset(seed=1)
    assert env.game.num_players == 4


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo 1.26 has no registry")
@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_the_environment_is_registered(kind: str) -> None:
    env = pettingzoo.make(kind, "wistar/LabRats-v0", num_players=3)
    assert isinstance(env.unwrapped, lab_rats_v0.raw_env)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize(
    ("reward", "sums_to"), [("win", None), ("rank", 0), ("score", None), ("cheese", None)]
)
def test_every_reward_with_a_name_is_paid(reward: str, sums_to: float | None) -> None:
    env = lab_rats_v0.env(3, reward=reward)
    env.reset(seed=7)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, paid, terminated, _, _ = env.last()
        assert seen is not None
        returns[agent] += paid
        env.step(None if terminated else first_legal(seen))
    cheese = {seat: row["cheese"] for seat, row in enumerate(env.game.scores())}
    ranks = env.game.ranks()
    if reward == "cheese":
        assert [*returns.values()] == [*cheese.values()]
    elif reward == "score":
        best = max(cheese.values())
        assert max(returns.values()) == best - sorted(cheese.values())[-2]
    else:
        assert [k for k, rank in enumerate(ranks) if rank == 1] == [
            k for k, paid in enumerate(returns.values()) if paid == 1
        ]
    if sums_to is not None:
        assert sum(returns.values()) == pytest.approx(sums_to)


def test_a_vector_environment_plays_the_games_of_single_ones() -> None:
    settings: dict[str, Any] = {"num_players": 3, "opponents": ["random"], "reward": "rank"}
    envs = gymnasium.make_vec(
        "wistar/LabRats-v0",
        2,
        vectorization_mode="vector_entry_point",
        autoreset_mode="NextStep",
        **settings,
    )
    single = gymnasium.make("wistar/LabRats-v0", **settings)
    seen, infos = envs.reset(seed=4)
    alone, info = single.reset(seed=5)
    over = False
    while not over:
        np.testing.assert_array_equal(seen[1], alone)
        np.testing.assert_array_equal(infos["action_mask"][1], info["action_mask"])
        actions = infos["action_mask"].argmax(axis=1)
        seen, rewards, _, _, infos = envs.step(actions)
        alone, reward, over, _, info = single.step(actions[1])
        assert rewards[1] == reward


def test_stable_baselines_learns_it() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    venv = make_sb3("lab-rats", 8, 3, opponents=["random"], seed=1)
    assert venv.reset().shape == (8, 433)
    model = sb3_contrib.MaskablePPO("MlpPolicy", venv, n_steps=16, batch_size=64, seed=1)
    model.learn(256)
    assert model.num_timesteps == 256
