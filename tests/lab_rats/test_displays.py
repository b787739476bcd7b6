"""Lab Rats in environments: films, windows and text show no hidden hand."""

from typing import Any

import numpy as np
import pytest

from tests.screen import no_screen, shows  # noqa: F401 - a fixture
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.envs.aec import GameEnv


def started(mode: str) -> Any:
    env = GameEnv(LabRats, 3, render_mode=mode)
    env.reset(seed=2)
    return env


def test_a_video_does_not_show_sealed_choices() -> None:
    frames = []
    for choice in (0, 1):
        env = started("rgb_array")
        legal = env.game.legal_actions().tolist()
        assert len(legal) == 2
        env.step(legal[choice])
        frames.append(env.render())
    assert frames[0].shape == (1080, 1920, 3)
    assert np.array_equal(*frames)


def test_a_video_shows_the_last_actions() -> None:
    env = started("rgb_array")
    while env.game.decision == "lay Doors":
        env.step(int(env.game.legal_actions()[0]))
    before = env.game.clone()
    env.step(0)
    done = before.presentation.narrate(
        before.presentation.events_of(0, [env.game.seat])[0], before.presentation.seat_names
    )
    assert "opened their own Door" in done[0]
    assert not np.array_equal(env.render(), env.game.presentation.frame(env.game.seat))


def test_text_has_the_hand_of_the_deciding_seat() -> None:
    env = started("ansi")
    assert env.render() == env.game.presentation.render(env.game.seat)
    assert env.render().startswith("Lab Rats, round 1")


@pytest.mark.usefixtures("no_screen")
def test_a_window_shows_the_table() -> None:
    env = started("human")
    assert shows(env.game.presentation.frame(env.game.seat))
    env.close()
