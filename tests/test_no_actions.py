"""What is told to somebody who gives something that is no action, wherever actions are taken."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from wistar_env import Game, vector, wistar_v0
from wistar_env.errors import GameOverError, IllegalActionError
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.replays import Replay

NO_ACTIONS: list[Any] = ["a", 1.0, None, True, [1], (), {}, np.float32(1), np.zeros(2), b"x"]


def _game() -> Callable[[Any], Any]:
    return Game.new(num_players=2, seed=1).step


def _aec() -> Callable[[Any], Any]:
    env = wistar_v0.env(num_players=2)
    env.reset(seed=1)
    return env.step


def _solo() -> Callable[[Any], Any]:
    env = gymnasium.make("wistar/RatOBot-v0", level=1, disable_env_checker=True)
    env.reset(seed=1)
    return env.step


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
@pytest.mark.parametrize("start", [_game, _aec, _solo])
def test_values_that_are_no_actions_are_refused_with_the_legal_ones(
    start: Callable[[], Callable[[Any], Any]], action: Any
) -> None:
    with pytest.raises((TypeError, IllegalActionError)) as caught:
        start()(action)
    text = str(caught.value)
    assert "must be an integer from 0 to" in text
    assert "has to decide 'choose pair'; legal are" in text
    assert "choose starting pair 1" in text
    assert "\n" not in text


@pytest.mark.parametrize("action", [-1, 10**30, -(10**30), np.uint64(2**64 - 1), 970])
@pytest.mark.parametrize("start", [_game, _aec, _solo])
def test_an_integer_of_any_size_is_an_illegal_action(
    start: Callable[[], Callable[[Any], Any]], action: Any
) -> None:
    with pytest.raises(IllegalActionError, match=r"legal are \d+ \(choose starting pair 1"):
        start()(action)


def test_a_finished_game_takes_nothing_at_all() -> None:
    game = Game.new(num_players=2, seed=1)
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    for action in ("a", 0):
        with pytest.raises(GameOverError):
            game.step(action)  # type: ignore[arg-type]


def _batch_game() -> Callable[[Any], Any]:
    batch = vector.BatchGame(3, num_players=2)
    batch.reset(seed=1)
    return batch.step


def _vector() -> Callable[[Any], Any]:
    envs = gymnasium.make_vec(
        "wistar/RatOBot-v0", num_envs=3, vectorization_mode="vector_entry_point", level=1
    )
    envs.reset(seed=1)
    return envs.step


def _learner() -> Callable[[Any], Any]:
    batch = vector.LearnerBatch(3, num_players=2)
    batch.reset(seed=1)
    return batch.step


def _sb3() -> Callable[[Any], Any]:
    pytest.importorskip("stable_baselines3")
    envs = vector.make_sb3(3, level=1)
    envs.reset()
    return envs.step


WRONG: list[Any] = ["abc", [0.0, 1, 2], [[1], [2], [3]], [1, 2], 0, [True] * 3, [1, [2], 3]]


@pytest.mark.parametrize("actions", WRONG, ids=repr)
@pytest.mark.parametrize("start", [_batch_game, _vector, _learner, _sb3])
def test_arrays_that_are_no_actions_are_refused_with_what_is_allowed(
    start: Callable[[], Callable[[Any], Any]], actions: Any
) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        start()(actions)
    assert "must be integers from 0 to 970 in the shape (3,)" in str(caught.value)
    assert "; found " in str(caught.value)


def test_what_users_print_is_one_line() -> None:
    game = Game.new(num_players=2, seed=1)
    view = View(game, game.seat)
    many = Batch((view,) * 99, np.arange(99, dtype=np.int64) + 2**62)
    components = game.components
    parts = (components.names, components.labels, components.entries, components.actions)
    replay = Replay(Game, 2, 1, actions=[1] * 300)
    for each in (game, view, many, components, *parts, replay, _batch_game(), _learner()):
        assert "\n" not in repr(each)
    for each in (game, view, many, components, replay):
        assert len(repr(each)) < 120
