"""Rat-o-bot's turn: Chief, Worker and action (BOT-20 to BOT-48)."""

import pytest

from tests.scenes import plain_mission
from tests.solo import BOT, HUMAN, Solo
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.tables.limits import BEDS, BOT_ACTIONS, UNDERGROUND_TILES

CLOCKWISE = ["wood", "dig", "metal", "beds", "projects", "explore"]
AREAS = {"wood": "forest", "dig": "forest", "metal": "lair", "beds": "lair", "projects": "farm"}


def spaces_of(solo: Solo, main: str) -> int:
    """Return how many spaces the Sector beside a Main action has."""
    sector = solo.game["wheel"][CLOCKWISE.index(main)]
    return int(solo.tables["setup"][2]["spaces"][sector])


def sector_with(solo: Solo, spaces: int, main: str) -> Solo:
    """Turn a Sector with this many spaces beside a Main action."""
    wanted = list(solo.tables["setup"][2]["spaces"]).index(spaces)
    wheel, at = solo.game["wheel"], CLOCKWISE.index(main)
    there = list(wheel).index(wanted)
    wheel[there], wheel[at] = int(wheel[at]), wanted
    return solo


# ---------------------------------------------------------------- the order of a turn


@pytest.mark.ledger("BOT-30", "BOT-37", "BOT-41")
def test_chief_then_worker_then_action_then_bonuses() -> None:
    solo = Solo().card("wood", worker=True, bonuses=["advance strength"])
    solo.token("strength", "tool").track("tool", 1, "nothing", vp=2)
    solo.bot.has(vp=10).workers(forest=1)
    solo.bot_turn()
    assert solo.chiefs_at("wood")[0] == BOT
    assert solo[BOT].forest == 2
    assert solo[BOT].vp == 12
    assert solo.advances("tool") == 1


@pytest.mark.ledger("BOT-30")
def test_the_action_comes_before_the_bonuses() -> None:
    solo = Solo().card("dig", bonuses=["guest strength"])
    solo.bot.full_board()
    solo.round_guest("G10")
    solo.bot_turn()
    assert solo[BOT].rooms_dug == 1
    assert solo[BOT].guests == ["G10"]


@pytest.mark.ledger("BOT-21", "BOT-31")
def test_the_bot_occupies_a_space_without_its_bonus_actions() -> None:
    for main in ("wood", "dig", "metal", "beds", "projects"):
        solo = Solo().card(main)
        guest, deck = int(solo.game["round_guest"]), int(solo.game["deck_size"][1])
        solo.bot_turn()
        assert solo.chiefs_at(main)[0] == BOT
        assert solo.game["round_guest"] == guest
        assert solo.game["deck_size"][1] == deck
        assert solo[BOT].wood == solo[BOT].metal == solo[BOT].wild == 0


@pytest.mark.ledger("BOT-31", "WHEEL-01")
def test_a_space_of_the_bot_is_closed_to_the_human() -> None:
    solo = Solo().card("wood")
    sector = solo.words.names["sectors"][solo.game["wheel"][0]]
    solo.bot_turn()
    assert f"{sector} 0" not in solo.legal("PLACE")


@pytest.mark.ledger("BOT-31", "AMB-27")
def test_the_card_names_the_main_action_whatever_sector_lies_there() -> None:
    for turned in range(6):
        solo = Solo().card("metal")
        wheel = [int(sector) for sector in solo.game["wheel"]]
        solo.game["wheel"] = wheel[turned:] + wheel[:turned]
        solo.bot_turn()
        assert solo.chiefs_at("metal")[0] == BOT


@pytest.mark.ledger("BOT-32")
def test_of_two_free_spaces_the_outermost_is_taken() -> None:
    solo = sector_with(Solo().card("dig"), 2, "dig").bot_turn()
    assert solo.chiefs_at("dig") == [BOT, NONE, NONE]


@pytest.mark.ledger("BOT-32")
def test_the_inner_space_is_taken_when_the_outer_one_is_occupied() -> None:
    solo = sector_with(Solo().card("dig"), 2, "dig").chief(HUMAN, "dig", 0).bot_turn()
    assert solo.chiefs_at("dig") == [HUMAN, BOT, NONE]


@pytest.mark.ledger("BOT-33", "BOT-40")
def test_with_no_free_space_the_chief_goes_on_clockwise_and_acts_there() -> None:
    solo = sector_with(Solo().card("dig"), 1, "dig").chief(HUMAN, "dig", 0)
    solo.bot.has(vp=10).workers(lair=2)
    solo.bot_turn()
    assert solo.chiefs_at("dig")[0] == HUMAN
    assert solo.chiefs_at("metal")[0] == BOT
    assert (solo[BOT].vp, solo[BOT].rooms_dug) == (12, 0)


@pytest.mark.ledger("BOT-33", "WHEEL-02")
def test_beside_its_own_chief_the_bot_goes_on_clockwise() -> None:
    solo = sector_with(Solo().card("dig"), 2, "dig").chief(BOT, "dig", 0)
    solo.bot_turn()
    assert solo.chiefs_at("dig") == [BOT, NONE, NONE]
    assert solo.chiefs_at("metal")[0] == BOT


@pytest.mark.ledger("BOT-33")
def test_clockwise_from_the_last_position_comes_the_first() -> None:
    solo = sector_with(Solo().card("explore"), 1, "explore").chief(HUMAN, "explore", 0)
    solo.bot.has(vp=10).workers(forest=3)
    solo.bot_turn()
    assert solo.chiefs_at("wood")[0] == BOT
    assert solo[BOT].vp == 13


@pytest.mark.ledger("BOT-34", "ALCH-02", "BOT-47")
def test_one_card_sends_the_chief_to_the_right_end_of_the_hut() -> None:
    solo = Solo()
    assert [int(main) for main in solo.tables["bot_actions"]["main"]].count(NONE) == 1
    solo.card("hut").bot_turn()
    assert list(solo.game["hut"][:3]) == [BOT, HUMAN, BOT]


@pytest.mark.ledger("BOT-35", "BOT-33")
def test_the_worker_goes_to_the_area_of_the_sector_used() -> None:
    solo = sector_with(Solo().card("dig", worker=True), 1, "dig").chief(HUMAN, "dig", 0)
    solo.bot_turn()
    assert (solo[BOT].forest, solo[BOT].lair) == (0, 1)
    assert solo.record["workers"] == 7


@pytest.mark.ledger("BOT-35")
@pytest.mark.parametrize("worker", [False, True])
def test_a_worker_is_placed_only_if_the_card_says_so(worker: bool) -> None:
    solo = Solo().card("beds", worker=worker).bot_turn()
    assert solo[BOT].lair == int(worker)
    assert solo.record["workers"] == 8 - int(worker)


@pytest.mark.ledger("BOT-36")
def test_a_fourth_worker_in_an_area_is_not_placed() -> None:
    solo = Solo().card("metal", worker=True)
    solo.bot.workers(lair=3)
    solo.bot_turn()
    assert (solo[BOT].lair, solo.record["workers"]) == (3, 5)


@pytest.mark.ledger("BOT-36", "BOT-07")
def test_without_workers_in_stock_none_is_placed() -> None:
    solo = Solo().card("metal", worker=True)
    solo.bot.workers(forest=3, lair=2, farm=3)
    solo.bot_turn()
    assert (solo[BOT].lair, solo.record["workers"]) == (2, 0)


@pytest.mark.ledger("BOT-36")
def test_placed_workers_stay_over_the_rounds() -> None:
    solo = Solo()
    solo.bot.workers(forest=2, lair=1, farm=1)
    for number in range(BOT_ACTIONS):
        solo.tables["bot_actions"][number]["worker"] = 0
    while not solo.finished:
        solo.end_turn()
        assert (solo[BOT].forest, solo[BOT].lair, solo[BOT].farm) == (2, 1, 1)


# ---------------------------------------------------------------- the actions


@pytest.mark.ledger("BOT-41", "BOT-42", "BOT-37", "BOT-40")
@pytest.mark.parametrize("main", ["wood", "metal"])
@pytest.mark.parametrize("strength", [0, 1, 2, 3])
def test_collecting_scores_vp_equal_to_strength(main: str, strength: int) -> None:
    solo = Solo().card(main)
    solo.bot.has(vp=10).workers(**{AREAS[main]: strength})
    solo.bot_turn()
    assert solo[BOT].vp == 10 + strength
    assert (solo[BOT].wood, solo[BOT].metal) == (0, 0)


@pytest.mark.ledger("BOT-37")
def test_strength_counts_the_worker_just_placed_and_only_that_area() -> None:
    solo = Solo().card("metal", worker=True)
    solo.bot.has(vp=10).workers(forest=3, lair=1)
    solo.bot_turn()
    assert solo[BOT].vp == 12


@pytest.mark.ledger("BOT-43", "BOT-48")
@pytest.mark.parametrize(("strength", "beds"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_building_beds_adds_one_bed_and_with_full_strength_two(strength: int, beds: int) -> None:
    solo = Solo().card("beds")
    solo.bot.workers(lair=strength)
    solo.bot_turn()
    assert (solo[BOT].beds, solo[BOT].beds_built) == (beds, beds)
    assert solo.scores(BOT)["beds"] == solo.tables["bed_vp"][beds] > 0
    assert solo[BOT].entrance == 0


@pytest.mark.ledger("BOT-43", "AMB-20")
def test_with_all_six_beds_built_and_a_free_room_nothing_happens() -> None:
    solo = Solo().card("beds")
    solo.bot.dug(4).beds(BEDS)
    solo.bot_turn()
    assert (solo[BOT].beds_built, solo[BOT].rooms_dug) == (BEDS, 4)


@pytest.mark.ledger("BOT-24", "AMB-50")
@pytest.mark.parametrize(("strength", "dug"), [(2, 4), (3, 5)])
def test_with_all_six_beds_built_and_no_free_room_it_digs(strength: int, dug: int) -> None:
    solo = Solo().card("beds")
    solo.bot.dug(3).beds(BEDS).workers(lair=strength)
    if strength == 3:
        solo.bot.dug(4).guests("G01")
    solo.bot_turn()
    assert (solo[BOT].beds_built, solo[BOT].rooms_dug) == (BEDS, dug)


@pytest.mark.ledger("BOT-44", "BOT-48", "BOT-20")
@pytest.mark.parametrize(("strength", "rooms"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_digging_removes_one_tile_and_with_full_strength_two(strength: int, rooms: int) -> None:
    solo = Solo().card("dig")
    solo.bot.workers(forest=strength)
    solo.bot_turn()
    assert solo[BOT].rooms_dug == rooms
    assert solo.scores(BOT)["rooms"] == (0, 0, 1)[rooms]


@pytest.mark.ledger("BOT-24", "VEC-19", "BOT-43")
def test_at_full_strength_without_a_room_it_digs_and_then_builds() -> None:
    solo = Solo().card("beds")
    solo.bot.full_board().workers(lair=3)
    before = solo[BOT].beds
    solo.bot_turn()
    assert (solo[BOT].rooms_dug, solo[BOT].beds) == (1, before + 1)


@pytest.mark.ledger("BOT-24", "VEC-20", "CONF-16")
def test_at_strength_two_without_a_room_it_only_digs() -> None:
    solo = Solo().card("beds")
    solo.bot.full_board().workers(lair=2)
    before = solo[BOT].beds
    solo.bot_turn()
    assert (solo[BOT].rooms_dug, solo[BOT].beds) == (1, before)


@pytest.mark.ledger("BOT-24", "AMB-20")
def test_without_a_room_and_with_nothing_left_to_dig_nothing_happens() -> None:
    solo = Solo().card("dig", bonuses=["guest strength"])
    solo.bot.dug(UNDERGROUND_TILES).beds(BEDS).guests("G01", "G02", "G03")
    guest = int(solo.game["round_guest"])
    solo.bot_turn()
    assert solo[BOT].rooms_dug == UNDERGROUND_TILES
    assert len(solo[BOT].guests) == 3
    assert solo.game["round_guest"] == guest


@pytest.mark.ledger("BOT-45", "BOT-48", "TURN-04")
@pytest.mark.parametrize("strength", [0, 1, 2, 3])
def test_developing_projects_takes_the_two_leftmost_cards(strength: int) -> None:
    solo = Solo().card("projects")
    solo.bot.workers(farm=strength)
    rows = {tier: solo.shown(tier) for tier in ("basic", "advanced")}
    solo.bot_turn()
    taken = {"basic": 2, "advanced": 2 if strength == 3 else 0}
    for tier, row in rows.items():
        pile = [card for card in row[: taken[tier]] if card is not None]
        assert all(solo.game["card_at"][solo.words.card(card)] == AT_BOT_PILE for card in pile)
        kept = row[taken[tier] :]
        assert solo.shown(tier)[4 - len(kept) :] == kept
        assert None not in solo.shown(tier)
    assert solo.record["cards"] == sum(taken.values())
    assert solo.scores(BOT)["inventions"] == sum(taken.values())


@pytest.mark.ledger("BOT-46", "BOT-48", "BOT-62")
@pytest.mark.parametrize(("strength", "cards"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_exploring_resolves_one_card_or_two(strength: int, cards: int) -> None:
    solo = Solo().card("explore")
    solo.bot.workers(farm=strength)
    solo.explores("move B").explores("move C", room="B", ahead=1)
    solo.bot_turn()
    assert solo.record["exploration_next"] == cards
    assert solo[BOT].explorer == ("B" if cards == 1 else "C")


@pytest.mark.ledger("BOT-47", "BOT-54", "ALCH-03")
def test_the_alchemists_action_advances_when_no_mission_can_be_completed() -> None:
    solo = Solo().card("hut", skill="agility").token("agility", "automaton")
    solo.bot_turn()
    assert solo.advances("automaton") == 1
    assert (solo.advances("structure"), solo.advances("tool")) == (0, 0)
    assert (solo[BOT].movement, solo[BOT].mission_cubes) == (0, 0)


@pytest.mark.ledger("BOT-47")
def test_the_alchemists_action_completes_a_mission_if_it_can() -> None:
    solo = Solo().card("hut", skill="agility")
    plain_mission(solo, "D1", "The locked chest")
    solo.bot.explorer("D")
    solo.bot_turn()
    assert solo[BOT].mission_cubes == 1
    assert list(solo.record["positions"]) == [0, 0, 0]
