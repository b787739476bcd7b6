"""Shows the game of an environment: as text, as pixels, or in a window."""

from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import Game
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize, frame_size

#: Positions per second in windows and videos.
FPS: Final = 4

#: The result of ``render``: text, pixels (uint8) or None, depending on the render mode.
Rendered: TypeAlias = Any

#: The maximum number of past actions that a picture describes, and of sentences about them.
_TOLD: Final = 5


class Display:
    """Renders a game in one of the render modes.

    Parameters
    ----------
    mode
        ``"ansi"``, ``"rgb_array"``, ``"human"`` or None.
    size
        Width and height of frames in pixels.

    Attributes
    ----------
    tells
        Whether pictures show recent events; if not, ``before`` and ``tell`` do nothing.

    Raises
    ------
    TypeError, ValueError
        If the size is not two integers from 16 to 8192.
    WindowError
        If the mode is ``"human"`` and pygame is not installed.
    """

    def __init__(self, mode: str | None, size: FrameSize = FRAME_SIZE) -> None:
        self.mode = mode
        self.size = frame_size(size)
        self.live = mode == "human"
        self._done: deque[tuple[Game, int]] = deque(maxlen=_TOLD)
        self.tells = mode in ("human", "rgb_array")
        self._window: Any = None
        if self.live:
            from wistar_env.kit.pictures.window import check_available

            check_available()

    def begin(self) -> None:
        """Forget the last actions at the start of a game."""
        self._done.clear()

    def before(self, game: Game) -> Game | None:
        """Return a copy of the game before an action, if pictures need it; else None."""
        return game.clone() if self.tells else None

    def tell(self, before: Game | None, action: int) -> None:
        """Remember an action for pictures, with the game before it."""
        if before is not None and self.tells:
            self._done.append((before, action))

    def _told(self, seat: int) -> tuple[str, ...]:
        """Return sentences about the last actions, as far as a seat may know them."""
        lines = [
            line
            for game, action in self._done
            for line in game.presentation.narrate(
                game.presentation.events_of(action, [seat])[0], game.presentation.seat_names
            )
        ]
        return tuple(lines[-_TOLD:])

    def render(self, started: Callable[[], Game], seat: int | None = None) -> Rendered:
        """Render a game as a seat sees it, None meaning the deciding seat; warn without a mode."""
        if self.mode is None:
            gymnasium.logger.warn(
                "render() needs a render_mode ('human', 'rgb_array' or 'ansi'); none was given to "
                "the environment"
            )
            return None
        game = started()
        seat = game.seat if seat is None else seat
        if self.mode == "ansi":
            return game.presentation.render(seat)
        pixels = game.presentation.frame(seat, self._told(seat), self.size)
        if self.mode == "rgb_array":
            return pixels
        self._in_window(game.spec.title, pixels)
        return None

    def _in_window(self, title: str, pixels: npt.NDArray[np.uint8]) -> None:
        from wistar_env.kit.pictures.window import Window

        if self._window is None:
            self._window = Window(title, FPS)
        self._window.show(pixels)

    def __getstate__(self) -> dict[str, Any]:
        # A copy of an environment opens a new window.
        return {**self.__dict__, "_window": None}

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
