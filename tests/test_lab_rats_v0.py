"""Lab Rats for PettingZoo, Gymnasium and Stable-Baselines3, and in batches."""

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from wistar_env import BatchGame, LabRats, LearnerBatch, lab_rats_v0, make_sb3
from wistar_env.errors import IllegalActionError

PLAYERS = (3, 4, 5)


def first_legal(observation: Any) -> int:
    return int(observation["action_mask"].argmax())


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("on_illegal", ["raise", "penalize"])
def test_pettingzoos_api_test_passes(num_players: int, on_illegal: str) -> None:
    api_test(lab_rats_v0.env(num_players, on_illegal=on_illegal), num_cycles=300)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_pettingzoos_seed_test_passes(num_players: int) -> None:
    seed_test(lambda: lab_rats_v0.env(num_players), num_cycles=60)


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


def test_the_game_is_a_copy() -> None:
    env = lab_rats_v0.env(3)
    env.reset(seed=2)
    copy = env.game
    assert isinstance(copy, LabRats)
    copy.step(copy.legal_actions()[0])
    assert env.game != copy


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


@pytest.mark.parametrize("num_players", PLAYERS)
def test_gymnasium_accepts_one_seat(num_players: int) -> None:
    env = gymnasium.make("wistar/LabRats-v0", num_players=num_players, opponents=["random"])
    assert env.observation_space.shape == (LabRats.spec.observation_layout(num_players).size,)
    check_env(
        gymnasium.make(
            "wistar/LabRats-v0", num_players=num_players, on_illegal="penalize"
        ).unwrapped
    )


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


@pytest.mark.parametrize("observation", ["float32", "uint8", "sparse"])
def test_batches_play_the_games_of_the_environment(observation: str) -> None:
    batch = BatchGame("lab-rats", 3, 3, observation=observation)
    step = batch.reset(seed=11)
    env = lab_rats_v0.env(3)
    env.reset(seed=12)
    while env.agents and not any(env.terminations.values()):
        action = batch.choose("random")
        assert env.agent_selection == f"player_{step.seat[1]}"
        env.step(int(action[1]))
        step = batch.step(action)
    assert step.done[1]
    np.testing.assert_array_equal(
        batch.final_scores[1, :3], [[*score.values()] for score in env.game.scores()]
    )


def test_a_learner_plays_against_a_pool_of_bots() -> None:
    batch = LearnerBatch("lab-rats", 8, 5, opponents=["random", "greedy"], reward="cheese")
    batch.reset(seed=1)
    paid = np.zeros(8)
    for _ in range(300):
        paid += batch.step(batch.choose("random")).reward
    assert paid.any()
    assert isinstance(batch.game(0), LabRats)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = lab_rats_v0.env(3)
    env.reset(seed=1)
    before = env.game
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=f"action {illegal}"):
        env.step(illegal)
    assert env.game == before


@pytest.mark.parametrize("num_players", [2, 6])
def test_a_wrong_number_of_players_is_named(num_players: int) -> None:
    message = f"num_players must be an integer from 3 to 5, found {num_players}"
    for make in (lab_rats_v0.env, lambda n: BatchGame("lab-rats", 2, n)):
        with pytest.raises(ValueError, match=message):
            make(num_players)


def test_stable_baselines_learns_it() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    venv = make_sb3("lab-rats", 8, 3, opponents=["random"], seed=1)
    assert venv.reset().shape == (8, 433)
    model = sb3_contrib.MaskablePPO("MlpPolicy", venv, n_steps=16, batch_size=64, seed=1)
    model.learn(256)
    assert model.num_timesteps == 256
