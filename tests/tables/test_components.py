"""Everything in the box but the Inventions: counts of D1, values of D3 and D4."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.tables.broken import Edit
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.games.rats_of_wistar.tables.load import catalogue, load, validated
from wistar_env.games.rats_of_wistar.tables.reading import Data


@cache
def data() -> Data:
    return validated()


@pytest.mark.ledger("SETUP-10", "GUEST-07", "GUEST-02")
def test_there_are_15_home_and_10_basement_guests_worth_0_to_3_vp() -> None:
    guests = data().guests.guest
    assert Counter(guest.kind for guest in guests) == {"home": 15, "basement": 10}
    assert {guest.vp for guest in guests} == {0, 1, 2, 3}


@pytest.mark.ledger("GUEST-01")
def test_the_three_known_guests_are_there() -> None:
    known = [g for g in data().guests.guest if g.known]
    assert [(g.timing, g.effect, g.vp) for g in known] == [
        ("immediate", "draw advanced 1", 3),
        ("income", "vp 1", 0),
        ("permanent", "discount automaton either 1", 2),
    ]


def test_no_two_guests_are_equal() -> None:
    assert len({(g.timing, g.effect) for g in data().guests.guest}) == 25


@pytest.mark.ledger("SETUP-06", "SETUP-07", "GUEST-03")
def test_the_cheeses_are_basement_guests_of_6_and_3_vp_and_the_6_lies_on_top() -> None:
    assert [cheese.vp for cheese in data().guests.cheese] == [6, 3]
    tiles = load()["guests"][0, limits.GUESTS :]
    assert tiles["vp"].tolist() == [6, 3]
    assert set(tiles["kind"].tolist()) == {codes.KIND_BASEMENT}
    assert (tiles["start"] == tiles["end"]).all()
    assert load()["setup"]["cheeses"][0, 2:].tolist() == [1, 2, 2]


@pytest.mark.ledger("MISSION-02")
def test_there_are_6_home_and_4_basement_missions_of_three_rows() -> None:
    missions = data().missions.mission
    assert Counter(mission.kind for mission in missions) == {"home": 6, "basement": 4}
    assert all(len(mission.row) == 3 for mission in missions)


@pytest.mark.ledger("VEC-08", "VEC-10", "MISSION-07")
def test_the_known_missions_are_as_the_rulebook_has_them() -> None:
    lair, chest = data().missions.mission[:2]
    assert lair.name == "There's something in the lair!"
    assert [row.name for row in lair.row] == [
        "Clear the entrance",
        "Attack the cockroaches",
        "Explore the lair",
    ]
    assert (lair.row[0].gives_lock, lair.row[1].needs_lock) == (1, 1)
    assert (lair.row[2].cost, lair.row[2].effect) == ("metal 2", "electricity")
    assert (chest.row[0].name, chest.row[0].cost, chest.row[0].requires) == (
        "Get to the lock",
        "items 2",
        "agility 3",
    )


@pytest.mark.ledger("SETUP-03", "VEC-12")
def test_there_are_13_objectives_and_the_known_one_asks_for_rooms() -> None:
    objectives = data().objectives.objective
    assert len(objectives) == 13
    assert len({objective.count for objective in objectives}) == 13
    assert objectives[0].count == "rooms_dug"
    assert objectives[0].spaces[:2] == [3, 4]
    assert objectives[0].effect == "vp 4, draw advanced 1"


@pytest.mark.ledger("BOT-80", "AMB-60")
def test_the_vp_part_of_an_objective_is_what_its_bonus_says() -> None:
    assert load()["objectives"]["vp"][0].tolist() == [4, 5, 4, 3, 3, 4, 4, 4, 3, 4, 3, 3, 4]


@pytest.mark.ledger("SETUP-04")
def test_fewer_players_leave_objective_spaces_covered() -> None:
    assert load()["setup"]["objective_spaces"][0, 2:].tolist() == [2, 3, 4]


def test_there_are_10_door_tokens_and_one_known_gives_metal() -> None:
    doors = data().doors.door
    assert len(doors) == 10
    assert (doors[0].effect, doors[0].source) == ("metal 1", "known D4")


@pytest.mark.ledger("SETUP-12", "VEC-11", "ABILITY-13")
def test_five_heroes_show_two_icons_of_five_skills() -> None:
    heroes = data().heroes.hero
    assert (heroes[0].name, heroes[0].skill) == ("Gwir the Scientist", "intelligence")
    assert len({hero.skill for hero in heroes}) == 5
    assert {hero.icons for hero in heroes} == {2}


@pytest.mark.ledger("SETUP-12", "ABILITY-07")
def test_there_is_one_skill_token_of_each_skill() -> None:
    assert len({token.skill for token in data().skill_tokens.token}) == 5


@pytest.mark.ledger(
    "ABILITY-01 ABILITY-02 ABILITY-03 ABILITY-04 ABILITY-05 ABILITY-06 ABILITY-08 ABILITY-09 "
    "ABILITY-10 ABILITY-11 VEC-09"
)
def test_the_ability_spaces_are_those_of_the_player_board() -> None:
    found = [(a.colour, a.vp, a.items, a.effect) for a in data().abilities.ability]
    assert found == [
        ("brown", 0, 1, "bed_discount 1"),
        ("brown", 0, 1, "dig_discount 1"),
        ("brown", 2, 0, "extra_room 1"),
        ("brown", 1, 0, "movement_bonus 1"),
        ("brown", 2, 0, "skill_token"),
        ("brown", 3, 0, ""),
        ("grey", 6, 0, ""),
        ("grey", 1, 0, "play_free any"),
        ("grey", 2, 0, "main any"),
        ("grey", 0, 0, "hero"),
    ]
    abilities = load()["abilities"][0]
    assert abilities["pair"].tolist() == [-1, -1, -1, -1, -1, 6, 5, -1, -1, -1]
    assert abilities["pair_vp"].tolist() == [0, 0, 0, 0, 0, 2, 2, 0, 0, 0]
    assert abilities["vp"].sum() + 2 == 19


@pytest.mark.ledger("SETUP-15", "SETUP-16", "VEC-02", "VEC-03", "VEC-17", "VEC-29")
def test_bed_and_room_spaces_hold_the_known_values() -> None:
    board = data().board
    assert {2, 7} <= set(board.beds.vp)
    assert board.rooms.vp[1:3] == [0, 1]
    assert {3, 10} <= set(board.rooms.vp)
    assert board.beds.vp[1] == 2
    assert board.rooms.vp[3] == 3
    assert 4 in board.bot_cubes.vp


@pytest.mark.ledger("WHEEL-03", "WHEEL-06", "SETUP-02")
def test_each_area_has_two_main_actions_side_by_side() -> None:
    areas = [position.area for position in data().wheel.position]
    assert areas == ["forest", "forest", "lair", "lair", "farm", "farm"]
    assert sorted(load()["main_at"][0].tolist()) == list(range(6))


@pytest.mark.ledger("WHEEL-03", "BOT-32")
@pytest.mark.parametrize(("players", "spaces"), [(2, 9), (3, 14), (4, 14)])
def test_a_sector_has_one_to_three_spaces_as_the_players_need(players: int, spaces: int) -> None:
    found = load()["setup"]["spaces"][0, players]
    assert found.sum() == spaces
    assert found.min() >= 1
    assert found.max() <= (2 if players == 2 else 3)


@pytest.mark.ledger("EXPL-12", "EXPL-13")
def test_the_farm_has_six_rooms_and_its_entrance_two_doors() -> None:
    tables = load()
    assert catalogue().rooms == tuple("ABCDEFG")
    assert tables["room_kind"][0, :7].tolist() == [-1, 0, 0, 0, 0, 1, 1]
    assert catalogue().rooms[int(tables["cheese_room"][0])] == "G"
    assert {name for name in catalogue().passages if "A" in name} == {"A-B", "A-D"}
    assert "D-E" in catalogue().passages


@pytest.mark.ledger("SETUP-08")
@pytest.mark.parametrize(("players", "doors"), [(2, 8), (3, 10), (4, 10)])
def test_doors_depend_on_the_number_of_players(players: int, doors: int) -> None:
    assert load()["setup"]["door"][0, players].sum() == doors


@pytest.mark.ledger("SETUP-05", "SETUP-09", "SETUP-11", "VEC-21", "VEC-22")
@pytest.mark.parametrize(
    ("players", "missions", "guests"),
    [
        (2, [0, 1, 1, 2, 0, 1, 1], [0, 1, 1, 1, 2, 1, 1]),
        (3, [0, 1, 1, 2, 1, 2, 1], [0, 2, 1, 1, 2, 2, 1]),
        (4, [0, 1, 1, 2, 2, 2, 2], [0, 2, 2, 2, 2, 2, 2]),
    ],
)
def test_rooms_hold_missions_and_guests_by_number_of_players(
    players: int, missions: list[int], guests: list[int]
) -> None:
    tables = load()
    used = tables["setup"]["mission"][0, players] == 1
    rooms = tables["mission_room"][0][used].tolist()
    assert [rooms.count(room) for room in range(7)] == missions
    assert tables["setup"]["guests"][0, players, :7].tolist() == guests


@pytest.mark.ledger("SETUP-10", "SETUP-17", "SETUP-18", "SETUP-19")
def test_every_player_starts_with_the_same() -> None:
    tables = load()
    names = ("vp", "wood", "metal", "movement", "entrance")
    assert [int(tables[f"start_{name}"][0]) for name in names] == [10, 2, 2, 1, 2]
    assert tables["round_stack"][0].tolist() == [0, 0, 0, 1, 1]


@pytest.mark.ledger("BOT-03", "BOT-34")
def test_one_of_seven_action_cards_goes_to_the_hut() -> None:
    assert sorted(load()["bot_actions"]["main"][0].tolist()) == [-1, 0, 1, 2, 3, 4, 5]


@pytest.mark.ledger("BOT-04", "BOT-60", "BOT-68", "BOT-69")
def test_the_seventh_exploration_card_is_the_last() -> None:
    cards = load()["bot_explorations"][0]
    assert cards["last"].tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert (cards["step"][6, :7] == [4, 3, 0]).all()
    assert sorted(cards["priority"][0].tolist()) == [0, 1, 2, 3, 4, 5, 10, 10, 10, 10]


@pytest.mark.ledger("VEC-21")
def test_the_known_row_reveals_pitches_a_tent_and_moves_to_e() -> None:
    card = data().bot_explorations.card[0]
    assert card.rows["D"] == "reveal, tent, move E"
    assert card.floorplan.index("m4") < card.floorplan.index("m3")


@pytest.mark.ledger("BOT-05", "BOT-09")
def test_three_symbols_have_four_sides_each_and_five_tokens_together() -> None:
    sides = data().bot_tracks.side
    assert len({(side.symbol, side.index) for side in sides}) == 12
    assert load()["track_tokens"][0].sum() == 5
    assert set(load()["track_tokens"][0].tolist()) == {1, 2}


@pytest.mark.ledger("BOT-77", "BOT-113", "VEC-23", "VEC-27")
def test_the_known_track_spaces_are_worth_0_5_and_3() -> None:
    tracks = load()["tracks"][0, :, 2]["spaces"]["vp"]
    assert (tracks[0, 2], tracks[1, 6], tracks[2, 4]) == (0, 5, 3)
    assert load()["tracks"][0, :, 2]["overflow"].tolist() == [1, 1, 1]


def test_the_names_of_everything_are_catalogued() -> None:
    names = catalogue()
    assert names.cards[109] == "Electric Sawmill"
    assert names.card_effects[109] == "on take_wood: wood 1, vp 1"
    assert names.guests[0] == "G01 (immediate: draw advanced 1)"
    assert names.guests[-2:] == ("Cheese 6", "Cheese 3")
    assert names.mission_rows[1][0] == "Get to the lock"
    assert names.mission_places == tuple(f"m{n}" for n in range(1, 11))
    assert names.tracks[1][2] == "Tool 2"
    assert [len(getattr(names, field)) for field in ("sectors", "heroes", "doors")] == [6, 5, 10]


@pytest.mark.ledger("BOT-80")
@pytest.mark.parametrize(
    ("effect", "vp"),
    [
        ("vp 4, wild 1", 4),
        ("wild 1; vp 2; vp 3", 5),
        ("per doors: vp 2; vp 1", 1),
        ("if electricity 1: vp 5; vp 2", 2),
        ("vp 3 or wild 1", 0),
        ("pay item 1: vp 2", 0),
        ("wood 1", 0),
    ],
)
def test_rat_o_bot_gets_the_vp_of_an_objective_that_everybody_would_get(
    effect: str, vp: int, folder: Path, edit: Edit
) -> None:
    edit("objectives.toml", 'effect = "vp 4, draw advanced 1"', f'effect = "{effect}"')
    assert load(folder)["objectives"]["vp"][0, 0] == vp
