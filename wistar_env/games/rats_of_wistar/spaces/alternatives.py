"""The ops that observations show as alternatives, or as bought by a cost.

They have an axis of their own with spare indices, so that a new op changes neither the size nor the
meaning of observations. Append new ops to ``SHOWN``.
"""

from typing import Final

from wistar_env.games.rats_of_wistar.tables import codes

#: Length of the axis "op".
ROOM: Final = 64

#: The ops by their index: those allowed after ``or`` and ``pay``.
SHOWN: Final = (
    "if",
    "pay",
    "choose",
    "wood",
    "metal",
    "movement",
    "wild",
    "vp",
    "electricity",
    "draw",
    "project",
    "explore",
    "open_door",
    "open_any_door",
    "move_explorer",
    "fly",
    "reveal_mission",
    "take_guest",
    "guest",
    "round_guest",
    "build_bed",
    "build_bed_free",
    "dig",
    "dig_free",
    "main",
    "potion",
    "deploy",
    "move_workers",
    "play",
    "play_free",
    "play_cheaper",
    "complete_mission",
    "complete_mission_ignoring",
    "pitch_tent",
    "pitch_tent_anywhere",
    "hero",
    "skill_token",
    "private_objective",
    "remove_cube",
    "reveal_top",
    "draw_and_play",
    "take_type",
    "recover",
    "copy_once",
    "exchange",
    "lose_vp",
    "lose_wood",
    "lose_metal",
    "lose_movement",
    "lose_wild",
    "discard_card",
    "discard_guest",
    "discard_bed",
)


def places() -> tuple[int, ...]:
    """Return the index of each op along the axis, by OP code; NONE if it is never shown.

    Raises ValueError if more ops are shown than fit on the axis.
    """
    if len(SHOWN) > ROOM:
        raise ValueError(
            f"SHOWN in spaces/alternatives.py has {len(SHOWN)} ops, but observations have room for "
            f"{ROOM}; to add room, raise ROOM and OBS_VERSION"
        )
    found = [codes.NONE] * len(codes.names("OP"))
    for place, word in enumerate(SHOWN):
        found[codes.names("OP")[word]] = place
    return tuple(found)
