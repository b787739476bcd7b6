"""Spaces and layouts of a batch for Gymnasium and Stable-Baselines3."""

import numpy as np
from gymnasium import spaces

from wistar_env.arguments import choice
from wistar_env.kit.envs.history import history_of
from wistar_env.kit.layout import Layout
from wistar_env.kit.vector.learner import LearnerBatch


def check_boxed(observation: object) -> None:
    """Check that observations of a kind have a space, as environments need.

    Raises ValueError if they have not.
    """
    if observation == "sparse":
        raise ValueError(
            "observation='sparse' does not fit into a Box space: BatchGame and LearnerBatch have it"
        )
    choice("observation", observation, ("float32", "uint8"))


def observation_space(batch: LearnerBatch, observation: str) -> spaces.Box | spaces.Dict:
    """Return the space of an observation of one game, with its last actions if it has a history."""
    box = box_of(batch.layout, observation)
    length = batch.history.shape[1]
    history = history_of(batch.spec, batch.num_players, batch.action_ids, length)
    return box if history is None else spaces.Dict({"observation": box, "history": history.space})


def box_of(layout: Layout, observation: str) -> spaces.Box:
    """Return the space of one observation vector of dtype ``"float32"`` or ``"uint8"``."""
    if observation == "uint8":
        return spaces.Box(np.zeros_like(layout.limit), layout.limit, dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (layout.size,), np.float32)
