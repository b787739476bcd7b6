"""Nim as a PettingZoo environment."""

from typing import Any

import numpy as np
import pytest

from tests.kit.nim import NUM_ACTIONS, PILES, Nim
from wistar_env.errors import IllegalActionError
from wistar_env.kit.envs.aec import GameEnv


def made(**settings: Any) -> GameEnv:
    return GameEnv(Nim, 3, **settings)


def test_a_game_is_played_to_its_end() -> None:
    env = made(reward="score")
    env.reset(seed=3)
    game = Nim.new(3, seed=3)
    chance = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, _, termination, _, info = env.last()
        if termination:
            assert info["rank"] == game.ranks()[int(agent[-1])]
            assert (info["winner"], info["seed"]) == (game.record["winner"][0], 3)
            assert info["scores"].tolist() == [*game.scores()[int(agent[-1])].values()]
            env.step(None)
            continue
        assert info == env.infos[agent]
        assert (info["winner"], info["seed"], info["rank"]) == (0, 0, 0)
        assert observation is not None
        assert observation["observation"].shape == (PILES + 3,)
        action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
        assert env.describe(action) == game.describe(action)
        env.step(action)
        game.step(action)
    assert game.finished


def test_an_illegal_action_is_rejected_or_costs() -> None:
    env = made()
    env.reset(seed=1)
    with pytest.raises(IllegalActionError):
        env.step(NUM_ACTIONS)
    env = made(on_illegal="penalize")
    env.reset(seed=1)
    env.step(NUM_ACTIONS)
    assert env.rewards["player_0"] == -1


def test_any_game_is_shown_as_text_and_as_pixels() -> None:
    env = made(render_mode="ansi")
    env.reset(seed=5)
    text = env.render()
    assert text.splitlines()[:2] == ["Nim with a hidden card", "To decide: player_0"]
    assert "  0: take 1 of pile 0" in text.splitlines()
    card = int(env.game.record["cards"][0, 0]) + 1
    assert f"  cards: 0 {card}" in text.splitlines()
    env = made(render_mode="rgb_array")
    env.reset(seed=5)
    env.step(0)
    frame = env.render()
    assert frame.shape == (1080, 1920, 3)
    assert (frame != frame[0, 0]).any()
