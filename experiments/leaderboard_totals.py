"""One number for a bot over all tasks of a game: the interquartile mean of its normalised margins.

The margin of ``ZERO`` in a task is 0, and that of ``ONE`` is 1. Both are taken as they are: the
interval has the games of the bot only, or its training runs.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.benchmark.aggregates import (
    bootstrap_of_games,
    interquartile_mean,
    stratified_bootstrap,
)
from wistar_env.benchmark.protocol.task_numbers import of_bot
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.report import Estimate
from wistar_env.kit.replays.shards import Shard

#: The bots whose margins are 0 and 1: ``network`` plays the networks that come with the package.
ZERO: Final = "random"
ONE: Final = "network"
_SEED: Final = 1
#: The margins of each training run, those of one deal or card set together.
Margins: TypeAlias = Sequence[npt.NDArray[np.float64]]


def margins_of(task: str, bots: int, shard: Shard) -> Margins:
    """Return the margins in the games of a row.

    Parameters
    ----------
    task
        The name of the task.
    bots
        The number of bots of the row.
    shard
        Its games.
    """
    return [np.array(of_bot(TASKS[task], shard, place)["margin"]) for place in range(bots)]


def total(
    margins: Mapping[str, Margins], zero: Mapping[str, Margins], one: Mapping[str, Margins]
) -> Estimate:
    """Return the interquartile mean of a bot's normalised margins, with its interval.

    The interval is by a stratified bootstrap (arXiv:2108.13264): the runs of each task are
    resampled separately, or for a single bot its deals and card sets.

    Parameters
    ----------
    margins
        The margins of the bot, by task.
    zero, one
        Those of ``ZERO`` and ``ONE``, in at least these tasks.

    Raises
    ------
    ValueError
        If ``ONE`` is not ahead of ``ZERO`` in a task, or the tasks have different numbers of runs.
    """
    scores = []
    for task, runs in margins.items():
        low, high = (float(np.mean([run.mean() for run in each[task]])) for each in (zero, one))
        if high <= low:
            raise ValueError(
                f"in {task}, {ONE} must be ahead of {ZERO}, found margins of {high:.1f} and "
                f"{low:.1f}"
            )
        scores.append([(run - low) / (high - low) for run in runs])
    if len(scores[0]) == 1:
        return bootstrap_of_games([run for (run,) in scores], interquartile_mean, _SEED)
    table = [[run.mean() for run in runs] for runs in zip(*scores, strict=True)]
    return stratified_bootstrap(table, interquartile_mean, _SEED)
