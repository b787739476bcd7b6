"""The Action Wheel (WHEEL)."""

import pytest

from tests.builder import Position
from tests.words import words

AREAS = {
    "wood": "forest",
    "dig": "forest",
    "metal": "lair",
    "beds": "lair",
    "projects": "farm",
    "explore": "farm",
}


def sector_of(place: str) -> str:
    """Return the Sector in the text of a placement."""
    return place.split()[0]


@pytest.mark.ledger("WHEEL-01")
def test_a_space_holds_one_chief() -> None:
    position = Position()
    before = position.legal("PLACE")
    position.place("wood", bonus="wild").do("END_TURN")
    taken = before - position.legal("PLACE")
    assert len(taken) == 1
    assert position.rejects(f"PLACE {taken.pop()}")


@pytest.mark.ledger("WHEEL-02")
def test_a_player_never_has_two_chiefs_in_one_sector() -> None:
    position = Position()
    position.place("wood", bonus="wild")
    sector = next(s for s in range(6) if 0 in position.game["chiefs"][s])
    name = position.words.names["sectors"][sector]
    position.do("END_TURN")
    assert any(sector_of(place) == name for place in position.legal("PLACE"))
    position.do("HUT").end_turn()
    assert position.seat == 0
    assert not any(sector_of(place) == name for place in position.legal("PLACE"))


@pytest.mark.interpreted
@pytest.mark.ledger("WHEEL-03", "WHEEL-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_space_gives_its_own_bonus_actions(players: int) -> None:
    start = Position(players)
    face = start.tables["setup"][players]
    bonuses = words("BONUS")
    for place in start.legal("PLACE"):
        position = Position(players).do(f"PLACE {place}")
        sector, space = place.split()
        printed = face["space"][position.words.find("sectors", sector)][int(space)]["bonus"]
        assert position.legal("BONUS") == {bonuses[b] for b in printed if b >= 0}


@pytest.mark.ledger("WHEEL-03")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_space_of_the_player_count_is_open_at_first(players: int) -> None:
    position = Position(players)
    spaces = position.tables["setup"][players]["spaces"]
    assert len(position.legal("PLACE")) == int(spaces.sum())


@pytest.mark.ledger("WHEEL-04", "WHEEL-05")
def test_the_main_action_belongs_to_the_place_of_the_sector_on_the_board() -> None:
    mains = words("MAIN")
    seen = set()
    for at, main in enumerate(Position().tables["main_at"]):
        position = Position()
        sector = position.words.names["sectors"][position.game["wheel"][at]]
        position.do(f"PLACE {sector} 0")
        assert position.legal("MAIN") == {mains[main]}
        seen.add(mains[main])
    assert seen == set(AREAS)


@pytest.mark.ledger("WHEEL-04", "ROUND-07")
def test_a_turned_wheel_pairs_a_sector_with_the_next_main_action() -> None:
    position = Position()
    sector = position.words.names["sectors"][position.game["wheel"][2]]
    position.next_round()
    position.do(f"PLACE {sector} 0")
    assert position.legal("MAIN") == {words("MAIN")[position.tables["main_at"][3]]}


@pytest.mark.ledger("WHEEL-06", "WHEEL-07")
@pytest.mark.parametrize("main", ["wood", "metal"])
def test_the_strength_is_the_number_of_own_workers_in_the_area(main: str) -> None:
    position = Position()
    numbers = {"forest": 1, "lair": 1, "farm": 1, AREAS[main]: 3}
    position.player(0).workers(**numbers).has(wood=0, metal=0)
    position.player(1).workers(**{AREAS[main]: 5})
    position.place(main).do(f"MAIN {main}")
    assert {"wood": position[0].wood, "metal": position[0].metal}[main] == 3


@pytest.mark.ledger("WHEEL-06", "WHEEL-07")
@pytest.mark.parametrize("main", AREAS)
def test_each_main_action_takes_its_strength_from_its_own_area(main: str) -> None:
    without = {"forest": 2, "lair": 2, "farm": 2, AREAS[main]: 0}
    position = Position()
    position.player(0).workers(**without).has(wood=9, metal=9)
    position.place(main).do(f"MAIN {main}")
    assert (position[0].wood, position[0].metal) == (9, 9)
    assert position.can("END_TURN")


@pytest.mark.ledger("WHEEL-07")
def test_the_strength_counts_workers_moved_before_the_main_action_begins() -> None:
    position = Position()
    position.player(0).workers(farm=2).has(movement=1)
    position.place("wood", bonus="move2").do("BONUS move2", "MOVE_WORKER farm forest")
    position.do("MOVE_WORKER farm forest", "MAIN wood")
    assert position[0].wood == 4


@pytest.mark.ledger("WHEEL-07", "FAST-06")
def test_a_worker_deployed_before_the_main_action_counts() -> None:
    position = Position()
    position.place("wood").do("DEPLOY forest", "DEPLOY forest", "MAIN wood")
    assert position[0].wood == 4


@pytest.mark.ledger("WHEEL-07")
def test_the_explorer_is_not_counted_in_the_farm_area() -> None:
    position = Position()
    position.player(0).explorer("D")
    position.place("projects").do("MAIN projects")
    assert position.can("END_TURN")
    assert not position.legal("TAKE")


@pytest.mark.ledger("WHEEL-08", "AMB-07")
def test_a_chief_may_be_placed_at_strength_zero_for_the_bonus_alone() -> None:
    position = Position()
    position.place("wood", bonus="wild").do("MAIN wood", "BONUS wild")
    assert (position[0].wood, position[0].wild) == (2, 1)
