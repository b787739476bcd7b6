"""What a reward is to compiled code: the terms that it is paid by, and the account of a game."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.records import record
from wistar_env.gate import FEATURES, MAX_SEATS, PARTS


class Payment(IntEnum):
    """What a game pays by itself; the rules are in ``rewards.payments``."""

    NOTHING = 0
    WIN = 1
    RANK = 2
    SCORE = 3
    VP = 4


#: The rewards that have a name.
NAMED: Final = MappingProxyType(
    {kind.name.lower(): kind for kind in Payment if kind != Payment.NOTHING}
)

CONTRACT = record(
    [
        ("payment", np.int64),  # Payment
        ("shaped", np.int64),  # 1 = the parts are a potential, 0 = their changes are paid
        ("discount", np.float64),  # of the potential that is reached
        ("parts", np.int64),  # how many there are
        ("weights", np.float64, (PARTS,)),
        ("places", np.int16, (PARTS,)),  # ``spaces.features.Part``
        ("shifts", np.int16, (PARTS,)),
        ("masks", np.int16, (PARTS,)),
    ]
)

#: What was paid for features in one game, by seat. Paid VP are kept apart, in batches where a step
#: has been anyway.
ACCOUNT = record(
    [
        ("value", np.float64, (MAX_SEATS,)),  # of the parts, when they were last paid for
        ("valued", np.int16, (MAX_SEATS,)),  # 1 = there is a ``value`` from which changes count
    ]
)

Contracts: TypeAlias = npt.NDArray[Any]  # shape (1,), dtype CONTRACT


def contract(
    payment: Payment, weights: Mapping[str, float], *, shaped: bool, discount: float
) -> Contracts:
    """Return the terms of a reward, for compiled code."""
    made = np.zeros(1, CONTRACT)
    made["payment"], made["shaped"], made["discount"] = payment, shaped, discount
    parts = [
        (weights[name], part)
        for name, feature in FEATURES.items()
        if name in weights
        for part in feature.parts
    ]
    made["parts"] = len(parts)
    for k, (weight, part) in enumerate(parts):
        made["weights"][0, k] = weight
        made["places"][0, k], made["shifts"][0, k], made["masks"][0, k] = part
    return made


def pays_during(terms: Contracts) -> bool:
    """Whether a reward pays during the game, too, and not only at its end."""
    return bool(terms["payment"][0] == Payment.VP or terms["parts"][0] > 0)
