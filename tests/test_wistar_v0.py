import copy
import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import render_test

from tests.screen import no_screen, shows  # noqa: F401 - a fixture
from wistar_env import RatsOfWistar, wistar_v0
from wistar_env.errors import (
    GameOverError,
    NotStartedError,
    RenderModeError,
)
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES
from wistar_env.kit.envs.aec import Observation
from wistar_env.kit.envs.conventions import ILLEGAL_REWARD
from wistar_env.kit.game.breakdown import best_first

PLAYERS = [{"num_players": 1, "level": 3}, *({"num_players": n} for n in (2, 3, 4))]


def started(seed: int = 1, **arguments: Any) -> wistar_v0.raw_env:
    env = wistar_v0.env(**arguments)
    env.reset(seed=seed)
    return env


def draw(observation: Observation, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play_steps(env: wistar_v0.raw_env, steps: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(draw(env.observe(env.agent_selection), rng))


def play(env: wistar_v0.raw_env, seed: int = 0) -> dict[str, float]:
    """Play to the end by ``last``; return the sum of the rewards that each agent saw."""
    rng = np.random.default_rng(seed)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        returns[agent] += reward
        over = termination or truncation
        assert observation is not None
        env.step(None if over else draw(observation, rng))
    return returns


# The outside world's own suites


@pytest.mark.usefixtures("no_screen")
def test_pettingzoos_render_test_passes() -> None:
    render_test(lambda render_mode: wistar_v0.env(render_mode=render_mode))


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo 1.26 has no registry")
@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_the_environment_is_registered(kind: str) -> None:
    env = pettingzoo.make(kind, "wistar/RatsOfWistar-v0", num_players=3)
    assert isinstance(env, pettingzoo.AECEnv if kind == "aec" else pettingzoo.ParallelEnv)
    assert isinstance(env.unwrapped, wistar_v0.raw_env)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(env) == "rats_of_wistar_v0"


# Observations and masks


@pytest.mark.parametrize("table", PLAYERS)
def test_observations_belong_to_their_space_for_all_agents_at_all_times(
    table: dict[str, Any],
) -> None:
    env = started(**table)
    rng = np.random.default_rng(0)
    while True:
        for agent in env.possible_agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            decides = agent == env.agent_selection and not env.game.finished
            assert observation["action_mask"].any() == decides
        if env.game.finished:
            return
        env.step(draw(env.observe(env.agent_selection), rng))


def test_stored_observations_never_change() -> None:
    env = started()
    observation = env.last()[0]
    assert observation is not None
    kept = {name: array.copy() for name, array in observation.items()}
    play_steps(env, 20)
    for name, array in observation.items():
        assert np.array_equal(array, kept[name])
    first, second = env.observe("player_0"), env.observe("player_0")
    first["observation"][:] = 7
    assert not np.array_equal(first["observation"], second["observation"])


def test_spaces_are_always_the_same_objects() -> None:
    env = wistar_v0.env(num_players=4)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == NUM_ACTIONS


def test_an_unknown_agent_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"agent must be one of \['player_0', 'player_1'\]"):
        started().observe("player_2")


@pytest.mark.parametrize("table", PLAYERS)
def test_the_state_is_the_whole_game(table: dict[str, Any]) -> None:
    env = started(**table)
    play_steps(env, 30)
    assert env.state_space.contains(env.state())
    assert np.array_equal(env.state(), env.game.state())


def test_actions_and_observations_are_described() -> None:
    env = started()
    assert env.describe(0) == "pass"
    observation = env.last()[0]
    assert observation is not None
    assert env.describe_observation(observation["observation"])["me.vp"] == 10


# Rewards


@pytest.mark.parametrize("table", PLAYERS)
@pytest.mark.parametrize("reward", ["win", "rank", "score", "vp"])
def test_the_rewards_seen_by_last_add_up_to_the_return(table: dict[str, Any], reward: str) -> None:
    env = started(**table, reward=reward, seed=6)
    returns = play(env)
    game = env.game
    totals = [row["total"] for row in game.scores()]
    for seat, agent in enumerate(env.possible_agents):
        others = totals[:seat] + totals[seat + 1 :]
        expected = {
            "win": 1 if game.winner() == seat else -1,
            "rank": 1 - 2 * best_first(game.ranks()).index(seat) / (game.num_seats - 1),
            "score": (totals[seat] - max(others)) / 100,
            "vp": totals[seat] - 10,
        }[reward]
        assert returns[agent] == pytest.approx(expected)


def test_rewards_of_other_seats_reach_them_later() -> None:
    def seats(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
        return [1.0, 10.0, 100.0]

    env = started(num_players=3, reward=seats)
    rng = np.random.default_rng(0)
    steps = 0
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        returns[agent] += reward
        assert observation is not None
        steps += not termination
        env.step(None if termination else draw(observation, rng))
    assert returns == {"player_0": steps, "player_1": 10 * steps, "player_2": 100 * steps}


def test_rewards_are_zero_before_the_end() -> None:
    env = started()
    rng = np.random.default_rng(0)
    while not env.game.finished:
        assert env.last()[1] == 0
        assert set(env.rewards.values()) == {0}
        env.step(draw(env.observe(env.agent_selection), rng))
    assert sorted(env.rewards.values()) == [-1, 1]


# The end


def test_all_seats_end_together_and_leave_one_by_one() -> None:
    env = started(num_players=4)
    rng = np.random.default_rng(0)
    while not env.game.finished:
        assert not any(env.terminations.values())
        env.step(draw(env.observe(env.agent_selection), rng))
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.truncations == dict.fromkeys(env.possible_agents, False)
    ranks = {env.infos[agent]["rank"] for agent in env.agents}
    assert ranks == {1, 2, 3, 4}
    scores = [
        dict(zip(CATEGORIES, env.infos[agent]["scores"], strict=True)) for agent in env.agents
    ]
    assert scores == env.game.scores()
    for left in (3, 2, 1, 0):
        env.step(None)
        assert len(env.agents) == left
    assert env.observe("player_0")["action_mask"].sum() == 0


def test_after_the_end_only_none_is_accepted() -> None:
    env = started()
    rng = np.random.default_rng(0)
    while not env.game.finished:
        env.step(draw(env.observe(env.agent_selection), rng))
    with pytest.raises(GameOverError, match=r"over for player_0: call step\(None\), found 3"):
        env.step(3)
    env.step(None)
    env.step(None)
    for call in (env.last, lambda: env.step(None), lambda: env.step(0)):
        with pytest.raises(GameOverError, match="call reset"):
            call()
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]


# Errors


def test_nothing_works_before_the_first_reset() -> None:
    env = wistar_v0.env(render_mode="ansi")
    for call in (
        env.last,
        env.state,
        env.render,
        env.replay,
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        lambda: env.describe(0),
        lambda: env.game,
    ):
        with pytest.raises(NotStartedError, match="call reset"):
            call()


def test_a_penalty_is_all_that_happens_with_penalize() -> None:
    env = started(on_illegal="penalize", reward="vp")
    play_steps(env, 10)
    agent, before = env.agent_selection, env.game
    for action in (NUM_ACTIONS - 1, -1, 5000):
        env.step(action)
        assert env.agent_selection == agent
        assert env.game == before
        assert env.last()[1] == ILLEGAL_REWARD
        assert env.rewards == {**dict.fromkeys(env.agents, 0.0), agent: ILLEGAL_REWARD}
    assert len(env.replay().actions) == 10
    env.step(draw(env.observe(agent), np.random.default_rng(0)))
    assert ILLEGAL_REWARD not in env.rewards.values()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_players": 0}, ValueError, "num_players must be an integer from 1 to 4"),
        ({"num_players": 2.5}, TypeError, "num_players must be"),
        ({"num_players": 2, "level": 1}, ValueError, "for num_players=1"),
        ({"num_players": 2, "tracks": (1, 1, 1)}, ValueError, "for num_players=1"),
        ({"num_players": 1, "level": 11}, ValueError, "level must be an integer from 0 to 9"),
        ({"num_players": 1, "tracks": (3, 1, 1)}, ValueError, "may differ by 2 or more"),
        ({"reward": "money"}, ValueError, "reward must be one of 'win'"),
        ({"render_mode": "film"}, RenderModeError, "render_mode must be one of None, 'human'"),
        ({"on_illegal": "ignore"}, ValueError, "on_illegal must be one of 'raise'"),
    ],
)
def test_wrong_arguments_are_named(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        wistar_v0.env(**arguments)


# Resetting and copying


def test_a_seed_gives_the_game_of_that_seed() -> None:
    assert started(seed=9).game == RatsOfWistar.new(seed=9)
    assert started(seed=9, num_players=1, level=7).game == RatsOfWistar.new(1, 9, level=7)


def test_a_reset_that_is_rejected_changes_nothing() -> None:
    env = started(seed=5)
    env.step(int(env.game.legal_actions()[0]))
    for arguments in ({"seed": -1}, {"seed": 8, "options": {"level": 3}}):
        with pytest.raises(ValueError, match=r"must be an integer from 0|for num_players=1"):
            env.reset(**arguments)
    assert env.replay().resume() == env.game


def test_games_without_a_seed_follow_from_the_last_seed() -> None:
    first, second = started(seed=9), started(seed=9)
    for _ in range(3):
        first.reset()
        second.reset()
        assert first.game == second.game
    games = {first.game.to_bytes()}
    first.reset()
    assert first.game.to_bytes() not in games


def test_options_choose_level_and_tracks_of_one_game_and_others_are_ignored() -> None:
    env = wistar_v0.env(num_players=1, level=2)
    env.reset(seed=1, options={"level": 9, "colour": "red"})
    assert env.game.level == 9
    env.reset(seed=1, options={"tracks": (1, 2, 2)})
    assert env.game.tracks == (1, 2, 2)
    env.reset(seed=1)
    assert env.game.level == 2
    with pytest.raises(ValueError, match="level must be"):
        env.reset(options={"level": 10})


@pytest.mark.parametrize("table", PLAYERS)
@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_in_mid_game_continues_identically(table: dict[str, Any], copied: Any) -> None:
    env = started(**table, reward="vp")
    play_steps(env, 40)
    other = copied(env)
    assert other.game == env.game
    assert play(other, seed=1) == play(env, seed=1)
    assert other.game == env.game
    env.reset()
    other.reset()
    assert other.game == env.game


# Rendering
