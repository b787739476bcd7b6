"""What a seat sees: how the blocks of an observation are written (LAB-70 to LAB-76)."""

from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.blocks import CONDITIONS, MOST_ALIKE, MOST_ROUNDS_SHOWN
from wistar_env.games.lab_rats.door_cards import is_open, place_of
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    EXITS,
    NUM_COLOURS,
    POTION_KINDS,
)
from wistar_env.games.lab_rats.potions import asked_of, paid_sets
from wistar_env.games.lab_rats.state import (
    KEEP_POTIONS,
    NO_CARD,
    OBSTACLE,
    SLOTS,
    State,
    Tables,
)
from wistar_env.kit.head import NOBODY

#: Values that all see of each seat.
_SEAT_VALUES: Final = 5 + NUM_COLOURS + CONDITIONS + 7 + EXITS


@inline
def _write_bits(out: ByteArray, at: int, bits: int, n: int) -> int:
    for k in range(n):
        out[at + k] = (bits >> k) & 1
    return at + n


@inline
def _write_one(out: ByteArray, at: int, number: int, n: int) -> int:
    """Write 1 at the place of a number; nothing if it is ``NO_CARD``."""
    if number != NO_CARD:
        out[at + number] = 1
    return at + n


@inline
def _write_cut_off(out: ByteArray, at: int, counts: ByteArray, n: int) -> int:
    for k in range(n):
        out[at + k] = min(int(counts[k]), MOST_ALIKE)
    return at + n


@inline
def _write_counts(out: ByteArray, at: int, counts: ByteArray, n: int) -> int:
    for k in range(n):
        out[at + k] = counts[k]
    return at + n


@inline
def _kind_seen(g: State, place: int, viewer: int) -> int:
    """Return the kind of a Door as a seat sees it: ``NO_CARD`` if it cannot."""
    shown = is_open(g, place) or place == viewer or viewer == NOBODY
    return int(g.table[place]) if shown else NO_CARD


@inline
def _write_table(g: State, viewer: int, out: ByteArray, at: int) -> int:
    """Write the Doors in the order of the action ids; those in the middle have no owner."""
    me = max(0, viewer)
    for number in range(SLOTS):
        place = place_of(g, me, number)
        kind = _kind_seen(g, place, viewer)
        _write_one(out, at + DOOR_KINDS * number, kind, DOOR_KINDS)
        lies = g.table[place] != NO_CARD
        out[at + DOOR_KINDS * SLOTS + number] = lies and not is_open(g, place)
    return at + DOOR_KINDS * SLOTS + SLOTS


@inline
def _write_aside(g: State, out: ByteArray, at: int) -> int:
    """Write the cards of a Double Door, resolved or not (AMB-81, AMB-82)."""
    _write_cut_off(out, at, g.aside, DOOR_KINDS)
    for k in range(int(g.num_pending)):
        place = at + int(g.pending[k])
        out[place] = min(int(out[place]) + 1, MOST_ALIKE)
    return at + DOOR_KINDS


@unit
def encode_table(g: State, viewer: int, out: ByteArray) -> int:
    """Write what belongs to no seat; return where the seats begin."""
    at = _write_one(out, 0, int(g.asked) - 1, KEEP_POTIONS)
    at = _write_one(out, at, int(g.facing) if g.asked == OBSTACLE else NO_CARD, NUM_COLOURS)
    at = _write_bits(out, at, int(g.to_pay), NUM_COLOURS)
    out[at] = min(int(g.round_number), MOST_ROUNDS_SHOWN)
    at = _write_table(g, viewer, out, at + 1)
    at = _write_aside(g, out, at)
    at = _write_cut_off(out, at, g.door_discards, DOOR_KINDS)
    at = _write_cut_off(out, at, g.potion_discards, POTION_KINDS)
    out[at] = g.num_door_deck
    out[at + 1] = g.num_potion_deck
    return at + 2


@unit
def encode_seat(g: State, seat: int, k: int, at: int, out: ByteArray) -> None:
    """Write the public information of a seat, at place ``k`` of each block."""
    p, n = g.players[seat], int(g.seats)
    out[at + k] = g.mover == seat
    out[at + n + k] = g.active == seat
    out[at + 2 * n + k] = g.starter == seat
    out[at + 3 * n + k] = (int(g.exchanged) >> seat) & 1
    out[at + 4 * n + k] = (int(g.own_opened) >> seat) & 1
    at += 5 * n
    _write_one(out, at + NUM_COLOURS * k, int(p.specimen), NUM_COLOURS)
    at += NUM_COLOURS * n
    _write_one(out, at + CONDITIONS * k, int(p.condition), CONDITIONS)
    at += CONDITIONS * n
    out[at + k] = p.turns > 0
    out[at + n + k] = p.crumbs
    out[at + 2 * n + k] = p.pollution
    out[at + 3 * n + k] = p.cheese
    out[at + 4 * n + k] = p.num_potions
    out[at + 5 * n + k] = p.num_put_by
    out[at + 6 * n + k] = p.num_doors
    _write_bits(out, at + 7 * n + EXITS * k, int(p.unpaid), EXITS)


@unit
def encode_cards(
    t: Tables, g: State, viewer: int, seat: int, k: int, at: int, out: ByteArray
) -> None:
    """Write the cards of a seat: all of the viewer's own, and the known ones of others."""
    p, n = g.players[seat], int(g.seats)
    shown = seat == viewer or viewer == NOBODY
    me = g.players[max(0, viewer)]
    if not shown:
        for kind in range(POTION_KINDS):
            out[at + POTION_KINDS * k + kind] = me.known[seat, kind]
        return
    _write_counts(out, at + POTION_KINDS * k, p.potions, POTION_KINDS)
    _write_counts(out, at + POTION_KINDS * (n + k), p.put_by, POTION_KINDS)
    at += 2 * POTION_KINDS * n
    _write_counts(out, at + DOOR_KINDS * k, p.doors, DOOR_KINDS)
    at += DOOR_KINDS * n
    sets = paid_sets(p.potions)
    for card in range(EXITS):
        out[at + EXITS * k + card] = (sets >> asked_of(t, p, card)) & 1
    at += EXITS * n
    if (int(g.sealed_made) >> seat) & 1:
        out[at + k] = g.sealed_choice[seat] + 1


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    """Write the observation of a seat as clipped counts; the viewer NOBODY sees everything."""
    for k in range(size):
        out[k] = 0
    seats = int(g.seats)
    at = encode_table(g, viewer, out)
    cards = at + _SEAT_VALUES * seats
    for k in range(seats):
        seat = (max(0, viewer) + k) % seats
        encode_seat(g, seat, k, at, out)
        encode_cards(t, g, viewer, seat, k, cards, out)
