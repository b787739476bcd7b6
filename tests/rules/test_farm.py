"""Exploring the Farm (EXPL)."""

import pytest

from tests.builder import Position
from wistar_env.games.rats_of_wistar.tables import codes

CHEST = "The locked chest"
MOVE_ON = "on open_door: move_explorer"


def exploring(strength: int = 1, *, players: int = 2, room: str = "A") -> Position:
    """Return a position in which seat 0's Main action Exploring is about to be carried out."""
    position = Position(players)
    position.player(0).workers(farm=strength).explorer(room)
    return position


def explore(position: Position) -> Position:
    """Carry out the Main action Exploring."""
    return position.place("explore").do("MAIN explore")


@pytest.mark.ledger("EXPL-01")
def test_each_point_buys_one_step_and_steps_may_repeat() -> None:
    position = exploring(3).door("A-D", "wood 1").door("D-F", "wood 1")
    explore(position).do("OPEN A-D", "MOVE D", "OPEN D-F")
    assert not position.legal("MOVE")
    assert (position[0].explorer, position[0].doors) == ("D", 2)


@pytest.mark.ledger("EXPL-01", "GEN-06")
def test_unspent_exploration_points_are_lost() -> None:
    position = explore(exploring(2).door("A-D", "wood 1")).do("OPEN A-D", "PASS")
    assert position.can("END_TURN")
    assert not position.legal("MOVE")


@pytest.mark.ledger("EXPL-02")
def test_only_doors_next_to_the_explorer_can_be_opened() -> None:
    position = explore(exploring(room="F", players=4))
    assert position.legal("OPEN") == {"D-F", "E-F", "F-G"}


@pytest.mark.ledger("EXPL-02", "FAST-09", "CONF-12")
def test_doors_next_to_a_tent_can_be_opened() -> None:
    position = exploring(room="F", players=4)
    position.player(0).tent("B")
    position.player(1).tent("E")
    assert explore(position).legal("OPEN") == {"D-F", "E-F", "F-G", "A-B", "B-C", "B-D"}


@pytest.mark.ledger("EXPL-03", "EXPL-12")
def test_from_the_entrance_the_ground_floor_door_and_the_top_floor_door_can_be_opened() -> None:
    assert explore(exploring()).legal("OPEN") == {"A-B", "A-D"}


@pytest.mark.ledger("EXPL-04")
def test_opening_a_door_gives_its_bonus_at_once_and_the_token() -> None:
    position = exploring(2).door("A-D", "metal 1")
    token = position.game["doors"][position.words.passage("A-D")]
    explore(position).do("OPEN A-D")
    assert (position[0].metal, position[0].doors) == (3, 1)
    assert token not in position.game["doors"]


@pytest.mark.ledger("EXPL-04")
@pytest.mark.parametrize(
    ("bonus", "field"),
    [("wood 1", "wood"), ("movement 1", "movement"), ("wild 1", "wild"), ("vp 2", "vp")],
)
def test_each_door_token_gives_what_it_shows(bonus: str, field: str) -> None:
    position = exploring().door("A-D", bonus)
    before = getattr(position[0], field)
    explore(position).do("OPEN A-D")
    assert getattr(position[0], field) == before + int(bonus.split()[1])


@pytest.mark.ledger("EXPL-04", "AMB-66")
def test_a_passage_opens_only_when_the_bonus_of_its_door_has_been_taken() -> None:
    position = explore(exploring(2).door("A-D", "explore 1").door("A-B", "wood 1")).do("OPEN A-D")
    assert (position.legal("MOVE"), position.legal("OPEN")) == (set(), {"A-B"})
    assert position[0].doors == 0
    position.do("OPEN A-B")
    assert position.legal("MOVE") == {"B", "D"}
    assert position[0].doors == 2


@pytest.mark.ledger("AMB-66", "CARD-E64")
def test_a_door_from_anywhere_is_taken_after_its_bonus_too() -> None:
    position = exploring().door("A-D", "explore 1").player(0).hand("Time Bomb").position
    position.play("Time Bomb").do("OPEN A-D")
    assert (position.legal("MOVE"), position.legal("OPEN")) == (set(), {"A-B"})
    position.do("PASS").end_turn()
    assert position[0].doors == 1
    assert explore(position.turn_of(0)).legal("MOVE") == {"D"}


@pytest.mark.ledger("AMB-66", "CARD-E12")
def test_a_door_that_is_being_opened_cannot_be_taken_by_an_effect() -> None:
    position = exploring(room="D").door("D-E", "explore 1")
    position.mission("D1", "The kitchen shelves", revealed=False)
    position.reprint("missions", "The kitchen shelves", effect="open_any_door")
    explore(position).do("OPEN D-E", "REVEAL D1")
    assert position.decision == "open any door"
    assert position.legal("OPEN")
    assert "D-E" not in position.legal("OPEN")


@pytest.mark.ledger("AMB-66", "AMB-43")
def test_what_answers_an_opened_door_finds_its_passage_open() -> None:
    position = exploring().door("A-D", "explore 1").reprint("guests", "G15", effect=MOVE_ON)
    position.player(0).guests("G15")
    explore(position).do("OPEN A-D", "PASS")
    assert position.legal("MOVE") == {"D"}


@pytest.mark.ledger("GEN-11", "AMB-66")
def test_a_door_that_is_being_opened_is_known_to_everybody() -> None:
    position = explore(exploring(2).door("A-D", "explore 1")).do("OPEN A-D")
    passage = position.words.passage("A-D")
    token = position.game["doors"][passage]
    for seed in range(20):
        assert position.determinize(1, seed).game["doors"][passage] == token


@pytest.mark.ledger("EXPL-05")
def test_a_door_that_was_opened_is_open_for_everybody() -> None:
    position = exploring()
    position.player(0).opened("A-D")
    position.player(1).workers(farm=1)
    position.end_turn()
    explore(position).do("MOVE D")
    assert position[1].explorer == "D"


@pytest.mark.ledger("EXPL-05", "EXPL-06")
def test_a_closed_door_stops_the_explorer() -> None:
    assert explore(exploring()).legal("MOVE") == set()


@pytest.mark.ledger("EXPL-05", "CONF-06")
def test_a_passage_without_a_door_token_is_open_from_the_start() -> None:
    assert explore(exploring(room="C")).legal("MOVE") == {"D"}


@pytest.mark.ledger("EXPL-06")
def test_a_move_leads_to_an_adjacent_room_and_rooms_may_be_shared() -> None:
    position = exploring(room="D")
    position.player(1).opened("D-F", "F-G").explorer("F")
    assert explore(position).legal("MOVE") == {"C", "F"}
    position.do("MOVE F")
    assert position[0].explorer == position[1].explorer == "F"


@pytest.mark.ledger("EXPL-06", "AMB-08")
def test_the_entrance_cannot_be_entered_again() -> None:
    position = exploring(room="D")
    position.player(0).opened("A-D")
    assert "A" not in explore(position).legal("MOVE")


@pytest.mark.ledger("EXPL-06", "FAST-09")
def test_the_explorer_does_not_move_from_a_tent() -> None:
    position = exploring(room="B")
    position.player(0).tent("E")
    assert explore(position).legal("MOVE") == set()


@pytest.mark.ledger("EXPL-07", "EXPL-08")
def test_revealing_a_mission_gives_its_bonus_to_the_revealer_once() -> None:
    position = exploring(2, room="D").mission("D1", CHEST, revealed=False)
    explore(position)
    assert "D1" in position.legal("REVEAL")
    position.do("REVEAL D1")
    assert (position[0].metal, position[0].movement) == (3, 2)
    assert (position[1].metal, position[1].movement) == (2, 1)
    assert "D1" not in position.legal("REVEAL")
    place = position.words.place("D1")
    assert position.game["mission_open"][place] == 1
    assert position.words.names["missions"][position.game["mission_card"][place]] == CHEST


@pytest.mark.ledger("EXPL-07", "FAST-09")
def test_missions_are_revealed_in_the_room_of_the_explorer_or_of_a_tent_only() -> None:
    position = exploring(room="D")
    position.player(0).tent("B")
    position.player(1).explorer("C")
    assert explore(position).legal("REVEAL") == {"B", "D1", "D2"}


@pytest.mark.ledger("EXPL-08", "MISSION-01")
def test_a_revealed_mission_may_be_completed_by_another_player() -> None:
    position = exploring(room="D").mission("D1", CHEST, revealed=False)
    explore(position).do("REVEAL D1").end_turn()
    position.player(1).explorer("D").has(wood=1, metal=1)
    position.place("wood", bonus="mission").do("BONUS mission")
    assert "D1 3" in position.legal("COMPLETE")


@pytest.mark.ledger("EXPL-09")
def test_a_guest_from_the_explorers_room_moves_into_a_free_room() -> None:
    position = exploring(room="E").guest_in("E", "G10")
    explore(position).do("GUEST E")
    assert position[0].guests == ["G10"]
    assert position[0].wood == 4
    assert position.game["room_guests_size"][position.words.room("E")] == 0


@pytest.mark.ledger("EXPL-09", "FAST-09")
def test_guests_are_taken_from_the_room_of_the_explorer_or_of_a_tent_only() -> None:
    position = exploring(room="D")
    position.player(0).tent("F")
    position.player(1).tent("B")
    assert explore(position).legal("GUEST") == {"D", "F"}


@pytest.mark.ledger("EXPL-09", "EXPL-10", "GUEST-04")
def test_without_a_free_room_no_guest_and_no_cheese_can_be_taken() -> None:
    position = exploring(room="G")
    position.player(0).beds(3)
    explore(position)
    assert position.legal("GUEST") == set()
    assert not position.can("CHEESE")


@pytest.mark.ledger("EXPL-10", "GUEST-03")
def test_the_top_cheese_can_be_taken_in_the_back_room() -> None:
    position = exploring(room="G", players=3)
    explore(position).do("CHEESE")
    assert position[0].guests == ["Cheese 6"]
    assert position[0].guest_kinds == [0, 1]
    assert position[0].vp == 10


@pytest.mark.ledger("EXPL-10", "FAST-09", "CONF-12")
@pytest.mark.parametrize(("tent", "possible"), [("G", True), ("F", False)])
def test_the_cheese_can_be_taken_through_a_tent_in_the_back_room(tent: str, possible: bool) -> None:
    position = exploring(room="B")
    position.player(0).tent(tent)
    assert explore(position).can("CHEESE") == possible


@pytest.mark.interpreted
@pytest.mark.ledger("EXPL-11", "SETUP-06")
def test_a_player_owns_one_cheese_at_most_and_the_second_one_is_for_another_player() -> None:
    position = exploring(2, room="G", players=3)
    second = position.order[1]
    position.player(second).workers(farm=1).explorer("G")
    explore(position).do("CHEESE")
    assert not position.can("CHEESE")
    position.end_turn()
    explore(position).do("CHEESE")
    assert position[second].guests == ["Cheese 3"]


@pytest.mark.ledger("EXPL-12", "EXPL-13", "CONF-01", "GAP-02")
def test_the_farm_has_an_entrance_four_home_rooms_and_two_basement_rooms() -> None:
    position = Position()
    tables = position.tables
    kinds = [int(kind) for kind in tables["room_kind"][: tables["rooms"]]]
    home, basement = codes.KIND_HOME, codes.KIND_BASEMENT
    assert kinds == [codes.NONE, home, home, home, home, basement, basement]
    assert position.words.passages[: tables["passages"]] == [
        *("A-B", "A-D", "B-C", "B-D", "C-D", "C-E", "D-E", "D-F", "E-F", "F-G")
    ]


@pytest.mark.interpreted
@pytest.mark.ledger("VEC-05", "EXPL-01", "EXPL-04", "EXPL-06", "EXPL-07")
def test_three_points_open_a_door_move_and_reveal_a_mission() -> None:
    position = exploring(3).door("A-D", "metal 1")
    position.mission("D1", "The kitchen shelves", revealed=False)
    explore(position).do("OPEN A-D", "MOVE D", "REVEAL D1")
    assert (position[0].metal, position[0].wood) == (3, 4)
    assert position[0].explorer == "D"
    assert position.can("END_TURN")
