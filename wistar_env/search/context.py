"""What a search owns, as one record: its settings, and where its arrays lie.

One record serves one thread at a time. Its arrays are made once and used for every search.

The tree is an array of edges. An edge is what a seat may do after a sequence of actions; the first
one is the root, of which nobody knows how it came about. ``child`` leads to the edges of the
position behind it, which are a chain by ``sibling``. So a sequence of actions has one place in the
tree, whatever was hidden when it was played.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare
from wistar_env.compiled.places import Sizes, placed
from wistar_env.compiled.records import record
from wistar_env.gate import GAME, MAX_SEATS
from wistar_env.networks.record import NETWORK

NONE: Final = -1
ROOT: Final = 0

EDGE: Final = record(
    [
        ("action", np.int16),
        ("seat", np.int16),  # that may do it
        ("sibling", np.int32),  # edge of the same position
        ("child", np.int32),  # first edge of the position behind it
        ("visits", np.int32),
        ("available", np.int32),  # visits of the position in which it was legal
        ("prior", np.float32),
        ("worth", np.float64),  # to its seat, summed over visits
    ]
)

COUNTS: Final = (
    "capacity",  # edges that there is room for
    "used",  # edges of the tree
    "features",  # weights of the heuristic
    "learned",  # whether a network judges positions, and not the heuristic
    "horizon",  # decisions that greedy plays from a leaf on
)
MEASURES: Final = (
    "exploration",  # how much is tried that promises less
    "temperature",  # of the prior
    "urgency",  # how much less what was never tried is worth than its position
    "win",  # share of the chance of winning in what a position is worth
    "scale",  # VP ahead that make odds of e : 1
    "trust",  # how much of a chance of winning is what the network says, and not these odds
)
#: The arrays: what they hold, and their sizes.
ARRAYS: Final[Mapping[str, tuple[Any, Sizes]]] = MappingProxyType(
    {
        "edges": (EDGE, ("capacity",)),
        "scratch": (GAME, (2,)),  # as ``policies.greedy`` names them
        "weights": (np.float64, ("features",)),
        "networks": (NETWORK, (1,)),
        "pace": (np.float64, (MAX_SEATS,)),  # totals at the root
    }
)
SEARCH: Final = record(
    [
        ("x", np.uint64),  # state of the stream that determinizations are drawn from
        *((name, np.int64) for name in COUNTS),
        *((name, np.float64) for name in MEASURES),
        *((f"{name}_at", np.int64) for name in ARRAYS),
    ]
)
declare("edge", EDGE)
declare("search", SEARCH)

Edges: TypeAlias = Annotated[Any, "edge array"]
Search: TypeAlias = Annotated[Any, "search"]  # one SEARCH record
Searches: TypeAlias = Annotated[Any, "search array"]  # shape (1,)


def _place(name: str) -> Any:
    return placed(SEARCH, name, *ARRAYS[name])


edges_of = _place("edges")
scratch_of = _place("scratch")
weights_of = _place("weights")
networks_of = _place("networks")
pace_of = _place("pace")
