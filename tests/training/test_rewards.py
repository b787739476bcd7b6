"""Rewards of PPO: by name, as weights of features, and as functions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.test_ppo import SIZE, TINY, advance
from wistar_env import BatchGame, RatsOfWistar
from wistar_env.errors import NetworkError
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.rewards import Shaping, Weighted
from wistar_env.kit.search import Mcts
from wistar_env.training.ppo import Config, Run, train
from wistar_env.training.rewards import FunctionRewards, reward_of

pytestmark = pytest.mark.usefixtures("drawn_once")

HERE = "tests.training.test_rewards"
WOOD = Weighted({"wood": 0.5, "rooms_dug": 2.0})
SHAPED = Shaping("rank", {"vp": 0.01}, discount=1.0)


def wood(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
    """Return what ``WOOD`` pays: half of the wood that each seat gained, and 2 for a room."""
    has = [
        0.5 * game.record[0]["players"]["wood"] + 2.0 * game.record[0]["players"]["rooms_dug"]
        for game in (before, after)
    ]
    paid: list[float] = (has[1] - has[0])[: after.num_seats].tolist()
    return paid


def endless(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
    return [float("inf")] * after.num_seats


def of_one_seat(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
    return [1.0]


def test_a_reward_is_found_by_its_name() -> None:
    assert reward_of("vp", RatsOfWistar.spec) == "vp"
    assert reward_of(f"{HERE}:WOOD", RatsOfWistar.spec) is WOOD
    assert reward_of(f"{HERE}:wood", RatsOfWistar.spec) is wood


@pytest.mark.parametrize(
    "name", ["points", "no_such_module:name", f"{HERE}:none", f"{HERE}:HERE", "beds=4"]
)
def test_an_unknown_reward_is_rejected_with_those_that_there_are(name: str) -> None:
    with pytest.raises(ValueError, match=r"reward must be one of win, rank, score, vp, or module"):
        reward_of(name, RatsOfWistar.spec)


@pytest.mark.parametrize("num_players", [1, 3])
def test_a_function_is_paid_over_the_ends_of_games_as_weights_are(num_players: int) -> None:
    batch = BatchGame(RatsOfWistar, 2, num_players, reward=WOOD)
    batch.reset(3)
    rewards, ended = FunctionRewards(wood, batch), 0
    for _ in range(600):
        actions = batch.choose("random")
        step = batch.step(actions)
        assert rewards.after(actions).tolist() == step.reward.tolist()
        ended += int(step.done.sum())
    assert ended > 2


@pytest.mark.parametrize("name", ["endless", "of_one_seat"])
def test_what_a_function_pays_is_checked(name: str) -> None:
    run = Run(replace(TINY, reward=f"{HERE}:{name}", players="2"))
    with pytest.raises(
        ValueError, match=r"reward function must return 2 finite numbers, .* found \["
    ):
        run.next_update()


@pytest.mark.parametrize(
    ("settings", "weights"),
    [
        ({}, (1.0, -0.25, 0.0)),
        ({"players": "1", "win_weight": 3.0}, (1.0, 0.0, 3.0)),
        ({"reward": "vp"}, (1.0, 0.0, 0.0)),
        ({"reward": "win"}, (0.0, 0.0, 1.0)),
        ({"reward": "rank", "opponent_weight": 1.0, "win_weight": 2.0}, (1.0, -0.5, 2.0)),
    ],
)
def test_advantages_weigh_the_reward_that_was_asked_for(
    settings: dict[str, Any], weights: Sequence[float]
) -> None:
    assert Config(**{"players": "3", **settings}).reward_weights == pytest.approx(weights)


def paid_at_the_end(reward: str, scores: Any, finals: Any, won: Any) -> Any:
    """Return what the two seats still get in a game that ends so."""
    if reward == "rank":
        return 2 * won - 1
    return (finals - finals[::-1]) / 100 if reward == "score" else (finals - scores) / 10


@pytest.mark.parametrize("reward", ["", "win", "rank", "score"])
def test_score_heads_learn_the_reward_that_is_still_to_come(reward: str) -> None:
    config = replace(TINY, reward=reward, players="2", num_envs=2, num_steps=300)
    run = Run(config)
    run.collect_rollouts()
    run.compute_advantages(gae_lambda=1.0)
    (games,) = run.rollout_games
    decisions = games.rollout.decisions.reshape(-1, 2)
    for i in range(2):
        played = decisions[: 1 + np.flatnonzero(decisions["done"][:, i])[0], i]
        won, finals = played[-1]["won"][:2], played[-1]["final_scores"][:2].astype(float)
        assert played["own"].sum() > 20
        for d in played[played["own"] == 1]:
            expected = paid_at_the_end(reward, d["scores"][:2], finals, won)
            assert d["returns"][:2] == pytest.approx(expected, abs=1e-4)
            assert d["returns"][MAX_SEATS : MAX_SEATS + 2].tolist() == won.tolist()


def test_the_same_reward_as_weights_and_as_a_function_makes_the_same_network() -> None:
    config = replace(TINY, players="2", steps=2 * SIZE)
    weights, function, points = (
        Run(replace(config, reward=reward)) for reward in (f"{HERE}:WOOD", f"{HERE}:wood", "")
    )
    while not weights.finished:
        assert advance(weights) == advance(function)
        advance(points)
    learned, again, other = (run.network.weights for run in (weights, function, points))
    assert np.array_equal(learned, again)
    assert not np.array_equal(learned, other)


def test_a_network_says_in_what_its_heads_count(tmp_path: Path) -> None:
    config = replace(TINY, steps=SIZE, pretraining="none", reward=f"{HERE}:SHAPED")
    train(config, tmp_path / "own")
    file = tmp_path / "own" / "network.npz"
    assert load_network(file).value_scale == 1
    with pytest.raises(NetworkError, match=f"cannot guide a search.* '{HERE}:SHAPED'"):
        Mcts(network=str(file))
    points = Run(replace(config, reward="", begin_with=str(file))).to_network()
    assert points.value_scale == RatsOfWistar.spec.networks.value_scale
    train(replace(config, reward="win"), tmp_path / "wins")
    assert Mcts(network=str(tmp_path / "wins" / "network.npz"), simulations=2)
