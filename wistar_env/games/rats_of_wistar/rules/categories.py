"""Categories of the final score (SCORE, BOT-110 to BOT-118)."""

from typing import Final

from wistar_env.compiled.jit import inline

#: Columns of a score table. Rat-o-bot's cubes count as ``abilities``, its pile as ``inventions``.
(
    TRACK,
    ABILITY,
    BEDS,
    ROOMS,
    GUESTS,
    INVENTIONS,
    ENDGAME,
    ELECTRICITY,
    LEFTOVER_ITEMS,
    WILDS,
    BOT_TRACKS,
    TOTAL,
) = range(12)
CATEGORIES: Final = (
    "track",
    "abilities",
    "beds",
    "rooms",
    "guests",
    "inventions",
    "endgame",
    "electricity",
    "leftover_items",
    "wilds",
    "bot_tracks",
    "total",
)

COLUMNS: Final = 16


@inline
def at(seat: int, category: int) -> int:
    """Return the index of a seat's category in a flat table of ``COLUMNS`` columns per seat."""
    return COLUMNS * seat + category
