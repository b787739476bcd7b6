"""Determinizations are weighted by all that a seat saw, even after an unseen pass (LAB-77)."""

import random
from pathlib import Path

import numpy as np
import pytest

from tests.lab_rats.arranging import arrange, do, potions
from tests.lab_rats.beliefs import Held, TooManyError, potions_of, potions_that_may_be
from tests.lab_rats.citing import cites
from tests.lab_rats.test_beliefs import anyhow
from tests.lab_rats.test_beliefs import few_kinds as few_kinds
from tests.lab_rats.test_card_folder import folder as folder
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import POTION_KINDS, POTION_NAMES

DRAWS = 4000
RED = POTION_NAMES.index("red")


def unseen_pass(num_players: int) -> LabRats:
    """Return a game in which the last seat got red of seat 0, and passed it or another one on.

    Seat 0 does not see nine Potions then, of which one is red.
    """
    last = num_players - 1
    four = num_players == 4
    middle = {1: ["yellow"], 2: ["blue", "orange"]} if four else {1: ["yellow"]}
    deck = ["red", "purple", "blue", "yellow", *["multicolour"] * (2 if four else 4)]
    game = arrange(
        num_players,
        active=last,
        specimens=["blue", "green", "orange", "yellow"][:num_players],
        table=["Confusion", "red", *(["blue"] if four else []), "Confusion", "green", "blue"][:5],
        hands={0: ["red", "green"], **middle, last: ["purple", "orange"]},
        potion_deck=deck,
    )
    passed = ["yellow", *(["blue"] if four else []), "orange"]
    do(game, "open your own Door", *(f"pass a Potion ({name})" for name in ("red", *passed)))
    passed = ["blue", "orange", "purple"] if four else ["orange", "purple"]
    do(game, "open the Door of the first player")
    do(game, *(f"pass a Potion ({name})" for name in ("yellow", *passed)))
    return game


def check_red(game: LabRats, seat: int, chance: float) -> None:
    """Check seat 0's probability that a seat holds red, by enumeration and in determinizations."""
    found = potions_that_may_be(game, 0)
    red = sum(weight for held, weight in found.items() if RED in held[seat])
    assert red / sum(found.values()) == pytest.approx(chance)
    copies = (game.determinize(0, seed) for seed in range(DRAWS))
    share = sum("red" in potions(copy, seat) for copy in copies) / DRAWS
    assert share == pytest.approx(chance, abs=0.025)


@cites("LAB-77")
@pytest.mark.parametrize(("num_players", "before", "after"), [(3, 5 / 9, 0.2), (4, 11 / 18, 0.3)])
def test_who_shows_a_potion_after_an_unseen_pass_has_probably_not_passed_it(
    num_players: int, before: float, after: float
) -> None:
    game = unseen_pass(num_players)
    receiver = num_players - 2
    check_red(game, receiver, before)
    do(game, "open the Door of the second player", "spend a Potion (red)")
    check_red(game, receiver, after)


def numbers_of(held: Held) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the numbers of the Potions of places, by kind."""
    return np.array([np.bincount(cards, minlength=POTION_KINDS) for cards in held], np.float64)


@cites("LAB-74", "LAB-77")
def test_hands_in_copies_of_whole_games_are_as_they_are_in_the_mean_of_all_histories(
    few_kinds: Path,
) -> None:
    errors: list[float] = []
    chance, game = random.Random(2), LabRats.new(3, 2, data=few_kinds)
    while not game.finished and len(errors) < 20:
        if chance.random() < 0.1:
            seat = chance.randrange(3)
            try:
                found = potions_that_may_be(game, seat)
            except TooManyError:
                continue
            total = sum(found.values())
            exact = sum(weight / total * numbers_of(held) for held, weight in found.items())
            copies = (potions_of(game.determinize(seat, k), seat) for k in range(300))
            errors.append(np.abs(sum(map(numbers_of, copies)) / 300 - exact).max())
        game.step(anyhow(game, chance))
    assert len(errors) > 10
    assert np.mean(errors) < 0.08
