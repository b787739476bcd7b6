"""A network as compiled code takes it: a record of sizes, and addresses of the parameters."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare
from wistar_env.compiled.places import Sizes, placed
from wistar_env.compiled.records import record
from wistar_env.gate import NUM_ACTIONS

#: Largest sizes of the hidden layers: compiled code has room for as many numbers.
MOST_WIDE: Final = 1024
MOST_NARROW: Final = 512

SIZES: Final = (
    "inputs",  # numbers of an observation
    "wide",  # of the first hidden layer
    "narrow",  # of the second
    "seats",  # of a game
    "prospects",  # two a seat: VP still to come, chance of winning
    "total",  # of all parameters, and of what fills up between them
)
#: The parameters in the order in which they lie in memory, and their sizes.
PARAMETERS: Final[Mapping[str, Sizes]] = MappingProxyType(
    {
        "first": ("inputs", "wide"),
        "first_bias": ("wide",),
        "second": ("wide", "narrow"),
        "second_bias": ("narrow",),
        "policy": (NUM_ACTIONS, "narrow"),
        "policy_bias": (NUM_ACTIONS,),
        "outlook": ("prospects", "narrow"),
        "outlook_bias": ("prospects",),
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
    return placed(NETWORK, name, np.float32, PARAMETERS[name])


#: All parameters, one after the other.
numbers_of = placed(NETWORK, "first", np.float32, ("total",))
#: Of the layout of observations: where counts are cut off, and what they are multiplied with.
limit_of = placed(NETWORK, "limit", np.uint8, ("inputs",))
scale_of = placed(NETWORK, "scale", np.float32, ("inputs",))
first_of = _parameter("first")
first_bias_of = _parameter("first_bias")
second_of = _parameter("second")
second_bias_of = _parameter("second_bias")
policy_of = _parameter("policy")
policy_bias_of = _parameter("policy_bias")
outlook_of = _parameter("outlook")
outlook_bias_of = _parameter("outlook_bias")
