"""A position as plain data, limited to what a seat may see, or with everything.

All texts and pictures of a game use only a ``Scene``, so they cannot show hidden information.
"""

from wistar_env.games.lab_rats.scene.pieces import (
    Decision,
    Door,
    Exit,
    Pile,
    Scene,
    Seat,
    Total,
)
from wistar_env.games.lab_rats.scene.position import scene_of

__all__ = ["Decision", "Door", "Exit", "Pile", "Scene", "Seat", "Total", "scene_of"]
