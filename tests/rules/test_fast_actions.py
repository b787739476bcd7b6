"""The seven Fast actions and when they may be taken (FAST)."""

import pytest

from tests.builder import Position
from tests.scenes import CHEST, at_mission, completing, empty_handed, plain_card

ACTION_BLOCKS = (
    "BUY_WILD",
    "BUY_ELECTRICITY",
    "USE_MOVEMENT",
    "USE Lantern",
    "DEPLOY forest",
    "TENT D",
    "CLAIM Every Door",
)


def ready(num_players: int = 2) -> Position:
    """Seat 0 is to begin its turn and could take each of the seven Fast actions."""
    position = Position(num_players)
    plain_card(position, "Lantern", timing="once", effect="vp 1")
    position.reprint("objectives", "Every Door", count="doors", spaces=[1, 2, 3, 4])
    position.objectives("Every Door").turn_of(0)
    seat = position.player(0).hand("Hammer").has(wood=3, metal=3, movement=2).workers(forest=1)
    seat.plays("Lantern").opened("A-B").explorer("D")
    return position


def offered(position: Position) -> set[str]:
    """Return which of the seven Fast actions are offered."""
    return {text for text in ACTION_BLOCKS if position.can(text)}


@pytest.mark.ledger("FAST-01", "TURN-03")
def test_all_seven_are_offered_before_and_after_the_chief_is_placed() -> None:
    position = ready()
    assert offered(position) == set(ACTION_BLOCKS)
    position.place("wood")
    assert offered(position) == set(ACTION_BLOCKS)


@pytest.mark.ledger("TURN-03", "AMB-19")
def test_none_is_offered_inside_a_main_action() -> None:
    position = ready()
    position.player(0).workers(farm=1)
    position.place("explore").do("MAIN explore")
    assert position.decision == "explore"
    assert offered(position) == set()
    position.do("PASS")
    assert offered(position) == set(ACTION_BLOCKS)


@pytest.mark.ledger("TURN-03", "AMB-19")
def test_none_is_offered_inside_a_bonus_action_or_an_ability() -> None:
    position = at_mission()
    position.player(0).workers(forest=1).has(wood=6, movement=2)
    completing(position)
    assert offered(position) == set()
    position.do("COMPLETE D1 1")
    assert offered(position) == set()


@pytest.mark.ledger("TURN-03")
def test_they_belong_to_the_player_on_turn_only() -> None:
    position = ready()
    assert position.seat == 0
    empty_handed(position, 1).player(1).opened().explorer("A")
    position.end_turn()
    assert position.seat == 1
    assert not {"BUY_WILD", "USE Lantern", "CLAIM Every Door", "TENT D"} & offered(position)


@pytest.mark.ledger("TURN-03", "FAST-02")
def test_a_fast_action_may_be_repeated() -> None:
    position = ready()
    position.player(0).has(wood=6, metal=0, wild=0).hand()
    position.do("BUY_WILD", "BUY_WILD")
    assert (position[0].wild, position[0].wood) == (2, 0)


def buying(wood: int, metal: int, *cards: str) -> Position:
    """Seat 0 is to begin its turn with exactly these items."""
    position = empty_handed(Position().turn_of(0))
    position.player(0).has(wood=wood, metal=metal).hand(*cards)
    return position


@pytest.mark.ledger("FAST-02")
@pytest.mark.parametrize(
    ("wood", "metal", "cards", "can"),
    [
        (3, 0, (), True),
        (1, 1, ("Hammer",), True),
        (0, 0, ("Hammer", "Garage", "Inn"), True),
        (2, 0, (), False),
        (1, 0, ("Hammer",), False),
    ],
)
def test_a_wild_token_costs_three_items(
    wood: int, metal: int, cards: tuple[str, ...], can: bool
) -> None:
    position = buying(wood, metal, *cards)
    assert position.can("BUY_WILD") == can
    if can:
        position.do("BUY_WILD")
        while position.decision == "pay items":
            position.act(min(position.actions()))
        assert (position[0].wild, position[0].wood, position[0].metal) == (1, 0, 0)
        assert position[0].hand == []


@pytest.mark.ledger("FAST-02", "FAST-03", "MISSION-08")
def test_the_buyer_chooses_the_items() -> None:
    position = buying(2, 2, "Hammer")
    position.do("BUY_WILD", "PAY metal", "DISCARD Hammer", "PAY wood")
    assert (position[0].wood, position[0].metal, position[0].hand) == (1, 1, [])
    assert position.discards("basic")[-1] == "Hammer"


@pytest.mark.ledger("FAST-02", "CARD-17")
def test_cards_in_the_play_area_are_no_items() -> None:
    position = buying(2, 0)
    position.player(0).plays("Hammer", "Garage")
    assert not position.can("BUY_WILD")


@pytest.mark.ledger("FAST-03", "ELEC-01", "ELEC-07")
def test_electricity_costs_four_items_and_its_upgrade_four_more() -> None:
    position = buying(3, 0)
    assert not position.can("BUY_ELECTRICITY")
    position = buying(8, 0)
    position.do("BUY_ELECTRICITY")
    assert (position[0].electricity, position[0].wood) == (1, 4)
    position.do("BUY_ELECTRICITY")
    assert (position[0].electricity, position[0].wood) == (2, 0)


@pytest.mark.ledger("FAST-03", "ELEC-02", "AMB-13")
def test_nobody_buys_more_than_advanced_electricity() -> None:
    position = buying(8, 0)
    position.player(0).has(electricity=2)
    assert not position.can("BUY_ELECTRICITY")


@pytest.mark.ledger("FAST-04", "GEN-03")
def test_a_movement_token_moves_one_worker_between_areas() -> None:
    position = ready()
    position.do("USE_MOVEMENT")
    assert position.legal("MOVE_WORKER") == {"forest lair", "forest farm"}
    position.do("MOVE_WORKER forest farm")
    assert (position[0].forest, position[0].farm, position[0].movement) == (0, 1, 1)
    assert position.legal("MOVE_WORKER") == set()


@pytest.mark.ledger("FAST-04")
def test_without_a_movement_token_no_worker_moves() -> None:
    position = ready()
    position.player(0).has(movement=0)
    assert not position.can("USE_MOVEMENT")


@pytest.mark.ledger("FAST-05", "CARD-05")
def test_a_1x_effect_works_once_a_round() -> None:
    position = ready()
    position.player(0).has(vp=10)
    position.do("USE Lantern")
    assert position[0].vp == 11
    assert not position.can("USE Lantern")
    position.end_turn().end_turn()
    assert position.seat == 0
    assert not position.can("USE Lantern")


@pytest.mark.ledger("FAST-05", "ROUND-09")
def test_the_1x_token_is_taken_off_in_the_next_round() -> None:
    position = ready().do("USE Lantern").next_round()
    while position.seat != 0:
        position.end_turn()
    assert position.can("USE Lantern")


@pytest.mark.ledger("FAST-05")
def test_each_card_has_its_own_1x_token() -> None:
    position = ready()
    plain_card(position, "Archive", timing="once", effect="vp 1")
    position.player(0).plays("Archive")
    position.do("USE Lantern")
    assert position.legal("USE") == {"Archive"}


@pytest.mark.ledger("FAST-06", "BED-04", "SETUP-17")
@pytest.mark.parametrize("area", ["forest", "lair", "farm"])
def test_a_worker_at_the_lair_entrance_may_go_to_any_area_for_nothing(area: str) -> None:
    position = empty_handed(Position().turn_of(0))
    assert position[0].entrance == 2
    position.do(f"DEPLOY {area}")
    assert (position[0].entrance, getattr(position[0], area)) == (1, 1)
    position.do(f"DEPLOY {area}")
    assert position.legal("DEPLOY") == set()


@pytest.mark.ledger("FAST-07", "AMB-08")
def test_a_tent_goes_up_where_the_explorer_is_and_never_on_the_entrance() -> None:
    position = Position().turn_of(0)
    assert position.legal("TENT") == set()
    position.player(0).explorer("E")
    assert position.legal("TENT") == {"E"}
    assert position.do("TENT E")[0].tents == ["E"]


@pytest.mark.ledger("FAST-08")
def test_there_are_two_tents_in_different_rooms() -> None:
    position = Position().turn_of(0)
    position.player(0).explorer("E").tent("E")
    assert position.legal("TENT") == set()
    position.player(0).explorer("F").tent("E")
    position.do("TENT F")
    position.player(0).explorer("B")
    assert position.legal("TENT") == set()
    assert position.legal("LIFT") == set()


@pytest.mark.ledger("FAST-09", "EXPL-02", "EXPL-07", "EXPL-09", "EXPL-10")
def test_a_tent_opens_doors_reveals_and_takes_guests_in_its_room() -> None:
    position = Position().turn_of(0)
    position.mission("F1", "The boiler", revealed=False)
    position.player(0).explorer("B").tent("F", "G").workers(farm=1)
    position.place("explore").do("MAIN explore")
    assert {"D-F", "F-G"} <= position.legal("OPEN")
    assert "F1" in position.legal("REVEAL")
    assert {"F", "G"} <= position.legal("GUEST")
    assert position.can("CHEESE")


@pytest.mark.ledger("FAST-09", "EXPL-06")
def test_the_explorer_does_not_move_from_a_tent() -> None:
    position = Position().turn_of(0)
    position.player(1).opened("D-E", "D-F", "A-B")
    position.player(0).explorer("A").tent("D").workers(farm=1)
    position.place("explore").do("MAIN explore")
    assert position.legal("MOVE") == {"B"}


@pytest.mark.ledger("FAST-10")
def test_tents_of_several_players_share_a_room() -> None:
    position = Position(3).turn_of(0)
    position.player(1).tent("D")
    position.player(2).tent("D")
    position.player(0).explorer("D")
    assert position.do("TENT D")[0].tents == ["D"]


@pytest.mark.ledger("FAST-01", "OBJ-01")
def test_claiming_an_objective_is_a_fast_action() -> None:
    position = ready().do("CLAIM Every Door")
    assert position[0].objectives == 1
    assert position.seat == 0


@pytest.mark.ledger("FAST-01", "MISSION-09", "TURN-02")
def test_playing_inventions_and_completing_missions_are_no_fast_actions() -> None:
    position = at_mission(card=CHEST)
    plain_card(position, "Hammer")
    position.player(0).hand("Hammer")
    assert position.legal("PLAY") == position.legal("COMPLETE") == set()
