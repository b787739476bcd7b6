"""Declared games compared with the same games written by hand: positions must be identical."""

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from examples.nim import Nim
from examples.sealed_tricks import SealedTricks
from tests.author import sealed_tricks_by_hand as by_hand
from tests.author.games import DeclaredNim
from tests.kit.nim import BareNim
from tests.new_game_page import BY_HAND
from wistar_env.kit.game import Game

SEEDS = range(15)
#: The blocks of the observation of Sealed Tricks by hand, and what they are called declared.
BLOCKS = {
    "hand": "place_hand",
    "played": "place_pile",
    "bid": "bids",
    "void": "voids",
    "decides": "decides",
    **{name: name for name in ("trick", "won", "points", "leader", "trump", "bidding", "deal")},
}


def side_by_side(
    one: type[Game], other: type[Game], num_players: int, seed: int
) -> Iterator[tuple[Game, Game]]:
    """Yield the positions of the same game of both."""
    pair, chance = (
        (one.new(num_players, seed), other.new(num_players, seed)),
        np.random.default_rng(seed),
    )
    yield pair
    while not pair[0].finished:
        action = int(chance.choice(pair[0].legal_actions()))
        for game in pair:
            game.step(action)
        yield pair


def assert_same(one: Game, other: Game) -> None:
    assert one.legal_actions().tolist() == other.legal_actions().tolist()
    assert one.scores() == other.scores()
    assert (one.finished, one.seat) == (other.finished, other.seat)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_nim_is_the_game_of_the_kits_tests_byte_for_byte(num_players: int) -> None:
    for seed in SEEDS:
        for one, other in side_by_side(DeclaredNim, BareNim, num_players, seed):
            assert_same(one, other)
            assert one.record.tobytes() == other.record.tobytes()
            for seat in range(num_players):
                copies = [game.determinize(seat, seed).record for game in (one, other)]
                assert copies[0].tobytes() == copies[1].tobytes()


@cache
def game_by_hand() -> Any:
    """Return the game that docs/game-by-hand.md writes."""
    module = ModuleType("nim_by_hand")
    exec(BY_HAND, module.__dict__)
    return module.Nim


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_nim_is_the_hand_written_one_of_the_docs_byte_for_byte(num_players: int) -> None:
    for seed in SEEDS:
        for one, other in side_by_side(Nim, game_by_hand(), num_players, seed):
            assert_same(one, other)
            assert one.record.tobytes() == other.record.tobytes()
            assert (one.state() == other.state()).all()
            for seat in range(num_players):
                assert (one.observe(seat) == other.observe(seat)).all()
                copies = [game.determinize(seat, seed).record for game in (one, other)]
                assert copies[0].tobytes() == copies[1].tobytes()


@pytest.mark.parametrize("num_players", [3, 4])
def test_sealed_tricks_is_the_hand_written_one(num_players: int) -> None:
    for seed in SEEDS:
        for one, other in side_by_side(SealedTricks, by_hand.SealedTricks, num_players, seed):
            assert_same(one, other)
            for seat in range(num_players):
                seen = one.layout.counts(one.observe(seat))
                known = other.layout.counts(other.observe(seat))
                for name in BLOCKS:
                    assert (known[name] == seen[BLOCKS[name]]).all(), name
