"""What a seat sees: the blocks of an observation, and how they are written (LAB-70 to LAB-76)."""

from functools import cache
from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.actions import NUM_ACTIONS
from wistar_env.games.lab_rats.cheese import CRUMBS_OF_CHEESE, MOST_CHEESE
from wistar_env.games.lab_rats.door_cards import is_open, place_of
from wistar_env.games.lab_rats.injuries import DEADLY
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    DOORS,
    EXITS,
    NUM_COLOURS,
    POTION_KINDS,
    POTIONS,
)
from wistar_env.games.lab_rats.new_round import DEALT, MOST_ROUNDS
from wistar_env.games.lab_rats.potions import HAND_LIMIT
from wistar_env.games.lab_rats.state import (
    DEAD,
    KEEP_POTIONS,
    NO_CARD,
    OBSTACLE,
    SLOTS,
    State,
    Tables,
)
from wistar_env.kit.head import NOBODY
from wistar_env.kit.layout import Layout, Section, layout_of

_CONDITIONS: Final = DEAD + 1
#: Values that all see of each seat.
_SEAT_VALUES: Final = 5 + NUM_COLOURS + _CONDITIONS + 7 + EXITS


@cache
def layout(num_players: int) -> Layout:
    """Return what a seat observes, in the order in which ``encode`` writes it."""
    axes = {
        "decision": KEEP_POTIONS,
        "colour": NUM_COLOURS,
        "place": SLOTS,
        "seat": num_players,
        "condition": _CONDITIONS,
        "door": DOOR_KINDS,
        "potion": POTION_KINDS,
        "exit": EXITS,
    }
    seen = Section("all", axes)
    add = seen.add
    add("decision", "decision", meaning="the open decision")
    add("obstacle", "colour", meaning="colour of the obstacle that has to be beaten")
    add("to_pay", "colour", meaning="colours that an open Exit still asks")
    add("round", limit=MOST_ROUNDS, meaning="the round, from 1 on")
    add("table", "place", "door", meaning="Doors of the table: open ones, and your own")
    add("closed", "place", meaning="whether the Door at a place is face down")
    add("aside", "door", limit=DOORS, meaning="Doors turned up by a Double Door")
    add("door_discards", "door", limit=DOORS, meaning="discarded Doors")
    add("potion_discards", "potion", limit=POTIONS, meaning="discarded Potions")
    add("door_deck", limit=DOORS, meaning="Doors in the deck")
    add("potion_deck", limit=POTIONS, meaning="Potions in the deck")
    add("decides", "seat", meaning="the seat that decides")
    add("active", "seat", meaning="the seat whose turn it is")
    add("starter", "seat", meaning="the seat with the first-player token")
    add("exchanged", "seat", meaning="whether the Door was exchanged after the last turn")
    add("own_opened", "seat", meaning="whether the last exploring opened the own Door")
    add("specimen", "seat", "colour", meaning="the mutation of each Specimen")
    add("condition", "seat", "condition", meaning="healthy, injured or dead")
    add("may_exit", "seat", meaning="whether the first turn of the round is over")
    add("crumbs", "seat", limit=CRUMBS_OF_CHEESE - 1, meaning="crumbs")
    add("pollution", "seat", limit=DEADLY - 1, meaning="pollution")
    add("cheese", "seat", limit=MOST_CHEESE, meaning="cheese")
    add("num_potions", "seat", limit=HAND_LIMIT + 1, meaning="Potions in hand")
    add("num_put_by", "seat", limit=HAND_LIMIT - DEALT, meaning="Potions given up, face down")
    add("num_doors", "seat", limit=DEALT, meaning="Doors in hand")
    add("unpaid", "seat", "exit", meaning="Exits that the hand could not pay")
    add(
        "potions",
        "seat",
        "potion",
        limit=HAND_LIMIT + 1,
        meaning="Potions in hand: your own, and those of others that you know",
    )
    add("put_by", "seat", "potion", limit=HAND_LIMIT - DEALT, meaning="Potions that you gave up")
    add("doors", "seat", "door", limit=DEALT, meaning="Doors in your hand")
    add("sealed", "seat", limit=NUM_ACTIONS, meaning="your sealed choice: its action and 1, or 0")
    return layout_of([("", seen)])


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
    """Write the Doors in the order of the action ids; the middle is nobody's."""
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
    """Write what a Double Door turned up, resolved or not (AMB-81, AMB-82)."""
    _write_counts(out, at, g.aside, DOOR_KINDS)
    for k in range(int(g.num_pending)):
        out[at + int(g.pending[k])] += 1
    return at + DOOR_KINDS


@unit
def encode_table(g: State, viewer: int, out: ByteArray) -> int:
    """Write what belongs to no seat; return where the seats begin."""
    at = _write_one(out, 0, int(g.asked) - 1, KEEP_POTIONS)
    at = _write_one(out, at, int(g.facing) if g.asked == OBSTACLE else NO_CARD, NUM_COLOURS)
    at = _write_bits(out, at, int(g.to_pay), NUM_COLOURS)
    out[at] = g.round_number
    at = _write_table(g, viewer, out, at + 1)
    at = _write_aside(g, out, at)
    at = _write_counts(out, at, g.door_discards, DOOR_KINDS)
    at = _write_counts(out, at, g.potion_discards, POTION_KINDS)
    out[at] = g.num_door_deck
    out[at + 1] = g.num_potion_deck
    return at + 2


@unit
def encode_seat(g: State, seat: int, k: int, at: int, out: ByteArray) -> None:
    """Write what all see of a seat, at its place ``k`` of each block."""
    p, n = g.players[seat], int(g.seats)
    out[at + k] = g.mover == seat
    out[at + n + k] = g.active == seat
    out[at + 2 * n + k] = g.starter == seat
    out[at + 3 * n + k] = (int(g.exchanged) >> seat) & 1
    out[at + 4 * n + k] = (int(g.own_opened) >> seat) & 1
    at += 5 * n
    _write_one(out, at + NUM_COLOURS * k, int(p.specimen), NUM_COLOURS)
    at += NUM_COLOURS * n
    _write_one(out, at + _CONDITIONS * k, int(p.condition), _CONDITIONS)
    at += _CONDITIONS * n
    out[at + k] = p.turns > 0
    out[at + n + k] = p.crumbs
    out[at + 2 * n + k] = p.pollution
    out[at + 3 * n + k] = p.cheese
    out[at + 4 * n + k] = p.num_potions
    out[at + 5 * n + k] = p.num_put_by
    out[at + 6 * n + k] = p.num_doors
    _write_bits(out, at + 7 * n + EXITS * k, int(p.unpaid), EXITS)


@unit
def encode_cards(g: State, viewer: int, seat: int, k: int, at: int, out: ByteArray) -> None:
    """Write the cards of a seat: all of them to itself, and what a viewer knows of others."""
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
    if (int(g.sealed_made) >> seat) & 1:
        out[at + k] = g.sealed_choice[seat] + 1


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    """Write what a seat sees as counts; the viewer NOBODY sees everything."""
    for k in range(size):
        out[k] = 0
    seats = int(g.seats)
    at = encode_table(g, viewer, out)
    cards = at + _SEAT_VALUES * seats
    for k in range(seats):
        seat = (max(0, viewer) + k) % seats
        encode_seat(g, seat, k, at, out)
        encode_cards(g, viewer, seat, k, cards, out)
