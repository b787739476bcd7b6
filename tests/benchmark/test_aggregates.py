"""Aggregates over runs and tasks."""

import numpy as np
import pytest

from wistar_env.benchmark.aggregates import (
    bootstrap_of_games,
    crossed_bootstrap,
    interquartile_mean,
    probability_of_improvement,
    stratified_bootstrap,
)


def test_the_interquartile_mean_leaves_out_the_best_and_worst_quarter() -> None:
    scores = np.array([[1000.0, 1, 2, 3], [4, 5, 6, -1000]])
    assert interquartile_mean(scores) == np.mean([2, 3, 4, 5])


def test_runs_are_drawn_apart_for_each_task() -> None:
    # Scores are constant within tasks but differ between them, so mixing tasks would show.
    scores = np.array([[0.0, 1.0], [0.0, 1.0]])
    found = stratified_bootstrap(scores, np.mean, seed=1)
    assert found.value == found.low == found.high == 0.5


def test_games_are_drawn_apart_for_each_task() -> None:
    sure = [np.zeros(3), np.ones(7)]
    found = bootstrap_of_games(sure, np.mean, seed=1)
    assert found.value == found.low == found.high == 0.5
    games = np.random.default_rng(5).normal(2, 1, size=400)
    found = bootstrap_of_games([games], np.mean, seed=1)
    assert found.value == pytest.approx(games.mean())
    error = games.std() / 20
    assert found.high - found.value == pytest.approx(1.96 * error, rel=0.1)
    assert found.value - found.low == pytest.approx(1.96 * error, rel=0.1)


def test_the_ends_of_an_interval_leave_out_a_fortieth_of_the_resamples_each() -> None:
    # Resamples of one run are its scores again, so that those of the statistic are known.
    numbers = iter(range(1001))
    found = stratified_bootstrap([[0.0]], lambda _: float(next(numbers)), 1, resamples=1000)
    assert (found.low, found.high) == pytest.approx((24.975, 974.025))


def test_a_task_without_games_is_rejected() -> None:
    with pytest.raises(ValueError, match="scores must be an array of finite numbers"):
        bootstrap_of_games([np.zeros(3), np.zeros(0)], np.mean, seed=1)


def test_other_tasks_would_give_another_mean() -> None:
    scores = np.array([[0.0, 1.0], [0.0, 1.0]])
    found = crossed_bootstrap(scores, np.mean, seed=1)
    assert (found.low, found.value, found.high) == (0, 0.5, 1)


def test_intervals_hold_as_often_as_they_say() -> None:
    rng, held = np.random.default_rng(5), 0
    for seed in range(200):
        runs, tasks = rng.normal(size=(20, 1)), rng.normal(size=(1, 30))
        found = crossed_bootstrap(runs + tasks, np.mean, seed, resamples=200)
        held += found.low <= 0 <= found.high
    assert 175 <= held <= 200


def test_the_same_seed_gives_the_same_interval() -> None:
    scores = np.random.default_rng(2).normal(size=(5, 8))
    for method in (stratified_bootstrap, crossed_bootstrap):
        one, same, other = (method(scores, interquartile_mean, seed, 200) for seed in (3, 3, 4))
        assert one == same
        assert one != other


def test_resamples_are_computed_at_once_as_one_by_one() -> None:
    scores = np.random.default_rng(4).normal(size=(5, 9))
    for method in (stratified_bootstrap, crossed_bootstrap):
        alone = method(scores, lambda table: interquartile_mean(table), 3, 700)
        assert method(scores, interquartile_mean, 3, 700) == alone


def test_the_chance_to_be_better_counts_pairs_of_runs_on_each_task() -> None:
    assert probability_of_improvement([[2.0, 2.0], [1.0, 0.0]], [[1.0, 1.0]]) == 2.5 / 4
    assert probability_of_improvement([[1.0]], [[1.0]]) == 0.5


def test_what_are_no_scores_is_rejected() -> None:
    for wrong in (np.zeros(3), np.zeros((0, 2)), [[np.nan]], [[np.inf]]):
        with pytest.raises(ValueError, match=r"scores .* one row"):
            stratified_bootstrap(wrong, np.mean, 1)
    with pytest.raises(ValueError, match=r"tasks \(columns\), found 2 and 1"):
        probability_of_improvement([[1.0, 2.0]], [[1.0]])
    with pytest.raises(ValueError, match="resamples must be"):
        crossed_bootstrap([[1.0]], np.mean, 1, resamples=0)
