"""Aggregates over training runs and tasks, as Agarwal et al. (2021) recommend.

An array of scores has a row per training run of a method and a column per task. See "Deep
Reinforcement Learning at the Edge of the Statistical Precipice", arXiv:2108.13264.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import stats

from wistar_env.arguments import integer
from wistar_env.benchmark.report import CONFIDENCE, Estimate

Scores: TypeAlias = npt.NDArray[np.float64]
Statistic: TypeAlias = Callable[[Scores], float]

RESAMPLES: Final = 2000
#: Number of resamples whose interquartile means are computed at once.
_AT_ONCE: Final = 500


def interquartile_mean(scores: Scores) -> float:
    """Return the mean of the middle half of the scores, with all runs and tasks pooled."""
    return float(stats.trim_mean(scores, 0.25, axis=None))


def _of_each(statistic: Statistic, tables: Sequence[Scores]) -> list[float]:
    """Return a statistic of each array; interquartile means with one call of SciPy, for speed."""
    if statistic is not interquartile_mean:
        return [statistic(each) for each in tables]
    rows = np.stack(tables).reshape(len(tables), -1)
    found: list[float] = stats.trim_mean(rows, 0.25, axis=1).tolist()
    return found


def _checked(scores: npt.ArrayLike) -> Scores:
    found = np.asarray(scores, np.float64)
    if found.ndim != 2 or not found.size or not np.isfinite(found).all():
        raise ValueError(
            "scores must be an array of finite numbers, one row per run and one column per task, "
            f"found shape {found.shape} with {np.isfinite(found).sum()} finite numbers"
        )
    return found


def _bootstrap(
    scores: npt.ArrayLike,
    statistic: Statistic,
    seed: int,
    resamples: int,
    drawn: Callable[[Scores, np.random.Generator], Scores],
) -> Estimate:
    table, draw = _checked(scores), np.random.default_rng(integer("seed", seed, 0, 2**63 - 1))
    times, tail = integer("resamples", resamples, 1, 10**7), 50 * (1 - CONFIDENCE)
    found: list[float] = []
    for first in range(0, times, _AT_ONCE):
        count = min(_AT_ONCE, times - first)
        found += _of_each(statistic, [drawn(table, draw) for _ in range(count)])
    low, high = np.percentile(found, [tail, 100 - tail])
    return Estimate(statistic(table), float(low), float(high))


def stratified_bootstrap(
    scores: npt.ArrayLike, statistic: Statistic, seed: int, resamples: int = RESAMPLES
) -> Estimate:
    """Estimate a statistic for these tasks by resampling the runs of each task separately.

    Parameters
    ----------
    scores
        Shape (runs, tasks); runs of different tasks are treated as independent.
    statistic
        The statistic to estimate, such as ``interquartile_mean``.
    seed
        Seed of the resampling.
    resamples
        Number of resamples.

    Raises
    ------
    TypeError, ValueError
        If there are no scores, or an argument is wrong.
    """

    def drawn(table: Scores, draw: np.random.Generator) -> Scores:
        runs, tasks = table.shape
        return table[draw.integers(runs, size=(runs, tasks)), np.arange(tasks)]

    return _bootstrap(scores, statistic, seed, resamples, drawn)


def bootstrap_of_games(
    games: Sequence[Scores], statistic: Statistic, seed: int, resamples: int = RESAMPLES
) -> Estimate:
    """Estimate a statistic of one run's mean scores by resampling the games of each task.

    ``games``: for each task, a score per game, or per group of games that are not independent; the
    number of scores may differ between tasks. Raises TypeError, ValueError if there are no scores,
    or an argument is wrong.
    """

    def drawn(table: Scores, draw: np.random.Generator) -> Scores:
        return np.array([[each[draw.integers(len(each), size=len(each))].mean() for each in games]])

    means = [np.mean(each) if len(each) else np.nan for each in games]
    return _bootstrap(np.array([means]), statistic, seed, resamples, drawn)


def crossed_bootstrap(
    scores: npt.ArrayLike, statistic: Statistic, seed: int, resamples: int = RESAMPLES
) -> Estimate:
    """Estimate a statistic for new runs and tasks by resampling whole rows and columns.

    This treats the tasks as a random sample (such as card sets), with every run measured on all of
    them.

    Parameters
    ----------
    scores
        Shape (runs, tasks).
    statistic, seed, resamples
        As for ``stratified_bootstrap``.

    Raises
    ------
    TypeError, ValueError
        If there are no scores, or an argument is wrong.
    """

    def drawn(table: Scores, draw: np.random.Generator) -> Scores:
        runs, tasks = table.shape
        return table[np.ix_(draw.integers(runs, size=runs), draw.integers(tasks, size=tasks))]

    return _bootstrap(scores, statistic, seed, resamples, drawn)


def probability_of_improvement(scores: npt.ArrayLike, others: npt.ArrayLike) -> float:
    """Return the probability that a run beats a run of another method on a task (Mann-Whitney U).

    Ties count one half. Both methods need the same tasks, but the numbers of runs may differ.

    Raises
    ------
    ValueError
        If there are no scores, or the numbers of tasks differ.
    """
    mine, theirs = _checked(scores), _checked(others)
    if mine.shape[1] != theirs.shape[1]:
        raise ValueError(
            "both arrays of scores must have the same number of tasks (columns), found "
            f"{mine.shape[1]} and {theirs.shape[1]}"
        )
    above = mine[:, None] > theirs[None]
    same = mine[:, None] == theirs[None]
    return float((above + 0.5 * same).mean())
