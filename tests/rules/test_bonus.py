"""Bonus actions of the wheel (BONUS)."""

import pytest

from tests.builder import Position


@pytest.mark.ledger("BONUS-01")
def test_one_worker_is_moved_from_area_to_area() -> None:
    position = Position()
    position.player(0).workers(forest=1)
    position.place("wood", bonus="move1").do("BONUS move1")
    assert position.legal("MOVE_WORKER") == {"forest lair", "forest farm"}
    position.do("MOVE_WORKER forest farm")
    assert position[0].workers == [0, 0, 1]
    assert not position.legal("MOVE_WORKER")


@pytest.mark.ledger("BONUS-01")
def test_two_workers_may_be_moved_to_different_areas() -> None:
    position = Position()
    position.player(0).workers(forest=2)
    position.place("wood", bonus="move2").do("BONUS move2")
    position.do("MOVE_WORKER forest farm", "MOVE_WORKER forest lair")
    assert position[0].workers == [0, 1, 1]
    assert not position.legal("MOVE_WORKER")


@pytest.mark.ledger("BONUS-01")
def test_workers_at_the_lair_entrance_are_not_moved_by_the_bonus() -> None:
    position = Position()
    position.place("wood", bonus="move2").do("BONUS move2")
    assert position[0].entrance == 2
    assert not position.legal("MOVE_WORKER")
    assert not position.legal("DEPLOY") or position.can("END_TURN")


@pytest.mark.ledger("BONUS-01", "ABILITY-06")
def test_double_movement_does_not_change_the_bonus() -> None:
    position = Position()
    position.player(0).workers(forest=2).unlocked("Double movement")
    position.place("wood", bonus="move1").do("BONUS move1", "MOVE_WORKER forest farm")
    assert not position.legal("MOVE_WORKER")


@pytest.mark.ledger("BONUS-02", "BONUS-04", "BONUS-05")
@pytest.mark.parametrize("bonus", ["wild", "metal", "wood"])
def test_a_token_bonus_gives_one_token(bonus: str) -> None:
    position = Position()
    before = getattr(position[0], bonus)
    position.place("explore", bonus=bonus).do(f"BONUS {bonus}")
    assert getattr(position[0], bonus) == before + 1


@pytest.mark.ledger("BONUS-03")
def test_the_card_bonus_takes_the_top_card_of_the_basic_deck() -> None:
    position = Position().on_top("Hammer")
    position.player(0).hand()
    row = position.shown("basic")
    position.place("wood", bonus="basic").do("BONUS basic")
    assert position[0].hand == ["Hammer"]
    assert position.shown("basic") == row


@pytest.mark.ledger("BONUS-06")
def test_the_exploration_bonus_is_one_point_for_any_of_the_four_steps() -> None:
    position = Position(players := 4)
    position.player(0).explorer("E").tent("B")
    position.player(1).opened("D-E")
    position.place("wood", bonus="explore").do("BONUS explore")
    assert players == 4
    for block in ("OPEN", "MOVE", "REVEAL", "GUEST"):
        assert position.legal(block)
    position.do("MOVE D")
    assert not position.legal("MOVE")


@pytest.mark.ledger("BONUS-06")
def test_an_unused_exploration_point_of_the_bonus_is_lost() -> None:
    position = Position()
    position.place("wood", bonus="explore").do("BONUS explore", "PASS")
    assert "explore" not in position.legal("BONUS")
    assert position.can("END_TURN")


@pytest.mark.ledger("BONUS-07", "ALCH-03")
def test_the_potion_bonus_gives_no_movement_token_and_no_place_on_the_hut() -> None:
    position = Position()
    position.place("wood", bonus="potion").do("BONUS potion")
    assert position.legal("POTION") == {"play", "mission", "metal", "wood"}
    position.do("POTION wood")
    assert (position[0].wood, position[0].movement) == (3, 1)
    assert position.game["hut_size"] == 0


@pytest.mark.ledger("BONUS-09")
def test_the_play_bonus_plays_one_card_of_the_hand_that_can_be_played() -> None:
    position = Position()
    position.reprint("cards", "Hammer", cost="wood 2", needs="", effect="vp 1")
    position.reprint("cards", "Garage", cost="wood 3", needs="")
    position.player(0).hand("Hammer", "Garage").has(wood=2)
    position.place("metal", bonus="play").do("BONUS play")
    assert position.legal("PLAY") == {"Hammer"}
    position.do("PLAY Hammer")
    assert position[0].played == ["Hammer"]
    assert position[0].hand == ["Garage"]
    assert not position.legal("PLAY")


@pytest.mark.ledger("BONUS-10", "MISSION-09")
def test_the_mission_bonus_completes_one_mission() -> None:
    position = Position().mission("D1", "There's something in the lair!")
    position.player(0).explorer("D").has(metal=4)
    position.place("wood", bonus="mission").do("BONUS mission", "COMPLETE D1 3", "CUBE Veranda")
    assert (position[0].metal, position[0].electricity) == (2, 1)
    assert position[0].mission_cubes == 1
    assert not position.legal("COMPLETE")
