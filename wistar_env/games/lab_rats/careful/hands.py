"""The value of a hand of Potions."""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, MaskArray
from wistar_env.games.lab_rats.careful.seat_view import SeatView
from wistar_env.games.lab_rats.careful.weights import Weights
from wistar_env.games.lab_rats.kinds import EXITS, NUM_COLOURS, POTION_KINDS
from wistar_env.games.lab_rats.potions import paid_sets, size_of
from wistar_env.games.lab_rats.state import Tables

#: The mean share of Exits that a hand can pay, by its number of Potions.
USUAL_SHARE: Final = (0.0, 0.03, 0.12, 0.33, 0.56, 0.7)


@inline
def specimen_of(s: SeatView, seat: int) -> int:
    """Return the colour of a seat's Specimen."""
    colour = 0
    while colour < NUM_COLOURS - 1 and s.specimen[seat, colour] == 0:
        colour += 1
    return colour


@unit
def exit_share(t: Tables, hand: ByteArray, specimen: int) -> float:
    """Return the share of the Exits that a hand and a mutation can pay."""
    sets, paid = paid_sets(hand), 0
    for card in range(EXITS):
        paid += (sets >> (int(t.exits[card]) & ~(1 << specimen))) & 1
    return paid / EXITS


@inline
def beats(t: Tables, hand: ByteArray, colour: int) -> bool:
    """Whether a hand has a Potion that beats an obstacle of a colour."""
    for kind in range(POTION_KINDS):
        if hand[kind] > 0 and (int(t.covers[kind]) >> colour) & 1:
            return True
    return False


@unit
def hand_value(t: Tables, w: Weights, hand: ByteArray, specimen: int) -> float:
    """Return the value of a hand: payable Exits, beaten obstacles, and number of colours."""
    beaten, colours = 0, 0
    for colour in range(NUM_COLOURS):
        if colour == specimen or beats(t, hand, colour):
            beaten += 1
    for kind in range(POTION_KINDS):
        colours += int(hand[kind]) * size_of(int(t.covers[kind]))
    return float(
        w.chance * exit_share(t, hand, specimen)
        + w.cover * beaten / NUM_COLOURS
        + w.breadth * colours
    )


@unit
def usual_cover(t: Tables, s: SeatView) -> float:
    """Return the mean chance that an unseen Potion has a given colour."""
    colours, total = 0, 0
    for kind in range(POTION_KINDS):
        left = int(t.potions[kind]) - int(s.potion_discards[kind]) - int(s.potions[0, kind])
        total += max(left, 0)
        colours += max(left, 0) * size_of(int(t.covers[kind]))
    return colours / (NUM_COLOURS * max(total, 1))


@inline
def copy_hand(s: SeatView, hand: ByteArray) -> None:
    """Copy the Potions of the player's own hand into ``hand``."""
    for kind in range(POTION_KINDS):
        hand[kind] = s.potions[0, kind]


@unit
def least_needed(t: Tables, w: Weights, s: SeatView, first: int, mask: MaskArray) -> int:
    """Return the least valuable kind of Potion that a legal action gives up; 0 if there is none.

    ``first``: the action that gives up a Potion of kind 0.
    """
    hand = empty(POTION_KINDS, np.uint8)
    copy_hand(s, hand)
    specimen = specimen_of(s, 0)
    best, most = 0, -np.inf
    for kind in range(POTION_KINDS):
        if mask[first + kind] != 0:
            hand[kind] -= 1
            left = hand_value(t, w, pointer(hand), specimen)
            hand[kind] += 1
            if left > most:
                best, most = kind, left
    return best
