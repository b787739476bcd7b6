"""Which rows of an effect an observation shows as alternatives, or as what a cost buys.

They have an axis of their own, with more room than they need, so that another op changes neither
the size of an observation nor what any of its numbers means. New ones go to the end of ``SHOWN``.
"""

from typing import Final

from wistar_env.games.rats_of_wistar.tables import codes

#: Places along the axis "op".
ROOM: Final = 64

#: The words in their places: what may follow ``or``, or stand behind ``pay``.
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
    """Return the place of each op along the axis, by OP code; NONE if it is never shown.

    Raises
    ------
    ValueError
        If more ops are shown than there is room for.
    """
    if len(SHOWN) > ROOM:
        raise ValueError(
            f"{len(SHOWN)} ops in SHOWN of spaces/alternatives.py; allowed are {ROOM}, the room "
            "that observations have (with more room goes a new OBS_VERSION)"
        )
    found = [codes.NONE] * len(codes.names("OP"))
    for place, word in enumerate(SHOWN):
        found[codes.names("OP")[word]] = place
    return tuple(found)
