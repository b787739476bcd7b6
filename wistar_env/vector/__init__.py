"""Thousands of games in one call, for training and search.

``BatchGame`` plays all seats, ``LearnerBatch`` one seat of each game against other policies.
``gymnasium.make_vec("wistar/RatOBot-v0", num_envs=n)`` and ``make_sb3`` show the latter as what
Gymnasium and Stable-Baselines3 expect.
"""

from typing import TYPE_CHECKING, Any

from wistar_env.kit.vector.arrays import Sparse, Step
from wistar_env.kit.vector.extra import import_with_extra
from wistar_env.kit.vector.sparse import densify, embedding_bags
from wistar_env.vector.batch_game import BatchGame
from wistar_env.vector.learner import LearnerBatch

if TYPE_CHECKING:
    from wistar_env.vector.gym import LearnerVectorEnv
    from wistar_env.vector.sb3 import LearnerVecEnv, make_sb3

__all__ = [
    "BatchGame",
    "LearnerBatch",
    "LearnerVecEnv",
    "LearnerVectorEnv",
    "Sparse",
    "Step",
    "densify",
    "embedding_bags",
    "make_sb3",
]

#: Imported lazily: Stable-Baselines3 imports torch.
_LATER = {
    "LearnerVectorEnv": "wistar_env.vector.gym",
    "LearnerVecEnv": "wistar_env.vector.sb3",
    "make_sb3": "wistar_env.vector.sb3",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return import_with_extra(_LATER[name], name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
