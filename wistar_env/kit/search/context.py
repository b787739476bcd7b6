"""The record of one search: its settings and the addresses of its arrays.

Only one thread may use a record at a time. Its arrays are allocated once and reused by searches.

The tree is an array of edges. An edge is an action of a seat after a sequence of actions; edge 0 is
the root, which has no action. ``child`` leads to the edges of the position after an edge, which are
linked by ``sibling``. So a node is a sequence of actions, regardless of hidden information.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.field_pointers import Sizes, field_pointer
from wistar_env.compiled.jit import declare
from wistar_env.compiled.late_binding import strided_rows
from wistar_env.compiled.records import record
from wistar_env.kit.common_fields import COMMON
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.record import NETWORK

NONE: Final = -1
ROOT: Final = 0
#: Maximum depth of a leaf, in decisions below the root.
MAX_DEPTH: Final = 200

EDGE: Final = record(
    [
        ("action", np.int16),
        ("seat", np.int16),  # the seat that takes the action
        ("sibling", np.int32),  # next edge of the same position
        ("child", np.int32),  # first edge of the position after this one
        ("visits", np.int32),
        ("available", np.int32),  # visits of the position in which the action was legal
        ("prior", np.float32),
        ("value_sum", np.float64),  # for its seat, over all visits
    ]
)

#: A simulation that waits for the evaluation of a position.
WAITING: Final = record(
    [
        ("leaf_depth", np.int64),  # depth of the position, in decisions below the root
        ("is_leaf", np.int64),  # whether the simulation ends at this position
        ("observing_seat", np.int64),  # the seat from whose observation it is evaluated
        ("path", np.int64, (MAX_DEPTH + 1,)),  # its edges
    ]
)

INTEGER_FIELDS: Final = (
    "game_bytes",  # size of a game's record
    "capacity",  # edges for which the tree has room
    "num_edges",  # edges in the tree
    "num_features",  # weights of the heuristic
    "has_network",  # whether a network evaluates leaves, rather than the heuristic
    "rollout_depth",  # decisions of a rollout from a leaf
    "viewing_seat",  # the searching seat, from whose observation leaves are valued
    "batch_size",  # simulations that may wait for an evaluation at a time
)
FLOAT_FIELDS: Final = (
    "c_puct",  # exploration constant
    "prior_temperature",
    "fpu_reduction",  # subtracted from the value of the position for unvisited actions
    "win_weight",  # weight of the win probability in a value
    "score_scale",  # lead in points at which the odds of winning are e : 1
    "value_weight",  # weight of the network's win head, rather than of its score head
)
#: Element type and sizes of each array.
ARRAYS: Final[Mapping[str, tuple[Any, Sizes]]] = MappingProxyType(
    {
        "edges": (EDGE, ("capacity",)),
        "scratch": (np.uint8, (2, "game_bytes")),  # games, indexed as in ``policies.greedy``
        "weights": (np.float64, ("num_features",)),
        "networks": (NETWORK, (1,)),
        "root_totals": (np.float64, (MAX_SEATS,)),  # scores at the root
        "waiting": (WAITING, ("batch_size",)),  # simulations that wait for an evaluation
        "waiting_games": (np.uint8, ("batch_size", "game_bytes")),  # the position of each
    }
)
SEARCH: Final = record(
    [
        ("rng_state", np.uint64),  # state of the stream that draws determinizations
        *((name, np.int64) for name in INTEGER_FIELDS),
        *((name, np.float64) for name in FLOAT_FIELDS),
        *((f"{name}_at", np.int64) for name in ARRAYS),
    ]
)
declare("edge", EDGE)
declare("search", SEARCH)
declare("waiting", WAITING)

Waiting: TypeAlias = Annotated[Any, "waiting"]  # one WAITING record
Search: TypeAlias = Annotated[Any, "search"]  # one SEARCH record
Searches: TypeAlias = Annotated[Any, "search array"]  # shape (1,)


def _pointer(name: str) -> Any:
    return field_pointer(SEARCH, name, *ARRAYS[name])


edges_of = _pointer("edges")
scratch_of = strided_rows(SEARCH, "scratch", COMMON, 2, "game_bytes")
weights_of = _pointer("weights")
networks_of = _pointer("networks")
root_totals_of = _pointer("root_totals")
waiting_of = _pointer("waiting")
waiting_games_of = strided_rows(SEARCH, "waiting_games", COMMON, "batch_size", "game_bytes")
