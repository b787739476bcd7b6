"""The Alchemist's Hut and the Potion (ALCH)."""

import pytest

from tests.builder import Position
from tests.scenes import CHEST, at_hut, at_mission, complete, empty_handed, plain_card


@pytest.mark.ledger("ALCH-01", "TURN-01")
def test_the_hut_holds_any_number_of_chiefs_several_of_one_player_too() -> None:
    position = Position(3).turn_of(0)
    for turn in range(8):
        assert position.can("HUT"), turn
        position.do("HUT").end_turn()
    position.do("HUT")
    hut = list(position.game["hut"][: position.game["hut_size"]])
    assert hut == [0, 1, 2] * 3


@pytest.mark.ledger("ALCH-02")
def test_a_chief_is_placed_to_the_right_of_those_on_the_hut() -> None:
    position = Position(3).turn_of(1)
    first = list(position.order)
    position.do("HUT").end_turn()
    position.place("wood").end_turn()
    position.do("HUT")
    assert list(position.game["hut"][: position.game["hut_size"]]) == [first[0], first[2]]


@pytest.mark.ledger("ALCH-03", "TURN-01")
def test_a_visit_gives_a_movement_token_and_the_potion() -> None:
    position = at_hut()
    assert position[0].movement == 1
    assert position.legal("POTION") == {"play", "mission", "metal", "wood"}


@pytest.mark.ledger("ALCH-03")
def test_each_visit_is_rewarded() -> None:
    position = at_hut().end_turn()
    position.end_turn().do("HUT")
    assert position[0].movement == 2
    potion(position, "metal")
    assert position[0].metal == 1


def potion(position: Position, use: str) -> Position:
    """Drink the Potion that lies ready."""
    if position.can("BONUS potion"):
        position.do("BONUS potion")
    return position.do(f"POTION {use}")


@pytest.mark.ledger("ALCH-04")
@pytest.mark.parametrize(("use", "wood", "metal"), [("wood", 1, 0), ("metal", 0, 1)])
def test_the_potion_gives_a_wood_or_a_metal(use: str, wood: int, metal: int) -> None:
    position = potion(at_hut(), use)
    assert (position[0].wood, position[0].metal) == (wood, metal)
    assert position.legal("POTION") == set()
    assert not position.can("BONUS potion")


@pytest.mark.ledger("ALCH-04", "CARD-01")
def test_the_potion_lets_an_invention_be_played_for_its_requirements() -> None:
    position = Position().turn_of(0)
    plain_card(position, "Hammer", cost="wood 1")
    plain_card(position, "Archive", cost="wood 2")
    empty_handed(position).player(0).hand("Hammer", "Archive").has(wood=1)
    potion(position.do("HUT"), "play")
    assert position.legal("PLAY") == {"Hammer"}
    position.do("PLAY Hammer")
    assert (position[0].wood, position[0].played) == (0, ["Hammer"])
    assert position.legal("POTION") == set()


@pytest.mark.ledger("ALCH-04", "MISSION-09")
def test_the_potion_lets_a_mission_be_completed() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 2, needs="doors 1")
    potion(position.do("HUT"), "mission")
    assert position.legal("COMPLETE") == {"D1 1", "D1 3"}
    position.do("COMPLETE D1 1", "CUBE Veranda")
    assert position[0].mission_cubes == 1


@pytest.mark.ledger("ALCH-04", "GEN-06")
def test_the_potion_may_be_left() -> None:
    position = at_hut().do("PASS")
    assert position.legal("POTION") == set()
    assert position.do("END_TURN").seat == 1


@pytest.mark.ledger("ALCH-03", "BONUS-07")
def test_the_potion_of_a_sector_gives_no_movement_token_and_no_place_on_the_hut() -> None:
    position = empty_handed(Position().turn_of(0))
    position.place("explore", bonus="potion")
    potion(position, "wood")
    assert (position[0].movement, position[0].wood) == (0, 1)
    assert position.game["hut_size"] == 0


@pytest.mark.ledger("ALCH-05", "ROUND-02", "ROUND-04")
def test_the_leftmost_chiefs_on_the_hut_set_the_next_turn_order() -> None:
    position = Position(3).turn_of(0)
    first, second, third = position.order
    position.place("wood").end_turn()
    position.place("dig").end_turn()
    position.do("HUT").end_turn()
    position.do("HUT").end_turn()
    position.next_round()
    assert position.order == [third, first, second]


@pytest.mark.ledger("ALCH-01", "WHEEL-02")
def test_two_chiefs_on_the_hut_do_not_forbid_a_third() -> None:
    position = Position().turn_of(0)
    for _ in range(2):
        position.do("HUT").end_turn().end_turn()
    assert position.can("HUT")


@pytest.mark.ledger("ALCH-04", "MISSION-04")
def test_a_mission_completed_with_the_potion_gives_its_reward() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, effect="wild 2")
    potion(position.do("HUT"), "mission").do("COMPLETE D1 1", "CUBE Veranda")
    assert position[0].wild == 2


@pytest.mark.ledger("ALCH-03", "BONUS-10")
def test_the_bonus_of_a_sector_completes_one_mission_only() -> None:
    position = complete(at_mission())
    assert position.legal("COMPLETE") == set()
    assert not position.can("BONUS mission")
