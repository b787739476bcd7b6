"""Permanent effects and the events they answer to (CARD-05, CARD-16, AMB-18)."""

from collections.abc import Callable

import pytest

from tests.builder import Position
from tests.scenes import plain_card
from tests.words import words
from wistar_env.games.rats_of_wistar.tables import codes


def watching(event: str) -> Position:
    """Return a position in which seat 0 scores 1 VP at each such event."""
    position = plain_card(
        Position(), "Encyclopedia", effect=f"on {event}: vp 1", timing="permanent"
    )
    position.player(0).plays("Encyclopedia").has(wood=4, metal=4, movement=2).workers(
        forest=2, lair=2, farm=2
    )
    return position


def scored(position: Position) -> int:
    """Return the points that seat 0 has scored."""
    return int(position[0].vp) - 10


def reveal(position: Position) -> None:
    position.mission("D1", "The kitchen shelves", revealed=False).player(0).explorer("D")
    position.place("explore").do("MAIN explore", "REVEAL D1")


def play_inn(position: Position) -> None:
    plain_card(position, "Inn").player(0).hand("Inn")
    position.play("Inn")


def open_door(position: Position) -> None:
    position.door("A-D", "wood 1").place("explore").do("MAIN explore", "OPEN A-D")


def complete(position: Position) -> None:
    position.mission("D1", "There's something in the lair!").player(0).explorer("D")
    position.place("wood", bonus="mission").do("BONUS mission", "COMPLETE D1 3", "CUBE Veranda")


def take_guest(position: Position) -> None:
    position.guest_in("E", "G10").player(0).explorer("E")
    position.place("explore").do("MAIN explore", "GUEST E")


def claim(position: Position) -> None:
    position.objectives("Great Diggers").reprint("objectives", "Great Diggers", effect="")
    position.player(0).dug(3)
    position.do("CLAIM Great Diggers")


CASES: dict[str, Callable[[Position], object]] = {
    "reveal_mission": reveal,
    "play_card": play_inn,
    "play_card structure": play_inn,
    "play_card basic": play_inn,
    "take_card": lambda p: p.place("wood", bonus="basic").do("BONUS basic"),
    "take_card basic": lambda p: p.place("wood", bonus="basic").do("BONUS basic"),
    "take_wood": lambda p: p.place("wood").do("MAIN wood"),
    "take_metal": lambda p: p.place("metal").do("MAIN metal"),
    "take_wild": lambda p: p.place("wood", bonus="wild").do("BONUS wild"),
    "claim_objective": claim,
    "open_door": open_door,
    "complete_mission": complete,
    "build_bed": lambda p: p.place("beds").do("MAIN beds", "BUILD", "PASS"),
    "dig_room": lambda p: p.place("dig").do("MAIN dig", "DIG", "PASS"),
    "take_guest": take_guest,
    "take_guest home": take_guest,
    "use_movement": lambda p: p.do("USE_MOVEMENT", "PASS"),
    "gain_electricity": lambda p: p.do("BUY_ELECTRICITY", *["PAY wood"] * 4),
}
#: Events that have tests of their own: of every icon, and below of what is scored.
OTHER_CASES = {"play_icon", "score_vp"}
SILENT = {
    "play_card tool": play_inn,
    "play_card advanced": play_inn,
    "take_card advanced": CASES["take_card"],
    "take_guest basement": take_guest,
    "take_wood": CASES["take_metal"],
    "take_metal": CASES["take_wood"],
    "take_wild": CASES["take_card"],
}


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-05", "CARD-14")
@pytest.mark.parametrize("event", CASES)
def test_a_permanent_effect_answers_its_event(event: str) -> None:
    position = watching(event)
    CASES[event](position)
    assert scored(position) == 1


@pytest.mark.ledger("CARD-14")
def test_every_event_happens_in_a_test() -> None:
    assert {event.split()[0] for event in CASES} | OTHER_CASES == set(codes.names("EVENT"))


@pytest.mark.ledger("CARD-14", "GEN-05")
def test_scoring_points_is_an_event() -> None:
    position = plain_card(
        Position(), "Encyclopedia", effect="on score_vp: wood 1", timing="permanent"
    )
    plain_card(position, "Inn", effect="vp 3").player(0).plays("Encyclopedia").hand("Inn")
    wood = position[0].wood
    assert position.play("Inn")[0].wood == wood + 1


@pytest.mark.ledger("CARD-05", "CARD-14")
@pytest.mark.parametrize("event", SILENT)
def test_a_permanent_effect_does_not_answer_other_events(event: str) -> None:
    position = watching(event)
    SILENT[event](position)
    assert scored(position) == 0


@pytest.mark.ledger("CARD-05")
@pytest.mark.parametrize("event", ["take_wood", "dig_room", "build_bed", "open_door"])
def test_a_permanent_effect_answers_its_owner_only(event: str) -> None:
    position = watching(event)
    position.end_turn()
    seat = position.seat
    position.player(seat).has(wood=4, metal=4).workers(forest=2, lair=2, farm=2)
    CASES[event](position)
    assert scored(position) == 0


@pytest.mark.ledger("CARD-14", "CARD-08")
@pytest.mark.parametrize("icon", words("ICON"))
def test_an_icon_is_played_once_for_each_time_it_is_shown(icon: str) -> None:
    position = watching(f"play_icon {icon}")
    plain_card(position, "Inn", icons=f"{icon} 2")
    plain_card(position, "Time Bomb", icons=", ".join(f"{o} 1" for o in words("ICON") if o != icon))
    position.player(0).hand("Inn", "Time Bomb")
    position.play("Inn")
    assert scored(position) == 2
    position.end_turn()
    position.turn_of(0).play("Time Bomb", "wood")
    assert scored(position) == 2


@pytest.mark.ledger("CARD-16", "AMB-12")
@pytest.mark.parametrize("event", ["play_card", "play_icon strength", "play_card tool"])
def test_a_card_answers_the_playing_of_the_next_one_but_not_its_own(event: str) -> None:
    position = plain_card(
        Position(), "Hammer", effect=f"on {event}: vp 1", timing="permanent", icons="strength 1"
    )
    plain_card(position, "Lantern", icons="strength 1")
    position.player(0).hand("Hammer", "Lantern")
    position.play("Hammer")
    assert scored(position) == 0
    position.end_turn()
    position.turn_of(0).play("Lantern", "wood")
    assert scored(position) == 1


@pytest.mark.ledger("CARD-16", "CARD-05")
def test_a_card_answers_from_the_next_event_on() -> None:
    position = plain_card(Position(), "Hammer", effect="on take_metal: vp 1", timing="permanent")
    position.player(0).hand("Hammer").workers(lair=1)
    position.play("Hammer", "metal").do("MAIN metal")
    assert scored(position) == 1


@pytest.mark.ledger("AMB-18", "CARD-E110")
def test_the_electric_sawmill_gives_one_wood_and_one_point_and_does_not_answer_itself() -> None:
    position = Position()
    position.player(0).plays("Electric Sawmill").workers(forest=3).has(wood=0)
    position.place("wood", bonus="wild").do("MAIN wood")
    assert (position[0].wood, position[0].vp) == (4, 11)
    position.do("BONUS wood")
    assert (position[0].wood, position[0].vp) == (6, 12)


@pytest.mark.ledger("AMB-18", "CARD-E112")
def test_the_extraction_tower_gives_one_metal_and_one_point_and_does_not_answer_itself() -> None:
    position = Position()
    position.player(0).plays("Extraction Tower").workers(lair=2).has(metal=0)
    position.place("metal").do("MAIN metal")
    assert (position[0].metal, position[0].vp) == (3, 11)


@pytest.mark.ledger("CARD-E110", "EXPL-04")
def test_the_electric_sawmill_answers_wood_from_any_source() -> None:
    position = Position().door("A-D", "wood 1")
    position.player(0).plays("Electric Sawmill").workers(farm=1).has(wood=0)
    position.place("explore").do("MAIN explore", "OPEN A-D")
    assert (position[0].wood, position[0].vp) == (2, 11)
    position.end_turn()
    position.turn_of(0).do("HUT", "POTION wood")
    assert (position[0].wood, position[0].vp) == (4, 12)


@pytest.mark.ledger("CARD-E110", "WHEEL-08")
def test_taking_no_wood_is_no_event() -> None:
    position = Position()
    position.player(0).plays("Electric Sawmill")
    position.place("wood").do("MAIN wood")
    assert (position[0].wood, position[0].vp) == (2, 10)


@pytest.mark.interpreted
@pytest.mark.ledger("AMB-18")
def test_two_cards_that_answer_wood_with_wood_do_not_run_forever() -> None:
    position = Position()
    for card in ("Electric Sawmill", "Encyclopedia"):
        plain_card(position, card, effect="on take_wood: wood 1", timing="permanent")
    position.player(0).plays("Electric Sawmill", "Encyclopedia").workers(forest=1).has(wood=0)
    position.place("wood").do("MAIN wood")
    # The mill answers the first Wood, the book that of the mill; then the book answers the first
    # Wood too, and the mill that of the book. Nobody answers while busy.
    assert position[0].wood == 5
    assert position.can("END_TURN")


@pytest.mark.ledger("AMB-18", "CARD-E150")
def test_the_game_library_adds_one_point_to_each_scoring_but_not_to_its_own() -> None:
    position = plain_card(Position(), "Hammer", effect="vp 4")
    position.player(0).plays("Game Library").hand("Hammer")
    position.play("Hammer")
    assert scored(position) == 5


@pytest.mark.ledger("AMB-18", "CARD-E150", "CARD-E110")
def test_the_game_library_also_answers_the_points_of_the_sawmill() -> None:
    position = Position()
    position.player(0).plays("Electric Sawmill", "Game Library").workers(forest=1)
    position.place("wood").do("MAIN wood")
    assert scored(position) == 2


@pytest.mark.ledger("AMB-18", "CARD-E150")
def test_the_game_library_does_not_answer_losses_or_the_final_scoring() -> None:
    position = Position()
    position.player(0).hand("Spy Center").has(wood=2)
    position.player(1).plays("Game Library").opened("A-B")
    position.play("Spy Center")
    assert position[1].vp == 8
    plain_card(position, "Metal Storage", effect="per metal: vp 1", timing="endgame")
    position.player(1).plays("Metal Storage").has(metal=2)
    assert position.scores(1)["endgame"] == 2


@pytest.mark.ledger("CARD-E130")
def test_the_training_center_scores_for_each_wild_token() -> None:
    position = plain_card(Position(), "Hammer", effect="wild 2")
    position.player(0).plays("Training Center").hand("Hammer")
    position.play("Hammer")
    assert (position[0].wild, scored(position)) == (2, 2)


@pytest.mark.ledger("CARD-E51")
def test_the_encyclopedia_gives_movement_for_each_advanced_card_taken() -> None:
    position = Position()
    position.player(0).plays("Encyclopedia").workers(farm=6).has(movement=0)
    position.place("projects").do("MAIN projects", "TAKE advanced 0")
    assert position[0].movement == 1
    position.do("TAKE advanced deck", "TAKE basic 0", "TAKE basic deck")
    assert position[0].movement == 2


@pytest.mark.ledger("CARD-E51")
def test_the_encyclopedia_answers_advanced_cards_drawn_by_an_effect_one_by_one() -> None:
    position = plain_card(Position(), "Hammer", effect="draw advanced 2")
    position.player(0).plays("Encyclopedia").hand("Hammer").has(movement=0)
    position.play("Hammer")
    assert position[0].movement == 2


@pytest.mark.ledger("CARD-E53")
def test_the_magnetic_compass_gives_an_exploration_point_for_each_intelligence_icon() -> None:
    position = plain_card(Position(), "Hammer", icons="intelligence 2, strength 1")
    position.door("A-D", "wood 1").player(0).plays("Magnetic Compass").hand("Hammer")
    position.play("Hammer")
    assert position.legal("OPEN") == {"A-B", "A-D"}
    position.do("OPEN A-D")
    assert position.legal("MOVE") == {"D"}
    position.do("MOVE D")
    assert not position.legal("MOVE")
    assert position.can("END_TURN")


@pytest.mark.ledger("CARD-E131")
def test_the_control_tower_plays_a_card_free_when_an_objective_is_claimed() -> None:
    position = plain_card(Position(), "Hammer", cost="wood 5", needs="energy 4", effect="vp 1")
    position.objectives("Great Diggers").player(0).plays("Control Tower").hand("Hammer").dug(3)
    position.do("CLAIM Great Diggers")
    assert "Hammer" in position.legal("PLAY")
    position.do("PLAY Hammer")
    assert position[0].played == ["Control Tower", "Hammer"]
    assert (position[0].wood, position[0].vp) == (2, 15)


@pytest.mark.ledger("CARD-E131", "AMB-44")
def test_the_free_card_of_the_control_tower_may_be_declined() -> None:
    position = Position().objectives("Great Diggers")
    position.player(0).plays("Control Tower").hand("Hammer").dug(3)
    position.do("CLAIM Great Diggers")
    while position.can("PASS"):
        position.do("PASS")
    assert "Hammer" in position[0].hand
    assert position.legal("PLACE")


@pytest.mark.ledger("CARD-E78")
def test_the_robot_tiger_plays_a_card_without_strength_for_each_strength_icon_played() -> None:
    position = plain_card(Position(), "Hammer", icons="strength 2")
    plain_card(position, "Inn", cost="wood 2, metal 1")
    plain_card(position, "Garage", cost="metal 1")
    plain_card(position, "Lantern", icons="strength 1")
    position.player(0).plays("Robot Tiger").hand("Hammer", "Inn", "Garage", "Lantern")
    position.player(0).has(wood=1, metal=0)
    position.play("Hammer")
    assert position.legal("PLAY") == {"Inn", "Garage"}
    position.do("PLAY Inn", "PLAY Garage")
    assert (position[0].wood, position[0].metal) == (0, 0)
    assert position[0].hand == ["Lantern"]
    assert position.can("END_TURN")


@pytest.mark.ledger("CARD-EU05")
def test_the_biomechanical_glove_gives_metal_and_a_point_for_each_mission_revealed() -> None:
    position = Position().mission("D1", "The kitchen shelves", revealed=False)
    position.player(0).plays("Biomechanical Glove").explorer("D").workers(farm=1).has(metal=0)
    position.place("explore").do("MAIN explore", "REVEAL D1")
    assert (position[0].metal, scored(position), position[0].wood) == (1, 1, 4)


@pytest.mark.ledger("AMB-43")
def test_two_effects_of_the_same_moment_happen_in_order_of_acquisition() -> None:
    position = plain_card(
        Position(), "Garage", effect="on take_metal: wood 1 or metal 1", timing="permanent"
    )
    plain_card(
        position, "Encyclopedia", effect="on take_metal: pay wood 1: vp 2", timing="permanent"
    )
    position.player(0).plays("Garage", "Encyclopedia").workers(lair=1).has(wood=0)
    position.place("metal").do("MAIN metal", "OPTION 0", "ACCEPT")
    assert (position[0].wood, scored(position)) == (0, 2)


@pytest.mark.ledger("CARD-16", "TURN-03", "CARD-E78")
def test_an_effect_inside_an_effect_of_a_fast_action_is_finished_before_the_turn_goes_on() -> None:
    position = plain_card(Position(), "Hammer", effect="explore 1")
    position.objectives("Great Diggers").door("A-D", "draw basic 1").on_top("Inn")
    position.player(0).plays("Control Tower").hand("Hammer").dug(3)
    position.do("CLAIM Great Diggers", "PLAY Hammer", "OPEN A-D")
    assert "Inn" in position[0].hand
    assert position.legal("PLACE")
