"""Branch-free search in counts, compiled, compared with a plain search."""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import pytest

from wistar_env.compiled.bits import first_above, word_at
from wistar_env.compiled.jit import declare, entry
from wistar_env.compiled.records import record

_FEW: Final = 5
_SOME: Final = 13
_MANY: Final = 22
_MOST: Final = 32
DECKS: Final = record(
    [
        ("few", np.uint8, (_FEW,)),
        ("some", np.uint8, (_SOME,)),
        ("many", np.uint8, (_MANY,)),
        ("most", np.uint8, (_MOST,)),
        ("shorts", np.int16, (_SOME,)),
    ]
)
declare("decks", DECKS)
Decks: TypeAlias = Annotated[Any, "decks array"]


@entry
def drawn(decks: Decks, size: int, number: int) -> int:
    deck = decks[0]
    if size == _FEW:
        return first_above(deck.few, _FEW, number)
    if size == _SOME:
        return first_above(deck.some, _SOME, number)
    if size == _MANY:
        return first_above(deck.many, _MANY, number)
    return first_above(deck.most, _MOST, number)


@pytest.mark.parametrize(
    ("name", "size"), [("few", _FEW), ("some", _SOME), ("many", _MANY), ("most", _MOST)]
)
def test_every_card_is_drawn_by_one_number(name: str, size: int) -> None:
    chance = np.random.default_rng(size)
    for _ in range(20):
        decks = np.full(1, 255, np.uint8).repeat(DECKS.itemsize).view(DECKS)
        decks[name] = chance.integers(0, 4, size)
        cards = np.repeat(np.arange(size), decks[name][0])
        assert [drawn(decks, size, number) for number in range(len(cards))] == cards.tolist()


def test_counts_may_add_up_to_255() -> None:
    decks = np.zeros(1, DECKS)
    decks["many"][0][[3, _MANY - 1]] = 200, 55
    assert [drawn(decks, _MANY, number) for number in (0, 199, 200, 254)] == [3, 3, 21, 21]


@entry
def word_of(decks: Decks, first: int, as_shorts: bool) -> int:
    return word_at(decks[0].shorts, first) if as_shorts else word_at(decks[0].some, first)


@pytest.mark.parametrize("as_shorts", [False, True])
@pytest.mark.parametrize("first", [0, _SOME - 8])
def test_eight_counts_are_the_bytes_of_a_number(first: int, as_shorts: bool) -> None:
    decks = np.zeros(1, DECKS)
    decks["some"] = decks["shorts"] = np.arange(1, _SOME + 1)
    word = sum((first + k + 1) << 8 * k for k in range(8))
    assert word_of(decks, first, as_shorts) == word
