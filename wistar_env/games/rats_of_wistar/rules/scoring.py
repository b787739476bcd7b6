"""Final scoring, by category (SCORE, BOT-110 to BOT-118)."""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ShortArray
from wistar_env.games.rats_of_wistar.rules.categories import (
    ABILITY,
    BEDS,
    BOT_TRACKS,
    COLUMNS,
    ELECTRICITY,
    ENDGAME,
    GUESTS,
    INVENTIONS,
    LEFTOVER_ITEMS,
    ROOMS,
    TOTAL,
    TRACK,
    WILDS,
    at,
)
from wistar_env.games.rats_of_wistar.rules.counts import count
from wistar_env.games.rats_of_wistar.rules.order import precedes
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT, is_bot
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    ABILITIES,
    MAX_SEATS,
    MOST,
    TRACK_SPACES,
    TRACKS,
)

_SCORES: Final = MAX_SEATS * COLUMNS
ELECTRICITY_VP = 2  # for the Advanced side (SCORE-07, ELEC-06)
ITEMS_PER_VP = 5  # SCORE-08
WILDS_PER_VP = 2  # SCORE-09


@inline
def bounded(vp: int) -> int:
    """Return the VP of a category, limited to MOST (BOUND-01)."""
    return max(-MOST, min(MOST, vp))


@unit
def endgame_vp(t: Tables, g: Game, seat: int, start: int, end: int) -> int:
    """Return the VP of an Endgame effect under its conditions and counts (SCORE-06, BOT-92)."""
    vp = 0
    pc = start
    while pc < end:
        row = t.ops[pc]
        pc += 1
        if row.op == codes.OP_IF:
            if count(t, g, seat, int(row.a)) < row.b:
                pc += int(row.skip)
        elif row.per == NONE:
            vp += int(row.a)
        else:
            vp += int(row.a) * count(t, g, seat, int(row.per))
    return vp


@inline
def ability_vp(t: Tables, g: Game, seat: int) -> int:
    """Return the VP of unlocked abilities, and of complete pairs (SCORE-01, ABILITY-10)."""
    gone = int(g.players[seat].cubes_gone)
    vp = 0
    for k in range(ABILITIES):
        if (gone >> k) & 1:
            ability = t.abilities[k]
            vp += int(ability.vp)
            if k < ability.pair and (gone >> int(ability.pair)) & 1:
                vp += int(ability.pair_vp)
    return vp


@inline
def guest_vp(t: Tables, g: Game, seat: int) -> int:
    """Return the VP of Guests and Cheese (SCORE-04, GUEST-02, BOT-117)."""
    vp = 0
    for k in range(int(g.players[seat].guests_size)):
        vp += int(t.guests[g.players[seat].guests[k]].vp)
    return vp


@inline
def score_player(t: Tables, g: Game, seat: int, out: ShortArray) -> None:
    """Write a player's score in the categories that Rat-o-bot counts differently or lacks."""
    p = g.players[seat]
    printed, endgame = 0, 0
    card = int(p.played)
    while card != NONE:
        c = t.cards[card]
        printed += int(c.vp)
        if c.timing == codes.TIMING_ENDGAME:
            endgame += endgame_vp(t, g, seat, int(c.start), int(c.end))
        card = int(g.next[card])
    out[at(seat, INVENTIONS)] = bounded(printed)
    out[at(seat, ENDGAME)] = bounded(endgame)
    out[at(seat, ABILITY)] = ability_vp(t, g, seat)
    if p.electricity == 2:
        out[at(seat, ELECTRICITY)] = ELECTRICITY_VP
    out[at(seat, LEFTOVER_ITEMS)] = int(p.wood + p.metal + p.movement + p.hand_size) // ITEMS_PER_VP
    out[at(seat, WILDS)] = int(p.wild) // WILDS_PER_VP


@inline
def score_bot(t: Tables, g: Game, out: ShortArray) -> None:
    """Write Rat-o-bot's score where players count differently or not at all (BOT-112..115)."""
    out[at(RAT_O_BOT, INVENTIONS)] = g.bot.cards
    out[at(RAT_O_BOT, ABILITY)] = t.bot_cube_vp[g.bot.cubes]
    endgame = 0
    for symbol in range(TRACKS):
        track = t.tracks[symbol, g.options.tracks[symbol]]
        reached = int(g.bot.positions[symbol])
        out[at(RAT_O_BOT, BOT_TRACKS)] += track.spaces[reached].vp
        for k in range(TRACK_SPACES):
            space = track.spaces[k]
            if k <= reached and space.effect == codes.TRACK_ENDGAME:
                endgame += endgame_vp(t, g, RAT_O_BOT, int(space.start), int(space.end))
    out[at(RAT_O_BOT, ENDGAME)] = bounded(endgame)


@unit
def score_seat(t: Tables, g: Game, seat: int, out: ShortArray) -> None:
    """Write a seat's score, as if the game ended now, to the seat's row of a flat table."""
    for category in range(COLUMNS):
        out[at(seat, category)] = 0
    p = g.players[seat]
    out[at(seat, TRACK)] = p.vp
    out[at(seat, BEDS)] = t.bed_vp[p.beds_built]
    out[at(seat, ROOMS)] = t.room_vp[p.rooms_dug]
    out[at(seat, GUESTS)] = guest_vp(t, g, seat)
    if is_bot(g, seat):
        score_bot(t, g, out)
    else:
        score_player(t, g, seat, out)
    for category in range(TOTAL):
        out[at(seat, TOTAL)] += out[at(seat, category)]


@unit
def score_game(t: Tables, g: Game, scores: ShortArray) -> None:
    """Write the scores of all seats, as if the game ended now, to a flat table, row by row."""
    for k in range(MAX_SEATS * COLUMNS):
        scores[k] = 0
    for seat in range(int(g.seats)):
        score_seat(t, g, seat, scores)


@inline
def vp_of(g: Game, seat: int) -> int:
    """Return the current VP of a seat on the track, without the final scoring."""
    return int(g.players[seat].vp)


@inline
def rank_of(g: Game, seat: int, scores: ShortArray) -> int:
    """Return the rank of a seat (1 is best) from the scores that ``score_game`` wrote."""
    rank = 1
    own = scores[at(seat, TOTAL)]
    for other in range(int(g.seats)):
        total = scores[at(other, TOTAL)]
        if total > own or (total == own and other != seat and precedes(g, other, seat)):
            rank += 1
    return rank


@inline
def total_of(t: Tables, g: Game, seat: int) -> int:
    """Return the final score that a seat would have if the game ended now (SCORE-01..10)."""
    scores = empty(_SCORES, np.int16)
    score_seat(t, g, seat, pointer(scores))
    return int(scores[at(seat, TOTAL)])
