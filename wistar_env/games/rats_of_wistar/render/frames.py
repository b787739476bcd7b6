"""Positions as pixels of one size, for films and windows."""

from typing import Final

import numpy as np
import numpy.typing as npt

from wistar_env.games.rats_of_wistar.render.svg.position.picture import screen
from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.kit.pictures.png import pixels

WIDTH: Final = 1920
HEIGHT: Final = 1080


def frame(scene: Scene) -> npt.NDArray[np.uint8]:
    """Return a position as red, green and blue: uint8, shape ``(HEIGHT, WIDTH, 3)``."""
    return pixels(screen(scene, WIDTH, HEIGHT))
