"""The value of a position for one player, as ``greedy`` sees it."""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import DoubleArray
from wistar_env.policies import features as F
from wistar_env.rules import decisions
from wistar_env.rules.counts import count, free_rooms, skill_icons, tents_pitched
from wistar_env.rules.farm import ENTRANCE, has_cheese, passage_between, present
from wistar_env.rules.fast_actions import GRANT_WILD
from wistar_env.rules.inventions import playable, push_play
from wistar_env.rules.lair import PRICE, bed_price, dig_price
from wistar_env.rules.limits import (
    BEDS,
    CHIEFS,
    MAX_SEATS,
    MISSION_ROWS,
    MISSIONS,
    OBJECTIVES_SHOWN,
    ROUNDS,
    SECTORS,
    UNDERGROUND_TILES,
)
from wistar_env.rules.missions import completable
from wistar_env.rules.objectives import claimable, space_of
from wistar_env.rules.scoring import COLUMNS, TOTAL, at, score_seat
from wistar_env.rules.stack import pop, push, top
from wistar_env.rules.state import NONE
from wistar_env.rules.turn import in_sector
from wistar_env.rules.types import Entry, Game, Tables
from wistar_env.tables import codes

_SCORES: Final = MAX_SEATS * COLUMNS


@inline
def turns_left(g: Game, seat: int) -> float:
    """Share of a player's 15 turns that are still to come."""
    later = CHIEFS * (ROUNDS - max(1, int(g["round"])))
    return (later + int(g.players[seat].chiefs)) / (CHIEFS * ROUNDS)


@inline
def tokens(g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Tokens."""
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
def worth(t: Tables, card: int) -> float:
    """A rough value of having a card in play."""
    c = t.cards[card]
    icons = 0
    for icon in range(codes.SKILLS + 1):
        icons += int(c.icons[icon])
    return int(c.vp) + 0.6 * icons + 1.5 + int(c.tier)


@inline
def cards(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Cards in the hand and in play."""
    p = g.players[seat]
    push_play(g, seat, codes.FILTER_ANY)
    e = top(g)
    best, affordable, vp = 0.0, 0, 0
    card = int(p.hand)
    while card != NONE:
        vp += int(t.cards[card].vp)
        if playable(t, g, e, card):
            affordable += 1
            best = max(best, worth(t, card))
        card = int(g.next[card])
    pop(g)
    out[F.HAND_LEFT] = left * min(8, int(p.hand_size))
    out[F.HAND_VP_LEFT] = left * vp
    out[F.PLAYABLE_LEFT] = left * min(4, affordable)
    out[F.DUE_PLAY] = best  # multiplied by the number of plays due
    out[F.ICONS_LEFT] = left * skill_icons(g, seat)
    out[F.ENERGY_LEFT] = left * int(p.icons[codes.ICON_ENERGY])
    out[F.INCOMES_LEFT] = left * int(p.timings[codes.TIMING_INCOME])
    out[F.PERMANENTS_LEFT] = left * int(p.timings[codes.TIMING_PERMANENT])
    out[F.ONCES_LEFT] = left * int(p.timings[codes.TIMING_ONCE])


@inline
def lair(t: Tables, g: Game, seat: int, left: float, out: DoubleArray) -> None:
    """Workers, rooms and beds."""
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
    """Mission cards where the player is, or could be with one step."""
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
    """Rooms of the Farm."""
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
    """Objectives shown: what can be claimed, and how far the others are."""
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


@inline
def tiles_payable(points: int, money: int, price: int) -> int:
    """Tiles that points and tokens suffice for."""
    return min(points, money // price) if price > 0 else points


@inline
def rooms_ahead(g: Game, seat: int, points: int, price: int) -> int:
    """Rooms that can be dug with so many points (DIG-01, DIG-02)."""
    p = g.players[seat]
    return min(tiles_payable(points, int(p.metal), price), UNDERGROUND_TILES - int(p.rooms_dug))


@inline
def beds_ahead(g: Game, seat: int, points: int, price: int) -> int:
    """Beds that can be built with so many points (BED-01, BED-02, BED-05)."""
    p = g.players[seat]
    space = max(0, min(free_rooms(g, seat), BEDS - int(p.beds_built)))
    return min(tiles_payable(points, int(p.wood), price), space)


@inline
def room_vp_ahead(t: Tables, g: Game, seat: int, rooms: int) -> int:
    """VP that the next Rooms uncover: the later ones are worth more (DIG-03)."""
    dug = int(g.players[seat].rooms_dug)
    return int(t.room_vp[dug + rooms] - t.room_vp[dug])


@inline
def bed_vp_ahead(t: Tables, g: Game, seat: int, beds: int) -> int:
    """VP that the next Beds uncover: the later ones are worth more (BED-03)."""
    built = int(g.players[seat].beds_built)
    return int(t.bed_vp[built + beds] - t.bed_vp[built])


@inline
def main_ahead(t: Tables, g: Game, seat: int, main: int) -> tuple[int, int, int]:
    """What a Main action would bring: a feature, how much of it, and the VP of its tiles."""
    p = g.players[seat]
    strength = int(p.workers[t.main_area[main]])
    if main == codes.MAIN_WOOD:
        return F.DUE_WOOD, strength, 0
    if main == codes.MAIN_METAL:
        return F.DUE_METAL, strength, 0
    if main == codes.MAIN_DIG:
        rooms = rooms_ahead(g, seat, strength, PRICE - int(p.dig_discount))
        return F.DUE_ROOMS, rooms, room_vp_ahead(t, g, seat, rooms)
    if main == codes.MAIN_BEDS:
        beds = beds_ahead(g, seat, strength, PRICE - int(p.bed_discount))
        return F.DUE_BEDS, beds, bed_vp_ahead(t, g, seat, beds)
    if main == codes.MAIN_PROJECTS:
        return F.DUE_POINTS, strength, 0
    return F.DUE_STEPS, strength, 0


@inline
def due_main(t: Tables, g: Game, seat: int, main: int, out: DoubleArray) -> None:
    """A Main action that is still to be carried out."""
    feature, amount, vp = main_ahead(t, g, seat, main)
    out[feature] += amount
    out[F.DUE_TILE_VP] += vp


@inline
def open_to(t: Tables, g: Game, seat: int, sector: int) -> bool:
    """Whether the player's next Chief could be placed in a Sector (WHEEL-01, WHEEL-02)."""
    if g.players[seat].chiefs == 0:
        return True  # in the next round
    if in_sector(g, seat, sector):
        return False
    for space in range(int(t.setup[g.seats].spaces[sector])):
        if g.chiefs[sector, space] == NONE:
            return True
    return False


@inline
def mains_ahead(
    t: Tables, g: Game, seat: int, left: float, weights: DoubleArray, out: DoubleArray
) -> None:
    """The best Main actions for the Chiefs that the player places next, one in each Sector."""
    if left == 0:
        return
    best, second, third = 0.0, 0.0, 0.0
    for position in range(SECTORS):
        if not open_to(t, g, seat, int(g.wheel[position])):
            continue
        feature, amount, vp = main_ahead(t, g, seat, int(t.main_at[position]))
        value = weights[feature] * amount + weights[F.DUE_TILE_VP] * vp
        if value > best:
            best, second, third = value, best, second
        elif value > second:
            second, third = value, second
        else:
            third = max(third, value)
    chiefs = int(g.players[seat].chiefs)
    out[F.NEXT_MAIN] = best
    out[F.LATER_MAINS] = (second if chiefs != 1 else 0) + (third if chiefs % CHIEFS == 0 else 0)


@inline
def due_mission(out: DoubleArray) -> None:
    """A mission may be completed."""
    out[F.DUE_MISSION] += min(1.0, out[F.HERE_ROWS])


@inline
def due_bonus(g: Game, seat: int, bonus: int, out: DoubleArray) -> int:
    """A Bonus action that is still to be carried out; returns 1 for playing a card."""
    if bonus == codes.BONUS_MOVE1:
        out[F.DUE_MOVES] += 1
    elif bonus == codes.BONUS_MOVE2:
        out[F.DUE_MOVES] += 2
    elif bonus == codes.BONUS_WILD:
        out[F.DUE_WILD] += 1
    elif bonus == codes.BONUS_BASIC:
        out[F.DUE_CARDS] += 1
    elif bonus == codes.BONUS_METAL:
        out[F.DUE_METAL] += 1
    elif bonus == codes.BONUS_WOOD:
        out[F.DUE_WOOD] += 1
    elif bonus == codes.BONUS_EXPLORE:
        out[F.DUE_STEPS] += 1
    elif bonus == codes.BONUS_POTION:
        out[F.DUE_POTION] += 1
    elif bonus == codes.BONUS_GUEST:
        if g.round_guest != NONE and free_rooms(g, seat) > 0:
            out[F.DUE_GUEST] += 1
    elif bonus == codes.BONUS_PLAY:
        return 1
    elif bonus == codes.BONUS_MISSION:
        due_mission(out)
    return 0


@inline
def due_entry(t: Tables, g: Game, e: Entry, out: DoubleArray) -> int:
    """An entry of the stack that waits for the player; returns the plays due."""
    seat, kind = int(e.seat), int(e.kind)
    plays = 0
    if kind == decisions.TURN:
        if e.main_due == 1:
            due_main(t, g, seat, int(t.main_at[e.chief_at]), out)
        plays += due_bonus(g, seat, int(e.bonus_due), out)
        plays += due_bonus(g, seat, int(e.other_bonus_due), out)
    elif kind == decisions.EXPLORE:
        out[F.DUE_STEPS] += int(e.left)
    elif kind == decisions.PLAY_INVENTION or kind == decisions.PLAY_DRAWN:
        plays = 1
    elif kind == decisions.COMPLETE_MISSION:
        due_mission(out)
    elif kind == decisions.DEVELOP_PROJECTS:
        out[F.DUE_POINTS] += int(e.left)
    elif kind == decisions.DIG_ROOMS:
        rooms = rooms_ahead(g, seat, int(e.left), dig_price(g, e))
        out[F.DUE_ROOMS] += rooms
        out[F.DUE_TILE_VP] += room_vp_ahead(t, g, seat, rooms)
    elif kind == decisions.BUILD_BEDS:
        beds = beds_ahead(g, seat, int(e.left), bed_price(g, e))
        out[F.DUE_BEDS] += beds
        out[F.DUE_TILE_VP] += bed_vp_ahead(t, g, seat, beds)
    elif kind == decisions.MOVE_WORKERS or kind == decisions.DEPLOY_WORKERS:
        out[F.DUE_MOVES] += int(e.left)
    elif kind == decisions.CHOOSE_POTION:
        out[F.DUE_POTION] += 1
    elif kind == decisions.REMOVE_CUBE:
        out[F.DUE_CUBE] += 1
    elif kind == decisions.FINISH_PLAY:
        out[F.COMING] += worth(t, int(e.card))
    elif kind == decisions.GRANT:
        out[F.DUE_WILD if e.bought == GRANT_WILD else F.DUE_ELECTRICITY] += 1
    elif kind == decisions.PAY_ITEMS or kind == decisions.DISCARD_CARDS:
        out[F.COST_ITEMS] += int(e.left)
    elif kind == decisions.USE_DISCOUNT:
        out[F.COST_ITEMS] += max(0, int(e.wood_due + e.metal_due - e.discounts_left))
    elif kind == decisions.DISCARD_GUEST:
        out[F.COST_GUESTS] += int(e.left)
    elif kind == decisions.CHOOSE_OPTION:
        out[F.COST_OPTIONS] += 1
    elif kind < decisions.CHOICES:
        out[F.DUE_OTHER] += 1
    return plays


@inline
def due(t: Tables, g: Game, seat: int, out: DoubleArray) -> None:
    """All that the stack still holds for the player."""
    plays = 0
    for k in range(int(g.depth)):
        if g.stack[k].seat == seat:
            plays += due_entry(t, g, g.stack[k], out)
    out[F.DUE_PLAY] *= min(2, plays)


@inline
def score_now(t: Tables, g: Game, seat: int) -> int:
    """The final score if the game ended now (SCORE-01..10)."""
    scores = empty(_SCORES, np.int16)
    score_seat(t, g, seat, pointer(scores))
    return int(scores[at(seat, TOTAL)])


@unit
def evaluate(t: Tables, g: Game, seat: int, weights: DoubleArray, out: DoubleArray) -> float:
    """Return the value of a position for a seat; ``out`` is room for the features."""
    for k in range(F.NUM_FEATURES):
        out[k] = 0.0
    left = turns_left(g, seat)
    tokens(g, seat, left, out)
    cards(t, g, seat, left, out)
    lair(t, g, seat, left, out)
    missions(t, g, seat, left, out)
    farm(t, g, seat, left, out)
    objectives(t, g, seat, left, out)
    due(t, g, seat, out)
    mains_ahead(t, g, seat, left, weights, out)
    value = float(score_now(t, g, seat))
    for k in range(F.NUM_FEATURES):
        value += weights[k] * out[k]
    return value
