"""The view of a seat as a record: ``SEAT_VIEW`` has a field for each block of an observation.

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

SEAT_VIEW: Final = record(
    [
        ("seats", _COUNT),
        *(
            (block.name, _COUNT, *([block.shape] * bool(block.shape)))
            for block in layout(MAX_SEATS).blocks
        ),
    ]
)
SeatView: TypeAlias = Annotated[Any, "lab rats seat view"]
SeatViewArray: TypeAlias = Annotated[Any, "lab rats seat view array"]
declare("lab rats seat view", SEAT_VIEW)


@cache
def _places(num_players: int) -> list[tuple[slice, slice]]:
    """Return, for each block, its slice of the observation and its bytes in ``SEAT_VIEW``."""
    found, first = [], 0
    for block in layout(num_players).blocks:
        at = offset(SEAT_VIEW, block.name)
        found.append((slice(first, first + block.size), slice(at, at + block.size)))
        first += block.size
    return found


def seat_views_of(observation: npt.NDArray[Any], num_players: int) -> npt.NDArray[Any]:
    """Return observations, shape (n, k), as records, shape (n,)."""
    seen = np.zeros((len(observation), SEAT_VIEW.itemsize), _COUNT)
    counts = np.rint(observation * layout(num_players).limit).astype(_COUNT)
    for values, places in _places(num_players):
        seen[:, places] = counts[:, values]
    views = seen.view(SEAT_VIEW)[:, 0]
    views["seats"] = num_players
    return views
