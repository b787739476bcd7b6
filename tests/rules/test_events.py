"""Which effects an event triggers, in which order, and what ends a chain (CARD-16, AMB-43)."""

from itertools import permutations

import pytest

from tests.builder import Position
from tests.scenes import plain_card, plain_mission

#: Cards that the tests may reprint, as nothing else uses them.
WATCHER, LATER, BRINGER = "Encyclopedia", "Lantern", "Hammer"


def printed(position: Position, name: str, effect: str, timing: str = "permanent") -> Position:
    """Print a plain card with an effect of a timing."""
    return plain_card(position, name, effect=effect, timing=timing)


def scored(position: Position, seat: int = 0) -> int:
    """Return the points that a seat has scored."""
    return int(position[seat].vp) - 10


# ------------------------------------------------------------------ what was in play


@pytest.mark.ledger("CARD-16", "AMB-12", "AMB-46")
@pytest.mark.parametrize("watching", [False, True])
def test_a_card_does_not_answer_the_mission_that_brought_it(watching: bool) -> None:
    position = plain_mission(Position(), "D1", "The locked chest")
    position.reprint_row("The locked chest", 1, effect="play_free any")
    printed(position, LATER, "on complete_mission: vp 5")
    printed(position, WATCHER, "on complete_mission: vp 1")
    if watching:
        position.player(0).plays(WATCHER)
    position.player(0).explorer("D").hand(LATER)
    position.place("wood", bonus="mission").do("BONUS mission", "COMPLETE D1 1", "CUBE Veranda")
    position.do(f"PLAY {LATER}")
    assert scored(position) == int(watching)


@pytest.mark.ledger("CARD-16", "AMB-12", "AMB-46", "CARD-E53", "CARD-E78")
def test_the_compass_does_not_answer_an_icon_that_was_played_before_it() -> None:
    position = plain_card(Position(), "Garage", icons="strength 1, intelligence 1")
    position.reprint("cards", "Magnetic Compass", cost="", needs="")
    position.player(0).plays("Robot Tiger").hand("Garage", "Magnetic Compass")
    position.play("Garage").do("PLAY Magnetic Compass")
    assert position.decision == "turn"


@pytest.mark.ledger("CARD-16", "AMB-46")
def test_a_card_that_an_answer_plays_does_not_answer_the_same_event() -> None:
    position = printed(Position(), WATCHER, "on take_wood: play_free any")
    printed(position, LATER, "on take_wood: vp 5")
    position.player(0).plays(WATCHER).hand(LATER).workers(forest=1)
    position.place("wood", bonus="wood").do("MAIN wood", f"PLAY {LATER}")
    assert scored(position) == 0
    position.do("BONUS wood")
    assert scored(position) == 5


@pytest.mark.ledger("GUEST-01", "AMB-46")
def test_a_guest_does_not_answer_its_own_taking_or_the_step_that_led_to_it() -> None:
    position = Position().reprint("guests", "G14", effect="on take_guest: vp 5")
    position.guest_in("E", "G14", "G10").player(0).workers(farm=2).explorer("E")
    position.place("explore").do("MAIN explore", "GUEST E")
    first, position_vp = position[0].guests, scored(position)
    position.do("GUEST E")
    assert position_vp == 0
    assert scored(position) == (5 if first == ["G14"] else 0)


@pytest.mark.ledger("AMB-46", "GUEST-02")
def test_a_guest_that_was_discarded_meanwhile_answers_no_more() -> None:
    position = Position().reprint("guests", "G15", effect="on take_wood: vp 5")
    position.reprint("guests", "G14", effect="on take_wood: vp 1")
    printed(position, WATCHER, "on take_wood: pay guest 1: vp 2")
    position.player(0).plays(WATCHER).guests("G15", "G14").workers(forest=1)
    position.place("wood").do("MAIN wood", "ACCEPT", "EXPEL G15")
    assert scored(position) == 2 + 1


@pytest.mark.ledger("AMB-46", "GUEST-02")
@pytest.mark.parametrize("gone", ["G13", "G14", "G15"])
def test_whichever_guest_is_discarded_the_others_answer_once(gone: str) -> None:
    position = printed(Position(), WATCHER, "on take_wood: pay guest 1: vp 8")
    for guest, vp in (("G13", 1), ("G14", 2), ("G15", 4)):
        position.reprint("guests", guest, effect=f"on take_wood: vp {vp}", timing="permanent")
    position.player(0).plays(WATCHER).guests("G13", "G14", "G15").workers(forest=1)
    position.place("wood", bonus="wood").do("MAIN wood", "ACCEPT", f"EXPEL {gone}")
    left = 8 + 7 - {"G13": 1, "G14": 2, "G15": 4}[gone]
    assert scored(position) == left
    position.do("BONUS wood", "PASS")
    assert scored(position) == 2 * left - 8


@pytest.mark.ledger("AMB-46", "GUEST-02")
@pytest.mark.parametrize(("gone", "again"), [("G15", False), ("G14", True)])
def test_a_guest_that_its_own_answer_discards_is_not_due_again(gone: str, again: bool) -> None:
    position = plain_card(Position(), BRINGER, effect="wild 2")
    position.reprint("guests", "G15", effect="on take_wild: pay guest 1: vp 3")
    position.player(0).hand(BRINGER).guests("G15", "G14")
    position.play(BRINGER).do("ACCEPT", f"EXPEL {gone}")
    assert scored(position) == 3
    assert position.can("ACCEPT") == again


# ------------------------------------------------------------------ income


@pytest.mark.ledger("CONF-13", "ROUND-08", "AMB-46")
def test_income_that_is_played_during_the_income_step_is_paid_once() -> None:
    position = printed(Position(), WATCHER, "play_free any", "income")
    printed(position, LATER, "vp 5", "income")
    position.player(0).plays(WATCHER).hand(LATER)
    while not position.legal("PLAY"):
        position.end_turn()
    position.do(f"PLAY {LATER}")
    assert scored(position) == 5
    position.next_round()
    assert scored(position) == 10


@pytest.mark.ledger("CONF-13", "GUEST-01", "AMB-46")
def test_income_of_a_guest_that_is_taken_during_the_income_step_is_paid_once() -> None:
    position = printed(Position(), WATCHER, "explore 1", "income").guest_in("E", "G02")
    position.reprint("guests", "G02", effect="vp 5")
    position.player(0).plays(WATCHER).explorer("E").hand()
    while not position.legal("GUEST"):
        position.end_turn()
    position.do("GUEST E")
    assert scored(position) == 5
    while not position.legal("MOVE"):
        position.end_turn()
    assert scored(position) == 5
    position.do("PASS")
    assert scored(position) == 10


@pytest.mark.ledger("ROUND-08", "AMB-46")
def test_a_guest_discarded_in_the_income_step_of_another_player_pays_no_income() -> None:
    position = printed(Position(), WATCHER, "play_free any", "income")
    plain_card(position, LATER, effect="foes_more guests: discard_guest 1", timing="aggressive")
    position.reprint("guests", "G02", effect="vp 5").reprint("guests", "G06", effect="vp 1")
    position.player(0).plays(WATCHER).hand(LATER)
    position.player(1).guests("G02", "G06")
    while not position.legal("PLAY"):
        position.end_turn()
    assert position.order[0] == 0
    position.do(f"PLAY {LATER}", "EXPEL G02")
    assert scored(position, 1) == 1


# ------------------------------------------------------------------ order


@pytest.mark.ledger("AMB-43")
@pytest.mark.parametrize("guest_first", [True, False])
def test_cards_and_guests_answer_in_the_order_in_which_they_came_into_play(
    guest_first: bool,
) -> None:
    position = printed(Position(), WATCHER, "on take_metal: pay wood 1: vp 2")
    position.reprint("guests", "G15", effect="on take_metal: wood 1")
    player = position.player(0).has(wood=0).workers(lair=1)
    if guest_first:
        player.guests("G15").plays(WATCHER)
    else:
        player.plays(WATCHER).guests("G15")
    position.place("metal").do("MAIN metal")
    assert position.can("ACCEPT") == guest_first
    assert position[0].wood == 1


@pytest.mark.ledger("AMB-43", "CARD-14")
def test_several_answers_of_one_card_come_in_the_order_they_are_printed_in() -> None:
    effect = "on take_metal: wood 1; on take_metal: pay wood 1: vp 2"
    position = printed(Position(), WATCHER, effect)
    position.player(0).plays(WATCHER).has(wood=0).workers(lair=1)
    position.place("metal").do("MAIN metal", "ACCEPT")
    assert (position[0].wood, scored(position)) == (0, 2)


#: What answers an Invention with the icons below: the card itself, its type, either icon.
ANSWERS = ["play_card", "play_card tool", "play_icon strength", "play_icon intelligence"]


@pytest.mark.ledger("AMB-43", "CARD-E78", "CARD-E53")
@pytest.mark.parametrize("events", list(permutations(ANSWERS, 2)), ids=" before ".join)
@pytest.mark.parametrize("one_card", [False, True])
def test_a_card_and_its_icons_are_answered_in_one_order(
    events: tuple[str, str], one_card: bool
) -> None:
    effects = [f"on {events[0]}: wood 1", f"on {events[1]}: pay wood 2: vp 1"]
    position = plain_card(Position(), BRINGER, icons="strength 1, intelligence 1")
    if one_card:
        printed(position, WATCHER, "; ".join(effects)).player(0).plays(WATCHER)
    else:
        for card, effect in zip((WATCHER, LATER), effects, strict=True):
            printed(position, card, effect)
        position.player(0).plays(WATCHER, LATER)
    position.player(0).hand(BRINGER).has(wood=1)
    position.play(BRINGER)
    assert (position.decision, position[0].wood) == ("accept cost", 2)


@pytest.mark.ledger("AMB-43")
def test_robot_tiger_answers_before_a_drafting_room_that_came_later() -> None:
    position = plain_card(plain_card(Position(), LATER), BRINGER, icons="strength 2")
    position.player(0).plays("Robot Tiger", "Drafting Room").hand(BRINGER, LATER).has(movement=0)
    position.play(BRINGER)
    assert (position.decision, position[0].movement) == ("play invention", 0)
    position.do("PASS", "PASS")
    assert position[0].movement == 1


@pytest.mark.ledger("CARD-E51", "AMB-43")
def test_each_card_of_a_draw_is_answered_before_the_next_one_is_drawn() -> None:
    position = printed(Position(), WATCHER, "on take_card basic: pay wood 1: vp 1")
    plain_card(position, BRINGER, effect="draw basic 2")
    position.player(0).plays(WATCHER).hand(BRINGER).has(wood=2)
    position.play(BRINGER)
    assert len(position[0].hand) == 1
    position.do("ACCEPT")
    assert len(position[0].hand) == 2
    position.do("PASS")
    assert scored(position) == 1


@pytest.mark.ledger("AMB-67", "BED-05")
@pytest.mark.parametrize("bed_first", [True, False])
def test_the_parts_of_an_effect_come_as_they_are_printed(bed_first: bool) -> None:
    parts = ["build_bed_free 1", "dig_free 1"]
    effect = ", ".join(parts if bed_first else reversed(parts))
    position = plain_card(Position(), BRINGER, effect=effect)
    position.player(0).hand(BRINGER).guests("G01", "G03", "G10")
    position.play(BRINGER).do("DIG")
    assert position.can("BUILD") != bed_first


# ------------------------------------------------------------------ chains


@pytest.mark.ledger("AMB-47", "CARD-E53")
def test_the_compass_answers_a_card_that_its_own_point_led_to() -> None:
    position = plain_card(Position(), BRINGER, icons="intelligence 1")
    plain_card(position, LATER, icons="intelligence 1")
    position.mission("D1", "The kitchen shelves", revealed=False)
    position.reprint("missions", "The kitchen shelves", effect="potion")
    position.player(0).plays("Magnetic Compass").hand(BRINGER, LATER).explorer("D")
    position.play(BRINGER).do("REVEAL D1", "POTION play", f"PLAY {LATER}")
    assert position.decision == "explore"


@pytest.mark.ledger("AMB-18", "AMB-47")
def test_an_effect_does_not_answer_what_its_later_rows_do_after_a_choice() -> None:
    position = printed(Position(), WATCHER, "on take_wood: explore 1, wood 1")
    position.player(0).plays(WATCHER).has(wood=0).workers(forest=1)
    position.place("wood").do("MAIN wood", "PASS")
    assert position[0].wood == 2
    assert position.can("END_TURN")


@pytest.mark.ledger("AMB-18", "AMB-47")
def test_a_chain_of_two_effects_stays_closed_for_the_rows_after_a_choice() -> None:
    position = printed(Position(), WATCHER, "on take_wood: metal 1")
    printed(position, LATER, "on take_metal: explore 1, wood 1")
    position.player(0).plays(WATCHER, LATER).has(wood=0, metal=0).workers(forest=1)
    position.place("wood").do("MAIN wood", "PASS")
    assert (position[0].wood, position[0].metal) == (2, 1)
    assert position.can("END_TURN")


@pytest.mark.ledger("AMB-18", "AMB-47")
def test_a_choice_with_one_option_is_no_new_act() -> None:
    position = printed(Position(), WATCHER, "on take_card: fly, draw basic 1")
    position.player(0).plays(WATCHER).hand()
    position.place("wood", bonus="basic").do("BONUS basic")
    assert position[0].hand_size == 2
    assert position.can("END_TURN")


# ------------------------------------------------------------------ what is no event


@pytest.mark.ledger("CARD-E51", "CARD-E156", "AMB-55")
def test_a_card_from_a_discard_pile_is_not_taken_from_display_or_deck() -> None:
    position = plain_card(Position(), BRINGER, effect="recover").discarded("Jetpack", "Garage")
    position.player(0).plays("Encyclopedia").hand(BRINGER).has(movement=0)
    position.play(BRINGER).do("PICK Jetpack")
    assert position[0].hand == ["Jetpack"]
    assert position[0].movement == 0


@pytest.mark.ledger("ABILITY-13", "AMB-54")
def test_the_icons_of_a_hero_are_played() -> None:
    position = printed(Position(), WATCHER, "on play_icon intelligence: wood 1")
    printed(position, LATER, "on play_card: vp 5")
    plain_card(position, BRINGER, effect="hero")
    position.player(0).plays(WATCHER).hand(BRINGER).has(wood=0)
    position.play(BRINGER).do("HERO intelligence")
    assert position[0].wood == 2
    assert scored(position) == 2


@pytest.mark.ledger("ABILITY-07", "AMB-54")
def test_a_skill_token_is_not_played() -> None:
    position = printed(Position(), WATCHER, "on play_icon strength: wood 1")
    plain_card(position, BRINGER, effect="skill_token")
    position.player(0).plays(WATCHER).hand(BRINGER).has(wood=0)
    position.play(BRINGER).do("SKILL strength")
    assert position[0].icon("strength") == 1
    assert position[0].wood == 0
