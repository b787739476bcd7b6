"""The aggregate score over all tasks."""

import numpy as np
import pytest

from experiments.leaderboard_totals import Margins, margins_of, total
from tests.benchmark.protocol.runs import GREEDY
from wistar_env.benchmark.aggregates import interquartile_mean
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.report import mean
from wistar_env.kit.replays.shards import Shard

TASK_NAMES = ("solo-5", "solo-7", "solo-9", "duel")


def margins(*means: float, spread: float = 0.0, deals: int = 10) -> dict[str, Margins]:
    """Return margins of one run, with these means, and as many deals for each task."""
    around = np.linspace(-spread, spread, deals)
    return {name: [mean + around] for name, mean in zip(TASK_NAMES, means, strict=True)}


ZERO = margins(-50, -60, -70, -80, spread=9)
ONE = margins(50, 40, 30, 20, spread=9)


def test_random_is_0_and_the_network_is_1() -> None:
    assert total(ZERO, ZERO, ONE).value == pytest.approx(0)
    assert total(ONE, ZERO, ONE).value == pytest.approx(1)


def test_the_middle_half_of_the_tasks_counts() -> None:
    found = total(margins(-1000, -35, -20, 2000), ZERO, ONE)
    assert found.value == pytest.approx((0.25 + 0.5) / 2)


def test_the_interval_of_a_bot_is_over_the_deals_of_each_task() -> None:
    sure = total(margins(0, 10, 20, 30), ZERO, ONE)
    assert sure.low == pytest.approx(sure.high)
    few, many = (total(margins(0, 0, 0, 0, spread=9, deals=n), ZERO, ONE) for n in (8, 200))
    assert few.low < many.low < many.value < many.high < few.high


def test_tasks_may_have_different_numbers_of_deals() -> None:
    mine = margins(0, 0, 0, 0) | {"duel": [np.array([-5.0, 5.0])]}
    assert total(mine, ZERO, ONE).value == pytest.approx(
        total(margins(0, 0, 0, 0), ZERO, ONE).value
    )


def test_the_interval_of_a_method_is_over_its_runs() -> None:
    draw = np.random.default_rng(3)
    scores = draw.normal(0.5, 0.2, size=(5, 4))
    runs = {
        name: [100 * score + ZERO[name][0].mean() + draw.permuted([-9.0, 9]) for score in column]
        for name, column in zip(TASK_NAMES, scores.T, strict=True)
    }
    found, wanted = total(runs, ZERO, ONE), mean([*map(interquartile_mean, scores)])
    for one, other in ((found.value, wanted.value), (found.low, wanted.low)):
        assert one == pytest.approx(other)


def test_a_scale_that_does_not_rise_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"in solo-5, .* 1 must beat"):
        total(ONE, ONE, ZERO)


def test_margins_are_those_of_the_deals() -> None:
    """Both seats are averaged, so a deal counts once."""
    shard = Shard(
        seeds=np.zeros(4, np.uint64),
        lengths=np.zeros(4, np.int64),
        actions=np.zeros(0, np.int16),
        players=np.array([[0, 1], [1, 0]] * 2, np.int16),
        scores=np.array([[70, 60], [50, 80], [90, 60], [60, 70]], np.int64),
        ranks=np.array([[1, 2], [2, 1]] * 2, np.int16),
    )
    (found,) = margins_of("duel", len(GREEDY.bots), shard)
    assert found.tolist() == [20, 20]
    assert TASKS["duel"].seatings == [(0, 1), (1, 0)]
