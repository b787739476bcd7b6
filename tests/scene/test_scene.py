import json
from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, sampled
from wistar_env import Game
from wistar_env.rules.state import NONE


def hand(game: Game, seat: int) -> list[int]:
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
    for game in sampled(Game.new(seed=4, **table), every=15, seed=4):
        for seat in range(game.num_players):
            assert game.determinize(seat, 5).scene(seat) == game.scene(seat)


def test_a_scene_for_all_shows_every_hand_and_the_legal_actions() -> None:
    for game in sampled(Game.new(num_players=3, seed=2), every=25, seed=2):
        scene = game.scene(None)
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
    assert other.scene(None) == game.scene(None)


def test_choices_are_shown_to_who_decides_only() -> None:
    game = middle()
    decision = game.scene(1 - game.seat).decision
    assert decision is not None
    assert (decision.seat, decision.name, decision.choices) == (game.seat, game.decision, ())


def test_the_scene_of_a_game_that_is_over_has_the_totals_in_their_order() -> None:
    *_, game = sampled(Game.new(num_players=1, level=4, seed=3), every=1, seed=3)
    assert game.finished
    totals = game.scene(0).totals
    assert [total.seat for total in totals] == game.ranking()
    assert [total.vp for total in totals] == [game.scores()[k]["total"] for k in game.ranking()]
    assert game.scene(0).decision is None
    assert game.scene(0).names == ("player_0", "Rat-o-bot")


def test_a_scene_can_be_written_as_json() -> None:
    scene = middle().scene(0)
    assert json.loads(json.dumps(scene.as_dict()))["seats"][0]["vp"] == scene.seats[0].vp


@pytest.mark.parametrize("seat", [-1, 2, 1.5, "0"])
def test_a_scene_for_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="seat"):
        Game.new().scene(seat)
