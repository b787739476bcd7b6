"""Choosing which Door to lay: a good one before one's own turn, otherwise a trap."""

import numpy as np

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import MaskArray
from wistar_env.games.lab_rats.actions import KEEP, LAY
from wistar_env.games.lab_rats.amounts import DEADLY, FALLOUT
from wistar_env.games.lab_rats.careful.exploring import compute_values, exploring_value
from wistar_env.games.lab_rats.careful.hands import specimen_of, usual_cover
from wistar_env.games.lab_rats.careful.plan import Plan, own_kind, plan_new_turn, prepare_plan
from wistar_env.games.lab_rats.careful.seat_view import SeatView
from wistar_env.games.lab_rats.careful.weights import Weights
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    EXPLOSION,
    INSTANT_DEATH,
    NUM_COLOURS,
    POTION_BOX,
    POTION_KINDS,
    RADIOACTIVE_EXPLOSION,
    RESURRECTION,
)
from wistar_env.games.lab_rats.state import DEAD, Tables


@inline
def round_begins(s: SeatView) -> bool:
    """Return whether no player has had a turn in this round."""
    for seat in range(int(s.seats)):
        if s.may_exit[seat] != 0:
            return False
    return True


@inline
def next_player(s: SeatView) -> int:
    """Return whose turn it is after the Doors are laid (LAB-44, LAB-56)."""
    seats = int(s.seats)
    seat = 0
    if round_begins(s):
        while seat < seats - 1 and s.starter[seat] == 0:
            seat += 1
        return seat
    while seat < seats - 1 and s.active[seat] == 0:
        seat += 1
    for ahead in range(1, seats + 1):
        if s.condition[(seat + ahead) % seats, DEAD] == 0:
            return (seat + ahead) % seats
    return 0


@inline
def beaten_by(t: Tables, s: SeatView, seat: int, colour: int) -> float:
    """Return the probability that another player has a Potion of a colour."""
    unknown = int(s.num_potions[seat])
    for kind in range(POTION_KINDS):
        if s.potions[seat, kind] > 0:
            unknown -= int(s.potions[seat, kind])
            if (int(t.covers[kind]) >> colour) & 1:
                return 1.0
    missed = 1.0
    for _ in range(unknown):
        missed *= 1 - usual_cover(t, s)
    return 1 - missed


@inline
def others_dead(s: SeatView) -> int:
    """Return the number of dead Specimens of other players."""
    dead = 0
    for seat in range(1, int(s.seats)):
        dead += int(s.condition[seat, DEAD])
    return dead


@unit
def trap_value(t: Tables, w: Weights, s: SeatView, kind: int, seat: int) -> float:
    """Return the value for this player if another seat opens a Door of ``kind``."""
    living = s.condition[0, DEAD] == 0
    if kind < NUM_COLOURS:
        if kind == specimen_of(s, seat):
            return float(-w.gift)
        return float(w.hurt * (1 - beaten_by(t, s, seat, kind)))
    if kind == POTION_BOX:
        return float(-w.gift)
    if kind == INSTANT_DEATH:
        return float(w.kill)
    if kind == EXPLOSION:
        return float(w.hurt / 2 if living else w.hurt)
    if kind == RADIOACTIVE_EXPLOSION:
        value = w.kill if s.pollution[seat] + FALLOUT >= DEADLY else w.chips
        if living:
            value -= 2 * w.kill if s.pollution[0] + FALLOUT >= DEADLY else w.chips
        return float(value)
    if kind == RESURRECTION:
        return float(w.revival * (1 - int(living)) - w.revival / 2 * others_dead(s))
    return 0.0


@unit
def value_before_turn(w: Weights, p: Plan, kind: int) -> float:
    """Set the player's own Door to ``kind``, and return the value of the turn with it."""
    p.own = kind
    compute_values(w, p)
    return exploring_value(w, p)


@unit
def choose_door(t: Tables, w: Weights, s: SeatView, p: Plan, mask: MaskArray) -> int:
    """Return the action that lays the best Door."""
    comes = next_player(s)
    if comes == 0:
        prepare_plan(t, w, s, p)
        plan_new_turn(s, p)
    best, most, lies = KEEP, -np.inf, own_kind(s)
    for number in range(DOOR_KINDS + 1):
        action = LAY + number  # the last one is KEEP
        if mask[action] != 0:
            kind = lies if action == KEEP else number
            value = (
                value_before_turn(w, p, kind) if comes == 0 else trap_value(t, w, s, kind, comes)
            )
            if value >= most:
                best, most = action, value
    return best
