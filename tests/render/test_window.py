import importlib.util
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pygame
import pytest

from tests.screen import no_screen, shows  # noqa: F401 - a fixture
from wistar_env import wistar_v0
from wistar_env.errors import WindowError
from wistar_env.kit.pictures.window import Window, check_available

FRAME = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)


@pytest.fixture
def window(no_screen: None) -> Window:  # noqa: F811
    return Window("Rats of Wistar", fps=1000)


def test_a_window_shows_a_frame_as_it_is_if_the_screen_has_room(window: Window) -> None:
    window.show(FRAME)
    assert pygame.display.get_window_size() == (400, 300)
    assert pygame.display.get_caption()[0] == "Rats of Wistar"
    assert shows(FRAME)


def test_a_window_is_no_larger_than_the_screen(window: Window) -> None:
    window.show(np.zeros((1080, 1920, 3), np.uint8))
    wide, high = pygame.display.get_window_size()
    assert wide < pygame.display.get_desktop_sizes()[0][0]
    assert wide / high == pytest.approx(16 / 9, rel=0.01)


def test_whoever_closes_the_window_sees_no_more(window: Window) -> None:
    window.show(FRAME)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(FRAME)
    assert window.closed
    window.show(FRAME)
    assert not pygame.display.get_init()
    window.close()


def test_without_a_screen_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nothing")
    with pytest.raises(WindowError, match="SDL_VIDEODRIVER=dummy"):
        Window("", fps=1).show(FRAME)


def test_a_window_that_is_drawn_nowhere_warns_unless_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.warns(UserWarning, match="finds no screen"):
        Window("", fps=1000).show(FRAME)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Window("", fps=1000).show(FRAME)


def test_without_pygame_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    find: Callable[..., Any] = importlib.util.find_spec
    monkeypatch.setattr(
        "wistar_env.kit.pictures.window.find_spec",
        lambda name: None if name == "pygame" else find(name),
    )
    for call in (check_available, lambda: wistar_v0.env(render_mode="human")):
        with pytest.raises(WindowError, match=r"wistar-env\[window\]"):
            call()
    wistar_v0.env(render_mode="rgb_array")


def test_only_windows_load_pygame() -> None:
    code = (
        "import sys, wistar_env.kit.envs.displays, wistar_env.kit.pictures.png; "
        "print('pygame' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert out.stdout == "False\n"
