"""``render`` of ``wistar_v0``: text, frames and windows."""

import copy
import pickle
from typing import Any

import numpy as np
import pygame
import pytest

from tests.screen import no_screen, shows  # noqa: F401 - a fixture
from wistar_env import wistar_v0


def started(seed: int = 1, **arguments: Any) -> wistar_v0.raw_env:
    env = wistar_v0.env(**arguments)
    env.reset(seed=seed)
    return env


def test_ansi_returns_the_position_as_the_deciding_seat_sees_it() -> None:
    env = started(render_mode="ansi")
    assert env.render() == env.game.presentation.render()


def test_rgb_array_returns_the_picture_of_the_deciding_seat_with_the_last_actions() -> None:
    env = started(render_mode="rgb_array")
    assert np.array_equal(env.render(), env.game.presentation.frame(env.game.seat))
    action = int(env.game.legal_actions()[0])
    before = env.game.clone()
    env.step(action)
    done = before.presentation.narrate(
        before.presentation.events_of(action, [env.game.seat])[0], before.presentation.seat_names
    )
    assert done
    assert np.array_equal(env.render(), env.game.presentation.frame(env.game.seat, done))
    env.reset(seed=1)
    assert np.array_equal(env.render(), env.game.presentation.frame(env.game.seat))


def test_frames_have_the_size_that_one_asks_for() -> None:
    env = started(render_mode="rgb_array", size=(960, 540))
    assert env.render().shape == (540, 960, 3)
    assert np.array_equal(env.render(), env.game.presentation.frame(size=(960, 540)))
    assert pickle.loads(pickle.dumps(env)).render().shape == (540, 960, 3)
    with pytest.raises(TypeError, match=r"height .* 16 to 8192"):
        wistar_v0.env(size=(960, 540.0))


@pytest.mark.usefixtures("no_screen")
def test_human_shows_each_position_in_a_window() -> None:
    env = started(render_mode="human")
    assert shows(env.game.presentation.frame(env.game.seat))
    assert env.render() is None
    assert copy.deepcopy(env).game == pickle.loads(pickle.dumps(env)).game == env.game
    env.close()
    assert not pygame.display.get_init()


def test_rendering_without_a_mode_warns() -> None:
    with pytest.warns(UserWarning, match="render_mode"):
        assert started().render() is None
