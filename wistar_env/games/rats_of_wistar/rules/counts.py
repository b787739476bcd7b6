"""Counts of what a player has, for requirements, conditions, comparisons and Objectives."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import ABILITIES, FREE_ROOMS, TENTS


@inline
def free_rooms(g: Game, seat: int) -> int:
    """Return the number of Rooms without a tile (DIG-04, DIG-05, ABILITY-05, Robot Snail)."""
    p = g.players[seat]
    return int(FREE_ROOMS + p.rooms_dug + p.extra_rooms - p.beds - p.guests_size)


@inline
def items(g: Game, seat: int) -> int:
    """Return the number of items: Wood, Metal and Invention cards in the hand."""
    p = g.players[seat]
    return int(p.wood + p.metal + p.hand_size)


@inline
def tents_pitched(g: Game, seat: int) -> int:
    """Return the number of a player's Tents on the Farm."""
    n = 0
    for k in range(TENTS):
        if g.players[seat].tents[k] != NONE:
            n += 1
    return n


@inline
def cubes_gone(t: Tables, g: Game, seat: int, colour: int) -> int:
    """Return the number of ability spaces of a colour whose cube has been removed."""
    n = 0
    for k in range(ABILITIES):
        if t.abilities[k].colour == colour and (g.players[seat].cubes_gone >> k) & 1:
            n += 1
    return n


@inline
def skill_icons(g: Game, seat: int) -> int:
    """Return the number of Skill icons, summed over all five Skills."""
    n = 0
    for k in range(codes.SKILLS):
        n += int(g.players[seat].icons[k])
    return n


@inline
def best_skill(g: Game, seat: int) -> int:
    """Return the largest number of icons that the player has of one Skill."""
    n = 0
    for k in range(codes.SKILLS):
        n = max(n, int(g.players[seat].icons[k]))
    return n


@unit
def count(t: Tables, g: Game, seat: int, code: int) -> int:
    """Return a player's value of a ``COUNT`` code; 0 for an unknown code."""
    p = g.players[seat]
    if code in codes.ICON_COUNTS:
        return int(p.icons[code - codes.ICON_COUNTS[0]])
    if code in codes.ADVANCE_COUNTS:
        track = g.bot.token_track[code - codes.ADVANCE_COUNTS[0]]
        return int(g.bot.positions[track])
    if code in codes.TYPE_COUNTS:
        return int(p.types[code - codes.TYPE_COUNTS[0]])
    if code in codes.TIER_COUNTS:
        return int(p.tiers[code - codes.TIER_COUNTS[0]])
    if code in codes.TIMING_COUNTS:
        return int(p.timings[code - codes.TIMING_COUNTS[0]])
    if code == codes.COUNT_SKILL_ICONS:
        return skill_icons(g, seat)
    if code == codes.COUNT_BEST_SKILL:
        return best_skill(g, seat)
    if code == codes.COUNT_ELECTRICITY:
        return int(p.electricity)
    if code == codes.COUNT_POWER:
        return int(p.icons[codes.ICON_ENERGY] + p.electricity)
    if code == codes.COUNT_WOOD:
        return int(p.wood)
    if code == codes.COUNT_METAL:
        return int(p.metal)
    if code == codes.COUNT_MOVEMENT:
        return int(p.movement)
    if code == codes.COUNT_WILD:
        return int(p.wild)
    if code == codes.COUNT_HAND:
        return int(p.hand_size)
    if code == codes.COUNT_ITEMS:
        return items(g, seat)
    if code == codes.COUNT_INVENTIONS:
        return int(p.tiers[codes.TIER_BASIC] + p.tiers[codes.TIER_ADVANCED])
    if code == codes.COUNT_GUESTS:
        return int(p.guests_size)
    if code == codes.COUNT_HOME_GUESTS:
        return int(p.guest_kinds[codes.KIND_HOME])
    if code == codes.COUNT_BASEMENT_GUESTS:
        return int(p.guest_kinds[codes.KIND_BASEMENT])
    if code == codes.COUNT_DOORS:
        return int(p.doors)
    if code == codes.COUNT_TENTS:
        return tents_pitched(g, seat)
    if code == codes.COUNT_BEDS:
        return int(p.beds)
    if code == codes.COUNT_ROOMS_DUG:
        return int(p.rooms_dug)
    if code == codes.COUNT_MISSION_CUBES:
        return int(p.mission_cubes)
    if code == codes.COUNT_BROWN_CUBES:
        return cubes_gone(t, g, seat, codes.COLOUR_BROWN)
    if code == codes.COUNT_GREY_CUBES:
        return cubes_gone(t, g, seat, codes.COLOUR_GREY)
    if code == codes.COUNT_OBJECTIVES:
        return int(p.objectives)
    if code == codes.COUNT_WORKERS_IN_ONE_AREA:
        return int(max(p.workers[0], p.workers[1], p.workers[2]))
    return 0
