"""What a seat sees, as a record: ``SIGHT`` has a field for each block of an observation.

Seats are relative to the viewer: 0 is itself, 1 the player to the left.
"""

from functools import cache
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import offset, record
from wistar_env.games.lab_rats.blocks import layout
from wistar_env.games.lab_rats.state import MAX_SEATS

_COUNT: Final = np.uint8

SIGHT: Final = record(
    [
        ("seats", _COUNT),
        *(
            (block.name, _COUNT, *([block.shape] * bool(block.shape)))
            for block in layout(MAX_SEATS).blocks
        ),
    ]
)
Sight: TypeAlias = Annotated[Any, "lab rats sight"]
SightArray: TypeAlias = Annotated[Any, "lab rats sight array"]
declare("lab rats sight", SIGHT)


@cache
def _places(num_players: int) -> npt.NDArray[np.int64]:
    """Return the byte of ``SIGHT`` that each value of an observation goes to."""
    blocks = layout(num_players).blocks
    return np.concatenate([offset(SIGHT, each.name) + np.arange(each.size) for each in blocks])


def sights_of(observation: npt.NDArray[Any], num_players: int) -> npt.NDArray[Any]:
    """Return observations, shape (n, k), as records, shape (n,)."""
    seen = np.zeros((len(observation), SIGHT.itemsize), _COUNT)
    seen[:, _places(num_players)] = np.rint(observation * layout(num_players).limit)
    sights = seen.view(SIGHT)[:, 0]
    sights["seats"] = num_players
    return sights
