"""Redrawing hidden cards: each deal that agrees with what was seen is equally likely."""

import itertools
from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import TypeAlias

import numpy as np
import pytest

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.kit.redraw import MOST_CARDS, MOST_PLACES, redraw_cards

Deal: TypeAlias = tuple[int, ...]


@entry
def _redraw(
    allowed: ShortArray,
    num_cards: int,
    room: ShortArray,
    num_places: int,
    out: ShortArray,
    rng: Seed,
) -> bool:
    return redraw_cards(pointer(allowed), num_cards, pointer(room), num_places, pointer(out), rng)


def redrawn(allowed: Sequence[int], room: Sequence[int], seed: int) -> Deal | None:
    """Return the place of each card, None if there is no deal."""
    out = np.full(len(allowed), -1, np.int16)
    masks, sizes = (np.array(each, np.int16) for each in (allowed, room))
    found = _redraw(masks, len(allowed), sizes, len(room), out, np.uint64(seed))
    return tuple(out.tolist()) if found else None


def deals(allowed: Sequence[int], room: Sequence[int]) -> set[Deal]:
    """Return all deals, by enumeration."""
    places = [place for place, size in enumerate(room) for _ in range(size)]
    return {
        deal
        for deal in itertools.permutations(places)
        if all(mask >> place & 1 for mask, place in zip(allowed, deal, strict=True))
    }


def excess(drawn: Counter[Deal], possible: set[Deal]) -> float:
    """Return by how many standard deviations chi-square is above its mean."""
    expected, freedom = sum(drawn.values()) / len(possible), len(possible) - 1
    chi_square = sum((drawn[deal] - expected) ** 2 / expected for deal in possible)
    return (chi_square - freedom) / max(1.0, 2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("allowed", "room"),
    [
        ((0b101, 0b110, 0b110, 0b111, 0b111, 0b111), (2, 1, 3)),
        ((0b1101, 0b0110, 0b0110, 0b1111, 0b1011, 0b0111), (1, 1, 2, 2)),  # a mask for each card
        ((0b11, 0b11, 0b11, 0b11, 0b11), (2, 3)),  # cards that may be anywhere
        ((0b0111, 0b0111, 0b0111, 0b1111, 0b1111, 0b1000), (1, 2, 1, 2)),  # three places alike
        ((0b100, 0b101, 0b011, 0b111, 0b111, 0b110), (3, 0, 3)),  # a place without room
        ((0b001, 0b010, 0b100), (1, 1, 1)),  # one deal
    ],
)
def test_all_possible_deals_are_equally_likely(
    allowed: tuple[int, ...], room: tuple[int, ...]
) -> None:
    possible = deals(allowed, room)
    drawn = Counter(redrawn(allowed, room, seed) or () for seed in range(3_000))
    assert set(drawn) == possible
    assert excess(drawn, possible) < 5


def test_a_redraw_finds_deals_that_shuffles_never_find() -> None:
    # Four hands of six cards in four suits; three of them have one suit each, but for one card.
    suits = np.arange(24) // 6
    allowed = np.array([1 << suit | 0b1000 for suit in suits])
    allowed[suits == 3] = 0b1111
    room, chance = (6, 6, 6, 6), np.random.default_rng(1)
    places = np.repeat(np.arange(4), room)
    tries = (chance.permutation(places) for _ in range(10_000))
    assert not any((allowed >> deal & 1).all() for deal in tries)
    drawn = [redrawn(allowed.tolist(), room, seed) for seed in range(400)]
    assert len(set(drawn)) > 50
    for deal in drawn:
        assert deal is not None
        assert np.bincount(deal).tolist() == list(room)
        assert (allowed >> np.array(deal) & 1).all()


def test_a_large_redraw_splits_cards_as_deals_do() -> None:
    # Hands of 13: 13 cards cannot be in the first one. So k of them are in the second hand in
    # comb(13, k) * comb(26, 13) * comb(13, 13 - k) deals.
    hand, draws = 13, 2_000
    allowed = [0b110] * hand + [0b111] * 2 * hand
    drawn = [redrawn(allowed, (hand,) * 3, seed) for seed in range(draws)]
    found = Counter(deal[:hand].count(1) for deal in drawn if deal is not None)
    assert found.total() == draws
    for k in range(hand + 1):
        share = comb(hand, k) ** 2 / comb(2 * hand, hand)
        assert abs(found[k] - draws * share) < 5 * (draws * share) ** 0.5 + 1


@pytest.mark.parametrize(
    ("allowed", "room"),
    [
        ((0b01, 0b01, 0b11), (1, 2)),  # two cards for one space
        ((0b00, 0b11), (1, 1)),  # a card that may be nowhere
        ((0b11, 0b11), (1, 2)),  # more room than cards
        ((0b11,) * (MOST_CARDS + 1), (MOST_CARDS, 1)),
        ((1,), (1, *([0] * MOST_PLACES))),
        ([1 << k for k in range(12)] * 12, (12,) * 12),  # more counts than are kept
    ],
)
def test_an_impossible_or_too_large_redraw_is_rejected(
    allowed: Sequence[int], room: Sequence[int]
) -> None:
    assert redrawn(allowed, room, 1) is None


@pytest.mark.interpreted
def test_a_seed_gives_the_same_deal_compiled_and_interpreted() -> None:
    allowed, room = [0b110] * 4 + [0b111] * 8, (4, 4, 4)
    assert redrawn(allowed, room, 1) == (1, 2, 2, 2, 1, 1, 2, 1, 0, 0, 0, 0)
    assert redrawn(allowed, room, 2) == (2, 1, 1, 2, 0, 0, 1, 0, 2, 2, 0, 1)
