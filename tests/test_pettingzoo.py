"""PettingZoo's wrappers, conversions and test suites take the environments."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from tests.vector.gym_pairs import check_same
from wistar_env import lab_rats_v0, wistar_v0

PLAYERS = [{"num_players": 1, "level": 3}, *({"num_players": n} for n in (2, 3, 4))]
GAMES = [wistar_v0, lab_rats_v0]
TABLES = [
    *((wistar_v0, table) for table in PLAYERS),
    *((lab_rats_v0, {"num_players": n}) for n in (3, 4, 5)),
]


def wrapped(**table: Any) -> Any:
    env: Any = TerminateIllegalWrapper(wistar_v0.env(**table), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))


def first_legal(observation: Any) -> int:
    return int(observation["action_mask"].argmax())


@pytest.mark.parametrize("table", PLAYERS)
def test_the_stock_wrappers_change_no_game(table: dict[str, Any]) -> None:
    bare: Any = wistar_v0.env(**table)
    env = wrapped(**table)
    for each in (bare, env):
        each.reset(seed=5)
    while bare.agents:
        assert env.agent_selection == bare.agent_selection
        (seen, *others), (expected, *same) = env.last(), bare.last()
        assert others[:3] == same[:3]
        check_same(others[3], same[3])
        check_same(seen, expected)
        action = None if others[1] else first_legal(seen)
        bare.step(action)
        env.step(action)
    assert not env.agents


def test_terminate_illegal_ends_the_game_after_an_illegal_action() -> None:
    env = wrapped()
    env.reset(seed=1)
    mover = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards[mover] == -1
    assert sum(env.rewards.values()) == -1


def test_order_and_bounds_are_enforced() -> None:
    env = wrapped()
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(971)


def test_the_test_suites_pass_through_the_wrappers() -> None:
    api_test(wrapped(num_players=3), num_cycles=100)
    seed_test(lambda: wrapped(num_players=3))


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_a_parallel_environment_plays_the_same_game(game: Any, table: dict[str, Any]) -> None:
    env, parallel = game.env(**table), game.parallel_env(**table)
    env.reset(seed=5)
    observations, _ = parallel.reset(seed=5)
    rewards, infos = {}, {}
    while parallel.agents:
        mover = env.agent_selection
        assert [agent for agent, o in observations.items() if o["action_mask"].any()] == [mover]
        actions = {agent: first_legal(seen) for agent, seen in observations.items()}
        env.step(actions[mover])
        observations, rewards, _, _, infos = parallel.step(actions)
    assert rewards == env.rewards
    check_same(infos, env.infos)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_parallel_test_passes(game: Any) -> None:
    # It picks actions at random.
    parallel_api_test(game.parallel_env(on_illegal="penalize"), 100)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_not_declared_parallelizable(game: Any) -> None:
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(game.env())
