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
def _places(num_players: int) -> npt.NDArray[np.int64]:
    """Return the byte of ``SEAT_VIEW`` for each value of an observation."""
    blocks = layout(num_players).blocks
    return np.concatenate([offset(SEAT_VIEW, each.name) + np.arange(each.size) for each in blocks])


def seat_views_of(observation: npt.NDArray[Any], num_players: int) -> npt.NDArray[Any]:
    """Return observations, shape (n, k), as records, shape (n,)."""
    seen = np.zeros((len(observation), SEAT_VIEW.itemsize), _COUNT)
    seen[:, _places(num_players)] = np.rint(observation * layout(num_players).limit)
    views = seen.view(SEAT_VIEW)[:, 0]
    views["seats"] = num_players
    return views
