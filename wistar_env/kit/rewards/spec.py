"""Specifications of rewards and reward states, as records for compiled code."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.records import record
from wistar_env.kit.limits import MAX_FEATURE_PARTS, MAX_SEATS


class RewardKind(IntEnum):
    """Named rewards; ``rewards.kernels.final_reward`` computes them."""

    NONE = 0
    WIN = 1
    RANK = 2
    SCORE = 3
    POINTS = 4


def named_rewards(points: str) -> dict[str, RewardKind]:
    """Return the kind of each named reward; ``points`` is the game's name of the points reward."""
    return {
        "win": RewardKind.WIN,
        "rank": RewardKind.RANK,
        "score": RewardKind.SCORE,
        points: RewardKind.POINTS,
    }


REWARD_SPEC = record(
    [
        ("kind", np.int64),  # RewardKind
        ("shaped", np.int64),  # 1 = features are a potential, 0 = their changes are rewarded
        ("discount", np.float64),  # factor of the next position's potential
        ("num_parts", np.int64),
        ("weights", np.float64, (MAX_FEATURE_PARTS,)),
        ("places", np.int16, (MAX_FEATURE_PARTS,)),  # indices of words in a seat's record
        ("shifts", np.int16, (MAX_FEATURE_PARTS,)),
        ("masks", np.int16, (MAX_FEATURE_PARTS,)),
    ]
)

#: The state of feature rewards in one game, by seat. Points rewarded so far are stored elsewhere:
#: batches have them in the row of the game, which is in the cache anyway.
REWARD_STATE = record(
    [
        (
            "baseline",
            np.float64,
            (MAX_SEATS,),
        ),  # weighted features at the last reward, or at the start
        ("has_baseline", np.int16, (MAX_SEATS,)),
    ]
)

#: A weight, and for its feature: the index of a word in a seat's record, a shift and a mask.
WeightedPart: TypeAlias = tuple[float, tuple[int, int, int]]
RewardSpecs: TypeAlias = npt.NDArray[Any]  # shape (1,), dtype REWARD_SPEC


def reward_spec(
    kind: RewardKind,
    parts: Sequence[WeightedPart] = (),
    *,
    shaped: bool = False,
    discount: float = 1.0,
) -> RewardSpecs:
    """Return the specification of a reward for compiled code.

    Raises ValueError if features have more than ``MAX_FEATURE_PARTS`` parts.
    """
    if len(parts) > MAX_FEATURE_PARTS:
        raise ValueError(
            f"the features of a reward may have at most {MAX_FEATURE_PARTS} parts in total, found "
            f"{len(parts)}; see wistar_env.kit.limits"
        )
    made = np.zeros(1, REWARD_SPEC)
    made["kind"], made["shaped"], made["discount"] = kind, shaped, discount
    made["num_parts"] = len(parts)
    for k, (weight, part) in enumerate(parts):
        made["weights"][0, k] = weight
        made["places"][0, k], made["shifts"][0, k], made["masks"][0, k] = part
    return made


def is_dense(spec: RewardSpecs) -> bool:
    """Return whether a reward is paid during the game, not only at its end."""
    return bool(spec["kind"][0] == RewardKind.POINTS or spec["num_parts"][0] > 0)
