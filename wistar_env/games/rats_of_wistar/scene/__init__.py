"""A position as plain data: what is to be shown of it, to one seat or to all.

Whatever shows a game, as text or as a picture, stands on a ``Scene`` and on nothing else, so what a
seat may not see cannot be shown to it by mistake.
"""

from wistar_env.games.rats_of_wistar.scene.board import scene_of
from wistar_env.games.rats_of_wistar.scene.parts import (
    Amount,
    Bot,
    CardInPlay,
    Choice,
    Decision,
    Due,
    Mission,
    MissionRow,
    Objective,
    Pair,
    Passage,
    Piece,
    Room,
    Scene,
    Seat,
    Sector,
    Space,
    Tier,
    Total,
    Track,
)

__all__ = [
    "Amount",
    "Bot",
    "CardInPlay",
    "Choice",
    "Decision",
    "Due",
    "Mission",
    "MissionRow",
    "Objective",
    "Pair",
    "Passage",
    "Piece",
    "Room",
    "Scene",
    "Seat",
    "Sector",
    "Space",
    "Tier",
    "Total",
    "Track",
    "scene_of",
]
