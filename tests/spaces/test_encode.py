from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, positions, sampled, until
from tests.spaces.reference import reference
from wistar_env import Game
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.spaces.observation import state_layout


def check_blocks(game: Game, viewer: int) -> None:
    found = game.layout.counts(game.observe(viewer))
    expected = reference(game, viewer)
    assert found.keys() == expected.keys()
    for block in game.layout.blocks:
        wanted = np.minimum(expected[block.name], block.limit)
        got = found[block.name]
        if block.name == "alternatives":
            got = np.minimum(got, 1)
        assert np.array_equal(got, wanted), (block.name, got, wanted)


@pytest.mark.interpreted
@pytest.mark.parametrize("table", TABLES)
def test_every_block_says_what_the_record_says(table: dict[str, Any]) -> None:
    for game in sampled(Game.new(seed=5, **table), every=9, seed=5):
        for seat in range(game.num_seats):
            check_blocks(game, seat)


@pytest.mark.parametrize("table", TABLES)
def test_all_values_lie_between_0_and_1(table: dict[str, Any]) -> None:
    for game in sampled(Game.new(seed=6, **table), every=6, seed=6):
        for vector in (*(game.observe(seat) for seat in range(game.num_seats)), game.state()):
            assert vector.dtype == np.float32
            assert vector.min() >= 0
            assert vector.max() <= 1


def test_counts_beyond_their_largest_are_cut_off() -> None:
    game = Game.new(seed=1)
    game.record["players"]["wood"][0, 0] = 5000
    game.record["players"]["vp"][0, 0] = 250
    me = game.layout.counts(game.observe(0))
    assert me["me.wood"] == 20
    assert me["me.vp"] == 100


@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize("table", TABLES)
def test_what_a_seat_cannot_know_makes_no_difference_to_what_it_sees(table: dict[str, Any]) -> None:
    different = 0
    for game in sampled(Game.new(seed=7, **table), every=7, seed=7):
        for seat in range(1 if table["num_players"] == 1 else game.num_seats):
            seen = game.observe(seat)
            for world in (game.determinize(seat, 1), game.determinize(seat, 2)):
                assert np.array_equal(world.observe(seat), seen)
                different += not np.array_equal(world.state(), game.state())
    assert different > 0


def test_the_observing_seat_comes_first_then_the_others_in_turn_order() -> None:
    game = middle(num_players=4)
    order = game.record[0]["order"].tolist()
    for seat in range(4):
        game.record["players"]["metal"][0, seat] = seat
    for viewer in range(4):
        counts = game.layout.counts(game.observe(viewer))
        after = order[order.index(viewer) :] + order[: order.index(viewer)]
        sections = ["me", "rival_1", "rival_2", "rival_3"]
        assert [int(counts[f"{section}.metal"]) for section in sections] == after


@pytest.mark.ledger("GEN-11")
def test_a_rivals_hand_shows_only_cards_that_everybody_saw() -> None:
    game = until(
        Game.new(seed=3),
        lambda game: any(flag == 1 << 1 for flag in game.record[0]["card_flags"] & 15),
        seed=3,
    )
    hidden = np.flatnonzero(game.record[0]["card_flags"] & 15 == 1 << 1)
    seen, own = (game.layout.views(game.observe(seat)) for seat in (0, 1))
    assert not seen["rival_1.hand"][hidden].any()
    assert own["me.hand"][hidden].all()


def test_the_state_shows_all_hands_and_all_that_lies_face_down() -> None:
    game = middle()
    g = game.record[0]
    state = state_layout(2).counts(game.state())
    for seat in range(2):
        assert state[f"player_{seat}.hand"].sum() == g["players"][seat]["hand_size"]
        assert state[f"player_{seat}.wood"] == min(20, g["players"][seat]["wood"])
    for tier in range(2):
        deck = g["deck"][tier][: g["deck_size"][tier]]
        assert state["hidden.deck_order"][deck].tolist() == list(range(len(deck), 0, -1))
    for place, card in enumerate(g["mission_card"]):
        assert state["hidden.mission_cards"][place].sum() == (card >= 0)
        assert card < 0 or state["hidden.mission_cards"][place, card] == 1
    assert (state["hidden.door_kinds"].sum(axis=1) == (g["doors"] >= 0)).all()
    assert (state["hidden.room_tiles"] > 0).sum() == g["room_guests_size"].sum()
    assert (state["hidden.supply_order"] > 0).sum() == g["supply_size"].sum()
    assert state["hidden.round_stack"][g["round_guests"]].tolist() == [1, 2, 3, 4, 5]
    assert (state["hidden.objective_order"] > 0).sum() == g["objective_deck_size"]


def test_the_state_of_a_solo_game_shows_the_order_of_rat_o_bots_decks() -> None:
    game = middle(num_players=1)
    bot = game.record[0]["bot"]
    state = state_layout(1).counts(game.state())
    left = bot["actions"][bot["action_next"] :]
    assert state["hidden.action_order"][left].tolist() == list(range(1, len(left) + 1))
    left = bot["explorations"][bot["exploration_next"] :]
    assert state["hidden.exploration_order"][left].tolist() == list(range(1, len(left) + 1))


@pytest.mark.parametrize("table", TABLES)
def test_the_mask_holds_the_legal_actions_for_the_seat_that_decides_only(
    table: dict[str, Any],
) -> None:
    for game in positions(Game.new(seed=8, **table), seed=8):
        for seat in range(game.num_seats):
            mask = game.observe_and_mask(seat)[1]
            assert mask.dtype == np.int8
            assert mask.shape == (NUM_ACTIONS,)
            decides = seat == game.seat and not game.finished
            legal = game.legal_actions().tolist() if decides else []
            assert np.flatnonzero(mask).tolist() == legal
