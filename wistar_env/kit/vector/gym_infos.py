"""Infos in the format of ``gymnasium.vector.SyncVectorEnv``."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.kit.vector.learner import LearnerBatch

Infos: TypeAlias = dict[str, Any]
Flags: TypeAlias = npt.NDArray[np.bool_]


def of_running(batch: LearnerBatch, shown: Flags) -> Infos:
    """Return the infos of running games, except the action mask.

    Parameters
    ----------
    batch
        The games.
    shown
        The games with infos; those of the others are 0.
    """
    n = len(batch)
    infos: Infos = {
        "scores": np.zeros((n, batch.num_seats, len(batch.spec.score_columns)), np.int16),
        **{name: np.zeros(n, np.int64) for name in ("rank", "seed", "decisions")},
        **dict.fromkeys(batch.report_names, np.zeros(n, np.int64)),
        **{name: np.where(shown, each, np.int64(0)) for name, each in batch.report.items()},
        "learner_seat": np.where(shown, batch.learner_seat, np.int64(0)),
    }
    return _with_flags(infos, shown)


def of_ended(batch: LearnerBatch, done: Flags, running: Infos, mode: AutoresetMode) -> Infos:
    """Return the infos of the games that ended in a step.

    Parameters
    ----------
    batch
        The games.
    done
        Which of them ended, at least one.
    running
        The result of ``of_running``, and the action mask.
    mode
        In ``SAME_STEP``, ``"final_obs"`` and ``"final_info"`` have their end, since the next games
        have started; in the other modes ``running`` has it.
    """
    ended = np.flatnonzero(done)
    same_step = mode is AutoresetMode.SAME_STEP
    final: Infos = {}
    for name, values in batch.final_info(ended).items():
        final[name] = np.zeros_like(running[name]) if same_step else running[name]
        final[name][ended] = values
    if not same_step:
        return final
    final["action_mask"] = np.zeros_like(running["action_mask"])
    last = _objects(done, batch.final_observation(ended))
    return _with_flags({"final_obs": last, "final_info": _with_flags(final, done)}, done)


def _with_flags(infos: Infos, done: Flags) -> Infos:
    """Add the mask of games for each key."""
    return infos | {f"_{name}": done.copy() for name in infos}


def _objects(done: Flags, values: Iterable[Any]) -> npt.NDArray[Any]:
    """Return an array of objects, shape (n,): the values of the games that ended, else None."""
    objects = np.full(len(done), None, object)
    for i, value in zip(np.flatnonzero(done), values, strict=True):
        objects[i] = value
    return objects
