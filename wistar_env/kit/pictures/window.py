"""A window that shows frames, for ``render_mode="human"``."""

import os
import warnings
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.errors import WindowError, missing_extra


def check_available() -> None:
    """Check that windows can be opened.

    Raises WindowError if pygame is not installed.
    """
    if find_spec("pygame") is None:
        raise WindowError(
            "render_mode 'human' opens a window; "
            f"{missing_extra('window', ImportError(name='pygame'))}. 'rgb_array' and 'ansi' need "
            "no extra"
        )


#: SDL drivers without a screen, which SDL uses as a fallback.
_NOWHERE: Final = ("dummy", "offscreen")


def _warn_without_screen(driver: str) -> None:
    """Warn that the window is invisible, unless that was requested."""
    asked = os.environ.get("SDL_VIDEODRIVER", "") or os.environ.get("SDL_VIDEO_DRIVER", "")
    if driver in _NOWHERE and driver not in asked:
        warnings.warn(
            f"render_mode 'human' finds no screen, so its window is invisible (SDL driver "
            f"{driver!r}); use 'rgb_array', or set SDL_VIDEODRIVER=dummy to hide this warning",
            stacklevel=2,
        )


class Window:
    """A window, opened with the first frame. After the user closes it, frames are ignored.

    ``fps``: frames per second; ``show`` waits until its frame is due.
    """

    def __init__(self, caption: str, fps: int) -> None:
        self.caption = caption
        self.fps = fps
        self.closed = False
        self._surface: Any = None
        self._clock: Any = None

    def show(self, frame: npt.NDArray[np.uint8]) -> None:
        """Show a frame, and handle closing of the window.

        Raises WindowError if the window cannot be opened.
        """
        if self.closed:
            return
        import pygame

        if self._surface is None:
            self._open(frame)
        image = pygame.surfarray.make_surface(frame.swapaxes(0, 1))
        pygame.transform.smoothscale(image, self._surface.get_size(), self._surface)
        pygame.display.flip()
        self._clock.tick(self.fps)
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()

    def _open(self, frame: npt.NDArray[np.uint8]) -> None:
        import pygame

        try:
            pygame.display.init()
            _warn_without_screen(pygame.display.get_driver())
            self._clock = pygame.time.Clock()
            pygame.display.set_caption(self.caption)
            high, wide = frame.shape[:2]
            sizes = pygame.display.get_desktop_sizes() or [(wide, high)]
            # A window that is larger than the screen would hide part of the position.
            scale = min(1, 0.9 * sizes[0][0] / wide, 0.9 * sizes[0][1] / high)
            self._surface = pygame.display.set_mode(
                (int(wide * scale), int(high * scale)), pygame.RESIZABLE
            )
        except pygame.error as error:
            raise WindowError(
                f"render_mode 'human' cannot open a window: {error}. Without a screen, use "
                "'rgb_array', or set SDL_VIDEODRIVER=dummy for an invisible window"
            ) from error

    def close(self) -> None:
        """Close the window; closing it again does nothing."""
        if self._surface is not None:
            import pygame

            pygame.display.quit()
            self._surface = None
        self.closed = True
