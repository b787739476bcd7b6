"""The outcomes of opening a Door, for observations: the axis ``outcome``.

Unseen Doors can be counted, since discards lie open (LAB-73, LAB-76).
"""

from typing import Final

from wistar_env.compiled.bits import word_at
from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.kinds import (
    CONFUSION,
    DOOR_KINDS,
    DOUBLE_DOOR,
    EXPLOSION,
    INSTANT_DEATH,
    NUM_COLOURS,
    POTION_BOX,
    RADIOACTIVE_EXPLOSION,
    RESURRECTION,
)
from wistar_env.games.lab_rats.state import NO_CARD, SLOTS, State, Tables

OUTCOME_NAMES: Final = (
    "a Potion",
    "an obstacle that the hand beats",
    "an injury",
    "pollution",
    "death",
    "none of these",
)
OUTCOMES: Final = len(OUTCOME_NAMES)
(
    POTION,  # Potion Box, or an obstacle that the player's mutation beats (LAB-16, LAB-28)
    BEATEN,
    INJURY,  # LAB-19, LAB-50
    POLLUTION,  # LAB-18
    DEATH,  # LAB-20
    OTHER,  # Confusion, Resurrection and Double Door (LAB-17, LAB-21, LAB-22)
) = range(OUTCOMES)


#: Counts of Doors are packed into two 64-bit words, one byte per kind: kinds 0 to 7, then from 8.
_BITS: Final = 8
_BYTE: Final = (1 << _BITS) - 1
_IN_WORD: Final = 8
_WITHIN: Final = _IN_WORD - 1
_SECOND_WORD: Final = DOOR_KINDS - _IN_WORD  # the second word starts here, to end at the last kind
_SKIPPED: Final = _BITS * (_IN_WORD - _SECOND_WORD)
_OBSTACLES: Final = (1 << _BITS * NUM_COLOURS) - 1
_ONES: Final = 0x0101010101010101
_LAST: Final = _BITS * (_IN_WORD - 1)


@inline
def _byte(word: int, k: int) -> int:
    """Return byte ``k`` of a word."""
    return (word >> _BITS * k) & _BYTE


@inline
def _sum_of_bytes(word: int) -> int:
    """Return the sum of the bytes of a word, which must not exceed 255."""
    return ((word * _ONES) >> _LAST) & _BYTE


@inline
def _beaten_bytes(payable: int, specimen: int) -> int:
    """Return a word with a byte of ones per colour that Potions beat, except the mutation's."""
    ones = 0
    for colour in range(NUM_COLOURS):
        ones |= ((payable >> (1 << colour)) & 1) << _BITS * colour
    return (ones * _BYTE) & ~(_BYTE << _BITS * specimen)


@inline
def write_unseen(t: Tables, g: State, seat: int, payable: int, out: ByteArray, at: int) -> None:
    """Write the number of unseen Doors with each outcome for a seat.

    ``payable``: the sets of colours that the seat's Potions can pay (``paid_sets``).
    """
    p = g.players[seat]
    first = word_at(t.doors, 0) - word_at(g.aside, 0)
    first -= word_at(g.door_discards, 0) + word_at(p.doors, 0)
    second = word_at(t.doors, _SECOND_WORD) - word_at(g.aside, _SECOND_WORD)
    second -= word_at(g.door_discards, _SECOND_WORD) + word_at(p.doors, _SECOND_WORD)
    second >>= _SKIPPED
    for k in range(int(g.num_pending)):
        kind = int(g.pending[k])
        one, behind = 1 << _BITS * (kind & _WITHIN), int(kind >= _IN_WORD)
        first -= one * (1 - behind)
        second -= one * behind
    seen_places = int(g.opened) | 1 << seat
    for place in range(SLOTS):
        kind = max(0, int(g.table[place]))
        is_seen = int(g.table[place] != NO_CARD) & (seen_places >> place)
        one, behind = is_seen << _BITS * (kind & _WITHIN), int(kind >= _IN_WORD)
        first -= one * (1 - behind)
        second -= one * behind
    obstacles, mutation = first & _OBSTACLES, _byte(first, int(p.specimen))
    overcome = _sum_of_bytes(obstacles & _beaten_bytes(payable, int(p.specimen)))
    injuries = _sum_of_bytes(obstacles) - overcome - mutation
    out[at + POTION] = mutation + _byte(first, POTION_BOX)
    out[at + BEATEN] = overcome
    out[at + INJURY] = injuries + _byte(second, EXPLOSION - _IN_WORD)
    out[at + POLLUTION] = _byte(second, RADIOACTIVE_EXPLOSION - _IN_WORD)
    out[at + DEATH] = _byte(second, INSTANT_DEATH - _IN_WORD)
    out[at + OTHER] = (
        _byte(first, CONFUSION)
        + _byte(second, RESURRECTION - _IN_WORD)
        + _byte(second, DOUBLE_DOOR - _IN_WORD)
    )
