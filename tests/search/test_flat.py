"""Flat Monte Carlo search: the allocation of its rollouts."""

from typing import Any

import pytest

from tests.games import TABLES, sampled
from wistar_env import RatsOfWistar
from wistar_env.kit.search import Flat
from wistar_env.kit.search.report import Report


def samples(table: dict[str, Any]) -> list[RatsOfWistar]:
    return [game.clone() for game in sampled(RatsOfWistar.new(seed=4, **table), 15, seed=4)]


def positions(least: int) -> list[RatsOfWistar]:
    """Return positions of all kinds of tables with so many legal actions or more."""
    found = (game for table in TABLES for game in samples(table))
    return [game for game in found if len(game.legal_actions()) >= least]


def halved(tried: int, rollouts: int) -> list[int]:
    """Return the visits of sequential halving, the most first (Karnin and others, 2013)."""
    sizes = []
    left = tried
    while left > 1:
        sizes.append(left)
        left = -(-left // 2)
    visits = [0] * tried
    for size in sizes:
        for k in range(size):
            visits[k] += max(1, rollouts // (len(sizes) * size))
    return visits


def most_first(report: Report) -> list[int]:
    return sorted(map(int, report.visits), reverse=True)


@pytest.mark.parametrize("rollouts", [1, 16, 50])
def test_rollouts_are_shared_out_by_sequential_halving(rollouts: int) -> None:
    for game in positions(2):
        report = Flat(rollouts, rollout_depth=2).search(game, 1)
        assert most_first(report) == halved(len(game.legal_actions()), rollouts)


def test_what_is_left_at_the_end_is_played() -> None:
    for game in positions(2):
        report = Flat(50, rollout_depth=2).search(game, 1)
        left = report.actions[report.visits == report.visits.max()]
        assert report.best in left
        assert len(left) == 1 + (len(report.actions) > 1), "the last phase is among two"


@pytest.mark.parametrize("width", [2, 3])
def test_a_width_leaves_those_that_promise_most(width: int) -> None:
    for game in positions(width + 1):
        report = Flat(20, rollout_depth=2, width=width).search(game, 1)
        tried = report.visits > 0
        assert tried.sum() == width
        assert report.prior[tried].min() >= report.prior[~tried].max()
        assert most_first(report)[:width] == halved(width, 20)
        assert tried[list(report.actions).index(report.best)]


def test_a_width_above_the_legal_actions_changes_nothing() -> None:
    for game in positions(2):
        wide = Flat(20, rollout_depth=2, width=1000).search(game, 1)
        assert wide.visits.tolist() == Flat(20, rollout_depth=2).search(game, 1).visits.tolist()
