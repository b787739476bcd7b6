"""The record of a network in compiled code: sizes, and addresses of the parameters."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.field_pointers import Sizes, field_pointer
from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import record

#: Maximum sizes of the hidden layers, for which compiled code has buffers.
MAX_HIDDEN1: Final = 1024
MAX_HIDDEN2: Final = 512

SIZES: Final = (
    "inputs",  # size of an observation
    "hidden1",  # size of the first hidden layer
    "hidden2",  # size of the second
    "seats",  # seats of a game
    "num_actions",
    "num_heads",  # two per seat: score and win head
    "total",  # size of all parameters, padding included
    "value_scale",  # the number of points that score heads represent as 1
)
#: Shapes of the parameters, in memory order.
PARAMETERS: Final[Mapping[str, Sizes]] = MappingProxyType(
    {
        "first": ("inputs", "hidden1"),
        "first_bias": ("hidden1",),
        "second": ("hidden1", "hidden2"),
        "second_bias": ("hidden2",),
        "policy": ("num_actions", "hidden2"),
        "policy_bias": ("num_actions",),
        "heads": ("num_heads", "hidden2"),
        "heads_bias": ("num_heads",),
    }
)
NETWORK: Final = record(
    [(name, np.int64) for name in SIZES]
    + [(f"{name}_at", np.int64) for name in ("limit", "scale", *PARAMETERS)]
)
declare("network", NETWORK)

Network: TypeAlias = Annotated[Any, "network"]  # one NETWORK record
Networks: TypeAlias = Annotated[Any, "network array"]  # shape (n,), dtype NETWORK


def _parameter(name: str) -> Any:
    return field_pointer(NETWORK, name, np.float32, PARAMETERS[name])


#: All parameters as one flat array.
weights_of = field_pointer(NETWORK, "first", np.float32, ("total",))
#: Clipping limit and scale of each value of an observation.
limit_of = field_pointer(NETWORK, "limit", np.uint8, ("inputs",))
scale_of = field_pointer(NETWORK, "scale", np.float32, ("inputs",))
first_of = _parameter("first")
first_bias_of = _parameter("first_bias")
second_of = _parameter("second")
second_bias_of = _parameter("second_bias")
policy_of = _parameter("policy")
policy_bias_of = _parameter("policy_bias")
heads_of = _parameter("heads")
heads_bias_of = _parameter("heads_bias")
