"""Plays of vector environments of Stable-Baselines3, by rules that depend on the masks alone."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tests.vector.tapes import pick

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv


def picked(venv: "VecEnv", number: int) -> np.ndarray[Any, Any]:
    """Return a legal action for each environment."""
    return np.array([pick(mask, number) for mask in venv.env_method("action_masks")])


def begun(venv: "VecEnv") -> Any:
    """Return the first observations."""
    return venv.reset()


def stepped(venv: "VecEnv", number: int) -> Any:
    """Play such an action in each environment and return all that the step gives."""
    return venv.step(picked(venv, number))


def played(venv: "VecEnv", steps: int, seed: int = 5) -> list[tuple[Any, ...]]:
    """Return all that a vector environment gives, as it was given."""
    venv.seed(seed)
    return [(begun(venv),), *(stepped(venv, number) for number in range(steps))]
