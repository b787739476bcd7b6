"""Rat-o-bot completes missions (BOT-70 to BOT-73)."""

import pytest

from tests.scenes import plain_mission
from tests.solo import BOT, Solo
from wistar_env.games.rats_of_wistar.tables.limits import BOT_CUBES

CHEST, CAT, RADIO, BOILER = "The locked chest", "The sleeping cat", "The old radio", "The boiler"


def completing(*rooms: str) -> Solo:
    """Rat-o-bot is to complete a mission; plain cards lie open in B, D (two) and F."""
    solo = Solo().card("hut", skill="agility")
    for place, card in (("B", RADIO), ("D1", CHEST), ("D2", CAT), ("F1", BOILER)):
        plain_mission(solo, place, card)
    solo.bot.explorer(rooms[0]).tent(*rooms[1:])
    return solo


def cubes(solo: Solo) -> dict[str, list[int]]:
    """Return the rows (from 1) that Rat-o-bot has completed, by place."""
    rows = enumerate(solo.game["mission_cubes"])
    found = {
        solo.words.places[place]: [row + 1 for row, seat in enumerate(seats) if seat == BOT]
        for place, seats in rows
    }
    return {place: done for place, done in found.items() if done}


@pytest.mark.ledger("BOT-70", "MISSION-01")
def test_it_completes_in_the_room_of_its_explorer_or_a_tent() -> None:
    assert cubes(completing("B").bot_turn()) == {"B": [1]}
    assert cubes(completing("E", "F").bot_turn()) == {"F1": [1]}
    assert cubes(completing("E", "C").bot_turn()) == {}


@pytest.mark.ledger("BOT-70")
def test_a_face_down_mission_is_not_completed() -> None:
    solo = completing("B").mission("B", RADIO, revealed=False).bot_turn()
    assert cubes(solo) == {}
    assert sum(solo.record["positions"]) == 1


@pytest.mark.ledger("BOT-71", "BOT-115")
def test_its_cubes_are_taken_from_the_left_and_uncover_vp() -> None:
    solo = completing("B").bot_turn()
    assert (solo.record["cubes"], solo[BOT].mission_cubes) == (1, 1)
    assert solo.scores(BOT)["abilities"] == solo.tables["bot_cube_vp"][1]


@pytest.mark.ledger("BOT-71", "MISSION-05")
def test_the_topmost_unoccupied_row_is_completed() -> None:
    solo = completing("B")
    solo.human.completes("B", 1, cube="Veranda")
    solo.bot.completes("B", 2)
    assert cubes(solo.bot_turn()) == {"B": [2, 3]}


@pytest.mark.ledger("BOT-70", "AMB-28")
def test_a_full_card_is_no_candidate() -> None:
    solo = completing("D").floorplan("D1", "D2", ahead=0)
    for row in (1, 2, 3):
        solo.bot.completes("D1", row)
    assert cubes(solo.bot_turn()) == {"D1": [1, 2, 3], "D2": [1]}


@pytest.mark.ledger("BOT-70", "BOT-71", "BOT-54")
def test_without_a_cube_no_mission_is_completed() -> None:
    solo = completing("B")
    solo.record["cubes"] = BOT_CUBES
    for place, row in (("D1", 1), ("D1", 2), ("D1", 3), ("D2", 1), ("D2", 2), ("D2", 3), ("F1", 1)):
        solo.game["mission_cubes"][solo.words.place(place)][row - 1] = BOT
    solo.game["players"][BOT]["mission_cubes"] = BOT_CUBES
    solo.bot_turn()
    assert solo.record["cubes"] == BOT_CUBES
    assert "B" not in cubes(solo)
    assert sum(solo.record["positions"]) == 1


@pytest.mark.ledger("BOT-72", "BOT-22")
def test_requirements_locks_and_rewards_are_ignored() -> None:
    solo = completing("B")
    solo.reprint_row(
        RADIO, 1, cost="wood 3", needs="agility 3", effect="vp 9, wild 1", needs_lock=1
    )
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert cubes(solo) == {"B": [1]}
    assert (solo[BOT].vp, solo[BOT].wild) == (10, 0)


@pytest.mark.ledger("BOT-72", "MISSION-07")
def test_a_cube_of_the_bot_opens_a_lock_for_the_human() -> None:
    solo = completing("B")
    solo.reprint_row(RADIO, 1, gives_lock=1).reprint_row(RADIO, 2, needs_lock=1)
    solo.human.explorer("B")
    solo.bot_turn()
    solo.place("metal", bonus="mission").do("BONUS mission")
    assert solo.legal("COMPLETE") == {"B 2", "B 3"}


@pytest.mark.ledger("BOT-73", "BOT-69")
@pytest.mark.parametrize(
    ("plan", "chosen"), [(("B", "D1", "D2"), "B"), (("D2", "D1", "B"), "D2"), (("D1",), "D1")]
)
def test_of_several_cards_that_of_the_lowest_number_is_completed(
    plan: tuple[str, ...], chosen: str
) -> None:
    solo = completing("D", "B").floorplan(*plan, ahead=0).bot_turn()
    assert cubes(solo) == {chosen: [1]}


@pytest.mark.ledger("BOT-69", "CONF-18")
def test_the_floorplan_is_that_of_the_card_on_top_of_the_remaining_deck() -> None:
    solo = Solo().card("explore", bonuses=["advance agility"]).token("agility", "tool")
    solo.track("tool", 1, "mission").bot.explorer("D")
    solo.explores()
    for place, card in (("D1", CHEST), ("D2", CAT)):
        plain_mission(solo, place, card)
    solo.floorplan("D1", "D2", ahead=0).floorplan("D2", "D1", ahead=1).bot_turn()
    assert cubes(solo) == {"D2": [1]}


@pytest.mark.ledger("BOT-69", "CONF-18")
def test_with_the_deck_used_up_the_last_card_gives_the_floorplan() -> None:
    solo = completing("D").last_exploration().floorplan("D2", "D1", ahead=0).bot_turn()
    assert cubes(solo) == {"D2": [1]}


@pytest.mark.ledger("VEC-22", "BOT-70", "BOT-71", "BOT-73")
def test_the_example_of_two_available_missions() -> None:
    solo = completing("D", "B").mission("D2", CAT, revealed=False)
    solo.human.completes("D1", 1, cube="Veranda")
    solo.floorplan("D2", "D1", "B", ahead=0).bot_turn()
    assert cubes(solo) == {"D1": [2]}
