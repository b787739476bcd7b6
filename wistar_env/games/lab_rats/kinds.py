"""The colours, and the kinds of cards (LAB-02 to LAB-04, LAB-57)."""

from itertools import combinations
from typing import Final

COLOURS: Final = ("red", "green", "blue", "purple", "orange", "yellow")
NUM_COLOURS: Final = len(COLOURS)
ALL_COLOURS: Final = (1 << NUM_COLOURS) - 1
_PAIRS: Final = tuple(combinations(range(NUM_COLOURS), 2))

#: Names of Potions: single colours, double colours, multicolour (LAB-57).
POTION_NAMES: Final = (
    *COLOURS,
    *(f"{COLOURS[one]} or {COLOURS[other]}" for one, other in _PAIRS),
    "multicolour",
)
POTION_KINDS: Final = len(POTION_NAMES)
#: The colours that each kind of Potion can have, as bits.
POTION_COLOURS: Final = (
    *(1 << colour for colour in range(NUM_COLOURS)),
    *(1 << one | 1 << other for one, other in _PAIRS),
    ALL_COLOURS,
)

#: Names of Doors: obstacles by colour, then events (LAB-26, LAB-27).
DOOR_NAMES: Final = (
    *COLOURS,
    "Potion Box",
    "Confusion",
    "Radioactive Explosion",
    "Explosion",
    "Instant Death",
    "Resurrection",
    "Double Door",
)
DOOR_KINDS: Final = len(DOOR_NAMES)
(
    POTION_BOX,
    CONFUSION,
    RADIOACTIVE_EXPLOSION,
    EXPLOSION,
    INSTANT_DEATH,
    RESURRECTION,
    DOUBLE_DOOR,
) = range(NUM_COLOURS, DOOR_KINDS)

#: The number of cards of each type (LAB-02).
SPECIMENS: Final = 6
DOORS: Final = 36
POTIONS: Final = 25
EXITS: Final = 8
EXIT_COLOURS: Final = 3  # on each Exit (LAB-30)
