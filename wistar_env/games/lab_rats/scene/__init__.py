"""A position as plain data: what is to be shown of it, to one seat or to all.

Whatever shows a game, as text or as a picture, stands on a ``Scene`` and on nothing else, so what a
seat may not see cannot be shown to it by mistake.
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
