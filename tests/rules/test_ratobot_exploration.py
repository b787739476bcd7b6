"""Rat-o-bot's Exploration cards (BOT-60 to BOT-69)."""

import pytest

from tests.solo import BOT, HUMAN, Solo
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import BEDS, BOT_EXPLORATIONS, UNDERGROUND_TILES

CHEST, CAT, RADIO, BOILER = "The locked chest", "The sleeping cat", "The old radio", "The boiler"


def exploring(room: str = "A", *steps: str) -> Solo:
    """Rat-o-bot is to explore from a room, its next card showing these steps there."""
    solo = Solo().card("explore")
    solo.bot.explorer(room)
    return solo.explores(*steps)


def explore_again(solo: Solo) -> Solo:
    """Let Rat-o-bot explore in its next turn too, by an effect on a track."""
    solo.card("wood", bonuses=["advance strength"]).token("strength", "tool")
    return solo.track("tool", 1, "explore").bot_turn_again()


# ---------------------------------------------------------------- the cards


@pytest.mark.ledger("BOT-60", "BOT-46")
def test_the_row_of_the_explorers_location_is_done_from_left_to_right() -> None:
    solo = exploring("D", "tent", "move E", "tent").explores("move C", room="B")
    solo.bot_turn()
    assert solo[BOT].explorer == "E"
    assert solo[BOT].tents == ["D", "E"]


@pytest.mark.ledger("BOT-60", "EXPL-13")
def test_each_card_has_a_row_for_the_entrance_and_the_six_rooms() -> None:
    solo = Solo()
    for card in solo.tables["bot_explorations"]:
        if not card["last"]:
            assert all(card["step"][room][0] != NONE for room in range(7))


@pytest.mark.ledger("BOT-60")
def test_moving_does_not_change_the_row_of_a_card() -> None:
    solo = exploring("D", "move E", "tent").explores("move C", room="E")
    solo.bot_turn()
    assert (solo[BOT].explorer, solo[BOT].tents) == ("E", ["E"])


@pytest.mark.ledger("BOT-61", "AMB-29")
def test_an_effect_that_cannot_be_applied_is_skipped() -> None:
    solo = exploring("E", "reveal", "cheese", "move F").guest_in("E")
    solo.bot_turn()
    assert solo[BOT].explorer == "F"
    assert solo[BOT].guests == []


@pytest.mark.ledger("BOT-62", "BOT-46")
def test_a_resolved_card_leaves_the_game() -> None:
    solo = exploring("A", "move B").bot_turn()
    assert solo.record["exploration_next"] == 1
    explore_again(solo.explores("move D"))
    assert solo.record["exploration_next"] == 2
    assert solo[BOT].explorer == "D"


@pytest.mark.ledger("BOT-62", "BOT-46")
def test_the_second_card_is_resolved_after_the_first_from_where_it_led() -> None:
    solo = exploring("A", "move B").explores("tent", "move C", room="B", ahead=1)
    solo.bot.workers(farm=3)
    solo.bot_turn()
    assert (solo[BOT].explorer, solo[BOT].tents) == ("C", ["B"])


@pytest.mark.ledger("BOT-63", "BOT-22", "EXPL-05")
def test_a_move_takes_the_door_in_between_without_its_bonus() -> None:
    solo = exploring("D", "move E")
    at = solo.words.passage("D-E")
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert (solo[BOT].explorer, solo[BOT].doors) == ("E", 1)
    assert solo.game["doors"][at] == NONE
    assert (
        solo[BOT].wood,
        solo[BOT].metal,
        solo[BOT].vp,
        solo[BOT].hand,
    ) == (0, 0, 10, [])


@pytest.mark.ledger("BOT-63", "EXPL-05")
def test_a_passage_opened_by_the_bot_is_open_to_the_human() -> None:
    solo = exploring("D", "move E")
    solo.human.explorer("D")
    solo.bot_turn()
    solo.place("dig", bonus="explore").do("BONUS explore")
    assert "E" in solo.legal("MOVE")
    assert "D-E" not in solo.legal("OPEN")


@pytest.mark.ledger("BOT-63")
def test_a_move_through_an_open_passage_takes_no_door() -> None:
    solo = exploring("D", "move E")
    solo.human.opened("D-E")
    solo.bot_turn()
    assert (solo[BOT].explorer, solo[BOT].doors) == ("E", 0)


@pytest.mark.ledger("BOT-64", "BOT-22", "EXPL-07")
def test_revealing_turns_up_a_mission_without_its_bonus() -> None:
    solo = exploring("D", "reveal")
    solo.reprint("missions", CHEST, effect="vp 3").mission("D1", CHEST, revealed=False)
    solo.game["mission_card"][solo.words.place("D2")] = NONE
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert solo.game["mission_open"][solo.words.place("D1")] == 1
    assert (solo[BOT].vp, solo[HUMAN].vp) == (10, 10)


@pytest.mark.ledger("BOT-64", "BOT-69")
@pytest.mark.parametrize(("plan", "revealed"), [(("D1", "D2"), "D1"), (("B", "D2", "D1"), "D2")])
def test_of_two_missions_the_lower_number_of_the_floorplan_is_revealed(
    plan: tuple[str, ...], revealed: str
) -> None:
    solo = exploring("D", "reveal").mission("D1", CHEST, revealed=False)
    solo.mission("D2", CAT, revealed=False).floorplan(*plan).floorplan(*plan[::-1], ahead=0)
    solo.bot_turn()
    for place in ("D1", "D2"):
        assert solo.game["mission_open"][solo.words.place(place)] == (place == revealed)


@pytest.mark.ledger("BOT-64", "AMB-29")
def test_a_revealed_mission_and_those_of_other_rooms_are_not_turned() -> None:
    solo = exploring("D", "reveal", "reveal", "reveal")
    solo.bot.tent("B")
    solo.bot_turn()
    opened = {
        solo.words.places[place] for place in range(10) if solo.game["mission_open"][place] == 1
    }
    assert opened == {"D1", "D2"}


@pytest.mark.ledger("BOT-65", "FAST-08", "AMB-29")
def test_at_most_two_tents_are_pitched_in_different_rooms() -> None:
    solo = exploring("D", "tent", "tent").bot_turn()
    assert solo[BOT].tents == ["D"]

    solo = exploring("D", "tent")
    solo.bot.tent("B", "C")
    solo.bot_turn()
    assert solo[BOT].tents == ["B", "C"]


@pytest.mark.ledger("BOT-65", "AMB-08")
def test_no_tent_is_pitched_on_the_entrance() -> None:
    assert exploring("A", "tent").bot_turn()[BOT].tents == []


@pytest.mark.ledger("BOT-66", "BOT-22", "GUEST-04")
def test_a_guest_comes_from_the_explorers_room_first_and_without_effect() -> None:
    solo = exploring("E", "guest").guest_in("E", "G10").guest_in("C", "G11")
    solo.reprint("guests", "G10", timing="immediate", effect="vp 5")
    solo.bot.has(vp=10).tent("C")
    solo.bot_turn()
    assert (solo[BOT].guests, solo[BOT].vp) == (["G10"], 10)
    assert solo.legal("BOT_GUEST") == set()


@pytest.mark.ledger("BOT-66")
def test_failing_that_the_guest_comes_from_the_room_of_a_tent() -> None:
    solo = exploring("E", "guest").guest_in("E").guest_in("C", "G11")
    solo.bot.tent("C")
    solo.bot_turn()
    assert solo[BOT].guests == ["G11"]


@pytest.mark.ledger("BOT-66", "AMB-21")
@pytest.mark.parametrize(("room", "guest"), [("C", "G11"), ("F", "G20")])
def test_between_two_tents_the_human_chooses(room: str, guest: str) -> None:
    solo = exploring("E", "guest", "move D").guest_in("E").guest_in("C", "G11")
    solo.guest_in("F", "G20").bot.tent("C", "F")
    solo.bot_turn()
    assert solo.seat == HUMAN
    assert solo.texts() == {"BOT_GUEST C", "BOT_GUEST F"}
    assert solo[BOT].explorer == "E"
    solo.do(f"BOT_GUEST {room}")
    assert (solo[BOT].guests, solo[BOT].explorer) == ([guest], "D")


@pytest.mark.ledger("BOT-66", "BOT-61")
def test_without_a_guest_to_take_the_step_is_skipped() -> None:
    solo = exploring("E", "guest", "move F").guest_in("E").guest_in("C")
    solo.bot.tent("C")
    solo.bot_turn()
    assert (solo[BOT].guests, solo[BOT].rooms_dug, solo[BOT].explorer) == (
        [],
        0,
        "F",
    )


@pytest.mark.ledger("BOT-66", "BOT-67", "BOT-24")
@pytest.mark.parametrize(("room", "step"), [("E", "guest"), ("G", "cheese")])
def test_without_a_room_it_digs_and_the_tile_stays(room: str, step: str) -> None:
    solo = exploring(room, step)
    solo.bot.full_board()
    guests = list(solo.game["room_guests_size"])
    solo.bot_turn()
    assert (solo[BOT].guests, solo[BOT].rooms_dug) == ([], 1)
    assert list(solo.game["room_guests_size"]) == guests
    assert solo.game["cheese_size"] == 1


@pytest.mark.ledger("BOT-66", "BOT-24")
def test_no_choice_arises_when_the_guest_would_find_no_room() -> None:
    solo = exploring("E", "guest").guest_in("E")
    solo.bot.full_board().tent("C", "F")
    solo.bot_turn()
    assert (solo[BOT].guests, solo[BOT].rooms_dug) == ([], 1)


@pytest.mark.ledger("BOT-67", "GUEST-03", "SETUP-07")
def test_the_cheese_is_taken_by_an_explorer_in_its_room() -> None:
    solo = exploring("G", "cheese").bot_turn()
    assert solo[BOT].guests == ["Cheese 6"]
    assert solo.game["cheese_size"] == 0
    assert solo.scores(BOT)["guests"] == 6
    assert list(solo.game["players"][BOT]["guest_kinds"]) == [0, 1]


@pytest.mark.ledger("BOT-67", "BOT-61")
def test_a_tent_does_not_reach_the_cheese_for_the_bot() -> None:
    solo = exploring("E", "cheese")
    solo.bot.tent("G")
    assert solo.bot_turn()[BOT].guests == []


@pytest.mark.ledger("BOT-67")
def test_a_cheese_taken_by_the_human_is_gone() -> None:
    solo = exploring("G", "cheese", "guest")
    solo.human.cheese()
    solo.guest_in("G", "G20").bot_turn()
    assert solo[BOT].guests == ["G20"]


# ---------------------------------------------------------------- the bottom card


def at_the_bottom(room: str) -> Solo:
    """Rat-o-bot is to explore from a room with only the bottom card left."""
    solo = Solo().card("explore").last_exploration()
    solo.bot.explorer(room)
    return solo


@pytest.mark.ledger("BOT-68", "BOT-04", "BOT-62")
def test_the_bottom_card_takes_the_cheese_first_and_stays() -> None:
    solo = at_the_bottom("G").guest_in("G", "G20").bot_turn()
    assert solo[BOT].guests == ["Cheese 6"]
    explore_again(solo)
    assert solo[BOT].guests == ["Cheese 6", "G20"]
    assert solo.record["exploration_next"] == BOT_EXPLORATIONS - 1


@pytest.mark.ledger("BOT-68", "AMB-22")
def test_the_bottom_card_else_takes_a_guest() -> None:
    solo = at_the_bottom("E").guest_in("E", "G10").bot_turn()
    assert (solo[BOT].guests, solo[BOT].explorer) == (["G10"], "E")


@pytest.mark.ledger("BOT-68", "BOT-66")
def test_the_bottom_card_else_takes_a_guest_from_a_tents_room() -> None:
    solo = at_the_bottom("E").guest_in("E").guest_in("C", "G11").guest_in("F", "G20")
    solo.bot.tent("C", "F")
    solo.bot_turn()
    assert solo.legal("BOT_GUEST") == {"C", "F"}
    solo.do("BOT_GUEST F")
    assert (solo[BOT].guests, solo[BOT].explorer) == (["G20"], "E")


@pytest.mark.ledger("BOT-68", "AMB-26")
@pytest.mark.parametrize(("room", "doors"), [("F", 1), ("B", 0)])
def test_the_bottom_card_else_moves_to_the_back_room(room: str, doors: int) -> None:
    solo = at_the_bottom(room).guest_in(room).bot_turn()
    assert (solo[BOT].explorer, solo[BOT].doors) == ("G", doors)


@pytest.mark.ledger("BOT-68", "BOT-46")
def test_at_full_strength_the_bottom_card_is_resolved_twice() -> None:
    solo = at_the_bottom("F").guest_in("F")
    solo.bot.workers(farm=3)
    solo.bot_turn()
    assert (solo[BOT].explorer, solo[BOT].guests) == ("G", ["Cheese 6"])


@pytest.mark.ledger("VEC-21", "BOT-60", "BOT-63", "BOT-64", "BOT-65")
def test_the_example_of_exploring_from_d() -> None:
    solo = exploring("D", "reveal", "tent", "move E")
    solo.mission("D1", CHEST, revealed=False).mission("D2", CAT, revealed=False)
    solo.floorplan("D2", "B", "D1")
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert solo.game["mission_open"][solo.words.place("D2")] == 1
    assert solo.game["mission_open"][solo.words.place("D1")] == 0
    assert (solo[BOT].tents, solo[BOT].explorer, solo[BOT].doors) == (
        ["D"],
        "E",
        1,
    )
    assert (solo[BOT].vp, solo[BOT].mission_cubes) == (10, 0)


@pytest.mark.ledger("VEC-21")
def test_the_data_hold_the_card_of_the_example() -> None:
    solo = Solo()
    steps = [codes.BOT_STEP_REVEAL, codes.BOT_STEP_TENT, codes.BOT_STEP_MOVE]
    room = solo.words.room("D")
    assert any(
        list(card["step"][room]) == steps and card["to"][room][2] == solo.words.room("E")
        for card in solo.tables["bot_explorations"]
    )


@pytest.mark.ledger("BOT-24", "AMB-20", "BOT-66")
def test_with_all_dug_and_no_room_a_guest_stays() -> None:
    solo = exploring("E", "guest", "move F")
    solo.bot.dug(UNDERGROUND_TILES).beds(BEDS).guests("G01", "G02", "G03")
    solo.bot_turn()
    assert (len(solo[BOT].guests), solo[BOT].explorer) == (3, "F")


@pytest.mark.ledger("BOT-68", "BOT-61", "AMB-51", "AMB-22")
@pytest.mark.parametrize("room", ["E", "G"])
def test_the_bottom_card_goes_on_where_a_tile_could_neither_be_housed_nor_dug_for(
    room: str,
) -> None:
    solo = at_the_bottom("F" if room == "G" else room).guest_in("E", "G10").guest_in("F", "G20")
    solo.bot.dug(UNDERGROUND_TILES).beds(BEDS).guests("G01", "G02", "G03")
    solo.bot_turn()
    assert (solo[BOT].explorer, len(solo[BOT].guests)) == ("G", 3)


@pytest.mark.ledger("BOT-68", "AMB-51", "BOT-24")
def test_the_bottom_card_digs_for_a_tile_without_a_room_and_does_not_move() -> None:
    solo = at_the_bottom("E").guest_in("E", "G10")
    solo.bot.full_board()
    solo.bot_turn()
    assert (solo[BOT].explorer, solo[BOT].rooms_dug, solo[BOT].guests) == (
        "E",
        1,
        [],
    )


@pytest.mark.ledger("BOT-68", "AMB-58")
def test_the_bottom_card_does_the_first_step_of_its_row_that_can_be_done_and_no_other() -> None:
    solo = at_the_bottom("E").guest_in("E", "G10").explores("reveal", "tent", "guest", ahead=0)
    solo.game["mission_card"][solo.words.place("D1")] = NONE
    solo.bot_turn()
    assert (solo[BOT].tents, solo[BOT].guests) == (["E"], [])
    explore_again(solo.explores("reveal", "tent", "guest"))
    assert (solo[BOT].tents, solo[BOT].guests) == (["E"], ["G10"])


@pytest.mark.ledger("BOT-68", "AMB-58")
def test_a_move_of_the_bottom_card_to_where_the_explorer_is_cannot_be_done() -> None:
    solo = at_the_bottom("G").guest_in("G", "G20").explores("move G", "guest", ahead=0)
    solo.bot_turn()
    assert solo[BOT].guests == ["G20"]
