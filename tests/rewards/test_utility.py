"""Which games are zero-sum, for theory and for OpenSpiel."""

from examples.leduc import Leduc
from wistar_env import RatsOfWistar
from wistar_env.kit.rewards.utility import is_zero_sum


def test_points_are_zero_sum_if_declared_and_places_always() -> None:
    assert is_zero_sum(Leduc.spec, 2, "points")
    assert not is_zero_sum(RatsOfWistar.spec, 2, "points")
    assert is_zero_sum(RatsOfWistar.spec, 2, "rank")


def test_nothing_is_zero_sum_against_an_automaton_which_has_no_utility() -> None:
    assert not is_zero_sum(RatsOfWistar.spec, 1, "points")
    assert not is_zero_sum(RatsOfWistar.spec, 1, "rank")
