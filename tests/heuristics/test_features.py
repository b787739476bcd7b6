"""Each feature of greedy's heuristic, with a position and its value there."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.builder import Position
from tests.heuristics.test_evaluate import value_of
from tests.scenes import at_mission, empty_handed, plain_card
from wistar_env.games.rats_of_wistar.heuristics import features as known
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.fast_actions import GRANT_ELECTRICITY, GRANT_WILD
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes

pytestmark = pytest.mark.interpreted
#: In round 1, before a Chief is placed, all turns are left: features "x left" are whole.
CARD, OTHER = "Electric Sawmill", "Robot Dog"
CHEESE_ROOM = "G"


def bare() -> Position:
    """Return a position before seat 0's first turn, without anything that features count."""
    position = empty_handed(Position()).turn_of(0)
    position.tables["objectives"]["spaces"] = 1000
    position.tables["objectives"]["count"] = codes.COUNT_WOOD
    return position


def features(position: Position, weights: dict[int, float] | None = None) -> Any:
    """Return the features of seat 0."""
    given, found = np.zeros(known.NUM_FEATURES), np.zeros(known.NUM_FEATURES)
    for feature, weight in (weights or {}).items():
        given[feature] = weight
    value_of(position._tables, position._games, 0, given, found)
    return found


def has(**amounts: int) -> Position:
    position = bare()
    position.player(0).has(**amounts)
    return position


def card(*, hand: bool = False, **values: Any) -> Position:
    """Return a position with one Invention, in play or in the hand."""
    position = plain_card(bare(), CARD, **values)
    seat = position.player(0)
    (seat.hand if hand else seat.plays)(CARD)
    return position


def workers(**areas: int) -> Position:
    position = bare()
    position.player(0).workers(**areas)
    return position


def dug(rooms: int, beds: int = 0) -> Position:
    position = bare()
    position.player(0).dug(rooms).beds(beds)
    return position


def with_number(name: str, number: int) -> Position:
    """Return a position with a changed number of seat 0."""
    position = bare()
    position.game["players"][0][name] = number
    return position


def wood(amount: int) -> Position:
    """Return a position whose Objectives require ten Wood."""
    position = has(wood=amount)
    position.tables["objectives"]["spaces"] = 10
    return position


def waiting(kind: int, position: Position | None = None, **numbers: int) -> Position:
    """Put an entry of seat 0 on the stack."""
    position = position or bare()
    entry = position.game["stack"][position.game["depth"]]
    entry["kind"], entry["seat"], entry["numbers"] = kind, 0, 0
    for name, number in numbers.items():
        entry["numbers"][NAMED_PLACES[name]] = number
    position.game["depth"] += 1
    return position


def turn(position: Position | None = None, **numbers: int) -> Position:
    """Put a turn on the stack in which only these numbers are due."""
    usual = {"main_due": 0, "bonus_due": NONE, "other_bonus_due": NONE}
    return waiting(decisions.TURN, position, **(usual | numbers))


def main(action: int, position: Position) -> Position:
    """Let a Main action be due."""
    board = position.tables["main_at"].tolist().index(action)
    return turn(position, main_due=1, chief_at=board)


def everywhere(count: int) -> Position:
    """Return a position with this many Workers in every Area."""
    return workers(forest=count, lair=count, farm=count)


def rich(rooms: int = 0) -> Position:
    position = has(wood=20, metal=20)
    position.player(0).dug(rooms)
    return position


def explorer(room: str, *opened: str) -> Position:
    """Return a position with the Explorer in a room, and no other room open to it but by these."""
    position = bare()
    position.player(0).explorer(room)
    for passage in range(len(position.game["doors"])):
        if position.game["doors"][passage] == NONE:
            position.game["doors"][passage] = 0
    position.player(0).opened(*opened)
    position.game["mission_card"] = NONE
    for letter in "BCDEFG":
        position.guest_in(letter)
    return position


def mission(place: str, position: Position, *, revealed: bool = True) -> Position:
    """Lay the only Mission card."""
    position.game["mission_card"][position.words.place(place)] = 0
    position.game["mission_open"][position.words.place(place)] = revealed
    return position


def guest(room: str, position: Position) -> Position:
    position.game["room_guests_size"][position.words.room(room)] = 1
    return position


def tents() -> Position:
    position = bare()
    position.player(0).tent("B", "C")
    return position


def shown(kind: int = decisions.COMPLETE_MISSION) -> Position:
    return waiting(kind, at_mission())


def round_guest() -> Position:
    position = bare()
    position.player(0).dug(2)
    return turn(position, bonus_due=codes.BONUS_GUEST)


def bonus(code: int) -> Position:
    return turn(bonus_due=code)


#: A position for each feature, and its value there.
CASES: dict[int, tuple[Callable[[], Position], float]] = {
    known.WOOD_FEW: (lambda: has(wood=7), 4),
    known.WOOD_MANY: (lambda: has(wood=7), 3),
    known.WOOD_LEFT: (lambda: has(wood=7), 6),
    known.METAL_FEW: (lambda: has(metal=7), 4),
    known.METAL_MANY: (lambda: has(metal=7), 3),
    known.METAL_LEFT: (lambda: has(metal=7), 6),
    known.MOVEMENT_LEFT: (lambda: has(movement=2), 2),
    known.WILD: (lambda: has(wild=5), 5),
    known.WILD_LEFT: (lambda: has(wild=5), 3),
    known.HAND_LEFT: (lambda: card(hand=True), 1),
    known.HAND_VP_LEFT: (lambda: card(hand=True, vp=3), 3),
    known.PLAYABLE_LEFT: (lambda: card(hand=True), 1),
    known.ICONS_LEFT: (lambda: card(icons="agility 2"), 2),
    known.ENERGY_LEFT: (lambda: card(icons="energy 2"), 2),
    known.ELECTRICITY_LEFT: (lambda: has(electricity=2), 2),
    known.INCOMES_LEFT: (lambda: with_number("timings", 2), 2),
    known.PERMANENTS_LEFT: (lambda: with_number("timings", 2), 2),
    known.ONCES_LEFT: (lambda: with_number("timings", 2), 2),
    known.FOREST_LEFT: (lambda: workers(forest=4), 2),
    known.LAIR_LEFT: (lambda: workers(lair=4), 2),
    known.FARM_LEFT: (lambda: workers(farm=4), 2),
    known.AWAKE_LEFT: (lambda: everywhere(2), 6),
    known.FREE_ROOMS_LEFT: (lambda: dug(5), 2),
    known.BEDS_LEFT: (lambda: dug(4, beds=2), 2),
    known.ROOMS_LEFT: (lambda: dug(4), 4),
    known.TILE_VP_LEFT: (lambda: dug(6, beds=6), 0),  # as printed, see below
    known.DISCOUNTS_LEFT: (lambda: with_number("bed_discount", 2), 2),
    known.HERE_HIDDEN: (lambda: mission("D1", explorer("D"), revealed=False), 1),
    known.HERE_GUESTS: (lambda: guest("D", explorer("D")), 1),
    known.HERE_CHEESE: (lambda: explorer(CHEESE_ROOM), 1),
    known.HERE_ROWS: (at_mission, 3),
    known.HERE_FREE_LEFT: (lambda: mission("D1", explorer("D")), 3),
    known.NEAR_HIDDEN: (lambda: mission("D1", explorer("B", "B-D"), revealed=False), 1),
    known.NEAR_GUESTS: (lambda: guest("D", explorer("B", "B-D")), 1),
    known.NEAR_CHEESE: (lambda: explorer("F", "F-G"), 1),
    known.NEAR_FREE_LEFT: (lambda: mission("D1", explorer("B", "B-D")), 3),
    known.DEPTH_LEFT: (lambda: explorer("D"), 1),
    known.DOORS: (lambda: with_number("doors", 2), 2),
    known.TENTS_LEFT: (tents, 2),
    known.CUBES_LEFT: (lambda: with_number("mission_cubes", 2), 2),
    known.CLAIMABLE: (lambda: wood(10), 0),  # as many as are shown, see below
    known.PROGRESS_LEFT: (lambda: wood(5), 0),
    known.NEXT_MAIN: (lambda: workers(forest=3), 3),
    known.LATER_MAINS: (lambda: everywhere(2), 4),
    known.DUE_WOOD: (lambda: main(codes.MAIN_WOOD, everywhere(2)), 2),
    known.DUE_METAL: (lambda: main(codes.MAIN_METAL, everywhere(2)), 2),
    known.DUE_ROOMS: (lambda: waiting(decisions.DIG_ROOMS, rich(), left=2), 2),
    known.DUE_BEDS: (lambda: waiting(decisions.BUILD_BEDS, rich(3), left=2), 2),
    known.DUE_TILE_VP: (lambda: waiting(decisions.DIG_ROOMS, rich(), left=6), 0),  # see below
    known.DUE_POINTS: (lambda: waiting(decisions.DEVELOP_PROJECTS, left=3), 3),
    known.DUE_STEPS: (lambda: waiting(decisions.EXPLORE, left=3), 3),
    known.DUE_MOVES: (lambda: waiting(decisions.MOVE_WORKERS, left=3), 3),
    known.DUE_WILD: (lambda: waiting(decisions.GRANT, bought=GRANT_WILD), 1),
    known.DUE_CARDS: (lambda: bonus(codes.BONUS_BASIC), 1),
    known.DUE_POTION: (lambda: waiting(decisions.CHOOSE_POTION), 1),
    known.DUE_GUEST: (round_guest, 1),
    known.DUE_PLAY: (lambda: waiting(decisions.PLAY_INVENTION, card(hand=True, vp=3)), 5.5),
    known.DUE_MISSION: (shown, 1),
    known.DUE_CUBE: (lambda: waiting(decisions.REMOVE_CUBE), 1),
    known.DUE_ELECTRICITY: (lambda: waiting(decisions.GRANT, bought=GRANT_ELECTRICITY), 1),
    known.COMING: (lambda: waiting(decisions.FINISH_PLAY, card(vp=3), card=sawmill()), 5.5),
    known.COST_ITEMS: (lambda: waiting(decisions.PAY_ITEMS, left=2), 2),
    known.COST_GUESTS: (lambda: waiting(decisions.DISCARD_GUEST, left=2), 2),
    known.COST_OPTIONS: (lambda: waiting(decisions.CHOOSE_OPTION), 1),
    known.DUE_OTHER: (lambda: waiting(decisions.CHOOSE_HERO), 1),
}
#: The values of the next Main actions in these cases.
BY_WORKERS = {
    known.DUE_WOOD: 1.0,
    known.DUE_METAL: 1.0,
    known.DUE_POINTS: 1.0,
    known.DUE_STEPS: 1.0,
}


def sawmill() -> int:
    return bare().words.card(CARD)


def printed(feature: int, position: Position) -> float | None:
    """Return the value of a feature that follows from a position's tables, if not given above."""
    tables = position.tables
    if feature == known.TILE_VP_LEFT:
        return float(tables["bed_vp"][6] + tables["room_vp"][6])
    if feature == known.DUE_TILE_VP:
        return float(tables["room_vp"][6] - tables["room_vp"][0])
    shown = int((position.game["objectives"] != NONE).sum())
    return {known.CLAIMABLE: shown, known.PROGRESS_LEFT: shown / 2}.get(feature)


@pytest.mark.parametrize("feature", range(known.NUM_FEATURES), ids=known.NAMES)
def test_a_feature_counts_what_its_name_says(feature: int) -> None:
    make, expected = CASES[feature]
    position = make()
    wanted = printed(feature, position)
    found = features(position, BY_WORKERS)[feature]
    assert found == pytest.approx(expected if wanted is None else wanted)
    assert found > 0


@pytest.mark.parametrize("feature", [k for k, name in enumerate(known.NAMES) if "x left" in name])
def test_features_x_left_shrink_with_the_turns_that_are_left(feature: int) -> None:
    position = CASES[feature][0]()
    whole = features(position)[feature]
    position.game["round"] = 4
    position.game["players"][0]["chiefs"] = 1
    assert features(position)[feature] == pytest.approx(whole * (3 + 1) / 15)


def test_nothing_else_is_counted_of_a_seat_that_has_nothing() -> None:
    found = features(explorer("A"))
    left = {known.NAMES[k] for k in np.flatnonzero(found)}
    assert left == {"awake workers x left", "free rooms, first two x left"}


@pytest.mark.parametrize(
    ("code", "feature", "amount"),
    [
        (codes.BONUS_MOVE1, known.DUE_MOVES, 1),
        (codes.BONUS_MOVE2, known.DUE_MOVES, 2),
        (codes.BONUS_WILD, known.DUE_WILD, 1),
        (codes.BONUS_METAL, known.DUE_METAL, 1),
        (codes.BONUS_WOOD, known.DUE_WOOD, 1),
        (codes.BONUS_EXPLORE, known.DUE_STEPS, 1),
        (codes.BONUS_POTION, known.DUE_POTION, 1),
    ],
)
def test_a_bonus_that_is_due_counts_as_what_it_brings(code: int, feature: int, amount: int) -> None:
    assert features(bonus(code))[feature] == amount
    assert features(turn(bonus_due=NONE, other_bonus_due=code))[feature] == amount


@pytest.mark.parametrize(
    ("action", "feature"),
    [(codes.MAIN_PROJECTS, known.DUE_POINTS), (codes.MAIN_EXPLORE, known.DUE_STEPS)],
)
def test_a_main_action_that_is_due_counts_the_workers_of_its_area(
    action: int, feature: int
) -> None:
    assert features(main(action, everywhere(2)))[feature] == 2


@pytest.mark.parametrize(
    ("kind", "numbers", "feature", "amount"),
    [
        (decisions.DEPLOY_WORKERS, {"left": 2}, known.DUE_MOVES, 2),
        (decisions.DISCARD_CARDS, {"left": 2}, known.COST_ITEMS, 2),
        (
            decisions.USE_DISCOUNT,
            {"wood_due": 2, "metal_due": 1, "discounts_left": 1},
            known.COST_ITEMS,
            2,
        ),
    ],
)
def test_other_decisions_count_as_the_same(
    kind: int, numbers: dict[str, int], feature: int, amount: int
) -> None:
    assert features(waiting(kind, None, **numbers))[feature] == amount


def test_what_waits_for_another_seat_does_not_count() -> None:
    position = waiting(decisions.EXPLORE, left=3)
    position._top["seat"] = 1
    assert features(position)[known.DUE_STEPS] == 0


@pytest.mark.parametrize(("chiefs", "later"), [(3, 4.0), (2, 2.0), (1, 0.0), (0, 4.0)])
def test_main_actions_ahead_are_as_many_as_chiefs(chiefs: int, later: float) -> None:
    position = everywhere(2)
    position.game["players"][0]["chiefs"] = chiefs
    found = features(position, BY_WORKERS)
    assert (found[known.NEXT_MAIN], found[known.LATER_MAINS]) == (2, later)


def test_rooms_and_beds_ahead_are_what_can_be_paid_and_housed() -> None:
    poor = has(wood=4, metal=4)
    assert features(waiting(decisions.DIG_ROOMS, poor, left=3))[known.DUE_ROOMS] == 2
    full = rich(0)
    full.game["players"][0]["beds"] = full.game["players"][0]["beds_built"] = 2
    assert features(waiting(decisions.BUILD_BEDS, full, left=3))[known.DUE_BEDS] <= 1


def test_a_locked_door_hides_what_is_behind_it() -> None:
    assert features(mission("D1", explorer("B")))[known.NEAR_FREE_LEFT] == 0
    assert features(guest("D", explorer("B")))[known.NEAR_GUESTS] == 0


def test_the_better_of_two_cards_counts_as_the_one_to_play() -> None:
    position = plain_card(plain_card(bare(), CARD, vp=1), OTHER, vp=5)
    position.player(0).hand(CARD, OTHER)
    one = features(waiting(decisions.PLAY_INVENTION, position))[known.DUE_PLAY]
    two = features(waiting(decisions.PLAY_INVENTION, position))[known.DUE_PLAY]
    assert (one, two) == (6.5, 13.0)


def test_a_mission_row_with_a_cube_no_longer_counts() -> None:
    position = at_mission()
    position.game["mission_cubes"][position.words.place("D1"), 0] = 1
    found = features(position)
    assert (found[known.HERE_FREE_LEFT], found[known.HERE_ROWS]) == (2, 2)


def test_progress_on_an_objective_is_at_most_whole() -> None:
    enough, more = features(wood(10)), features(wood(30))
    assert more[known.PROGRESS_LEFT] == enough[known.PROGRESS_LEFT] == more[known.CLAIMABLE] > 0
