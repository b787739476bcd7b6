"""A bot's aggregate score over all tasks of a game: the interquartile mean of normalised margins.

In each task, the margin of the bot ``tasks.ZERO`` counts as 0, and the margin of ``tasks.ONE`` as
1. These bots never change. Their margins are treated as exact, so the interval covers only the
rated bot's games or training runs.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.benchmark.aggregates import bootstrap_of_games, interquartile_mean
from wistar_env.benchmark.protocol.task_numbers import of_bot
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.report import Estimate, mean
from wistar_env.kit.replays.shards import Shard

_SEED: Final = 1
#: The margins of each training run, averaged per deal or card set.
Margins: TypeAlias = Sequence[npt.NDArray[np.float64]]


def margins_of(task: str, bots: int, shard: Shard) -> Margins:
    """Return the margins in the games of an entry."""
    return [np.array(of_bot(TASKS[task], shard, place)["margin"]) for place in range(bots)]


def total(
    margins: Mapping[str, Margins], zero: Mapping[str, Margins], one: Mapping[str, Margins]
) -> Estimate:
    """Return the interquartile mean of a bot's normalised margins, with its interval.

    For a single bot, the interval comes from a stratified bootstrap (arXiv:2108.13264), which
    resamples the deals and card sets of each task. For the training runs of a track, the result is
    the mean of the runs' scores, with Student's interval.
    """
    scores = []
    for task, runs in margins.items():
        low, high = (float(np.mean([run.mean() for run in each[task]])) for each in (zero, one))
        if high <= low:
            raise ValueError(
                f"in {task}, the bot whose score is 1 must beat the bot whose score is 0, found "
                f"margins of {high:.1f} and {low:.1f}"
            )
        scores.append([(run - low) / (high - low) for run in runs])
    if len(scores[0]) == 1:
        return bootstrap_of_games([run for (run,) in scores], interquartile_mean, _SEED)
    return mean(
        [
            interquartile_mean(np.array([run.mean() for run in runs]))
            for runs in zip(*scores, strict=True)
        ]
    )
