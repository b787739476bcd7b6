"""Rounds (ROUND)."""

import pytest

from tests.builder import Position
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes


def visits(position: Position, *seats: int) -> Position:
    """Play a round in which exactly these turns of seats, in this order, go to the Hut."""
    left = list(seats)
    number = int(position.game["round"])
    while not position.finished and int(position.game["round"]) == number:
        if left and position.seat == left[0]:
            left.pop(0)
            position.do("HUT")
        else:
            position.idle_place()
        position.end_turn()
    assert not left
    return position


@pytest.mark.ledger("ROUND-01", "ROUND-08")
def test_round_one_starts_without_a_new_round_phase() -> None:
    position = Position()
    assert position.game["round"] == 1
    assert position.discards("basic") == position.discards("advanced") == []
    assert position.game["round_guest"] == position.game["round_guests"][0]


@pytest.mark.interpreted
@pytest.mark.ledger("ROUND-02", "AMB-04", "ALCH-05")
def test_the_next_turn_order_follows_the_chiefs_on_the_hut_and_then_the_others() -> None:
    position = Position(4)
    assert position.order[0] == 0
    first, second, third, fourth = position.order
    visits(position, third, second)
    assert position.order == [third, second, first, fourth]


@pytest.mark.ledger("ROUND-03")
def test_the_turn_order_stays_if_no_chief_is_on_the_hut() -> None:
    position = Position(3)
    order = position.order
    visits(position)
    assert position.order == order
    assert position.seat == order[0]


@pytest.mark.ledger("ROUND-04")
def test_only_the_leftmost_chief_of_a_player_on_the_hut_counts() -> None:
    position = Position(3)
    first, second, third = position.order
    visits(position, second, second, third)
    assert position.order == [second, third, first]
    visits(position, third, second, third, third)
    assert position.order == [third, second, first]


@pytest.mark.ledger("ROUND-05")
def test_all_chiefs_return_to_their_owners() -> None:
    position = Position(3)
    visits(position, position.order[1])
    assert [position[seat].chiefs for seat in range(3)] == [3, 3, 3]
    assert (position.game["chiefs"] == NONE).all()
    assert position.game["hut_size"] == 0


@pytest.mark.ledger("ROUND-06", "AMB-05", "GUEST-05")
def test_an_untaken_round_guest_is_discarded_and_the_next_one_revealed() -> None:
    position = Position()
    stack = [int(guest) for guest in position.game["round_guests"]]
    shown = []
    while not position.finished:
        shown.append(int(position.game["round_guest"]))
        position.next_round()
    assert shown == stack
    supply = {int(g) for k in (0, 1) for g in position.game["supply"][k]}
    assert not set(stack[:-1]) & supply


@pytest.mark.ledger("ROUND-07", "WHEEL-04", "SETUP-01")
def test_the_wheel_turns_one_sector_clockwise_each_round() -> None:
    position = Position()
    former = list(position.game["wheel"])
    for _ in range(4):
        position.next_round()
        assert list(position.game["wheel"]) == [former[-1], *former[:-1]]
        former = list(position.game["wheel"])


@pytest.mark.interpreted
@pytest.mark.ledger("ROUND-08", "CARD-05", "CONF-13")
def test_income_of_cards_and_guests_is_paid_in_each_of_the_four_new_round_phases() -> None:
    position = Position()
    position.reprint("cards", "Wooden Bicycle", effect="metal 1", timing="income")
    position.player(0).plays("Wooden Bicycle").guests("G06").has(wood=0, metal=0)
    paid = []
    while not position.finished:
        paid.append((position[0].wood, position[0].metal))
        position.next_round()
    assert paid == [(n, n) for n in range(5)]


@pytest.mark.ledger("ROUND-08", "AMB-43")
def test_income_that_needs_a_choice_is_paid_in_turn_order() -> None:
    position = Position(3)
    for seat, card in enumerate(("Wooden Bicycle", "Hammer", "Garage")):
        position.reprint("cards", card, effect="wood 1 or metal 1", timing="income")
        position.player(seat).plays(card)
    order = position.order
    asked = []
    while int(position.game["round"]) == 1:
        position.end_turn()
    while position.legal("OPTION"):
        asked.append(position.seat)
        position.do("OPTION 0")
    assert asked == order


@pytest.mark.ledger("ROUND-09", "FAST-05")
def test_the_1x_tokens_are_removed_at_the_end_of_the_round() -> None:
    position = Position()
    position.reprint("cards", "Lantern", effect="wood 1", timing="once")
    position.player(0).plays("Lantern")
    position.do("USE Lantern")
    assert not position.can("USE Lantern")
    position.next_round()
    while position.seat != 0:
        position.end_turn()
    assert position.can("USE Lantern")


@pytest.mark.ledger("ROUND-10")
@pytest.mark.parametrize("tier", ["basic", "advanced"])
def test_the_two_rightmost_cards_of_each_display_row_are_discarded_and_replaced(tier: str) -> None:
    position = Position()
    row, next_cards = position.shown(tier), position.top_of_deck(tier, 2)
    position.next_round()
    assert set(position.discards(tier)) == set(row[2:])
    assert position.shown(tier) == [next_cards[1], next_cards[0], row[0], row[1]]


@pytest.mark.ledger("ROUND-11")
def test_income_comes_after_the_wheel_has_turned_and_before_the_display_is_purged() -> None:
    position = Position()
    position.reprint("cards", "Wooden Bicycle", effect="project 1", timing="income")
    position.player(0).plays("Wooden Bicycle")
    wheel, row = list(position.game["wheel"]), position.shown("basic")
    guest = position.game["round_guests"][1]
    while not position.legal("TAKE"):
        position.end_turn()
    assert list(position.game["wheel"]) == [wheel[-1], *wheel[:-1]]
    assert position.game["round_guest"] == guest
    assert position[0].chiefs == 3
    assert position.shown("basic") == row
    position.do("TAKE basic 3")
    assert position[0].hand[0] == row[3]


@pytest.mark.ledger("ROUND-10", "AMB-52")
@pytest.mark.parametrize("taken", [1, 3])
def test_a_gap_that_income_left_does_not_save_a_card_from_the_purge(taken: int) -> None:
    position = Position()
    position.reprint("cards", "Wooden Bicycle", effect="project 1", timing="income")
    position.player(0).plays("Wooden Bicycle")
    row = position.shown("basic")
    while not position.legal("TAKE"):
        position.end_turn()
    position.do(f"TAKE basic {taken}")
    left = [card for slot, card in enumerate(row) if slot != taken]
    assert set(position.discards("basic")) == set(left[-2:])
    assert position.shown("basic")[-1] == left[0]


@pytest.mark.ledger("ROUND-11", "ROUND-09")
def test_the_turn_order_is_rebuilt_before_the_income_is_paid() -> None:
    position = Position(2)
    for seat, card in enumerate(("Wooden Bicycle", "Hammer")):
        position.reprint("cards", card, effect="wood 1 or metal 1", timing="income")
        position.player(seat).plays(card)
    first, second = position.order
    position.idle_place().end_turn()
    position.do("HUT")
    while not position.legal("OPTION"):
        position.end_turn()
    assert position.seat == second
    assert first != second


@pytest.mark.ledger("ROUND-12")
def test_players_take_turns_in_turn_order_round_and_round() -> None:
    position = Position(3)
    order = position.order
    seen = []
    for _ in range(9):
        seen.append(position.seat)
        position.end_turn()
    assert seen == order * 3


@pytest.mark.ledger("ROUND-13", "END-01")
def test_the_game_ends_after_the_fifth_round() -> None:
    position = Position()
    kinds = []
    while not position.finished:
        kinds.append(int(position.tables["guests"][position.game["round_guest"]]["kind"]))
        position.next_round()
    assert len(kinds) == 5
    assert kinds == [codes.KIND_HOME] * 3 + [codes.KIND_BASEMENT] * 2
    assert position.actions() == set()
