"""What the next Main actions of a player would bring."""

from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.rats_of_wistar.heuristics import features as F
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.lair import PRICE
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.turn import in_sector
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import BEDS, CHIEFS, SECTORS, UNDERGROUND_TILES


@inline
def tiles_payable(points: int, money: int, price: int) -> int:
    """Return how many of ``points`` tiles can be paid with ``money`` at ``price`` each."""
    return min(points, money // price) if price > 0 else points


@inline
def affordable_rooms(g: Game, seat: int, points: int, price: int) -> int:
    """Return how many Rooms can be dug with ``points`` at ``price`` Metal each (DIG-01, DIG-02)."""
    p = g.players[seat]
    return min(tiles_payable(points, int(p.metal), price), UNDERGROUND_TILES - int(p.rooms_dug))


@inline
def affordable_beds(g: Game, seat: int, points: int, price: int) -> int:
    """Return how many Beds can be built with ``points`` at ``price`` Wood each (BED-01, BED-05)."""
    p = g.players[seat]
    space = max(0, min(free_rooms(g, seat), BEDS - int(p.beds_built)))
    return min(tiles_payable(points, int(p.wood), price), space)


@inline
def room_vp_gain(t: Tables, g: Game, seat: int, rooms: int) -> int:
    """Return how many VP the next ``rooms`` Rooms add (DIG-03)."""
    dug = int(g.players[seat].rooms_dug)
    return int(t.room_vp[dug + rooms] - t.room_vp[dug])


@inline
def bed_vp_gain(t: Tables, g: Game, seat: int, beds: int) -> int:
    """Return how many VP the next ``beds`` Beds add (BED-03)."""
    built = int(g.players[seat].beds_built)
    return int(t.bed_vp[built + beds] - t.bed_vp[built])


@inline
def main_gain(t: Tables, g: Game, seat: int, main: int) -> tuple[int, int, int]:
    """Return the feature that a Main action increases, the amount, and the VP of new tiles."""
    p = g.players[seat]
    strength = int(p.workers[t.main_area[main]])
    if main == codes.MAIN_WOOD:
        return F.DUE_WOOD, strength, 0
    if main == codes.MAIN_METAL:
        return F.DUE_METAL, strength, 0
    if main == codes.MAIN_DIG:
        rooms = affordable_rooms(g, seat, strength, PRICE - int(p.dig_discount))
        return F.DUE_ROOMS, rooms, room_vp_gain(t, g, seat, rooms)
    if main == codes.MAIN_BEDS:
        beds = affordable_beds(g, seat, strength, PRICE - int(p.bed_discount))
        return F.DUE_BEDS, beds, bed_vp_gain(t, g, seat, beds)
    if main == codes.MAIN_PROJECTS:
        return F.DUE_POINTS, strength, 0
    return F.DUE_STEPS, strength, 0


@inline
def open_to(t: Tables, g: Game, seat: int, sector: int) -> bool:
    """Whether the player's next Chief could be placed in a Sector (WHEEL-01, WHEEL-02)."""
    if g.players[seat].chiefs == 0:
        return True  # Chiefs return before the next round
    if in_sector(g, seat, sector):
        return False
    for space in range(int(t.setup[g.seats].spaces[sector])):
        if g.chiefs[sector, space] == NONE:
            return True
    return False


@inline
def add_main_gains(
    t: Tables, g: Game, seat: int, left: float, weights: DoubleArray, out: DoubleArray
) -> None:
    """Write the value of the best Main action for the next Chief, and of the next best for others.

    The other Chiefs are those left in this round or, if none is left now, two of the next round.
    If the player has no turn left, write nothing.
    """
    if left == 0:
        return
    best, second, third = 0.0, 0.0, 0.0
    for position in range(SECTORS):
        if not open_to(t, g, seat, int(g.wheel[position])):
            continue
        feature, amount, vp = main_gain(t, g, seat, int(t.main_at[position]))
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
