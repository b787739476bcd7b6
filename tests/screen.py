"""Invisible windows for tests."""

import os
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pygame
import pytest


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make windows invisible, and close windows that a test leaves open."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()
    assert os.environ["SDL_VIDEODRIVER"] == "dummy"


def shows(frame: npt.NDArray[np.uint8]) -> bool:
    """Whether the window shows a frame, in its own size."""
    window = pygame.display.get_surface()
    assert window is not None
    expected = pygame.transform.smoothscale(
        pygame.surfarray.make_surface(frame.swapaxes(0, 1)), window.get_size()
    )
    return np.array_equal(pygame.surfarray.array3d(window), pygame.surfarray.array3d(expected))
