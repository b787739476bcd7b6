import numpy as np

from wistar_env.benchmark import calibration
from wistar_env.rules import actions
from wistar_env.rules.limits import CHIEFS, ROUNDS


def test_a_calibration_has_its_sections_and_repeats_exactly() -> None:
    first = list(calibration.calibrate(4, 1))
    assert len(first) == calibration.SECTIONS
    assert first == list(calibration.calibrate(4, 1))
    assert first != list(calibration.calibrate(4, 2))


def test_usage_counts_every_chief_of_every_game() -> None:
    usage = calibration.record_usage(3, 1)
    placed = int(usage.taken[actions.PLACE : actions.HUT + 1].sum())
    assert placed == 3 * 2 * CHIEFS * ROUNDS


def test_only_cards_that_were_in_a_hand_count_as_played() -> None:
    usage = calibration.record_usage(3, 1)
    assert (usage.played <= usage.held).all()
    assert usage.held.max() <= 3
    assert usage.played.sum() > 0


def test_three_objectives_lie_open_in_each_game() -> None:
    usage = calibration.record_usage(5, 1)
    assert usage.shown.sum() == 5 * 3
    assert np.all(usage.shown <= 5)
