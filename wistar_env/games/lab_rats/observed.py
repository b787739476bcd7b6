"""The encoder of observations (LAB-70 to LAB-76).

Blocks are written in order, many flags at once. ``put_bits`` may write zeros past the end of its
blocks, so later blocks must be written after it.
"""

from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ByteArray
from wistar_env.compiled.writing import put_bits, put_counts, put_row
from wistar_env.games.lab_rats.blocks import (
    CONDITIONS,
    MOST_ALIKE,
    MOST_ROUNDS_SHOWN,
    PERCENT,
)
from wistar_env.games.lab_rats.door_cards import number_of, seat_after
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    EXITS,
    NUM_COLOURS,
    POTION_KINDS,
)
from wistar_env.games.lab_rats.outcomes import DEATH, INJURY, OUTCOMES, write_unseen
from wistar_env.games.lab_rats.potions import asked_of, paid_sets
from wistar_env.games.lab_rats.state import (
    KEEP_POTIONS,
    NO_CARD,
    OBSTACLE,
    SLOTS,
    Seat,
    State,
    Tables,
)
from wistar_env.kit.common_fields import NOBODY

#: The number of flags of the current decision, which precede the round.
_FLAGS: Final = KEEP_POTIONS + 2 * NUM_COLOURS
#: Number of flags that ``put_bits`` writes at once.
_AT_ONCE: Final = 32
_TWICE: Final = 64
#: Offset of the cards set aside, the discards and the decks, which follow the table.
_DECKS: Final = _FLAGS + 1 + DOOR_KINDS * SLOTS + SLOTS
#: Public values per seat: flags, and counts that precede the Exits.
_SEAT_FLAGS: Final = 5
_SEAT_COUNTS: Final = 7


@inline
def _one(number: int) -> int:
    """Return an integer with bit ``number`` set, or 0 for ``NO_CARD``."""
    return (1 << max(0, number)) & -int(number != NO_CARD)


@inline
def _turned(bits: int, me: int, seats: int) -> int:
    """Rotate the bits of seats so that the seat ``me`` comes first."""
    return (bits >> me | bits << (seats - me)) & ((1 << seats) - 1)


@inline
def _one_seat(seat: int, me: int, seats: int) -> int:
    """Return the bit of a seat, rotated so that ``me`` comes first; 0 for NOBODY."""
    return _turned(_one(seat), me, seats)


@inline
def _write_table(g: State, viewer: int, out: ByteArray, at: int) -> None:
    """Write the Doors in the order of action ids; the viewer NOBODY sees all Doors."""
    me, seats = max(0, viewer), int(g.seats)
    opened = int(g.opened)
    seen = -1 if viewer == NOBODY else opened | 1 << me
    for place in range(SLOTS):
        number = number_of(place, me, seats) if place < seats else place
        kind = int(g.table[place])
        lies = int(kind != NO_CARD)
        out[at + DOOR_KINDS * number + max(0, kind)] = lies & (seen >> place)
        out[at + DOOR_KINDS * SLOTS + number] = lies & ~(opened >> place)


@inline
def _write_aside(g: State, out: ByteArray, limit: ByteArray, at: int) -> None:
    """Write the cards revealed by a Double Door, resolved or pending (AMB-81, AMB-82)."""
    put_counts(out, limit, at, g.aside)
    for k in range(int(g.num_pending)):
        place = at + int(g.pending[k])
        out[place] = min(int(out[place]) + 1, MOST_ALIKE)


@inline
def encode_table(g: State, viewer: int, out: ByteArray, limit: ByteArray) -> int:
    """Write the blocks of the table; return the offset of the seats' blocks."""
    facing = int(g.facing) if g.asked == OBSTACLE else NO_CARD
    flags = _one(int(g.asked) - 1) | _one(facing) << KEEP_POTIONS
    put_bits(out, 0, flags | int(g.to_pay) << (KEEP_POTIONS + NUM_COLOURS), _AT_ONCE)
    out[_FLAGS] = min(int(g.round_number), MOST_ROUNDS_SHOWN)
    _write_table(g, viewer, out, _FLAGS + 1)
    at = _DECKS
    _write_aside(g, out, limit, at)
    put_counts(out, limit, at + DOOR_KINDS, g.door_discards)
    put_counts(out, limit, at + 2 * DOOR_KINDS, g.potion_discards)
    at += 2 * DOOR_KINDS + POTION_KINDS
    out[at] = g.num_door_deck
    out[at + 1] = g.num_potion_deck
    return at + 2


@inline
def encode_seats(g: State, me: int, at: int, out: ByteArray) -> int:
    """Write the public blocks of all seats, ``me`` first; return the offset of the next block."""
    n = int(g.seats)
    flags = _one_seat(int(g.mover), me, n) | _one_seat(int(g.active), me, n) << n
    flags |= _one_seat(int(g.starter), me, n) << 2 * n
    flags |= _turned(int(g.exchanged), me, n) << 3 * n
    put_bits(out, at, flags | _turned(int(g.own_opened), me, n) << 4 * n, _AT_ONCE)
    at += _SEAT_FLAGS * n
    conditions = at + NUM_COLOURS * n
    counts = conditions + CONDITIONS * n
    unpaid = 0
    for seat in range(n):
        k, p = number_of(seat, me, n), g.players[seat]
        out[at + NUM_COLOURS * k + int(p.specimen)] = 1
        out[conditions + CONDITIONS * k + int(p.condition)] = 1
        out[counts + k] = p.turns > 0
        out[counts + n + k] = p.crumbs
        out[counts + 2 * n + k] = p.pollution
        out[counts + 3 * n + k] = p.cheese
        out[counts + 4 * n + k] = p.num_potions
        out[counts + 5 * n + k] = p.num_put_by
        out[counts + 6 * n + k] = p.num_doors
        unpaid |= int(p.unpaid) << EXITS * k
    put_bits(out, counts + _SEAT_COUNTS * n, unpaid, _TWICE)
    return counts + (_SEAT_COUNTS + EXITS) * n


@inline
def _payable(t: Tables, p: Seat, sets: int) -> int:
    """Return, as bits, the Exits that a seat can pay with the ``sets`` of its Potions."""
    payable = 0
    for card in range(EXITS):
        payable |= ((sets >> asked_of(t, p, card)) & 1) << card
    return payable


@inline
def encode_own_cards(
    t: Tables, g: State, seat: int, k: int, at: int, out: ByteArray, limit: ByteArray
) -> int:
    """Write a seat's cards, payable Exits and secret choice; return the colour sets it can pay."""
    p, n = g.players[seat], int(g.seats)
    sets = paid_sets(p.potions)
    put_counts(out, limit, at + POTION_KINDS * k, p.potions)
    put_counts(out, limit, at + POTION_KINDS * (n + k), p.put_by)
    at += 2 * POTION_KINDS * n
    put_counts(out, limit, at + DOOR_KINDS * k, p.doors)
    at += DOOR_KINDS * n
    put_bits(out, at + EXITS * k, _payable(t, p, sets), EXITS)
    at += EXITS * n + OUTCOMES + 1
    if (int(g.sealed_made) >> seat) & 1:
        out[at + k] = g.sealed_choice[seat] + 1
    return sets


@inline
def encode_risk(out: ByteArray, at: int) -> None:
    """Write the percentage of harmful unseen Doors, from their counts at ``at``."""
    total = 0
    for outcome in range(OUTCOMES):
        total += int(out[at + outcome])
    harmful = int(out[at + INJURY]) + int(out[at + DEATH])
    out[at + OUTCOMES] = PERCENT * harmful // max(1, total)


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    """Write the observation of a seat as clipped counts; the viewer NOBODY sees everything."""
    for k in range(size):
        out[k] = 0
    me = max(0, viewer)
    cards = encode_seats(g, me, encode_table(g, viewer, out, limit), out)
    open_hands = int(g.seats) if viewer == NOBODY else 1
    sets = 0
    for k in range(open_hands):
        sets = encode_own_cards(t, g, seat_after(g, me, k), k, cards, out, limit)
    if viewer != NOBODY:
        unseen = cards + (2 * POTION_KINDS + DOOR_KINDS + EXITS) * int(g.seats)
        write_unseen(t, g, me, sets, out, unseen)
        encode_risk(out, unseen)
    known = g.players[me].known
    for k in range(open_hands, int(g.seats)):
        put_row(out, cards + POTION_KINDS * k, known, seat_after(g, me, k))
