from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, positions, sampled, until
from tests.spaces.reference import reference
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.state import (
    AT_BOT_PILE,
    AT_DISCARDS,
    AT_ELSEWHERE,
    AT_HAND,
    AT_PLAY_AREA,
    FLAG_USED,
    NONE,
)
from wistar_env.games.rats_of_wistar.spaces.observation import state_layout
from wistar_env.games.rats_of_wistar.tables import codes, limits


def check_blocks(game: RatsOfWistar, viewer: int) -> None:
    found = game.layout.counts(game.observe(viewer))
    expected = reference(game, viewer)
    assert found.keys() == expected.keys(), (
        "spaces/blocks.py declares other blocks than tests/spaces/reference.py writes: "
        f"{sorted(found.keys() ^ expected.keys())}"
    )
    for block in game.layout.blocks:
        wanted = np.minimum(expected[block.name], block.limit)
        got = found[block.name]
        if block.name == "alternatives":
            got = np.minimum(got, 1)
        assert np.array_equal(got, wanted), (block.name, got, wanted)


def clear_cards(g: Any) -> None:
    """Let all cards of a game lie nowhere."""
    g["display"], g["next"], g["discard_size"] = NONE, NONE, 0
    g["card_at"], g["card_flags"] = AT_ELSEWHERE, 0
    g["players"]["hand"] = g["players"]["played"] = NONE


def put_on_discards(g: Any, card: int, tier: int) -> None:
    """Put a card on a discard pile, as long as there is room."""
    if g["discard_size"][tier] < len(g["discard"][tier]):
        g["discard"][tier][g["discard_size"][tier]] = card
        g["discard_size"][tier] += 1
        g["card_at"][card] = AT_DISCARDS


def link(g: Any, card: int, seat: int, chain: str, at: int) -> None:
    """Put a card in front of a hand or a play area."""
    g["next"][card] = g["players"][seat][chain]
    g["players"][seat][chain] = card
    g["card_at"][card] = at + seat


@pytest.mark.interpreted
@pytest.mark.parametrize("table", TABLES)
def test_every_block_says_what_the_record_says(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=5, **table), every=9, seed=5):
        for seat in range(game.num_seats):
            check_blocks(game, seat)


@pytest.mark.parametrize("table", TABLES)
def test_all_values_lie_between_0_and_1(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=6, **table), every=6, seed=6):
        for vector in (*(game.observe(seat) for seat in range(game.num_seats)), game.state()):
            assert vector.dtype == np.float32
            assert vector.min() >= 0
            assert vector.max() <= 1


def test_counts_beyond_their_largest_are_cut_off() -> None:
    game = RatsOfWistar.new(seed=1)
    game.record["players"]["wood"][0, 0] = 5000
    game.record["players"]["vp"][0, 0] = 250
    me = game.layout.counts(game.observe(0))
    assert me["me.wood"] == 20
    assert me["me.vp"] == 100


#: Numbers and bits of a player that say nothing about other fields.
COUNTS = (
    "chiefs vp wood metal movement wild electricity workers entrance beds_built mission_cubes "
    "discs hand_size hand_advanced icons types tiers timings guest_kinds doors immune bed_discount "
    "dig_discount movement_bonus"
).split()
BITS = {
    "cubes_gone": limits.ABILITIES,
    "claims": limits.OBJECTIVES,
    "private": limits.OBJECTIVES,
    "skill_tokens": codes.SKILLS,
    "heroes": limits.HEROES,
}


@pytest.mark.interpreted
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_every_number_and_flag_is_shown_whatever_it_is(num_players: int) -> None:
    game = middle(num_players)
    rng = np.random.default_rng(1)
    g, seats = game.record[0], range(-1, game.num_seats)
    for _ in range(20):
        for player in g["players"][: game.num_seats]:
            for name in COUNTS:
                player[name] = rng.integers(0, rng.choice([3, 30, 300]), np.shape(player[name]))
            for name, width in BITS.items():
                player[name] = rng.integers(0, 2**width)
        for name in ("chiefs", "mission_cubes", "hut"):
            g[name] = rng.choice(seats, g[name].shape)
        g["hut_size"] = len(g["hut"])
        g["doors"] = rng.choice([-1, 0, 9], g["doors"].shape)
        g["doors_seen"] = rng.integers(0, 2**limits.DOOR_TOKENS)
        g["objectives_gone"] = rng.integers(0, 2**limits.OBJECTIVES)
        g["guests_gone"] = rng.integers(0, 2**limits.GUEST_TILES)
        g["room_guests_size"] = rng.integers(0, 5, limits.MAX_ROOMS)
        g["objective_claims"] = rng.integers(0, 3, limits.OBJECTIVES)
        for name in ("deck_size", "supply_size"):
            g[name] = rng.integers(0, 200, 2)
        for seat in range(game.num_seats):
            check_blocks(game, seat)


@pytest.mark.interpreted
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_every_card_is_shown_wherever_it_lies(num_players: int) -> None:
    game = middle(num_players)
    rng = np.random.default_rng(2)
    g = game.record[0]
    for _ in range(10):
        clear_cards(g)
        for card in rng.permutation(limits.CARDS):
            place, seat = rng.integers(4), int(rng.integers(game.num_seats))
            if place == 0:
                put_on_discards(g, card, tier=int(rng.integers(2)))
            elif place == 1:
                g["card_at"][card] = AT_BOT_PILE
            elif place == 2:
                link(g, card, seat, "hand", AT_HAND)
                g["card_flags"][card] = 1 << seat | rng.integers(16)
            else:
                link(g, card, seat, "played", AT_PLAY_AREA)
                g["card_flags"][card] = rng.choice([0, FLAG_USED])
        for seat in range(game.num_seats):
            check_blocks(game, seat)


@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize("table", TABLES)
def test_what_a_seat_cannot_know_makes_no_difference_to_what_it_sees(table: dict[str, Any]) -> None:
    different = 0
    for game in sampled(RatsOfWistar.new(seed=7, **table), every=7, seed=7):
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
        RatsOfWistar.new(seed=1),
        lambda game: any(flag == 1 << 1 for flag in game.record[0]["card_flags"] & 15),
        seed=1,
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
    kinds = np.arange(state["hidden.door_kinds"].shape[1])
    assert (state["hidden.door_kinds"] == (g["doors"][:, None] == kinds)).all()
    assert (state["hidden.room_tiles"] > 0).sum() == g["room_guests_size"].sum() > 0
    for room, size in enumerate(g["room_guests_size"]):
        lying = g["room_guests"][room, :size]
        assert state["hidden.room_tiles"][room, lying].tolist() == list(range(1, size + 1))
    assert (state["hidden.supply_order"] > 0).sum() == g["supply_size"].sum()
    assert state["hidden.round_stack"][g["round_guests"]].tolist() == [1, 2, 3, 4, 5]
    deck = g["objective_deck"][: g["objective_deck_size"]]
    assert state["hidden.objective_order"][deck].tolist() == list(range(len(deck), 0, -1))


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
    for game in positions(RatsOfWistar.new(seed=8, **table), seed=8):
        for seat in range(game.num_seats):
            mask = game.observe_and_mask(seat)[1]
            assert mask.dtype == np.int8
            assert mask.shape == (NUM_ACTIONS,)
            decides = seat == game.seat and not game.finished
            legal = game.legal_actions().tolist() if decides else []
            assert np.flatnonzero(mask).tolist() == legal
