"""Rewards as weights of features: what they pay, and what they reject."""

import copy
import math
import pickle
from collections import defaultdict
from typing import Any

import gymnasium
import numpy as np
import pytest

import wistar_env
from tests.games import TABLES, positions, random_action
from tests.rewards.custom import DISCOUNT, REWARD_LIKES, SHAPING, WEIGHTS, weigh
from tests.rewards.named import REWARDS, choose_reward
from wistar_env import BatchGame, RatsOfWistar, wistar_v0
from wistar_env.games.rats_of_wistar.spaces.features import FEATURES
from wistar_env.kit.limits import MAX_FEATURE_PARTS
from wistar_env.kit.rewards import Shaping, Weighted
from wistar_env.kit.rewards.spec import RewardKind, reward_spec


def played(table: dict[str, Any], reward: Any, seed: int = 3) -> Any:
    """Play with the PettingZoo environment; yield the agent, the game and the rewards, by step."""
    env = wistar_v0.env(**table, reward=reward)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not env.game.finished:
        agent, game = env.agent_selection, env.game
        env.step(random_action(game, rng))
        yield agent, game, env.rewards, env.game


@pytest.mark.parametrize("discount", [1.0, 0.9, 0.0])
@pytest.mark.parametrize("table", TABLES)
def test_the_discounted_sum_of_shaping_is_minus_the_first_potential(
    table: dict[str, Any], discount: float
) -> None:
    weights = dict(SHAPING.weights)
    shaped = played(table, Shaping("win", weights, discount=discount))
    sums: dict[str, float] = defaultdict(float)
    decided: dict[str, int] = defaultdict(int)
    first: dict[str, float] = {}
    for (agent, game, rewards, _), (*_, plain, _) in zip(shaped, played(table, "win"), strict=True):
        if agent not in first:
            first[agent] = weigh(game, game.seat, weights)
        decided[agent] += 1
        for each in rewards:
            gained = rewards[each] - plain[each]
            assert gained == 0 or each in first  # nothing before the first decision
            # What is paid for the k-th decision is discounted k - 1 times.
            sums[each] += gained * discount ** max(0, decided[each] - 1)
    for each, potential in first.items():
        assert sums[each] == pytest.approx(-potential)
        assert potential != 0


@pytest.mark.parametrize("table", TABLES)
def test_shaping_is_paid_from_one_decision_of_a_seat_to_its_next(table: dict[str, Any]) -> None:
    last: dict[str, float] = {}
    weights = SHAPING.weights
    for agent, game, rewards, after in played(table, SHAPING):
        last[agent] = weigh(game, game.seat, weights)
        if after.finished:
            wins = REWARDS["win"].function(game, after)
            expected = {each: win - last[each] for each, win in zip(rewards, wins, strict=False)}
        else:
            expected = dict.fromkeys(rewards, 0.0)
            coming = f"player_{after.seat}"
            if coming in last:
                potential = weigh(after, after.seat, weights)
                expected[coming] = DISCOUNT * potential - last[coming]
        assert rewards == pytest.approx(expected)


@pytest.mark.parametrize("base", REWARDS)
def test_the_shaped_reward_is_paid_beside(base: str) -> None:
    table = {"num_players": 3}
    weights = {"wood": 1.0}
    shaped = played(table, Shaping(base, weights, discount=1))
    named, alone = played(table, base), played(table, Shaping("win", weights, discount=1))
    for one, other, shaping, win in zip(shaped, named, alone, played(table, "win"), strict=True):
        for agent in one[2]:
            expected = other[2][agent] + shaping[2][agent] - win[2][agent]
            assert one[2][agent] == pytest.approx(expected)


@pytest.mark.parametrize("table", TABLES)
def test_weighted_changes_are_paid_as_they_happen(table: dict[str, Any]) -> None:
    reward = Weighted(WEIGHTS)
    for _, game, rewards, after in played(table, reward):
        for seat, agent in enumerate(rewards):
            change = weigh(after, seat, WEIGHTS) - weigh(game, seat, WEIGHTS)
            assert rewards[agent] == change


def test_weighted_vp_is_the_reward_vp_but_for_the_final_scoring() -> None:
    table = {"num_players": 2}
    pairs = zip(played(table, Weighted({"vp": 1})), played(table, "vp"), strict=True)
    for (_, _, own, after), (_, _, named, _) in pairs:
        if not after.finished:
            assert own == named
    assert own != named


def test_an_illegal_action_costs_what_it_costs_without_shaping() -> None:
    env = wistar_v0.env(reward=Shaping("vp", WEIGHTS, discount=0.5), on_illegal="penalize")
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
@pytest.mark.parametrize("name", REWARD_LIKES)
def test_a_copy_in_mid_game_is_paid_alike(name: str, copied: Any) -> None:
    env = wistar_v0.env(num_players=3, reward=REWARD_LIKES[name])
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(40):
        env.step(random_action(env.game, rng))
    other = copied(env)
    while not env.game.finished:
        action = random_action(env.game, rng)
        for each in (env, other):
            each.step(action)
        assert env.rewards == other.rewards


def test_rewards_start_over_with_every_game() -> None:
    env = wistar_v0.env(reward=SHAPING)
    told: list[list[dict[str, float]]] = []
    for _ in range(2):
        env.reset(seed=5)
        rng = np.random.default_rng(5)
        told.append([])
        for _ in range(30):
            env.step(random_action(env.game, rng))
            told[-1].append(env.rewards)
    assert told[0] == told[1]


def test_a_function_is_given_each_step() -> None:
    steps: list[tuple[int, int]] = []

    def decisions(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
        steps.append((int(before.record["decisions"][0]), int(after.record["decisions"][0])))
        return [0.0, 0.0]

    env = wistar_v0.env(reward=decisions)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.game.legal_actions()[0]))
    assert steps == [(k, k + 1) for k in range(5)]


def test_own_rewards_go_wherever_a_reward_goes() -> None:
    reward = wistar_env.kit.rewards.Weighted({"vp": 1.0, "wood": 0.25})
    solo = gymnasium.make("wistar/RatOBot-v0", reward=reward)
    many = gymnasium.make_vec("wistar/RatOBot-v0", num_envs=2, reward=reward)
    _, info = solo.reset(seed=1)
    many.reset(seed=np.array([1, 1]))  # type: ignore[arg-type]
    paid = []
    for _ in range(60):
        action = int(info["action_mask"].nonzero()[0][-1])
        _, alone, _, _, info = solo.step(np.int64(action))
        rewards = many.step([action, action])[1]
        assert rewards.tolist() == [alone, alone]
        paid.append(alone)
    assert any(paid)


def test_own_rewards_are_values() -> None:
    weights: dict[str, Any] = {"guests": 1, "vp": np.float32(2)}
    reward = Weighted(weights)
    weights["guests"] = 7
    assert reward == Weighted({"vp": 2.0, "guests": 1.0})
    assert pickle.loads(pickle.dumps(SHAPING)) == SHAPING


@pytest.mark.parametrize(
    ("weights", "error", "message"),
    [
        ({}, ValueError, "at least one feature"),
        ([1.0], TypeError, r"names of features to numbers, found \[1.0\]"),
        ({"vp": math.nan}, ValueError, "weight of 'vp' must be a finite number .*, found nan"),
        ({"vp": -math.inf}, ValueError, "found -inf"),
        ({"vp": 2e6}, ValueError, "from -1,000,000 to 1,000,000, found 2000000.0"),
        ({"vp": "1"}, TypeError, "found '1'"),
        ({"vp": None}, TypeError, "found None"),
        ({"vp": True}, TypeError, "found True"),
        ({"vp": 1j}, TypeError, "found 1j"),
        ({"vp": np.ones(1)}, TypeError, r"found array\(\[1.\]\)"),
    ],
)
def test_weights_that_are_none_are_rejected(
    weights: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Weighted(weights)
    with pytest.raises(error, match=message):
        Shaping("win", weights, discount=1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("money", "must be one of 'vp', 'wood', .*'heroes', found 'money'"),
        ("VP", "found 'VP'"),
        (3, "found 3"),
    ],
)
def test_features_that_the_game_does_not_have_are_rejected(name: Any, message: str) -> None:
    for reward in (Weighted({name: 1.0}), Shaping("win", {name: 1.0}, discount=1)):
        with pytest.raises(ValueError, match=message):
            choose_reward(reward)
        with pytest.raises(ValueError, match=message):
            BatchGame("rats-of-wistar", 2, 2, reward=reward)


def test_bases_that_the_game_does_not_have_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"base .*'win', 'rank', 'score', 'vp'"):
        choose_reward(Shaping("money", {"vp": 1}, discount=0.9))
    with pytest.raises(TypeError, match=r"base .* Weighted"):
        Shaping(Weighted({"vp": 1}), {"vp": 1}, discount=0.9)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("discount", "message"),
    [
        (1.01, "discount must be a finite number from 0 to 1, found 1.01"),
        (-0.1, "found -0.1"),
        (math.nan, "found nan"),
    ],
)
def test_other_discounts_are_rejected(discount: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Shaping("win", {"vp": 1}, discount=discount)


def test_a_discount_is_given_by_its_name() -> None:
    with pytest.raises(TypeError, match="positional"):
        Shaping("win", {"vp": 1}, 0.9)  # type: ignore[call-arg]


def test_features_of_more_parts_than_there_is_room_for_are_rejected() -> None:
    parts = [(1.0, (0, 0, 1))] * MAX_FEATURE_PARTS
    assert reward_spec(RewardKind.NONE, parts)["num_parts"] == 64
    with pytest.raises(ValueError, match="may have at most 64 parts in total, found 65"):
        reward_spec(RewardKind.NONE, [*parts, parts[0]])


def test_a_batch_takes_no_function() -> None:
    with pytest.raises(ValueError, match=r"reward .*single environments"):
        BatchGame("rats-of-wistar", 1, num_players=2, reward=lambda before, after: [0, 0])  # type: ignore[arg-type]


@pytest.mark.interpreted
@pytest.mark.parametrize("name", REWARD_LIKES)
def test_rewards_need_no_compiler(name: str) -> None:
    batch, game = (
        BatchGame("rats-of-wistar", 1, 2, reward=REWARD_LIKES[name]),
        RatsOfWistar.new(2, 8),
    )
    state = choose_reward(REWARD_LIKES[name]).start(game)
    batch.reset(seed=8)
    rng = np.random.default_rng(8)
    while game.record["decisions"][0] < 12:
        action = random_action(game, rng)
        game.step(action)
        paid = batch.step([action]).reward[0]
        assert np.array_equal(paid, np.array(state.update(game), np.float32))


@pytest.mark.interpreted
@pytest.mark.parametrize("name", REWARD_LIKES)
def test_the_end_of_a_game_is_paid_to_each_seat(name: str) -> None:
    game = RatsOfWistar.new(2, 8)
    state = choose_reward(REWARD_LIKES[name]).start(game)
    begun = game.clone()
    game.record["finished"] = 1
    game.record["players"]["vp"][0, :2] = 30, 50
    totals = [row["total"] for row in game.scores()]
    margin = (totals[0] - totals[1]) / 100
    vp = [row["track"] for row in begun.scores()]
    before, after = ([weigh(each, seat, WEIGHTS) for seat in range(2)] for each in (begun, game))
    assert (begun.seat, margin < 0, vp) == (0, True, [10, 10])
    expected = {
        "win": [-1.0, 1.0],
        "rank": [-1.0, 1.0],
        "score": [margin, -margin],
        "vp": [totals[0] - 10.0, totals[1] - 10.0],
        "weighted": [new - old for new, old in zip(after, before, strict=True)],
        # Seat 1 never decided, so nothing was potential.
        "shaped win": [-1 - weigh(begun, 0, SHAPING.weights), 1.0],
        "shaped vp": [totals[0] - 10 - before[0], totals[1] - 10.0],
    }
    assert state.update(game) == pytest.approx(expected[name])


def test_all_features_may_be_weighed_at_once() -> None:
    game = RatsOfWistar.new(seed=2)
    state = choose_reward(Weighted(dict.fromkeys(FEATURES, 1.0))).start(game)
    for position in positions(game, seed=2):
        rewards = state.update(position)
    assert len(rewards) == 2
