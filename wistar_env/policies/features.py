"""What ``greedy`` looks at in a position: named features and their weights.

The value of a position is the final score if the game ended now plus the weighted features.
Features that are worth less towards the end are multiplied by ``left``, the share of the
player's turns that are still to come. ``training/tune_greedy.py`` found the weights.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

_declared: dict[str, float] = {}


def _feature(name: str, weight: float) -> int:
    _declared[name] = weight
    return len(_declared) - 1


# Tokens. "few" counts the first four, "many" those above.
WOOD_FEW: Final = _feature("wood, first four", 0.23)
WOOD_MANY: Final = _feature("wood above four", 0.12)
WOOD_LEFT: Final = _feature("wood x left", 0.07)
METAL_FEW: Final = _feature("metal, first four", 0.53)
METAL_MANY: Final = _feature("metal above four", 0.03)
METAL_LEFT: Final = _feature("metal x left", 0.06)
MOVEMENT_LEFT: Final = _feature("movement x left", 0.6)
WILD: Final = _feature("wild", 1.01)
WILD_LEFT: Final = _feature("wild x left", 0.75)

# Cards.
HAND_LEFT: Final = _feature("hand x left", 0.5)
HAND_VP_LEFT: Final = _feature("printed VP in the hand x left", 0.07)
PLAYABLE_LEFT: Final = _feature("cards that could be paid x left", 0.17)
ICONS_LEFT: Final = _feature("skill icons x left", 1.89)
ENERGY_LEFT: Final = _feature("energy icons x left", 0.14)
ELECTRICITY_LEFT: Final = _feature("electricity x left", 2.35)
INCOMES_LEFT: Final = _feature("income effects x left", 3.41)
PERMANENTS_LEFT: Final = _feature("permanent effects x left", 4.0)
ONCES_LEFT: Final = _feature("1x effects x left", 12.09)

# The lair.
FOREST_LEFT: Final = _feature("root of workers in the Forest x left", 0.64)
LAIR_LEFT: Final = _feature("root of workers in the Lair x left", 1.98)
FARM_LEFT: Final = _feature("root of workers on the Farm x left", 6.94)
AWAKE_LEFT: Final = _feature("awake workers x left", 1.99)
FREE_ROOMS_LEFT: Final = _feature("free rooms, first two x left", 0.54)
BEDS_LEFT: Final = _feature("beds built x left", 0.08)
ROOMS_LEFT: Final = _feature("rooms dug x left", 0.13)
DISCOUNTS_LEFT: Final = _feature("bed and dig discounts x left", 1.68)

# The Farm: where the player is present, and one open passage away.
HERE_HIDDEN: Final = _feature("face-down missions here", 0.25)
HERE_GUESTS: Final = _feature("face-down Guests here", 1.33)
HERE_CHEESE: Final = _feature("Cheese here", 1.32)
HERE_ROWS: Final = _feature("mission rows to complete here", 2.75)
HERE_FREE_LEFT: Final = _feature("open mission rows here x left", 0.95)
NEAR_HIDDEN: Final = _feature("face-down missions near", 0.1)
NEAR_GUESTS: Final = _feature("face-down Guests near", 0.2)
NEAR_CHEESE: Final = _feature("Cheese near", 1.72)
NEAR_FREE_LEFT: Final = _feature("open mission rows near x left", 0.12)
DEPTH_LEFT: Final = _feature("Explorer inside the Farm x left", 1.53)
DOORS: Final = _feature("Doors", 5.31)
TENTS_LEFT: Final = _feature("Tents x left", 1.99)
CUBES_LEFT: Final = _feature("cubes on missions x left", 2.4)

# Objectives.
CLAIMABLE: Final = _feature("Objectives that can be claimed", 3.34)
PROGRESS_LEFT: Final = _feature("progress on Objectives x left", 3.7)

# What is still to be done on the stack.
DUE_WOOD: Final = _feature("wood due", 0.27)
DUE_METAL: Final = _feature("metal due", 0.25)
DUE_ROOMS: Final = _feature("rooms due", 0.65)
DUE_BEDS: Final = _feature("beds due", 1.38)
DUE_POINTS: Final = _feature("Project points due", 0.69)
DUE_STEPS: Final = _feature("Exploration points due", 1.11)
DUE_MOVES: Final = _feature("worker moves due", 0.08)
DUE_WILD: Final = _feature("wild due", 1.29)
DUE_CARDS: Final = _feature("cards due", 0.12)
DUE_POTION: Final = _feature("Potions due", 0.55)
DUE_GUEST: Final = _feature("round Guest due", 1.47)
DUE_PLAY: Final = _feature("best playable card due", 0.42)
DUE_MISSION: Final = _feature("mission due", 11.24)
DUE_CUBE: Final = _feature("abilities due", 12.45)
DUE_ELECTRICITY: Final = _feature("Electricity due", 5.55)
COMING: Final = _feature("cards on their way into play", 2.23)
COST_ITEMS: Final = _feature("items to pay", -2.28)
COST_GUESTS: Final = _feature("Guests to discard", -0.27)
COST_OPTIONS: Final = _feature("losses to choose from", -0.4)
DUE_OTHER: Final = _feature("other choices due", 0.64)

NAMES: Final = tuple(_declared)
NUM_FEATURES: Final = len(NAMES)
WEIGHTS: Final[NDArray[np.float64]] = np.array(list(_declared.values()))
