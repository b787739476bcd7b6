"""The evaluation of positions for ``greedy`` and for search playouts."""

from typing import Final

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import late_unit
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.lab_rats.amounts import FOR_EXIT
from wistar_env.games.lab_rats.door_cards import num_open
from wistar_env.games.lab_rats.state import DEAD, INJURED, NEW_DOORS, NOTHING, State, Tables
from wistar_env.kit.read_only import read_only

#: The weights of features, in cheese.
_WORTHS: Final = {
    "cheese": 1.0,
    "crumbs": 0.1,  # includes crumbs for the open Doors
    "potions": 0.12,
    "pollution": -0.02,  # times pollution squared
    "injured": -0.1,
    "dead": -0.6,
    "paying": 1.0,  # cheese from an Exit that is being paid
}
WEIGHTS: Final[npt.NDArray[np.float64]] = read_only(np.array([*_WORTHS.values()]))
CHEESE, CRUMBS, POTIONS, POLLUTION, IS_INJURED, IS_DEAD, PAYING = range(len(_WORTHS))
_NUM_FEATURES: Final = len(_WORTHS)


@late_unit
def evaluate(
    t: Tables, g: State, seat: int, viewer: int, weights: DoubleArray, features: DoubleArray
) -> float:
    """Write a seat's features, all of them public, and return their weighted sum."""
    p = g.players[seat]
    active = g.active == seat and NOTHING < g.asked < NEW_DOORS
    features[CHEESE] = p.cheese
    features[CRUMBS] = p.crumbs + (num_open(g) if active else 0)
    features[POTIONS] = p.num_potions
    features[POLLUTION] = int(p.pollution) * int(p.pollution)
    features[IS_INJURED] = p.condition == INJURED
    features[IS_DEAD] = p.condition == DEAD
    features[PAYING] = FOR_EXIT if active and g.to_pay != 0 else 0
    value = 0.0
    for k in range(_NUM_FEATURES):
        value += weights[k] * features[k]
    return value
