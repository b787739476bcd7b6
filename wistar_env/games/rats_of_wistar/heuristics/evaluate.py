"""The value of a position for one player, as ``greedy`` estimates it."""

import numpy as np

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.rats_of_wistar.heuristics import features as F
from wistar_env.games.rats_of_wistar.heuristics.main_gains import add_main_gains
from wistar_env.games.rats_of_wistar.heuristics.pending import add_pending, card_value
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import (
    count,
    free_rooms,
    skill_icons,
    tents_pitched,
)
from wistar_env.games.rats_of_wistar.rules.farm import (
    ENTRANCE,
    has_cheese,
    passage_between,
    present,
)
from wistar_env.games.rats_of_wistar.rules.inventions import playable, push_play
from wistar_env.games.rats_of_wistar.rules.missions import completable
from wistar_env.games.rats_of_wistar.rules.objectives import claimable, space_of
from wistar_env.games.rats_of_wistar.rules.scoring import total_of
from wistar_env.games.rats_of_wistar.rules.stack import pop, push, top
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    CHIEFS,
    MISSION_ROWS,
    MISSIONS,
    OBJECTIVES_SHOWN,
    ROUNDS,
)


@inline
def turns_left(g: Game, seat: int) -> float:
    """Return the fraction of a player's 15 turns that are still to come."""
    later = CHIEFS * (ROUNDS - max(1, int(g["round"])))
    return (later + int(g.players[seat].chiefs)) / (CHIEFS * ROUNDS)


@inline
def tokens(g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of tokens to ``out``; ``left``: see ``turns_left``."""
    p = g.players[seat]
    wood, metal, wild = int(p.wood), int(p.metal), int(p.wild)
    out[F.WOOD_FEW] = min(wood, 4)
    out[F.WOOD_MANY] = max(0, wood - 4)
    out[F.WOOD_LEFT] = left * min(wood, 6)
    out[F.METAL_FEW] = min(metal, 4)
    out[F.METAL_MANY] = max(0, metal - 4)
    out[F.METAL_LEFT] = left * min(metal, 6)
    out[F.MOVEMENT_LEFT] = left * int(p.movement)
    out[F.WILD] = wild
    out[F.WILD_LEFT] = left * min(wild, 3)
    out[F.ELECTRICITY_LEFT] = left * int(p.electricity)


@inline
def hand(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of cards in the hand to ``out``."""
    p = g.players[seat]
    push_play(g, seat, codes.FILTER_ANY)
    e = top(g)
    best, affordable, vp = 0.0, 0, 0
    card = int(p.hand)
    while card != NONE:
        vp += int(t.cards[card].vp)
        if playable(t, g, e, card):
            affordable += 1
            best = max(best, card_value(t, card))
        card = int(g.next[card])
    pop(g)
    out[F.HAND_VP_LEFT] = left * vp
    out[F.PLAYABLE_LEFT] = left * min(4, affordable)
    out[F.DUE_PLAY] = best  # ``add_pending`` multiplies it by the number of cards to play


@inline
def cards(g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of cards in play and of the hand's size to ``out``."""
    p = g.players[seat]
    out[F.HAND_LEFT] = left * min(8, int(p.hand_size))
    out[F.ICONS_LEFT] = left * skill_icons(g, seat)
    out[F.ENERGY_LEFT] = left * int(p.icons[codes.ICON_ENERGY])
    out[F.INCOMES_LEFT] = left * int(p.timings[codes.TIMING_INCOME])
    out[F.PERMANENTS_LEFT] = left * int(p.timings[codes.TIMING_PERMANENT])
    out[F.ONCES_LEFT] = left * int(p.timings[codes.TIMING_ONCE])


@inline
def lair(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of Workers, rooms and beds to ``out``."""
    p = g.players[seat]
    out[F.FOREST_LEFT] = left * np.sqrt(float(p.workers[codes.AREA_FOREST]))
    out[F.LAIR_LEFT] = left * np.sqrt(float(p.workers[codes.AREA_LAIR]))
    out[F.FARM_LEFT] = left * np.sqrt(float(p.workers[codes.AREA_FARM]))
    awake = p.workers[codes.AREA_FOREST] + p.workers[codes.AREA_LAIR] + p.workers[codes.AREA_FARM]
    out[F.AWAKE_LEFT] = left * int(awake + p.entrance)
    out[F.FREE_ROOMS_LEFT] = left * min(2, free_rooms(g, seat))
    out[F.BEDS_LEFT] = left * int(p.beds_built)
    out[F.ROOMS_LEFT] = left * int(p.rooms_dug)
    out[F.TILE_VP_LEFT] = left * int(t.bed_vp[p.beds_built] + t.room_vp[p.rooms_dug])
    out[F.DISCOUNTS_LEFT] = left * int(p.bed_discount + p.dig_discount)


@inline
def near(t: Tables, g: Game, seat: int, room: int) -> bool:
    """Whether a room is one open passage away from the Explorer."""
    passage = passage_between(t, int(g.players[seat].explorer), room)
    return bool(passage != NONE and g.doors[passage] == NONE and room != ENTRANCE)


@inline
def missions(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of Mission cards where the player is, or one step away, to ``out``."""
    push(g, decisions.COMPLETE_MISSION, seat)
    e = top(g)
    for place in range(MISSIONS):
        if g.mission_card[place] == NONE:
            continue
        room = int(t.mission_room[place])
        here = present(g, seat, room)
        if not here and not near(t, g, seat, room):
            continue
        if g.mission_open[place] == 0:
            out[F.HERE_HIDDEN if here else F.NEAR_HIDDEN] += 1
            continue
        for row in range(MISSION_ROWS):
            if g.mission_cubes[place, row] == NONE:
                out[F.HERE_FREE_LEFT if here else F.NEAR_FREE_LEFT] += left
                if here and completable(t, g, e, place, row):
                    out[F.HERE_ROWS] += 1
    pop(g)


@inline
def farm(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of Guests, Cheese, Explorer, Doors, Tents and mission cubes to ``out``."""
    p = g.players[seat]
    for room in range(1, int(t.rooms)):
        guests = min(1, int(g.room_guests_size[room]))
        if present(g, seat, room):
            out[F.HERE_GUESTS] += guests
        elif near(t, g, seat, room):
            out[F.NEAR_GUESTS] += guests
            if room == t.cheese_room and g.cheese_size > 0 and p.cheese == 0:
                out[F.NEAR_CHEESE] = 1
    if has_cheese(t, g, seat):
        out[F.HERE_CHEESE] = 1
    if p.explorer != ENTRANCE:
        out[F.DEPTH_LEFT] = left
    out[F.DOORS] = int(p.doors)
    out[F.TENTS_LEFT] = left * tents_pitched(g, seat)
    out[F.CUBES_LEFT] = left * int(p.mission_cubes)


@inline
def objectives(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Write the features of Objectives, claimable or in progress, to ``out``."""
    if g.players[seat].discs == 0:
        return
    for k in range(OBJECTIVES_SHOWN):
        o = int(g.objectives[k])
        space = space_of(t, g, seat, o)
        if space == NONE:
            continue
        if claimable(t, g, seat, o):
            out[F.CLAIMABLE] += 1
        have = count(t, g, seat, int(t.objectives[o].count))
        need = int(t.objectives[o].spaces[space])
        out[F.PROGRESS_LEFT] += left * min(1.0, have / max(1, need))


@unit
def evaluate(
    t: Tables, g: Game, seat: int, viewer: int, weights: DoubleArray, features: DoubleArray
) -> float:
    """Return the value of a position for a seat, and write its features to ``features``.

    If the viewer is another seat, only the number of cards in the hand counts, not the cards.
    """
    for k in range(F.NUM_FEATURES):
        features[k] = 0.0
    left = turns_left(g, seat)
    tokens(g, seat, left, features)
    cards(g, seat, left, features)
    if seat == viewer:
        hand(t, g, seat, left, features)
    lair(t, g, seat, left, features)
    missions(t, g, seat, left, features)
    farm(t, g, seat, left, features)
    objectives(t, g, seat, left, features)
    add_pending(t, g, seat, features)
    add_main_gains(t, g, seat, left, weights, features)
    value = float(total_of(t, g, seat))
    for k in range(F.NUM_FEATURES):
        value += weights[k] * features[k]
    return value
