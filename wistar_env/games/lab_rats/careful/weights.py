"""The weights of outcomes for ``careful``, in cheese: ``WEIGHTS``.

Tuned from an initial guess by self-play tournaments: 24 generations of twelve candidates, with 120
games per seat (``experiments/tune_careful.py``).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import number
from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import record

#: The value and the meaning of each weight, by name.
MEANINGS: Final[Mapping[str, tuple[float, str]]] = MappingProxyType(
    {
        "win": (3.2, "the cheese that wins the game"),
        "life": (0.097, "being alive when the turn ends and the round continues"),
        "death": (0.25, "the cost of dying"),
        "chance": (0.58, "a hand that pays every Exit, when the turn ends"),
        "kept": (0.26, "like chance, for the Potions kept after death or the end of the round"),
        "pollution": (0.02, "the cost of pollution, multiplied by its square"),
        "injury": (0.16, "what an injury costs when the turn ends"),
        "threat": (0.18, "the discount on life and death if another player is about to win"),
        "distrust": (2.4, "the factor by which Doors laid by players are more often harmful"),
        "cover": (0.17, "a hand that beats every obstacle"),
        "breadth": (0.0082, "each colour that a Potion of the hand can have"),
        "kill": (0.81, "the death of another player"),
        "hurt": (0.36, "the injury of another player"),
        "chips": (0.18, "the pollution of another player"),
        "gift": (0.34, "the cost of a Potion for another player"),
        "revival": (0.66, "reviving one's own Specimen; half is lost for each other one revived"),
    }
)

#: The largest weight.
MOST: Final = 1000
WEIGHTS: Final = record([(name, np.float64) for name in MEANINGS])
Weights: TypeAlias = Annotated[Any, "lab rats weights"]
WeightsArray: TypeAlias = Annotated[Any, "lab rats weights array"]
declare("lab rats weights", WEIGHTS)


def weights(others: Mapping[str, float]) -> npt.NDArray[Any]:
    """Return the weights, shape (1,): defaults from ``MEANINGS``, overridden by ``others``.

    Raises ValueError if a name is unknown, or a weight is not from 0 to ``MOST``; TypeError if a
    weight is not a number.
    """
    for name in others:
        if name not in MEANINGS:
            raise ValueError(f"there is no weight {name!r}; the weights are {', '.join(MEANINGS)}")
    found = np.zeros(1, WEIGHTS)
    for name, (value, _) in MEANINGS.items():
        found[name] = number(name, others.get(name, value), 0, MOST)
    return found
