"""What infos tell of games that ended, arranged as ``gymnasium.vector.SyncVectorEnv`` has it."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.gate import NUM_ACTIONS
from wistar_env.vector.learner import LearnerBatch
from wistar_env.vector.shapes import named_scores

Infos: TypeAlias = dict[str, Any]
Flags: TypeAlias = npt.NDArray[np.bool_]


def of_ended(batch: LearnerBatch, done: Flags, mode: AutoresetMode) -> Infos:
    """Return what infos tell of the games that ended in a step.

    Parameters
    ----------
    batch
        The games.
    done
        Which of them ended, at least one.
    mode
        In ``SAME_STEP`` their last observation and ``"final_info"`` are told, since the next games
        have begun; in the others their end stands beside the action mask.
    """
    ended = np.flatnonzero(done)
    told = batch.final_info(ended)
    scores = named_scores(told.pop("scores"))
    final: Infos = {"scores": _objects(done, scores)}
    for name, values in told.items():
        final[name] = np.zeros(len(done), values.dtype)
        final[name][ended] = values
    if mode is not AutoresetMode.SAME_STEP:
        return _with_flags(final, done)
    final["action_mask"] = np.zeros((len(done), NUM_ACTIONS), np.int8)
    last = _objects(done, batch.final_observation(ended))
    return _with_flags({"final_obs": last, "final_info": _with_flags(final, done)}, done)


def _with_flags(infos: Infos, done: Flags) -> Infos:
    """Add the mask beside each key that says which games it tells of."""
    return infos | {f"_{name}": done.copy() for name in infos}


def _objects(done: Flags, values: Iterable[Any]) -> npt.NDArray[Any]:
    """Return an array of objects, shape (n,): the values of the games that ended, else None."""
    objects = np.full(len(done), None, object)
    for i, value in zip(np.flatnonzero(done), values, strict=True):
        objects[i] = value
    return objects
