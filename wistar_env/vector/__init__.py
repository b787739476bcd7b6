"""Thousands of games in one call, for training and search.

``BatchGame`` plays all seats, ``LearnerBatch`` one seat of each game against other policies.
``gymnasium.make_vec("wistar/RatOBot-v0", num_envs=n)`` and ``make_sb3`` show the latter as what
Gymnasium and Stable-Baselines3 expect.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wistar_env.kit.vector.arrays import Sparse, Step
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

#: Imported when asked for: Stable-Baselines3 brings torch along.
_LATER = {
    "LearnerVectorEnv": "wistar_env.vector.gym",
    "LearnerVecEnv": "wistar_env.vector.sb3",
    "make_sb3": "wistar_env.vector.sb3",
}
#: What they need beyond what is always installed: the extra ``train``.
_EXTRA = ("stable_baselines3", "torch")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        try:
            return getattr(import_module(_LATER[name]), name)
        except ModuleNotFoundError as error:
            missing = str(error.name).partition(".")[0]
            if missing not in _EXTRA:
                raise
            raise ImportError(
                f"{name} needs {missing}, which is not installed; it comes with the extra 'train' "
                "of this package: pip install 'wistar-env[train]', or '.[train]' in a clone",
                name=missing,
            ) from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
