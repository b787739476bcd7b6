"""The features and weights of ``greedy``.

The value of a position is the final score if the game ended now plus the weighted features.
Features that lose value towards the end are multiplied by ``left``, the remaining fraction of the
player's turns. Each weight is the geometric mean of the results of two searches like
``experiments/tune_greedy.py``, except the weight of the VP of tiles due, which was chosen by
comparison.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.read_only import read_only

_declared: dict[str, float] = {}


def _feature(name: str, weight: float) -> int:
    _declared[name] = weight
    return len(_declared) - 1


# Tokens. "few" counts the first four, "many" those above.
WOOD_FEW: Final = _feature("wood, first four", 0.48)
WOOD_MANY: Final = _feature("wood above four", 0.11)
WOOD_LEFT: Final = _feature("wood x left", 0.04)
METAL_FEW: Final = _feature("metal, first four", 0.74)
METAL_MANY: Final = _feature("metal above four", 0.08)
METAL_LEFT: Final = _feature("metal x left", 0.03)
MOVEMENT_LEFT: Final = _feature("movement x left", 0.44)
WILD: Final = _feature("wild", 0.76)
WILD_LEFT: Final = _feature("wild x left", 0.89)

# Cards.
HAND_LEFT: Final = _feature("hand x left", 0.57)
HAND_VP_LEFT: Final = _feature("printed VP in the hand x left", 0.08)
PLAYABLE_LEFT: Final = _feature("cards that could be paid x left", 0.12)
ICONS_LEFT: Final = _feature("skill icons x left", 1.96)
ENERGY_LEFT: Final = _feature("energy icons x left", 0.39)
ELECTRICITY_LEFT: Final = _feature("electricity x left", 8.3)
INCOMES_LEFT: Final = _feature("income effects x left", 4.93)
PERMANENTS_LEFT: Final = _feature("permanent effects x left", 6.34)
ONCES_LEFT: Final = _feature("1x effects x left", 11.2)

# The lair.
FOREST_LEFT: Final = _feature("root of workers in the Forest x left", 0.83)
LAIR_LEFT: Final = _feature("root of workers in the Lair x left", 2.28)
FARM_LEFT: Final = _feature("root of workers on the Farm x left", 3.57)
AWAKE_LEFT: Final = _feature("awake workers x left", 2.81)  # not on a Bed tile
FREE_ROOMS_LEFT: Final = _feature("free rooms, first two x left", 0.17)
BEDS_LEFT: Final = _feature("beds built x left", 0.81)
ROOMS_LEFT: Final = _feature("rooms dug x left", 0.03)
TILE_VP_LEFT: Final = _feature("VP of Beds and Rooms x left", 0.35)
DISCOUNTS_LEFT: Final = _feature("bed and dig discounts x left", 0.29)

# The Farm: where the player is present, and one open passage away.
HERE_HIDDEN: Final = _feature("face-down missions here", 0.1)
HERE_GUESTS: Final = _feature("face-down Guests here", 1.16)
HERE_CHEESE: Final = _feature("Cheese here", 3.7)
HERE_ROWS: Final = _feature("mission rows to complete here", 2.68)
HERE_FREE_LEFT: Final = _feature("open mission rows here x left", 1.58)
NEAR_HIDDEN: Final = _feature("face-down missions near", 0.06)
NEAR_GUESTS: Final = _feature("face-down Guests near", 0.05)
NEAR_CHEESE: Final = _feature("Cheese near", 2.85)
NEAR_FREE_LEFT: Final = _feature("open mission rows near x left", 0.07)
DEPTH_LEFT: Final = _feature("Explorer inside the Farm x left", 1.04)
DOORS: Final = _feature("Doors", 2.58)
TENTS_LEFT: Final = _feature("Tents x left", 4.07)
CUBES_LEFT: Final = _feature("cubes on missions x left", 2.85)

# Objectives.
CLAIMABLE: Final = _feature("Objectives that can be claimed", 1.76)
PROGRESS_LEFT: Final = _feature("progress on Objectives x left", 4.63)

# The best Main actions of the player's next Chiefs, valued with the weights of the DUE features.
NEXT_MAIN: Final = _feature("best Main action ahead", 0.73)
LATER_MAINS: Final = _feature("Main actions ahead after that", 0.36)

# What pending entries of the stack will bring or cost.
DUE_WOOD: Final = _feature("wood due", 0.28)
DUE_METAL: Final = _feature("metal due", 0.72)
DUE_ROOMS: Final = _feature("rooms due", 0.58)
DUE_BEDS: Final = _feature("beds due", 0.83)
DUE_TILE_VP: Final = _feature("VP of the Beds and Rooms due", 2.5)
DUE_POINTS: Final = _feature("Project points due", 2.46)
DUE_STEPS: Final = _feature("Exploration points due", 2.3)
DUE_MOVES: Final = _feature("worker moves due", 0.04)
DUE_WILD: Final = _feature("wild due", 1.01)
DUE_CARDS: Final = _feature("cards due", 0.11)
DUE_POTION: Final = _feature("Potions due", 0.63)
DUE_GUEST: Final = _feature("round Guest due", 1.95)
DUE_PLAY: Final = _feature("best playable card due", 0.7)
DUE_MISSION: Final = _feature("mission due", 9.98)
DUE_CUBE: Final = _feature("abilities due", 33.86)
DUE_ELECTRICITY: Final = _feature("Electricity due", 4.56)
COMING: Final = _feature("cards on their way into play", 1.74)
COST_ITEMS: Final = _feature("items to pay", -1.77)
COST_GUESTS: Final = _feature("Guests to discard", -0.54)
COST_OPTIONS: Final = _feature("losses to choose from", -0.62)
DUE_OTHER: Final = _feature("other choices due", 2.11)

NAMES: Final = tuple(_declared)
NUM_FEATURES: Final = len(NAMES)
#: Read-only, since all games share it; change a copy: ``WEIGHTS.copy()``.
WEIGHTS: Final[NDArray[np.float64]] = read_only(np.array(list(_declared.values())))
