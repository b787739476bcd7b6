"""Potions: hands, the deck, knowledge of others, and payments (LAB-29, LAB-57)."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.bits import clear_lowest_bit, nonzero_bits, trailing_zeros
from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.history import DRAWN, REMADE, SHOWN, card_event, event_of, note
from wistar_env.games.lab_rats.kinds import (
    ALL_COLOURS,
    EXIT_COLOURS,
    NUM_COLOURS,
    POTION_COLOURS,
    POTION_KINDS,
)
from wistar_env.games.lab_rats.state import MAX_SEATS, OF_POTIONS, Seat, State, Tables, pick


def _sets(numbers: list[int]) -> npt.NDArray[Any]:
    array = np.array(numbers, np.int64)
    array.setflags(write=False)
    return array


#: A set of colours is a bit mask. A group of sets is a bit mask with a bit for each set except that
#: of all six colours, which no Exit requires. These are the groups of sets that share a colour with
#: each kind of Potion, that have each size, and that contain each colour.
_ALL_SETS: Final = range(ALL_COLOURS)
_MEETING: Final = _sets([sum(1 << s for s in _ALL_SETS if s & kind) for kind in POTION_COLOURS])
_OF_SIZE: Final = _sets(
    [sum(1 << s for s in _ALL_SETS if s.bit_count() == size) for size in range(EXIT_COLOURS + 1)]
)
_WITH: Final = _sets(
    [sum(1 << s for s in _ALL_SETS if s >> colour & 1) for colour in range(NUM_COLOURS)]
)


@inline
def gain_potion(g: State, seat: int, kind: int) -> None:
    """Put a Potion into a hand, and forget which Exits the hand could not pay."""
    p = g.players[seat]
    p.potions[kind] += 1
    p.num_potions += 1
    p.unpaid = 0


@unit
def draw_potion(g: State, seat: int) -> None:
    """Draw a Potion; if the deck is empty, reshuffle the discards (LAB-42)."""
    if g.num_potion_deck == 0:
        for kind in range(POTION_KINDS):
            g.num_potion_deck += g.potion_discards[kind]
            g.potion_deck[kind] = g.potion_discards[kind]
            g.potion_discards[kind] = 0
        note(g.histories[OF_POTIONS], event_of(REMADE))
    kind = pick(g, g.potion_deck, POTION_KINDS, int(g.num_potion_deck))
    g.potion_deck[kind] -= 1
    g.num_potion_deck -= 1
    note(g.histories[OF_POTIONS], card_event(DRAWN, seat, kind))
    gain_potion(g, seat, kind)


@inline
def forget_one(g: State, seat: int, kind: int) -> None:
    """Update what others know about a hand after it discarded a Potion face up.

    Equal cards are indistinguishable (LAB-74, LAB-76).
    """
    note(g.histories[OF_POTIONS], card_event(SHOWN, seat, kind))
    for other in range(MAX_SEATS):
        p = g.players[other]
        if p.known[seat, kind] > 0:
            p.known[seat, kind] -= 1


@unit
def discard_potion(g: State, seat: int, kind: int) -> None:
    """Discard a Potion of a hand, face up (LAB-76)."""
    p = g.players[seat]
    p.potions[kind] -= 1
    p.num_potions -= 1
    g.potion_discards[kind] += 1
    forget_one(g, seat, kind)


@inline
def size_of(colours: int) -> int:
    """Return the number of colours in a bit mask."""
    n = 0
    while colours != 0:
        colours &= colours - 1
        n += 1
    return n


@inline
def paid_sets(hand: ByteArray) -> int:
    """Return the sets of up to three colours that a hand can pay, one bit per set.

    A hand can pay a set, one Potion per colour, if for every subset of it at least as many Potions
    have one of the subset's colours (Hall's theorem; LAB-31).
    """
    by_one, by_two, by_three = 0, 0, 0  # the sets that share a colour with one, two, three Potions
    kinds = nonzero_bits(hand, POTION_KINDS)
    while kinds != 0:
        kind = int(trailing_zeros(kinds))
        kinds = clear_lowest_bit(kinds)
        for _ in range(int(hand[kind])):
            by_three |= by_two & _MEETING[kind]
            by_two |= by_one & _MEETING[kind]
            by_one |= _MEETING[kind]
    paid = (by_one | ~_OF_SIZE[1]) & (by_two | ~_OF_SIZE[2]) & (by_three | ~_OF_SIZE[3])
    for colour in range(NUM_COLOURS):  # a set can be paid only if all its subsets can
        paid &= ~_WITH[colour] | (paid << (1 << colour))
    return int(paid)


@inline
def pays(hand: ByteArray, colours: int) -> bool:
    """Whether a hand can pay up to three colours, one Potion for each."""
    return bool((paid_sets(hand) >> colours) & 1)


@inline
def asked_of(t: Tables, p: Seat, card: int) -> int:
    """Return the colours that Potions must pay for an Exit: all but the mutation's (LAB-31)."""
    return int(t.exits[card]) & ALL_COLOURS & ~(1 << int(p.specimen))
