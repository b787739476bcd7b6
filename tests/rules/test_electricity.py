"""Electricity (ELEC)."""

import pytest

from tests.builder import Position
from tests.holding import holding
from wistar_env.games.rats_of_wistar.tables import codes


@pytest.mark.ledger("ELEC-01", "ELEC-02")
def test_electricity_is_first_basic_then_advanced_and_then_has_no_effect() -> None:
    levels = []
    for before in (0, 1, 2):
        position = holding(effect="electricity").player(0).has(electricity=before).position
        position.play("Hammer")
        levels.append(position[0].electricity)
    assert levels == [1, 2, 2]


@pytest.mark.ledger("ELEC-02", "AMB-13")
def test_advanced_electricity_cannot_be_bought_again() -> None:
    position = Position()
    position.player(0).has(wood=9, electricity=2)
    assert not position.can("BUY_ELECTRICITY")
    position.player(0).has(electricity=1)
    assert position.can("BUY_ELECTRICITY")


@pytest.mark.ledger("ELEC-03")
@pytest.mark.parametrize(
    ("needed", "owned", "met"),
    [(1, 0, False), (1, 1, True), (1, 2, True), (2, 0, False), (2, 1, False), (2, 2, True)],
)
def test_a_basic_requirement_is_met_by_either_side_and_an_advanced_one_by_the_advanced_side(
    needed: int, owned: int, met: bool
) -> None:
    position = holding(needs=f"electricity {needed}").player(0).has(electricity=owned).position
    assert bool(position.playable()) == met


@pytest.mark.ledger("ELEC-04")
def test_electricity_is_never_spent() -> None:
    position = holding(needs="electricity 2").player(0).has(electricity=2).position
    position.play("Hammer")
    assert position[0].electricity == 2


@pytest.mark.ledger("ELEC-05")
def test_only_advanced_cards_ask_for_electricity() -> None:
    cards = Position().tables["cards"]
    asks = (cards["requirement"]["need_count"] == codes.COUNT_ELECTRICITY).any(axis=1)
    assert asks.any()
    assert set(cards["tier"][asks]) == {codes.TIER_ADVANCED}


@pytest.mark.ledger("ELEC-06", "SCORE-07")
def test_advanced_electricity_is_worth_two_points_at_the_end() -> None:
    worth = []
    for level in (0, 1, 2):
        position = Position()
        position.player(0).has(electricity=level)
        worth.append(position.scores(0)["electricity"])
    assert worth == [0, 0, 2]


@pytest.mark.ledger("ELEC-07", "FAST-03")
def test_electricity_comes_from_a_fast_action_inventions_missions_and_other_bonuses() -> None:
    bought = Position()
    bought.player(0).has(wood=4, metal=0).hand()
    bought.do("BUY_ELECTRICITY")
    played = holding(effect="electricity").play("Hammer")
    mission = Position().mission("D1", "There's something in the lair!")
    mission.player(0).explorer("D")
    mission.place("wood", bonus="mission").do("BONUS mission", "COMPLETE D1 3", "CUBE Veranda")
    guest = Position().guest_in("F", "G16")
    guest.player(0).explorer("F").workers(farm=1)
    guest.place("explore").do("MAIN explore", "GUEST F")
    assert [p[0].electricity for p in (bought, played, mission, guest)] == [1, 1, 1, 1]
