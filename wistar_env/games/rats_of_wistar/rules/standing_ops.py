"""Standing ops (rooms, shields, discounts), which last as long as their card, Guest or ability."""

from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ShortArray
from wistar_env.games.rats_of_wistar.rules.state import (
    DISCOUNT_KINDS,
    DISCOUNT_SCOPES,
    SLOT_EITHER,
    SLOT_METAL,
    SLOT_SKILL,
    SLOT_WOOD,
)
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes

#: Length of the sums of ``add_standing``: one for each of five ops, then one per discount.
_DISCOUNTS: Final = 5
STANDING_SUMS: Final = _DISCOUNTS + DISCOUNT_SCOPES * DISCOUNT_KINDS


@inline
def covers(discount: int, slot: int) -> bool:
    """Whether a DISCOUNT code applies to a slot of ``PLAYER["discounts"]``."""
    if slot == SLOT_EITHER:
        return discount == codes.DISCOUNT_EITHER
    if slot == SLOT_WOOD:
        return discount == codes.DISCOUNT_WOOD or discount == codes.DISCOUNT_BOTH
    if slot == SLOT_METAL:
        return discount == codes.DISCOUNT_METAL or discount == codes.DISCOUNT_BOTH
    return slot == SLOT_SKILL and discount == codes.DISCOUNT_SKILL


@unit
def apply_standing(t: Tables, g: Game, seat: int, start: int, end: int, sign: int) -> None:
    """Add (``sign`` 1) or remove (-1) an effect that lasts as long as its source is in play."""
    p = g.players[seat]
    for pc in range(start, end):
        row = t.ops[pc]
        if row.op == codes.OP_EXTRA_ROOM:
            p.extra_rooms += sign * int(row.a)
        elif row.op == codes.OP_IMMUNE:
            p.immune += sign
        elif row.op == codes.OP_BED_DISCOUNT:
            p.bed_discount += sign * int(row.a)
        elif row.op == codes.OP_DIG_DISCOUNT:
            p.dig_discount += sign * int(row.a)
        elif row.op == codes.OP_MOVEMENT_BONUS:
            p.movement_bonus += sign * int(row.a)
        elif row.op == codes.OP_DISCOUNT:
            for slot in range(DISCOUNT_KINDS):
                if covers(int(row.b), slot):
                    p.discounts[row.a, slot] += sign * int(row.c)


@inline
def add_standing(t: Tables, start: int, end: int, sums: ShortArray) -> None:
    """Add the standing effects of the rows from ``start`` to ``end`` to ``sums``."""
    for pc in range(start, end):
        row = t.ops[pc]
        if row.op == codes.OP_EXTRA_ROOM:
            sums[0] += row.a
        elif row.op == codes.OP_IMMUNE:
            sums[1] += 1
        elif row.op == codes.OP_BED_DISCOUNT:
            sums[2] += row.a
        elif row.op == codes.OP_DIG_DISCOUNT:
            sums[3] += row.a
        elif row.op == codes.OP_MOVEMENT_BONUS:
            sums[4] += row.a
        elif row.op == codes.OP_DISCOUNT:
            for slot in range(DISCOUNT_KINDS):
                if covers(int(row.b), slot):
                    sums[_DISCOUNTS + DISCOUNT_KINDS * row.a + slot] += row.c


@inline
def standing_is(g: Game, seat: int, sums: ShortArray) -> bool:
    """Whether a player's standing effects equal ``sums``, made by ``add_standing``."""
    p = g.players[seat]
    for slot in range(DISCOUNT_SCOPES * DISCOUNT_KINDS):
        if sums[_DISCOUNTS + slot] != p.discounts[slot // DISCOUNT_KINDS, slot % DISCOUNT_KINDS]:
            return False
    return bool(
        sums[0] == p.extra_rooms
        and sums[1] == p.immune
        and sums[2] == p.bed_discount
        and sums[3] == p.dig_discount
        and sums[4] == p.movement_bonus
    )
