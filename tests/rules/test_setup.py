"""Setup of a game (SETUP)."""

import numpy as np
import pytest

from tests import pieces
from tests.builder import Position
from tests.words import words
from wistar_env.games.rats_of_wistar.rules import actions, decisions
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    CARDS,
    CARDS_OF_TIER,
    DISPLAY,
    GUESTS,
    OBJECTIVES,
    OBJECTIVES_SHOWN,
    SECTORS,
)

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
HOME, BASEMENT = codes.KIND_HOME, codes.KIND_BASEMENT


def dealt(players: int, seed: int = 1) -> Position:
    """Return a game whose starting pairs are not chosen yet."""
    return Position(players, seed=seed, chosen=False)


def kinds(position: Position, guests: list[int]) -> list[int]:
    """Return the kind of each Guest."""
    return [int(position.tables["guests"][guest]["kind"]) for guest in guests]


def in_rooms(position: Position) -> list[list[int]]:
    """Return the face-down Guests of each room."""
    game = position.game
    sizes = game["room_guests_size"]
    return [
        [int(g) for g in tiles[:n]] for tiles, n in zip(game["room_guests"], sizes, strict=True)
    ]


@pytest.mark.ledger("SETUP-01")
@PLAYERS
def test_all_six_sectors_lie_in_random_order_around_the_wheel(players: int) -> None:
    wheels = {tuple(dealt(players, seed).game["wheel"]) for seed in range(12)}
    assert all(sorted(wheel) == list(range(SECTORS)) for wheel in wheels)
    assert len(wheels) > 6


@pytest.mark.ledger("SETUP-01", "WHEEL-03", "BONUS-11", "GAP-06")
@PLAYERS
def test_each_player_count_has_its_own_faces_of_the_sectors(players: int) -> None:
    face = dealt(players).tables["setup"][players]
    spaces = [int(n) for n in face["spaces"]]
    assert all(1 <= n <= 3 for n in spaces)
    assert sum(spaces) == {2: 9, 3: 14, 4: 14}[players]
    shown = [
        [bonus for bonus in space["bonus"] if bonus != NONE]
        for sector, n in zip(face["space"], spaces, strict=True)
        for space in sector[:n]
    ]
    assert all(1 <= len(bonuses) <= 2 for bonuses in shown)
    assert {bonus for bonuses in shown for bonus in bonuses} <= set(range(len(words("BONUS"))))


@pytest.mark.ledger("BONUS-11")
def test_the_wheel_shows_all_kinds_of_bonus_actions_differently_per_face() -> None:
    faces = {n: dealt(n).tables["setup"][n] for n in (2, 3, 4)}
    for face in faces.values():
        shown = {
            int(bonus)
            for sector, n in zip(face["space"], face["spaces"], strict=True)
            for space in sector[:n]
            for bonus in space["bonus"]
            if bonus != NONE
        }
        assert shown == set(range(len(words("BONUS"))))
    assert faces[2]["spaces"].tolist() != faces[3]["spaces"].tolist()
    # R4 assumes two sides of a Sector: three and four players have the same.
    for field in ("spaces", "space"):
        assert np.array_equal(faces[3][field], faces[4][field])


@pytest.mark.ledger("SETUP-02", "WHEEL-06")
def test_each_area_touches_the_two_sectors_of_its_main_actions() -> None:
    tables = dealt(2).tables
    mains = [int(main) for main in tables["main_at"]]
    assert sorted(mains) == list(range(SECTORS))
    areas = [int(tables["main_area"][main]) for main in mains]
    for area in range(3):
        first = [at for at in range(SECTORS) if areas[at] == area]
        assert len(first) == 2
        assert first[1] - first[0] in {1, SECTORS - 1}


@pytest.mark.ledger("SETUP-03")
@PLAYERS
def test_three_objectives_lie_open_and_ten_wait_in_the_deck(players: int) -> None:
    game = dealt(players).game
    shown = [int(objective) for objective in game["objectives"]]
    deck = [int(o) for o in game["objective_deck"][: game["objective_deck_size"]]]
    assert len(shown) == OBJECTIVES_SHOWN
    assert len(deck) == 10
    assert sorted(shown + deck) == list(range(OBJECTIVES))


@pytest.mark.ledger("SETUP-03")
def test_another_seed_shows_other_objectives() -> None:
    assert len({tuple(sorted(dealt(2, seed).game["objectives"])) for seed in range(8)}) > 4


@pytest.mark.ledger("SETUP-04", "GAP-05")
@pytest.mark.parametrize(("players", "spaces"), [(2, 2), (3, 3), (4, 4)])
def test_objective_spaces_for_more_players_are_covered(players: int, spaces: int) -> None:
    position = Position(players).objectives("Great Diggers")
    for seat in range(players):
        position.player(seat).dug(6)
    claimed = 0
    for _ in range(players):
        claimed += position.can("CLAIM Great Diggers")
        if position.can("CLAIM Great Diggers"):
            position.do("CLAIM Great Diggers")
        position.end_turn()
    assert claimed == min(spaces, players) == players


@pytest.mark.ledger("SETUP-04")
def test_a_third_claim_finds_only_covered_spaces_with_two_players() -> None:
    position = Position(2).objectives("Great Diggers")
    position.player(0).dug(6)
    assert position.can("CLAIM Great Diggers")
    position.game["objective_claims"][position.words.find("objectives", "Great Diggers")] = 2
    assert not position.can("CLAIM Great Diggers")


@pytest.mark.ledger("SETUP-05", "GAP-03")
@pytest.mark.parametrize(("players", "home", "basement"), [(2, 4, 2), (3, 5, 3), (4, 6, 4)])
def test_mission_cards_lie_face_down_as_many_as_the_player_count_says(
    players: int, home: int, basement: int
) -> None:
    position = dealt(players)
    game, tables = position.game, position.tables
    laid = [(place, int(card)) for place, card in enumerate(game["mission_card"]) if card != NONE]
    floors = [int(tables["mission_kind"][place]) for place, _ in laid]
    assert [floors.count(HOME), floors.count(BASEMENT)] == [home, basement]
    assert all(tables["missions"][card]["kind"] == tables["mission_kind"][p] for p, card in laid)
    assert len({card for _, card in laid}) == len(laid)
    assert not game["mission_open"].any()
    assert all(seat == NONE for rows in game["mission_cubes"] for seat in rows)


@pytest.mark.ledger("SETUP-05")
def test_mission_cards_are_shuffled() -> None:
    assert len({tuple(dealt(4, seed).game["mission_card"]) for seed in range(6)}) > 4


@pytest.mark.ledger("SETUP-06", "SETUP-07")
@pytest.mark.parametrize(("players", "values"), [(2, [6]), (3, [3, 6]), (4, [3, 6])])
def test_the_cheeses_lie_in_the_back_room_with_six_points_on_top(
    players: int, values: list[int]
) -> None:
    position = dealt(players)
    game, tables = position.game, position.tables
    stack = [int(tile) for tile in game["cheese"][: game["cheese_size"]]]
    assert [int(tables["guests"][tile]["vp"]) for tile in stack] == values
    assert position.words.rooms[tables["cheese_room"]] == "G"


@pytest.mark.ledger("SETUP-08", "CONF-06", "GAP-02")
@pytest.mark.parametrize(
    ("players", "open_passages"), [(2, {"C-D", "E-F"}), (3, set()), (4, set())]
)
def test_door_tokens_lie_at_random_on_the_passages_of_the_player_count(
    players: int, open_passages: set[str]
) -> None:
    position = dealt(players)
    doors = [int(token) for token in position.game["doors"]]
    passages = position.words.passages[: int(position.tables["passages"])]
    assert {p for p, token in zip(passages, doors, strict=False) if token == NONE} == open_passages
    tokens = [token for token in doors if token != NONE]
    assert len(set(tokens)) == len(tokens) == len(passages) - len(open_passages)
    assert len({tuple(dealt(players, seed).game["doors"]) for seed in range(6)}) > 4


@pytest.mark.ledger("SETUP-09", "GAP-04")
@pytest.mark.parametrize(("players", "home", "basement"), [(2, 5, 2), (3, 6, 3), (4, 8, 4)])
def test_guests_lie_face_down_in_rooms_of_their_kind(
    players: int, home: int, basement: int
) -> None:
    position = dealt(players)
    found = {HOME: 0, BASEMENT: 0}
    for room, tiles in enumerate(in_rooms(position)):
        assert all(kind == position.tables["room_kind"][room] for kind in kinds(position, tiles))
        for kind in kinds(position, tiles):
            found[kind] += 1
    assert found == {HOME: home, BASEMENT: basement}


@pytest.mark.ledger("SETUP-10", "ROUND-13")
@PLAYERS
def test_the_round_stack_offers_three_home_guests_and_then_two_basement_guests(
    players: int,
) -> None:
    position = dealt(players)
    stack = [int(tile) for tile in position.game["round_guests"]]
    assert kinds(position, stack) == [HOME, HOME, HOME, BASEMENT, BASEMENT]
    assert Position(players).game["round_guest"] == Position(players).game["round_guests"][0]


@pytest.mark.ledger("SETUP-11", "GAP-04")
@pytest.mark.parametrize(("players", "home", "basement"), [(2, 7, 6), (3, 6, 5), (4, 4, 4)])
def test_the_other_guests_form_a_home_and_a_basement_supply(
    players: int, home: int, basement: int
) -> None:
    position = dealt(players)
    game = position.game
    supply = [[int(g) for g in game["supply"][k][: game["supply_size"][k]]] for k in range(2)]
    assert [len(stack) for stack in supply] == [home, basement]
    assert set(kinds(position, supply[HOME])) == {HOME}
    assert set(kinds(position, supply[BASEMENT])) == {BASEMENT}
    rooms = [tile for tiles in in_rooms(position) for tile in tiles]
    everything = [*supply[HOME], *supply[BASEMENT], *rooms, *map(int, game["round_guests"])]
    assert sorted(everything) == list(range(GUESTS))


@pytest.mark.ledger("SETUP-12")
@PLAYERS
def test_the_supply_holds_five_heroes_and_five_skill_tokens(players: int) -> None:
    game = dealt(players).game
    assert game["heroes_left"] == game["skills_left"] == 0b11111


@pytest.mark.interpreted
@pytest.mark.ledger("SETUP-13", "SETUP-14", "SETUP-16", "SETUP-17", "SETUP-18", "SETUP-19")
@PLAYERS
def test_every_player_starts_with_the_same_pieces(players: int) -> None:
    position = Position(players)
    for seat in range(players):
        player = position[seat]
        assert (player.wood, player.metal, player.movement, player.wild) == (2, 2, 1, 0)
        assert (player.vp, player.electricity, player.doors, player.mission_cubes) == (10, 0, 0, 0)
        assert player.workers == [0, 0, 0]
        assert (player.entrance, player.explorer) == (2, "A")
        assert (player.beds, player.beds_built, player.rooms_dug) == (0, 0, 0)
        assert (player.discs, player.chiefs, player.tents) == (3, 3, [])
        assert (player.cubes_gone, player.guests, player.played) == (0, [], [])


@pytest.mark.ledger("SETUP-15", "DIG-05")
def test_three_rooms_are_free_at_the_start_and_six_more_can_be_dug() -> None:
    position = Position(2)
    position.player(0).workers(lair=4).has(wood=20, metal=20)
    position.place("beds").do("MAIN beds", "BUILD", "BUILD", "BUILD")
    assert position[0].beds == 3
    assert not position.can("BUILD")


@pytest.mark.ledger("SETUP-17", "WHEEL-07")
def test_nobody_has_a_worker_in_an_area_at_the_start() -> None:
    position = Position(4)
    assert [position[seat].workers for seat in range(4)] == [[0, 0, 0]] * 4


@pytest.mark.ledger("SETUP-20")
@PLAYERS
def test_the_turn_order_is_random(players: int) -> None:
    orders = {tuple(dealt(players, seed).order) for seed in range(16)}
    assert all(sorted(order) == list(range(players)) for order in orders)
    assert {order[0] for order in orders} == set(range(players))


@pytest.mark.interpreted
@pytest.mark.ledger("SETUP-21")
@PLAYERS
def test_players_pick_a_pair_in_reverse_turn_order_and_every_pair_is_taken(players: int) -> None:
    position = dealt(players)
    pairs = [{int(card) for card in pair} for pair in position.game["pairs"][:players]]
    tiers = position.tables["cards"]["tier"]
    for pair in pairs:
        assert sorted(int(tiers[card]) for card in pair) == [codes.TIER_BASIC, codes.TIER_ADVANCED]
    picked = []
    while position.kind == decisions.CHOOSE_PAIR:
        picked.append(position.seat)
        assert len(position.legal("PAIR")) == players + 1 - len(picked)
        position.act(max(position.actions()))
    assert picked == position.order[:0:-1][: len(picked)]
    hands = [set(pieces.hand_of(position.game, seat)) for seat in range(players)]
    assert sorted(map(sorted, hands)) == sorted(map(sorted, pairs))


@pytest.mark.ledger("SETUP-21")
def test_the_last_player_in_turn_order_gets_the_pair_of_their_choice() -> None:
    position = dealt(3)
    last = position.order[-1]
    wanted = {int(card) for card in position.game["pairs"][1]}
    assert position.seat == last
    position.do("PAIR 1")
    assert set(pieces.hand_of(position.game, last)) == wanted


@pytest.mark.ledger("SETUP-22")
@PLAYERS
def test_four_basic_and_four_advanced_cards_lie_open_and_the_discard_piles_are_empty(
    players: int,
) -> None:
    position = Position(players)
    game, tables = position.game, position.tables
    for tier in range(2):
        row = [int(card) for card in game["display"][tier]]
        assert len(set(row)) == DISPLAY
        assert all(tables["cards"][card]["tier"] == tier for card in row)
        assert game["deck_size"][tier] == CARDS_OF_TIER[tier] - DISPLAY - players
        assert game["discard_size"][tier] == 0


@pytest.mark.ledger("SETUP-22")
def test_the_same_seed_gives_the_same_setup_and_another_seed_another_one() -> None:
    first, again, other = dealt(3, 5), dealt(3, 5), dealt(3, 6)
    assert first.game.tobytes() == again.game.tobytes()
    assert not np.array_equal(first.game["deck"], other.game["deck"])
    assert CARDS == sum(CARDS_OF_TIER)
    assert first.legal("PAIR") == {str(i) for i in range(3)}
    assert actions.PAIR in first.actions()
