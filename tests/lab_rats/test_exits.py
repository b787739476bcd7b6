"""Exits: what pays, what it brings, and what failing does (LAB-30 to LAB-34)."""

from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from tests.lab_rats.arranging import (
    arrange,
    condition,
    discards,
    do,
    do_first,
    numbers,
    potions,
    words,
)
from tests.lab_rats.citing import cites
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.card_folder import open_cards
from wistar_env.games.lab_rats.kinds import COLOURS, POTION_COLOURS, POTION_NAMES

#: By their numbers in the data: one colour of each pair.
EXITS = [
    {COLOURS[colour] for colour in range(6) if (int(mask) >> colour) & 1}
    for mask in open_cards().tables[0]["exits"]
]
GREEN_PURPLE_ORANGE = EXITS.index({"green", "purple", "orange"})
GREEN_BLUE_PURPLE = EXITS.index({"green", "blue", "purple"})
RED_BLUE_YELLOW = EXITS.index({"red", "blue", "yellow"})


def at_exit(exit_card: int, hand: list[str], own: str = "green", **more: Any) -> LabRats:
    others = [colour for colour in COLOURS if colour != own]
    game = arrange(
        specimens=[own, *others[:2]],
        hands={0: hand},
        turns=1,
        exits=[exit_card],
        **more,
    )
    do(game, "try an Exit")
    return game


@cites("VEC-33", "CONF-44", "LAB-30", "LAB-31", "LAB-32", "LAB-54", "CONF-41")
def test_mutation_and_potions_together_pass_an_exit() -> None:
    game = at_exit(GREEN_PURPLE_ORANGE, ["purple", "multicolour"])
    before = len(discards(game, "potion"))
    do(game, "spend a Potion (purple)", "spend a Potion (multicolour)")
    assert numbers(game, "cheese") == numbers(game, "from_exits") == [2, 0, 0]
    assert len(discards(game, "potion")) == before + 2
    assert (game.presentation.stage, game.decision) == ("round 2", "lay Doors")


@cites("AMB-84")
def test_the_player_chooses_what_pays_each_colour_if_the_rest_stays_payable() -> None:
    game = at_exit(GREEN_BLUE_PURPLE, ["blue", "blue or purple", "multicolour"])
    assert len(words(game)) == 3  # blue is the first colour to be paid
    do(game, "spend a Potion (blue or purple)")
    assert words(game) == ["spend a Potion (multicolour)"]
    tight = at_exit(GREEN_BLUE_PURPLE, ["blue", "blue or purple"])
    assert words(tight) == ["spend a Potion (blue)"]


@cites("LAB-34", "LAB-60")
def test_passing_an_exit_gives_neither_crumbs_nor_pollution() -> None:
    game = at_exit(GREEN_PURPLE_ORANGE, ["purple", "orange"], pollution={0: 3}, crumbs={0: 2})
    do_first(game, "pay the Exit")
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (2, 3)


@cites("AMB-84", "LAB-32")
def test_a_seat_that_can_pay_must_pay() -> None:
    game = at_exit(GREEN_PURPLE_ORANGE, ["purple", "orange"])
    assert game.decision == "pay the Exit"
    assert all(word.startswith("spend") for word in words(game))


@cites("LAB-31", "LAB-57")
def test_a_double_potion_is_one_colour_per_use() -> None:
    game = at_exit(GREEN_BLUE_PURPLE, ["blue or purple"])
    assert condition(game, 0) == "dead"


@cites("LAB-33", "LAB-34", "AMB-35", "AMB-85", "LAB-35")
def test_failing_kills_keeps_potions_and_gives_neither_crumbs_nor_pollution() -> None:
    game = at_exit(RED_BLUE_YELLOW, ["red", "blue"])
    assert condition(game, 0) == "dead"
    assert potions(game, 0) == ["red", "blue"]
    assert numbers(game, "crumbs") == numbers(game, "pollution") == [0, 0, 0]
    assert game.decision == "lay Doors"
    assert game.presentation.stage == "round 1"
    kept = [word for _ in range(3) for word in _answer_keep(game)]
    assert kept == ["keep your Door as it is"] * 3


def _answer_keep(game: LabRats) -> list[str]:
    found = [word for word in words(game) if word.startswith("keep")]
    do(game, "keep")
    return found


@cites("LAB-33", "AMB-98")
def test_after_a_failure_any_of_the_eight_exits_may_be_the_next_one() -> None:
    firsts = set()
    for seed in range(120):
        game = at_exit(RED_BLUE_YELLOW, [], seed=seed)
        exits = game.record[0]["exits"].tolist()
        assert sorted(exits) == list(range(8))
        firsts.add(exits[0])
    assert firsts == set(range(8))


@cites("VEC-46", "LAB-30")
def test_a_hand_passes_as_many_exits_as_the_rules_say() -> None:
    passed = [
        EXITS[card]
        for card in range(8)
        if at_exit(card, ["purple", "multicolour"]).decision == "pay the Exit"
    ]
    assert [sorted(colours) for colours in passed] == [
        ["blue", "green", "purple"],
        ["green", "orange", "purple"],
    ]


@cites("VEC-38", "LAB-01", "AMB-30")
def test_an_exit_at_three_cheese_makes_five_and_ends_the_game() -> None:
    game = arrange(
        5,
        specimens=["green", "red", "blue", "purple", "orange"],
        hands={0: ["purple", "orange"]},
        turns=1,
        exits=[GREEN_PURPLE_ORANGE],
        cheese=dict.fromkeys(range(5), 3),
    )
    do(game, "try an Exit", "spend a Potion (purple)", "spend a Potion (orange)")
    assert game.finished
    assert numbers(game, "cheese") == [5, 3, 3, 3, 3]
    assert game.ranks() == [1, 2, 2, 2, 2]


@cites("LAB-63", "LAB-54")
def test_the_last_one_living_gets_two_for_an_exit_and_nothing_for_dying_at_it() -> None:
    for hand, cheese in ((["purple", "orange"], [2, 0, 0]), ([], [0, 0, 0])):
        game = at_exit(GREEN_PURPLE_ORANGE, hand, conditions={1: "dead", 2: "dead"})
        do_first(game, "pay the Exit")
        assert numbers(game, "cheese") == cheese
        assert numbers(game, "from_surviving") == [0, 0, 0]
        assert game.presentation.stage == "round 2"


def payable(hand: tuple[int, ...], asked: list[int]) -> bool:
    """Say the same by trying every order of Potions."""
    return any(
        all((POTION_COLOURS[kind] >> colour) & 1 for kind, colour in zip(order, asked, strict=True))
        for order in permutations(hand, len(asked))
    )


@cites("LAB-31", "CONF-41")
@pytest.mark.parametrize("own", ["red", "yellow"])
def test_what_pays_is_what_trying_every_order_finds(own: str) -> None:
    chance = np.random.default_rng(3)
    cards = [
        kind
        for kind, count in enumerate(open_cards().tables[0]["potions"])
        for _ in range(int(count))
    ]
    for _, card in product(range(12), range(8)):
        hand = tuple(chance.choice(cards, int(chance.integers(1, 5)), replace=False).tolist())
        asked = sorted(COLOURS.index(colour) for colour in EXITS[card] - {own})
        game = at_exit(card, [POTION_NAMES[kind] for kind in hand], own)
        pays = payable(hand, asked)
        assert (game.decision == "pay the Exit") == pays
        for viewer in range(3):
            seen = game.layout.counts(game.observe(viewer))["payable"]
            assert seen[-viewer, card] == (pays and viewer == 0)
        if game.decision == "pay the Exit":
            do_first(game, "pay the Exit")
            assert numbers(game, "cheese")[0] == 2
