import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, positions, sampled, until
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.render.svg import picture
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.spaces.actions import SHAPES, TARGETS
from wistar_env.kit.game.breakdown import best_first


def hand(game: RatsOfWistar, seat: int) -> list[int]:
    """Return the cards of a hand, in its order."""
    record = game.record[0]
    cards, card = [], int(record["players"][seat]["hand"])
    while card != NONE:
        cards.append(card)
        card = int(record["next"][card])
    return cards


@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize("table", TABLES)
def test_a_scene_holds_nothing_that_its_seat_cannot_know(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=4, **table), every=15, seed=4):
        for seat in range(game.num_players):
            assert game.determinize(seat, 5).presentation.scene(seat) == game.presentation.scene(
                seat
            )


def test_a_scene_for_all_shows_every_hand_and_the_legal_actions() -> None:
    for game in sampled(RatsOfWistar.new(num_players=3, seed=2), every=25, seed=2):
        scene = game.presentation.scene(None)
        for seat in range(3):
            assert [piece.number for piece in scene.seats[seat].hand] == hand(game, seat)
        shown = scene.decision.choices if scene.decision else ()
        assert [choice.action for choice in shown] == game.legal_actions().tolist()


def test_a_scene_shows_what_nobody_knows_to_nobody() -> None:
    game = middle()
    other = game.clone()
    passages = np.flatnonzero(other.record["doors"][0] != NONE)
    closed = [
        k for k in passages if not other.record["doors_seen"][0] >> other.record["doors"][0, k] & 1
    ]
    other.record["doors"][0, closed] = np.roll(other.record["doors"][0, closed], 1)
    assert other != game
    assert other.presentation.scene(None) == game.presentation.scene(None)


def test_choices_are_shown_to_the_deciding_seat_only() -> None:
    game = middle()
    decision = game.presentation.scene(1 - game.seat).decision
    assert decision is not None
    assert (decision.seat, decision.name, decision.choices) == (game.seat, game.decision, ())


def test_the_scene_of_a_game_that_is_over_has_the_totals_in_their_order() -> None:
    *_, game = sampled(RatsOfWistar.new(num_players=1, level=4, seed=3), every=1, seed=3)
    assert game.finished
    totals = game.presentation.scene(0).totals
    assert [total.seat for total in totals] == best_first(game.ranks())
    assert [total.vp for total in totals] == [
        game.scores()[k]["total"] for k in best_first(game.ranks())
    ]
    assert game.presentation.scene(0).decision is None
    assert game.presentation.scene(0).names == ("player_0", "Rat-o-bot")


def test_a_scene_can_be_written_as_json() -> None:
    scene = middle().presentation.scene(0)
    assert json.loads(json.dumps(scene.as_dict()))["seats"][0]["vp"] == scene.seats[0].vp


def test_the_total_of_a_seat_is_the_sum_of_its_parts() -> None:
    game = until(RatsOfWistar.new(num_players=3, seed=2), lambda game: game.finished, seed=2)
    for total in game.presentation.scene(0).totals:
        assert sum(part.count for part in total.parts) == total.vp


@pytest.mark.parametrize("table", TABLES)
def test_a_choice_says_what_it_is_about(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=6, **table), every=7, seed=6):
        decision = game.presentation.scene(None).decision
        for choice in decision.choices if decision else ():
            block = next(block for block in ACTION_BLOCKS if block.name == choice.block)
            shape = SHAPES.get(block.name, (block.size,) if block.size > 1 else ())
            offset = int(np.ravel_multi_index(choice.numbers, shape)) if shape else 0
            assert choice.action == block.start + offset


def test_every_action_is_about_something_else() -> None:
    assert len(TARGETS) == len(set(TARGETS)) == NUM_ACTIONS


def test_a_choice_among_effects_says_what_each_does() -> None:
    game = until(
        RatsOfWistar.new(4, seed=11), lambda game: game.decision == "choose option", seed=11
    )
    decision = game.presentation.scene(game.seat).decision
    assert decision is not None
    effects = [choice.effect for choice in decision.choices if choice.block == "OPTION"]
    assert len(set(effects)) == len(effects) > 0
    printed = game.components.names
    assert any(
        all(effect in text for effect in effects)
        for text in (*printed.card_effects, *printed.guests, *printed.doors)
    )


@pytest.mark.parametrize("detail", ["free of charge", "a brown cube"])
def test_details_of_a_decision_are_shown_to_the_deciding_seat_only(detail: str) -> None:
    def told(game: RatsOfWistar, seat: int) -> tuple[str, ...]:
        decision = game.presentation.scene(seat).decision
        return decision.details if decision else ()

    games = (
        game for seed in range(9, 25) for game in positions(RatsOfWistar.new(3, seed=seed), seed)
    )
    game = next(game for game in games if detail in told(game, game.seat))
    assert told(game, (game.seat + 1) % 3) == ()


def test_what_is_left_of_a_turn_is_shown_to_everybody() -> None:
    game = until(
        RatsOfWistar.new(seed=2), lambda game: game.presentation.scene(None).due is not None, seed=2
    )
    due = game.presentation.scene(1 - game.seat).due
    assert due is not None
    assert due.seat in range(2)
    assert due.main or due.bonuses


def test_the_last_actions_are_shown_as_narrated() -> None:
    assert middle().presentation.scene(0, done=("player_1 ended the turn",)).done == (
        "player_1 ended the turn",
    )


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_a_scene_can_be_copied_and_pickled(again: Any) -> None:
    scene = middle().presentation.scene(0)
    other = again(scene)
    assert other == scene
    assert picture(other) == picture(scene)


@pytest.mark.parametrize("seat", [-1, 2, 1.5, "0"])
def test_a_scene_for_a_missing_seat_is_rejected(seat: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="seat"):
        RatsOfWistar.new().presentation.scene(seat)
