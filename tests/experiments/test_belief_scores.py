"""Scores of beliefs about hidden cards in Lab Rats: the model of choices, and what is scored."""

import json
from pathlib import Path

import numpy as np
import pytest

from experiments import belief_scores
from experiments.belief_scores import (
    BELIEFS,
    LAID,
    POTIONS,
    Choices,
    WatchedMatch,
    doors_of,
    fit,
    log_likelihoods,
    mutation_of,
    share_laid,
    smoothed,
    unseen_doors,
    unseen_potions,
    watch,
)
from tests.lab_rats.arranging import arrange
from wistar_env.games.lab_rats.kinds import DOOR_KINDS
from wistar_env.games.lab_rats.kinds import DOORS as NUM_DOORS
from wistar_env.games.lab_rats.kinds import POTIONS as NUM_POTIONS
from wistar_env.games.lab_rats.state import SLOTS

EVEN = np.ones(DOOR_KINDS + 1)


@pytest.fixture(scope="module")
def watched() -> list[WatchedMatch]:
    return watch(3, 4, seed=3)


def test_odds_of_choices_are_found() -> None:
    rng, odds = np.random.default_rng(0), np.array([1.0, 2.0, 6.0])
    choices = Choices()
    for _ in range(4000):
        hand = rng.integers(0, 3, 3) + np.eye(3)[rng.integers(3)]
        choices.add(hand, int(rng.choice(3, p=hand * odds / (hand * odds).sum())))
    found = choices.fit()
    assert found / found[0] == pytest.approx(odds, rel=0.15)


def test_each_closed_door_of_another_is_a_choice(watched: list[WatchedMatch]) -> None:
    for match in watched:
        for hand, kind in zip(match.laid.hands, match.laid.chosen, strict=True):
            assert hand[kind] >= 1
        assert 0 < len(match.laid.chosen) <= 2 * len(match.begun)


def test_unseen_cards_are_all_that_do_not_lie_open(watched: list[WatchedMatch]) -> None:
    for game in watched[0].begun:
        state, seat = game.record[0], game.seat
        shown = state["door_discards"].sum() + state["num_aside"] + doors_of(state, seat).sum()
        shown += sum(
            state["table"][place] >= 0 and state["opened"] >> place & 1 for place in range(SLOTS)
        )
        assert unseen_doors(state, seat).sum() == NUM_DOORS - shown
        own = state["players"][seat]["num_potions"]
        assert (
            unseen_potions(state, seat).sum() == NUM_POTIONS - state["potion_discards"].sum() - own
        )


def test_cards_that_a_seat_knows_are_certain() -> None:
    """All unseen Potions are of one kind."""
    game = arrange(
        hands={0: ["red"], 1: ["multicolour"], 2: ["multicolour"]},
        potion_deck=["multicolour"],
    )
    found = log_likelihoods(game, EVEN, copies=3)
    for total, number in (found[POTIONS, belief] for belief in BELIEFS):
        assert number == 2
        assert total == pytest.approx(0, abs=1e-9)


def test_odds_say_which_of_two_doors_lies_on_the_table() -> None:
    """A harmless obstacle is a kind of its own in the odds."""
    game = arrange(hands={0: ["red"], 1: ["multicolour"], 2: ["multicolour"]})
    state = game.record[0]
    doors = np.zeros(DOOR_KINDS)
    mutation = mutation_of(state)
    other = (mutation + 1) % DOOR_KINDS
    doors[[mutation, other]] = 1
    odds = EVEN.copy()
    odds[other] = 4
    assert share_laid(state, doors, odds)[[mutation, other]] == pytest.approx([0.2, 0.8])
    odds[-1] = 12
    assert share_laid(state, doors, odds)[[mutation, other]] == pytest.approx([0.75, 0.25])


def test_a_model_of_choices_tells_which_door_was_laid(watched: list[WatchedMatch]) -> None:
    """It does so in the games that it was fitted to, at least."""
    laid, sums = fit(watched), dict.fromkeys(BELIEFS, 0.0)
    for match in watched:
        for game in match.begun:
            found = log_likelihoods(game, laid, copies=40)
            for belief in BELIEFS:
                sums[belief] += found.get((LAID, belief), (0.0, 0))[0]
    assert sums["unseen"] < sums["histories"] < sums["choices"] < 0


def test_no_kind_that_may_be_has_a_probability_of_zero() -> None:
    given = smoothed(np.array([0.0, 2.0]), np.array([3.0, 1.0]), copies=9)
    assert given == pytest.approx([0.075, 0.925])


def test_the_table_has_a_row_for_each_number_of_players_and_kind_of_cards(tmp_path: Path) -> None:
    file = tmp_path / "beliefs.json"
    row = {"players": 3, "cards": LAID, "number": 1200}
    scores = {belief: [-2.0 + k / 10, -2.5, -1.5] for k, belief in enumerate(BELIEFS)}
    file.write_text(json.dumps([row | {"scores": scores}]), "utf-8")
    assert belief_scores.belief_scores(file).splitlines()[-1] == (
        "| 3 | closed Doors | 1,200 | -2.00 (-2.50 to -1.50) | -1.90 (-2.50 to -1.50) | "
        "-1.80 (-2.50 to -1.50) |"
    )


def test_scores_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief_scores, "PLAYERS", (3,))
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        belief_scores.main(games=2, copies=5, seed=1, file=file)
    assert files[0].read_text("utf-8") == files[1].read_text("utf-8")
