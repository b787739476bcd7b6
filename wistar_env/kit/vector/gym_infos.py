"""Infos in the format of ``gymnasium.vector.SyncVectorEnv``."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.kit.vector.learner import LearnerBatch

Infos: TypeAlias = dict[str, Any]
Flags: TypeAlias = npt.NDArray[np.bool_]


def of_running(batch: LearnerBatch, shown: Flags) -> Infos:
    """Return the infos of running games, except the action mask.

    ``shown``: the games with infos; entries of other games are 0.
    """
    n = len(batch)
    infos: Infos = {
        "scores": np.zeros((n, batch.num_seats, len(batch.spec.score_columns)), np.int16),
        **{name: np.zeros(n, np.int64) for name in ("rank", "seed", "decisions")},
        **dict.fromkeys(batch.report_names, np.zeros(n, np.int64)),
        **{name: np.where(shown, each, np.int64(0)) for name, each in batch.report.items()},
        **{
            name: np.where(shown, getattr(batch, name), np.int64(0))
            for name in ("learner_seat", "skipped_games")
        },
    }
    return _with_flags(infos, shown)


def of_ended(
    batch: LearnerBatch,
    done: Flags,
    running: Infos,
    mode: AutoresetMode,
    seen: Callable[[npt.NDArray[np.int64]], Iterable[Any]],
) -> Infos:
    """Return the infos of the games that ended in a step.

    ``done``: the games that ended, at least one. ``mode``: in ``SAME_STEP``, the next games have
    started, so final infos are in ``"final_obs"`` and ``"final_info"``; in the other modes they
    replace those in ``running``.
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
    final["action_mask"][ended] = batch.final_mask(ended)
    last = _objects(done, seen(ended))
    return _with_flags({"final_obs": last, "final_info": _with_flags(final, done)}, done)


def _with_flags(infos: Infos, done: Flags) -> Infos:
    """Add, for each key, the mask ``"_KEY"`` of the games that have a value."""
    return infos | {f"_{name}": done.copy() for name in infos}


def _objects(done: Flags, values: Iterable[Any]) -> npt.NDArray[Any]:
    """Return an array of objects, shape (n,): the values for games that ended, None for others."""
    objects = np.full(len(done), None, object)
    for i, value in zip(np.flatnonzero(done), values, strict=True):
        objects[i] = value
    return objects
