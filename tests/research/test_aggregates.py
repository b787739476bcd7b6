"""Aggregates over runs and tasks equal those of rliable, to 1e-6."""

from typing import Any

import numpy as np
import pytest
from rliable import library, metrics

from wistar_env.benchmark.aggregates import (
    RESAMPLES,
    bootstrap_of_games,
    interquartile_mean,
    probability_of_improvement,
    stratified_bootstrap,
)

pytestmark = pytest.mark.research

SHAPES = [(5, 8), (3, 1), (1, 4), (2, 3), (10, 26)]
#: 32 bits of a seed are all that ``numpy.random.seed`` takes.
SEED = 7


def scores(shape: tuple[int, int], ties: bool = False) -> Any:
    found = np.random.default_rng(shape).gamma(2.0, size=shape)
    return found.round() if ties else found


def close(mine: Any, theirs: Any) -> bool:
    return bool(np.abs(np.asarray(mine) - np.asarray(theirs)).max() <= 1e-6)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_interquartile_mean_is_that_of_rliable(shape: tuple[int, int], ties: bool) -> None:
    table = scores(shape, ties)
    assert close(interquartile_mean(table), metrics.aggregate_iqm(table))


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_probability_of_improvement_is_that_of_rliable(
    shape: tuple[int, int], ties: bool
) -> None:
    mine, theirs = scores(shape, ties), scores((shape[0] + 2, shape[1]), ties)
    wanted = metrics.probability_of_improvement(mine, theirs)
    assert close(probability_of_improvement(mine, theirs), wanted)
    assert close(probability_of_improvement(mine, mine), 0.5)


class Legacy:
    """``numpy.random`` as rliable uses it, instead of a generator."""

    def __init__(self, seed: int) -> None:
        np.random.seed(seed)  # noqa: NPY002

    def integers(self, high: int, size: Any) -> Any:
        """Return numbers below ``high``, as ``choice`` draws them."""
        return np.random.choice(high, size, replace=True)  # noqa: NPY002


def interval_of_rliable(table: Any) -> Any:
    np.random.seed(SEED)  # noqa: NPY002
    values, intervals = library.get_interval_estimates(
        {"mine": table}, lambda drawn: np.array([metrics.aggregate_iqm(drawn)]), reps=RESAMPLES
    )
    return [values["mine"][0], *intervals["mine"][:, 0]]


@pytest.mark.parametrize("shape", SHAPES)
def test_intervals_of_the_same_draws_are_those_of_rliable(
    shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scores(shape)
    with monkeypatch.context() as patched:
        patched.setattr(np.random, "default_rng", Legacy)
        found = stratified_bootstrap(table, interquartile_mean, SEED)
    assert close([found.value, found.low, found.high], interval_of_rliable(table))


def test_the_interval_over_games_is_about_that_of_rliable() -> None:
    """It draws in another order, since tasks may have different numbers of games."""
    table = np.random.default_rng(4).normal(size=(300, 10))
    np.random.seed(SEED)  # noqa: NPY002
    values, intervals = library.get_interval_estimates(
        {"mine": table},
        lambda drawn: np.array([metrics.aggregate_iqm(drawn.mean(axis=0, keepdims=True))]),
        reps=RESAMPLES,
    )
    found = bootstrap_of_games([*table.T], interquartile_mean, SEED)
    assert close(found.value, values["mine"][0])
    low, high = intervals["mine"][:, 0]
    assert np.allclose([found.low, found.high], [low, high], atol=(high - low) / 15)
