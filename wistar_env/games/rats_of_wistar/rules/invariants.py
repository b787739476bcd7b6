"""Invariants of every position: conservation of pieces, and derived values computed anew."""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer, unit
from wistar_env.compiled.scratch import zeros
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.choices import legal_of
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.events import awaited_events
from wistar_env.games.rats_of_wistar.rules.faults import FINE as SOUND
from wistar_env.games.rats_of_wistar.rules.invariants_cards import (
    ages_right,
    card_counts_right,
    cards_conserved,
    cards_found,
    hand_counted,
    icons_right,
    used_cards_in_play,
)
from wistar_env.games.rats_of_wistar.rules.invariants_stack import entries_right, removals_right
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import is_bot
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.standing_ops import (
    STANDING_SUMS,
    add_standing,
    standing_is,
)
from wistar_env.games.rats_of_wistar.rules.state import GUEST_SOURCE, NONE, SOURCES
from wistar_env.games.rats_of_wistar.rules.types import Game, GameArray, Tables, TablesArray
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BEDS,
    BOT_WORKERS,
    CHIEFS,
    DISCS,
    GUEST_TILES,
    MISSION_ROWS,
    MISSIONS,
    MOST,
    OBJECTIVES,
    ROUNDS,
    SECTORS,
    SPACES,
    STACK,
    TENTS,
)

(
    FINE,
    CARD_LOST_OR_DOUBLE,
    HAND_SIZE,
    ICONS,
    CARD_COUNTS,
    STANDING,
    GUEST_LOST_OR_DOUBLE,
    GUEST_COUNTS,
    TOO_FEW_ROOMS,
    WORKERS,
    NEGATIVE,
    CHIEFS_LOST,
    DISCS_LOST,
    CUBES,
    DOORS,
    STACK_SIZE,
    PLACES,
    TOKENS_1X,
    CARD_PLACE,
    FAULTY,
    CHOICE,
    ANSWERERS,
    TOO_MUCH,
    ENTRY_NUMBERS,
    AGES,
) = range(25)
NAMES: Final = (
    "fine",
    "a card is lost or in two places",
    "wrong hand size",
    "wrong number of icons",
    "wrong counts of cards in play",
    "wrong sums of standing effects",
    "a Guest is lost or in two places",
    "wrong counts of Guests",
    "more tiles than Rooms",
    "wrong number of Workers",
    "negative tokens or VP",
    "wrong number of Chiefs",
    "wrong number of discs",
    "wrong number of cubes",
    "wrong Door tokens",
    "wrong size of the stack",
    "an Explorer or Tent outside all rooms",
    "a 1x token on a card that is not in play",
    "a card is not where 'card_at' says",
    "the game is marked as faulty",
    "a choice with fewer than two legal actions, or with the same action twice",
    "a wrong chain of cards and Guests that respond to events",
    "more tokens or VP than the maximum",
    "a wrong number in a pending decision or step",
    "an age for a card that is neither in a hand nor on offer",
)

_TILES_AND_NONE: Final = GUEST_TILES + 1


@inline
def standing_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether a seat's standing effects are those of its cards, tiles and abilities (BOT-22)."""
    p = g.players[seat]
    sums = zeros(STANDING_SUMS, np.int16)
    card = int(p.played)
    while card != NONE:
        c = t.cards[card]
        if c.timing == codes.TIMING_PERMANENT:
            add_standing(t, int(c.start), int(c.end), sums)
        card = int(g.next[card])
    for k in range(0 if is_bot(g, seat) else int(p.guests_size)):
        tile = t.guests[p.guests[k]]
        if tile.timing == codes.TIMING_PERMANENT:
            add_standing(t, int(tile.start), int(tile.end), sums)
    for k in range(len(t.abilities)):
        if (p.cubes_gone >> k) & 1:
            ability = t.abilities[k]
            add_standing(t, int(ability.start), int(ability.end), sums)
    return standing_is(g, seat, sums)


@inline
def answerers_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether a seat's chain of responses has each responding card and Guest exactly once."""
    p = g.players[seat]
    found = zeros(SOURCES, np.int16)
    last, source = NONE, int(p.answerers)
    while source != NONE:
        if found[source] == 1 or awaited_events(t, source) & ~int(p.events) != 0:
            return False
        found[source] = 1
        last, source = source, int(g.next_answerer[source])
    if last != p.answerers_last:
        return False
    card = int(p.played)
    while card != NONE:
        found[card] -= int(awaited_events(t, card) != 0)
        card = int(g.next[card])
    for k in range(int(p.guests_size)):
        guest = GUEST_SOURCE + int(p.guests[k])
        found[guest] -= int(awaited_events(t, guest) != 0)
    for k in range(SOURCES):
        if found[k] != 0:
            return False
    return True


@inline
def guests_conserved(t: Tables, g: Game) -> bool:
    """Whether no Guest or Cheese tile is in two places, and discarded ones are in none (AMB-05)."""
    seen = zeros(_TILES_AND_NONE, np.int16)
    for kind in range(2):
        for k in range(int(g.supply_size[kind])):
            seen[g.supply[kind, k]] += 1
    for r in range(max(1, int(g["round"])), ROUNDS):
        seen[g.round_guests[r]] += 1
    for room in range(int(t.rooms)):
        for k in range(int(g.room_guests_size[room])):
            seen[g.room_guests[room, k]] += 1
    for k in range(int(g.cheese_size)):
        seen[g.cheese[k]] += 1
    seen[g.round_guest] += 1
    for seat in range(int(g.seats)):
        for k in range(int(g.players[seat].guests_size)):
            seen[g.players[seat].guests[k]] += 1
    for guest in range(GUEST_TILES):
        if seen[guest] + ((int(g.guests_gone) >> guest) & 1) > 1:
            return False
    return True


@inline
def guest_counts_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether a seat's Guests are counted correctly by kind."""
    p = g.players[seat]
    basement = 0
    for k in range(int(p.guests_size)):
        basement += int(t.guests[p.guests[k]].kind)
    return bool(
        p.guest_kinds[codes.KIND_BASEMENT] == basement
        and p.guest_kinds[codes.KIND_HOME] == p.guests_size - basement
    )


@inline
def workers_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether a player has the initial Workers and one per Bed built (SETUP-16, SETUP-17).

    Rat-o-bot always has ``BOT_WORKERS`` (BOT-07).
    """
    p = g.players[seat]
    placed = int(p.workers[0] + p.workers[1] + p.workers[2])
    if is_bot(g, seat):
        return bool(placed + g.bot.workers == BOT_WORKERS)
    return bool(placed + p.entrance + BEDS - p.beds_built == BEDS + t.start_entrance)


@inline
def nothing_negative(g: Game, seat: int) -> bool:
    """Whether a seat has no negative VP, tokens, Workers or Beds (GEN-03, AMB-02)."""
    p = g.players[seat]
    least = min(p.vp, p.wood, p.metal, p.movement, p.wild, p.entrance, p.beds)
    return bool(least >= 0 and min(p.workers[0], p.workers[1], p.workers[2]) >= 0)


@inline
def nothing_above_most(g: Game, seat: int) -> bool:
    """Whether no tokens or VP of a seat exceed their maximum (BOUND-01)."""
    p = g.players[seat]
    return bool(max(p.vp, p.wood, p.metal, p.movement, p.wild) <= MOST)


@inline
def chiefs_conserved(g: Game, seat: int) -> bool:
    """Whether a seat has three Chiefs on the wheel, on the Hut and at hand (SETUP-14)."""
    n = int(g.players[seat].chiefs)
    for sector in range(SECTORS):
        for space in range(SPACES):
            n += int(g.chiefs[sector, space] == seat)
    for k in range(int(g.hut_size)):
        n += int(g.hut[k] == seat)
    return n == CHIEFS


@inline
def discs_conserved(g: Game, seat: int) -> bool:
    """Whether a seat has three discs at hand and on Objectives (OBJ-03, OBJ-06)."""
    p = g.players[seat]
    n = 0
    for objective in range(OBJECTIVES):
        n += (int(p.claims) >> objective) & 1
    return bool(n == p.objectives and n + p.discs == DISCS)


@inline
def cubes_right(g: Game, seat: int) -> bool:
    """Whether a seat's cubes on Mission cards are missing from its board (MISSION-04, BOT-71)."""
    on_cards = 0
    for place in range(MISSIONS):
        for row in range(MISSION_ROWS):
            on_cards += int(g.mission_cubes[place, row] == seat)
    if on_cards != g.players[seat].mission_cubes:
        return False
    if is_bot(g, seat):
        return bool(on_cards == g.bot.cubes)
    gone = 0
    for k in range(16):
        gone += (int(g.players[seat].cubes_gone) >> k) & 1
    waiting = 0
    for k in range(int(g.depth)):
        e = g.stack[k]
        waiting += int(e.kind == decisions.REMOVE_CUBE and e.seat == seat and e.declinable == 0)
    return gone + waiting >= on_cards


@inline
def doors_conserved(t: Tables, g: Game) -> bool:
    """Whether Door tokens on passages and with players are as many as in the setup (EXPL-04)."""
    expected, found = 0, 0
    for k in range(int(t.passages)):
        expected += int(t.setup[g.seats].door[k])
        found += int(g.doors[k] != NONE)
    for seat in range(int(g.seats)):
        found += int(g.players[seat].doors)
    return expected == found


@inline
def places_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether Explorer and Tents are on the Farm, and Tents in different rooms (FAST-08)."""
    p = g.players[seat]
    for k in range(TENTS):
        if p.tents[k] != NONE and (p.tents[k] < 1 or p.tents[k] >= t.rooms):
            return False
    if p.tents[0] != NONE and p.tents[0] == p.tents[1]:
        return False
    return bool(0 <= p.explorer < t.rooms)


@inline
def check_seat(t: Tables, g: Game, seat: int) -> int:
    """Return the code of the first broken invariant of one seat; ``FINE`` (0) if all hold."""
    if not hand_counted(t, g, seat):
        return HAND_SIZE
    if not icons_right(t, g, seat):
        return ICONS
    if not card_counts_right(t, g, seat):
        return CARD_COUNTS
    if not standing_right(t, g, seat):
        return STANDING
    if not is_bot(g, seat) and not answerers_right(t, g, seat):
        return ANSWERERS
    if not guest_counts_right(t, g, seat):
        return GUEST_COUNTS
    if free_rooms(g, seat) < 0:
        return TOO_FEW_ROOMS
    if not workers_right(t, g, seat):
        return WORKERS
    if not nothing_negative(g, seat):
        return NEGATIVE
    if not nothing_above_most(g, seat):
        return TOO_MUCH
    if not chiefs_conserved(g, seat):
        return CHIEFS_LOST
    if not discs_conserved(g, seat):
        return DISCS_LOST
    if not cubes_right(g, seat):
        return CUBES
    if not places_right(t, g, seat):
        return PLACES
    return FINE


@inline
def can_be_answered(t: Tables, g: Game) -> bool:
    """Whether the game is finished, or its choice has two or more legal actions, all different."""
    if g.finished == 1:
        return True
    legal = zeros(LEGAL_SIZE, np.int16)
    offered = zeros(NUM_ACTIONS, np.bool_)
    legal_of(t, g, top(g), pointer(legal))
    for number in range(1, legal[0] + 1):
        if offered[legal[number]]:
            return False
        offered[legal[number]] = True
    return bool(legal[0] > 1)


@unit
def check_kept(t: Tables, g: Game) -> int:
    """Return the code of the first broken invariant, not checking the current choice; 0 if none."""
    if g.fault != SOUND:
        return FAULTY
    if g.depth < 0 or g.depth > STACK:
        return STACK_SIZE
    if not entries_right(g):
        return ENTRY_NUMBERS
    if not cards_conserved(t, g):
        return CARD_LOST_OR_DOUBLE
    if not cards_found(g):
        return CARD_PLACE
    if not guests_conserved(t, g):
        return GUEST_LOST_OR_DOUBLE
    if not removals_right(g) or not doors_conserved(t, g):
        return DOORS
    if not used_cards_in_play(g):
        return TOKENS_1X
    if not ages_right(g):
        return AGES
    for seat in range(int(g.seats)):
        broken = check_seat(t, g, seat)
        if broken != FINE:
            return broken
    return FINE


@unit
def check(t: Tables, g: Game) -> int:
    """Return the code of the first broken invariant; ``FINE`` (0) if all hold."""
    broken = check_kept(t, g)
    if broken == FINE and not can_be_answered(t, g):
        return CHOICE
    return broken


@entry
def violations(tables: TablesArray, games: GameArray, i: int) -> int:
    """Return 0 if all invariants hold in ``games[i]``, else the code of the first violated one."""
    return check(tables[0], games[i])
