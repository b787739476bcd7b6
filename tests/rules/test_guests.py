"""Guest Mouse tiles and Cheese (GUEST)."""

import pytest

from tests.builder import Position
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.tables import codes


def taking(guest: str, room: str = "E") -> Position:
    """Return a position after seat 0 has taken a Guest from a room of the Farm."""
    position = Position().guest_in(room, guest)
    position.player(0).workers(farm=1).explorer(room).hand()
    return position.place("explore").do("MAIN explore", f"GUEST {room}")


@pytest.mark.ledger("GUEST-01")
def test_an_immediate_effect_happens_once_when_the_guest_is_taken() -> None:
    position = taking("G11")
    assert position[0].metal == 4
    position.next_round()
    assert position[0].metal == 4


@pytest.mark.ledger("GUEST-01", "CONF-13")
def test_income_is_paid_when_the_guest_is_taken_and_in_each_new_round_phase() -> None:
    position = taking("G02")
    assert position[0].vp == 11
    position.next_round()
    assert position[0].vp == 12
    position.next_round()
    assert position[0].vp == 13


@pytest.mark.ledger("GUEST-01")
def test_a_permanent_effect_happens_whenever_its_condition_occurs() -> None:
    position = Position().door("C-E", "wood 1").door("D-E", "wood 1").guest_in("E", "G15")
    position.player(0).workers(farm=3).explorer("E")
    position.place("explore").do("MAIN explore", "GUEST E")
    assert position[0].vp == 10
    position.do("OPEN C-E", "OPEN D-E")
    assert position[0].vp == 12


@pytest.mark.ledger("GUEST-02", "SCORE-04")
def test_a_guest_counts_its_points_at_the_end_only_while_it_is_on_the_board() -> None:
    position = taking("G01")
    assert position[0].vp == 10
    assert position.scores(0)["guests"] == 3
    values = position.tables["guests"]["vp"][:25]
    assert set(values) == {0, 1, 2, 3}


@pytest.mark.ledger("GUEST-02", "AMB-05")
def test_a_discarded_guest_scores_nothing_and_leaves_the_game() -> None:
    position = Position()
    position.player(0).hand("Time Travel Machine").has(wood=9, metal=9)
    position.reprint("cards", "Time Travel Machine", cost="", needs="")
    position.player(1).guests("G01", "G03")
    position.place("wood", bonus="play").do("BONUS play", "PLAY Time Travel Machine", "OPTION 0")
    position.do("EXPEL G01")
    assert position[1].guests == ["G03"]
    assert position.scores(1)["guests"] == 2
    game = position.game
    supply = [int(g) for k in (0, 1) for g in game["supply"][k][: game["supply_size"][k]]]
    assert position.words.find("guests", "G01") not in supply
    assert game["guests_gone"] == 1 << position.words.find("guests", "G01")


@pytest.mark.ledger("GUEST-02", "GEN-06")
def test_a_discard_that_no_tile_is_left_for_is_passed() -> None:
    position = plain_card(Position(), "Hammer", effect="pay guest 2: vp 1")
    position.player(0).hand("Hammer").guests("G01", "G03")
    position.play("Hammer").do("ACCEPT")
    assert position.legal("EXPEL") == {"G01", "G03"}
    assert not position.can("PASS")
    position.game["players"][0]["guests_size"] = 0
    assert position.texts() == {"PASS"}


@pytest.mark.interpreted
@pytest.mark.ledger("GUEST-02", "CARD-15")
def test_a_discarded_guest_gives_no_discount_any_more() -> None:
    position = Position()
    position.reprint("cards", "Time Travel Machine", cost="", needs="")
    position.reprint("cards", "Robot Dog", cost="wood 1", needs="")
    position.player(0).hand("Time Travel Machine")
    position.player(1).guests("G03").hand("Robot Dog").has(wood=0, metal=0)
    position.place("wood", bonus="play").do("BONUS play", "PLAY Time Travel Machine", "OPTION 0")
    if position.legal("EXPEL"):
        position.do("EXPEL G03")
    position.end_turn()
    position.place("metal", bonus="play").do("BONUS play")
    assert position.legal("PLAY") == set()


@pytest.mark.ledger("GUEST-03", "EXPL-10")
def test_the_cheese_counts_as_a_basement_guest_without_an_effect() -> None:
    position = Position()
    position.player(0).cheese()
    assert position[0].guest_kinds[codes.KIND_BASEMENT] == 1
    assert position.scores(0)["guests"] == 6
    tile = position.tables["guests"][position.words.find("guests", "Cheese 6")]
    assert tile["start"] == tile["end"]


@pytest.mark.ledger("GUEST-03", "CARD-02")
def test_the_cheese_meets_a_requirement_of_guests() -> None:
    position = Position()
    position.reprint("cards", "Hammer", cost="", needs="basement_guests 1, guests 2")
    position.player(0).hand("Hammer").guests("G01")
    position.player(0).cheese()
    position.place("wood", bonus="play").do("BONUS play")
    assert position.legal("PLAY") == {"Hammer"}


@pytest.mark.ledger("GUEST-03", "EXPL-11")
def test_the_cheese_can_be_discarded_by_an_aggressive_effect() -> None:
    position = Position()
    position.reprint("cards", "Time Travel Machine", cost="", needs="")
    position.player(0).hand("Time Travel Machine")
    position.player(1).cheese().guests("G01")
    position.place("wood", bonus="play").do("BONUS play", "PLAY Time Travel Machine", "OPTION 0")
    assert position.legal("EXPEL") == {"Cheese 6", "G01"}
    position.do("EXPEL Cheese 6")
    assert position[1].guests == ["G01"]
    assert position[1].guest_kinds == [1, 0]
    assert position.game["guests_gone"] == 1 << position.words.find("guests", "Cheese 6")


@pytest.mark.ledger("GUEST-04", "ABILITY-05", "CARD-E73")
def test_the_veranda_and_the_robot_snail_house_one_tile_each() -> None:
    position = Position().guest_in("E", "G11")
    position.player(0).workers(farm=1).explorer("E").beds(3)
    position.player(0).workers(farm=1).unlocked("Veranda").plays("Robot Snail").guests("G01")
    position.place("explore").do("MAIN explore", "GUEST E")
    assert position[0].guests == ["G01", "G11"]
    assert position.can("END_TURN")


@pytest.mark.ledger("GUEST-05", "BONUS-08")
def test_the_round_guest_moves_into_a_free_room_and_its_effect_happens() -> None:
    position = Position().round_guest("G10")
    position.place("wood", bonus="guest").do("BONUS guest")
    assert position[0].guests == ["G10"]
    assert position[0].wood == 4


@pytest.mark.ledger("GUEST-05")
def test_the_round_guest_stays_without_a_free_room_and_is_discarded_when_the_round_ends() -> None:
    position = Position().round_guest("G10")
    position.player(0).beds(3)
    position.place("wood", bonus="guest").do("BONUS guest")
    assert position[0].guests == []
    guest = position.words.find("guests", "G10")
    assert position.game["round_guest"] == guest
    position.next_round()
    assert position.game["round_guest"] != guest


@pytest.mark.ledger("GUEST-06")
def test_the_second_user_of_the_round_guest_bonus_gets_nothing() -> None:
    position = Position(4).round_guest("G10")
    position.place("wood", bonus="guest").do("BONUS guest").end_turn()
    seat = position.seat
    position.reprint("cards", "Hammer", effect="round_guest", cost="", needs="")
    position.player(seat).hand("Hammer")
    position.place("metal", bonus="play").do("BONUS play", "PLAY Hammer")
    assert position[seat].guests == []
    assert position.can("END_TURN")


@pytest.mark.ledger("GUEST-07", "CARD-02")
def test_effects_and_requirements_may_ask_for_one_kind_of_guest() -> None:
    position = Position()
    position.reprint("cards", "Hammer", cost="", needs="home_guests 2")
    position.reprint("cards", "Garage", cost="", needs="basement_guests 1")
    position.player(0).hand("Hammer", "Garage").guests("G01", "G16")
    position.place("wood", bonus="play").do("BONUS play")
    assert position.legal("PLAY") == {"Garage"}


@pytest.mark.ledger("GUEST-07")
def test_fifteen_guests_are_home_guests_and_ten_basement_guests() -> None:
    kinds = [int(kind) for kind in Position().tables["guests"]["kind"][:25]]
    assert [kinds.count(codes.KIND_HOME), kinds.count(codes.KIND_BASEMENT)] == [15, 10]


@pytest.mark.ledger("EXPL-11", "AMB-56")
def test_a_discarded_cheese_can_be_replaced_by_the_next_one() -> None:
    position = plain_card(Position(3), "Hammer", effect="pay guest 1: vp 1")
    position.player(0).cheese().explorer("G").workers(farm=1).hand("Hammer")
    position.play("Hammer", "explore").do("ACCEPT", "MAIN explore", "CHEESE")
    assert position[0].guests == ["Cheese 3"]


@pytest.mark.ledger("EXPL-11", "AMB-56")
def test_whoever_discards_another_tile_still_owns_the_cheese() -> None:
    position = plain_card(Position(3), "Hammer", effect="pay guest 1: vp 1")
    position.player(0).cheese().guests("G01").explorer("G").workers(farm=1).hand("Hammer")
    position.play("Hammer", "explore").do("ACCEPT", "EXPEL G01", "MAIN explore")
    assert not position.can("CHEESE")


@pytest.mark.ledger("GEN-06", "AMB-49", "GUEST-05")
@pytest.mark.parametrize("effect", ["round_guest", "guest home", "guest basement"])
def test_a_guest_that_an_effect_gives_may_be_declined(effect: str) -> None:
    position = plain_card(Position(), "Hammer", effect=effect).round_guest("G10")
    position.player(0).hand("Hammer").has(wood=0)
    position.play("Hammer")
    assert position.texts() == {"PASS", "ACCEPT"}
    position.do("PASS")
    assert position[0].guests == []


@pytest.mark.ledger("GUEST-05", "GUEST-06", "AMB-49")
def test_an_effect_may_give_the_guest_of_the_round_once() -> None:
    position = plain_card(Position(), "Hammer", effect="round_guest").round_guest("G10")
    position.player(0).hand("Hammer").has(wood=0)
    position.play("Hammer").do("ACCEPT")
    assert (position[0].guests, position[0].wood) == (["G10"], 2)
    assert position.game["round_guest"] == -1


@pytest.mark.ledger("GUEST-05", "BED-05")
@pytest.mark.parametrize("effect", ["round_guest", "guest home"])
def test_without_a_free_room_no_guest_is_offered(effect: str) -> None:
    position = plain_card(Position(), "Hammer", effect=effect)
    position.player(0).hand("Hammer").beds(3)
    position.play("Hammer")
    assert position.decision == "turn"


@pytest.mark.ledger("GUEST-03", "GUEST-04", "SCORE-04")
def test_a_board_has_places_for_all_the_tiles_there_are() -> None:
    position = plain_card(Position(), "Hammer", effect="extra_room 20", timing="permanent")
    plain_card(position, "Lantern", effect="guest home, guest basement")
    for room in "BCDEFG":
        position.guest_in(room)
    home = [f"G{number:02}" for number in range(1, 16)]
    basement = [f"G{number:02}" for number in range(16, 26)]
    owner = position.player(0).plays("Hammer").explorer("E").tent("F").hand("Lantern").cheese()
    owner.guests(*home[:11], *basement[:7])
    position.play("Lantern").do("ACCEPT", "ACCEPT")
    assert position[0].guests_size == 21
    assert (position[0].explorer, position[0].tents) == ("E", ["F"])
    assert position.scores(0)["guests"] >= 6
