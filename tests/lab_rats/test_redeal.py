"""Hidden cards are resampled uniformly, compared with an enumeration of all possible deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest
from scipy.stats import chi2

from tests.lab_rats.arranging import QUIET, arrange, do, do_first, potions, words
from tests.lab_rats.citing import cites
from tests.lab_rats.test_exits import EXITS, GREEN_PURPLE_ORANGE, payable
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import COLOURS, DOOR_NAMES, POTION_NAMES

DRAWS = 4000
OWN = "open your own Door"


def check_even(
    game: LabRats, viewer: int, expected: Counter[Any], seen: Callable[[LabRats], Any]
) -> None:
    """Check that resampling gives each outcome as often as the enumeration."""
    drawn = Counter(seen(game.determinize(viewer, seed)) for seed in range(DRAWS))
    assert set(drawn) <= set(expected), set(drawn) - set(expected)
    total = sum(expected.values())
    distance = sum(
        (drawn[each] - DRAWS * count / total) ** 2 / (DRAWS * count / total)
        for each, count in expected.items()
    )
    assert distance < chi2.ppf(0.9999, max(1, len(expected) - 1)), (drawn, expected)


def deals(pool: Sequence[str], *sizes: int) -> Iterator[list[tuple[str, ...]]]:
    """Yield every way to deal cards, which are all different, into hands of these sizes."""
    for cards in permutations(range(len(pool)), sum(sizes)):
        hands, at = [], 0
        for size in sizes:
            hands.append(tuple(sorted(pool[card] for card in cards[at : at + size])))
            at += size
        yield hands


def hands_of(*seats: int) -> Callable[[LabRats], Any]:
    return lambda game: tuple(tuple(sorted(potions(game, seat))) for seat in seats)


@cites("LAB-70")
def test_potions_of_other_hands_are_drawn_evenly_from_all_that_are_unseen() -> None:
    game = arrange(
        hands={0: ["red"], 1: ["blue", "red"], 2: ["green"]}, potion_deck=["green", "blue"]
    )
    expected = Counter(
        tuple(hands) for hands in deals(["blue", "red", "green", "green", "blue"], 2, 1)
    )
    check_even(game, 0, expected, hands_of(1, 2))


@cites("LAB-74")
def test_a_potion_that_was_passed_stays_where_the_giver_knows_it() -> None:
    game = arrange(
        table=["Confusion", *QUIET[:4]],
        hands={0: ["red"], 1: ["green", "blue"], 2: ["purple"]},
        potion_deck=["yellow"],
    )
    do(game, OWN, "pass a Potion (blue)", "pass a Potion (purple)", "pass a Potion (red)")
    # Seat 0 gave red to seat 2, and got blue: it knows nothing of green, purple and yellow.
    expected = Counter((*hands, ("red",)) for hands in deals(["green", "purple", "yellow"], 2))
    check_even(game, 0, expected, hands_of(1, 2))
    # Seat 1 sees only its own hand, and the blue one at seat 0.
    expected = Counter((("blue",), *hands) for hands in deals(["red", "yellow"], 1))
    check_even(game, 1, expected, hands_of(0, 2))


@cites("LAB-33", "LAB-31")
def test_a_hand_that_could_not_pay_an_exit_is_drawn_so_that_it_could_not() -> None:
    game = arrange(
        specimens=["green", "red", "blue"],
        hands={0: ["purple", "red"], 1: ["orange"], 2: ["blue"]},
        potion_deck=["orange", "purple"],
        turns=1,
        exits=[GREEN_PURPLE_ORANGE],
    )
    do(game, "try an Exit")
    asked = sorted(COLOURS.index(colour) for colour in EXITS[GREEN_PURPLE_ORANGE] - {"green"})
    pool = ["purple", "red", "orange", "orange", "purple"]
    fitting = [
        tuple(hands)
        for hands in deals(pool, 2, 1)
        if not payable(tuple(POTION_NAMES.index(name) for name in hands[0]), asked)
    ]
    check_even(game, 2, Counter(fitting), hands_of(0, 1))


@cites("AMB-84")
def test_a_seat_that_pays_an_exit_holds_the_rest_of_the_payment() -> None:
    game = arrange(
        specimens=["green", "red", "blue"],
        hands={0: ["purple", "red", "orange"], 2: ["blue"]},
        turns=1,
        exits=[GREEN_PURPLE_ORANGE],
    )
    do(game, "try an Exit")
    asked = [COLOURS.index(colour) for colour in ("purple", "orange")]
    for seed in range(300):
        other = game.determinize(2, seed)
        assert other.record[0]["exits"][0] == GREEN_PURPLE_ORANGE
        assert payable(tuple(POTION_NAMES.index(name) for name in potions(other, 0)), asked)
        do_first(other, "pay the Exit")
        assert other.record[0]["players"][0]["cheese"] == 2


@cites("LAB-55", "LAB-71")
def test_potions_that_were_put_by_are_drawn_with_the_hand_they_came_from() -> None:
    game = arrange(
        table=["Instant Death", *QUIET[:4]],
        conditions={1: "dead", 2: "dead"},
        hands={1: ["red", "red", "blue"], 2: ["green", "green", "orange", "orange"]},
        potion_deck=["yellow"],
    )
    do(game, OWN, "discard a Potion (blue)", "discard a Potion (green)")
    assert (game.seat, game.decision) == (2, "keep two Potions")
    pool = ["red", "red", "blue", "yellow"]
    expected = Counter(tuple(hands) for hands in deals(pool, 2, 1))

    def seen(other: LabRats) -> Any:
        put_by = other.record[0]["players"][1]["put_by"]
        names = [name for name, count in zip(POTION_NAMES, put_by, strict=True) if count]
        return tuple(sorted(potions(other, 1))), tuple(names)

    check_even(game, 2, expected, seen)


@cites("LAB-70")
def test_doors_in_hands_on_the_table_and_in_the_deck_are_drawn_evenly() -> None:
    game = arrange(
        table=["red", "Explosion", "blue", "red", "Instant Death"],
        doors={0: ["green"], 1: ["red"], 2: ["blue"]},
        door_deck=["blue"],
    )
    # Seat 0 knows its Door and its hand.
    pool = ["Explosion", "blue", "red", "Instant Death", "red", "blue", "blue"]
    expected = Counter((hands[0], hands[1], hands[2]) for hands in deals(pool, 1, 1, 1))

    def seen(other: LabRats) -> Any:
        kinds = other.record[0]["table"]
        hand = other.record[0]["players"][1]["doors"]
        return (
            (DOOR_NAMES[int(hand.argmax())],),
            (DOOR_NAMES[kinds[1]],),
            (DOOR_NAMES[kinds[3]],),
        )

    check_even(game, 0, expected, seen)
    for seed in range(50):
        other = game.determinize(0, seed)
        assert DOOR_NAMES[other.record[0]["table"][0]] == "red"
        assert other.record[0]["players"][0]["doors"][1] == 1


@cites("LAB-70", "LAB-33")
def test_exits_are_drawn_evenly() -> None:
    game = arrange(turns=1)
    expected = Counter(range(8))
    check_even(game, 0, expected, lambda other: int(other.record[0]["exits"][0]))


@cites("LAB-71")
@pytest.mark.parametrize("viewer", [0, 2])
def test_sealed_choices_of_others_are_drawn_among_what_their_hands_allow(viewer: int) -> None:
    game = arrange(table=["red", *QUIET[1:5]], hands={1: ["red"]})
    do(game, OWN, "open no more Doors", "keep")
    choices = {
        int(game.determinize(viewer, seed).record[0]["sealed_choice"][1]) for seed in range(300)
    }
    assert len(choices) > 6
    for seed in range(100):
        other = game.determinize(viewer, seed)
        do_first(other, "lay Doors")
        assert (other.decision, other.seat) == ("begin the turn", 1)
        assert words(other)
