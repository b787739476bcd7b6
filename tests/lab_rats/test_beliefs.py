"""Determinizations show exactly the states that are possible given what a seat saw (LAB-77)."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.lab_rats.arranging import QUIET, arrange, do, player, potions
from tests.lab_rats.beliefs import (
    Held,
    TooManyError,
    doors_of,
    doors_that_may_be,
    potions_of,
    potions_that_may_be,
)
from tests.lab_rats.citing import cites
from tests.lab_rats.test_card_folder import folder as folder
from tests.lab_rats.test_exits import GREEN_PURPLE_ORANGE
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.careful.agent import CarefulAgent
from wistar_env.games.lab_rats.kinds import POTION_NAMES
from wistar_env.kit.bots import Batch, View

OWN = "open your own Door"
#: Copies of a position: all, until everything was seen that may be, if that is no more than FEW.
COPIES = 40
MOST = 6000
FEW = 6


def check(
    game: LabRats,
    seat: int,
    may_be: Callable[[LabRats, int], dict[Held, float]],
    is_held: Callable[[LabRats, int], Held],
) -> int:
    """Check that determinizations show exactly the possible states; return their number."""
    expected = set(may_be(game, seat))
    assert is_held(game, seat) in expected, "the reference excludes what is true"
    seen: set[Held] = set()
    for seed in range(MOST):
        if (seed >= COPIES and len(expected) > FEW) or (seed >= COPIES and seen == expected):
            break
        seen.add(is_held(game.determinize(seat, seed), seat))
        assert seen <= expected, (seen - expected, game.num_decisions, seat)
    assert len(expected) > FEW or seen == expected
    return len(expected)


def entries(name: str, **counts: int) -> str:
    return "\n".join(
        f'[[{name}]]\nkind = "{kind.replace("_", " ")}"\ncount = {count}\nsource = "known here"\n'
        for kind, count in counts.items()
    )


@pytest.fixture
def few_kinds(folder: Path) -> Path:
    """Return a data folder with few kinds of cards, and many Confusions."""
    doors = entries("door", Confusion=9, Potion_Box=9, red=8, Double_Door=2, Explosion=8)
    (folder / "doors.toml").write_text(doors, "utf-8")
    (folder / "potions.toml").write_text(entries("potion", red=9, green=8, multicolour=8), "utf-8")
    return folder


def careful(game: LabRats, _: random.Random) -> int:
    return int(CarefulAgent().act(Batch((View(game, game.seat),), np.array([1])))[0])


def anyhow(game: LabRats, chance: random.Random) -> int:
    return int(chance.choice(game.legal_actions().tolist()))


@cites("LAB-70", "LAB-74", "LAB-77")
@pytest.mark.parametrize("player", [anyhow, careful])
@pytest.mark.parametrize("num_players", [3, 4])
def test_copies_of_whole_games_hold_what_may_be(
    few_kinds: Path, num_players: int, player: Callable[[LabRats, random.Random], int]
) -> None:
    checked = {"potions": 0, "doors": 0}
    for seed in range(1):
        chance, game = random.Random(seed), LabRats.new(num_players, seed, data=few_kinds)
        while not game.finished:
            if chance.random() < 0.04:
                seat = chance.randrange(num_players)
                for name, may_be, is_held in (
                    ("potions", potions_that_may_be, potions_of),
                    ("doors", doors_that_may_be, doors_of),
                ):
                    try:
                        check(game, seat, may_be, is_held)
                    except TooManyError:
                        continue
                    checked[name] += 1
            game.step(player(game, chance))
    assert checked["potions"] + checked["doors"] >= 5, checked


@cites("LAB-33", "LAB-77")
def test_a_potion_that_was_laid_down_after_a_failure_belongs_to_the_hand_that_failed() -> None:
    """Green fails at green, purple and orange, and keeps two of three for the next round."""
    game = arrange(
        specimens=["green", "red", "blue"],
        hands={0: ["purple", "red", "red"], 1: ["orange", "yellow"], 2: ["blue", "blue"]},
        potion_deck=["orange", "yellow", "multicolour"],
        conditions={1: "dead", 2: "dead"},
        turns=1,
        exits=[GREEN_PURPLE_ORANGE],
    )
    do(game, "try an Exit", "discard a Potion (purple)")
    assert check(game, 2, potions_that_may_be, potions_of) > 3
    seen = {name for seed in range(300) for name in potions(game.determinize(2, seed), 0)}
    assert seen == {"red", "yellow"}  # with orange or multicolour it would have paid


@cites("LAB-33", "LAB-77")
@pytest.mark.parametrize("failed", [0, 1])
def test_a_failure_tells_of_the_hand_that_failed_only(failed: int) -> None:
    game = arrange(
        active=failed,
        specimens=["green", "green", "blue"],
        hands={failed: ["purple"], 1 - failed: ["purple", "orange"]},
        potion_deck=["orange", "multicolour", "multicolour"],
        turns=1,
        exits=[GREEN_PURPLE_ORANGE],
    )
    do(game, "try an Exit")
    hands = [[potions(game.determinize(2, seed), seat) for seed in range(30)] for seat in (0, 1)]
    paying = [any({"purple", "orange"} <= {*hand} for hand in each) for each in hands]
    assert paying == [failed == 1, failed == 0]


@cites("LAB-33", "LAB-77")
def test_a_failure_still_tells_of_a_hand_that_drew_a_potion_since() -> None:
    game = arrange(
        specimens=["green", "red", "blue"],
        hands={0: ["purple"], 1: ["orange", "yellow"], 2: ["blue", "blue"]},
        potion_deck=["multicolour", "multicolour", "multicolour", "purple"],
        conditions={1: "dead", 2: "dead"},
        turns=1,
        exits=[GREEN_PURPLE_ORANGE],
    )
    do(game, "try an Exit")
    assert player(game, 0)["num_potions"] == 2
    check(game, 2, potions_that_may_be, potions_of)


@cites("LAB-74", "LAB-77")
def test_the_only_potion_of_a_hand_is_followed_when_it_is_passed_on() -> None:
    game = arrange(table=["Confusion", "Confusion", *QUIET[:3]], hands={0: ["red"], 1: ["green"]})
    do(game, OWN, "pass a Potion (green)", "pass a Potion (red)")
    assert potions(game, 2) == ["red"]
    do(game, "open the Door of the first player", "pass a Potion (red)", "pass a Potion (green)")
    assert potions(game, 1) == ["red"]
    counts = game.layout.counts(game.observe(0))["potions"]
    assert counts[1][POTION_NAMES.index("red")] == counts[2][POTION_NAMES.index("green")] == 1
    for seed in range(50):
        assert potions(game.determinize(0, seed), 1) == ["red"]


@cites("LAB-74", "LAB-77")
def test_a_known_potion_that_may_have_been_passed_on_is_in_one_of_two_hands() -> None:
    game = arrange(
        table=["Confusion", "Confusion", *QUIET[:3]],
        hands={0: ["red"], 1: ["green"], 2: ["blue", "orange"]},
        potion_deck=["yellow", "purple"],
    )
    do(game, OWN, *(f"pass a Potion ({name})" for name in ("green", "blue", "red")))
    do(game, "open the Door of the first player", "pass a Potion (blue)")
    do(game, "pass a Potion (red)", "pass a Potion (green)")
    assert check(game, 0, potions_that_may_be, potions_of) > 1
    assert check(game, 1, potions_that_may_be, potions_of) > 1


@cites("LAB-74", "LAB-77")
def test_the_history_of_a_copy_leads_to_what_lies_in_the_copy() -> None:
    game = arrange(
        table=["Confusion", "Confusion", *QUIET[:3]],
        hands={0: ["red", "green"], 1: ["yellow", "green"], 2: ["blue", "orange"]},
    )
    do(game, OWN, *(f"pass a Potion ({name})" for name in ("green", "blue", "red")))
    for seed in range(20):
        copy = game.determinize(0, seed)
        assert LabRats.from_bytes(copy.to_bytes()) == copy


@cites("LAB-42", "LAB-76", "LAB-77")
def test_who_saw_the_discards_become_the_deck_knows_what_is_in_hands() -> None:
    """The deck has one more, so the rest of the discards are the new deck (LAB-42)."""
    game = arrange(
        table=["Potion Box", "Potion Box", *QUIET[:3]],
        hands={0: ["red"], 1: ["green", "orange"], 2: ["blue", "purple"]},
        potion_deck=["yellow"],
    )
    do(game, OWN, "open the Door of the first player")
    assert LabRats.from_bytes(game.to_bytes()) == game
    for seed in range(200):
        copy = game.determinize(2, seed)
        held = potions(copy, 0) + potions(copy, 1)
        assert {"red", "green", "orange", "yellow"} <= set(held)


@cites("LAB-77")
def test_a_copy_of_a_copy_holds_what_may_be(few_kinds: Path) -> None:
    chance, game = random.Random(5), LabRats.new(3, 5, data=few_kinds)
    for _ in range(120):
        if not game.finished:
            game.step(anyhow(game, chance))
    expected = potions_that_may_be(game, 0)
    for seed in range(50):
        copy = game.determinize(1, seed).determinize(0, seed)
        assert LabRats.from_bytes(copy.to_bytes(), few_kinds) == copy
        assert potions_of(game.determinize(0, seed).determinize(0, seed + 1), 0) in expected
