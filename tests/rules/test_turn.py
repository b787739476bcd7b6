"""A player's turn (TURN)."""

import pytest

from tests.builder import Position


@pytest.mark.ledger("TURN-01")
def test_a_chief_must_be_placed_before_the_turn_can_end() -> None:
    position = Position()
    assert position.can("HUT")
    assert position.legal("PLACE")
    assert not position.can("END_TURN")
    assert not position.legal("MAIN")
    assert not position.legal("BONUS")


@pytest.mark.ledger("TURN-01", "ALCH-01")
def test_the_hut_is_open_even_when_every_space_of_the_wheel_is_taken() -> None:
    position = Position()
    face = position.tables["setup"][2]
    for sector, spaces in enumerate(face["spaces"]):
        position.game["chiefs"][sector][: int(spaces)] = 1
    assert position.legal("PLACE") == set()
    assert position.can("HUT")


@pytest.mark.ledger("TURN-01")
def test_only_one_chief_is_placed_per_turn() -> None:
    position = Position()
    position.place("wood")
    assert not position.legal("PLACE")
    assert not position.can("HUT")
    assert position[0].chiefs == 2


@pytest.mark.ledger("TURN-02")
def test_the_main_action_may_come_before_or_after_the_bonus_action() -> None:
    for first, second in (("MAIN wood", "BONUS wild"), ("BONUS wild", "MAIN wood")):
        position = Position()
        position.player(0).workers(forest=2)
        position.place("wood", bonus="wild").do(first, second)
        assert (position[0].wood, position[0].wild) == (4, 1)


@pytest.mark.interpreted
@pytest.mark.ledger("TURN-02", "AMB-06")
def test_the_main_action_may_stand_between_two_bonus_actions() -> None:
    position = Position()
    position.player(0).workers(forest=1)
    position.place("wood", bonus="wild").do("BONUS wood", "MAIN wood", "BONUS wild")
    assert (position[0].wood, position[0].wild) == (4, 1)


@pytest.mark.ledger("TURN-02")
def test_each_action_of_the_space_is_carried_out_once() -> None:
    position = Position()
    position.player(0).workers(forest=1)
    position.place("wood", bonus="wild").do("BONUS wood")
    assert position.legal("BONUS") == {"wild"}
    position.do("MAIN wood")
    assert position.legal("MAIN") == set()
    position.do("BONUS wild")
    assert position.legal("BONUS") == set()


@pytest.mark.ledger("TURN-02")
def test_an_action_that_was_begun_is_finished_before_the_other() -> None:
    position = Position()
    position.player(0).workers(farm=2)
    position.place("projects", bonus="wild").do("MAIN projects", "TAKE basic 0")
    assert not position.legal("BONUS")
    position.do("PASS")
    assert "wild" in position.legal("BONUS")


@pytest.mark.ledger("TURN-03", "FAST-01", "FAST-06")
def test_fast_actions_may_be_taken_before_between_and_after_the_actions_of_the_turn() -> None:
    position = Position()
    position.player(0).has(movement=3).workers(farm=2)
    position.do("USE_MOVEMENT", "MOVE_WORKER farm forest")
    position.place("wood", bonus="wild").do("MAIN wood")
    position.do("USE_MOVEMENT", "MOVE_WORKER farm forest", "BONUS wild")
    assert position.can("USE_MOVEMENT")
    assert position[0].movement == 1


@pytest.mark.ledger("TURN-03", "AMB-19", "CONF-14")
@pytest.mark.parametrize(
    "opened", ["MAIN projects", "BONUS move2"], ids=["main action", "bonus action"]
)
def test_no_fast_action_is_possible_inside_an_action(opened: str) -> None:
    position = Position().objectives("Great Diggers")
    position.player(0).has(wood=9, movement=3).workers(farm=2).dug(3).explorer("D")
    position.place("projects", bonus="move2")
    fast = {"BUY_WILD", "BUY_ELECTRICITY", "USE_MOVEMENT", "TENT D", "CLAIM Great Diggers"}
    assert fast <= position.texts()
    position.do(opened)
    assert not fast & position.texts()


@pytest.mark.ledger("TURN-03")
def test_no_fast_action_is_possible_in_the_new_round_phase() -> None:
    position = Position()
    position.reprint("cards", "Wooden Bicycle", effect="project 2", timing="income")
    position.player(0).plays("Wooden Bicycle").has(wood=9, movement=5)
    while not position.legal("TAKE"):
        position.end_turn()
    assert not position.can("BUY_WILD")
    assert not position.can("USE_MOVEMENT")


@pytest.mark.ledger("TURN-03")
def test_fast_actions_belong_to_the_player_whose_turn_it_is() -> None:
    position = Position()
    position.player(0).has(wood=0, metal=0, movement=0).hand()
    position.player(1).has(wood=9, movement=3)
    assert not position.can("BUY_WILD")
    assert not position.can("USE_MOVEMENT")


@pytest.mark.interpreted
@pytest.mark.ledger("TURN-04", "PROJ-04", "CONF-11")
def test_gaps_in_the_display_are_filled_at_the_end_of_the_turn() -> None:
    position = Position()
    position.player(0).workers(farm=3)
    row = position.shown("basic")
    drawn = position.top_of_deck("basic", 2)
    position.place("projects").do("MAIN projects", "TAKE basic 1", "TAKE basic 3")
    assert position.shown("basic") == [row[0], None, row[2], None]
    assert not {"1", "3"} & {slot.split()[1] for slot in position.legal("TAKE") if "basic" in slot}
    position.do("PASS", "END_TURN")
    assert position.shown("basic") == [drawn[1], drawn[0], row[0], row[2]]
