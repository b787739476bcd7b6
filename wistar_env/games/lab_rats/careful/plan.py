"""The record ``PLAN``: what ``careful`` computes about a turn before it decides."""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, inline, pointer, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import empty
from wistar_env.games.lab_rats.amounts import HAND_LIMIT
from wistar_env.games.lab_rats.careful.hands import (
    beats,
    copy_hand,
    exit_share,
    specimen_of,
    usual_cover,
)
from wistar_env.games.lab_rats.careful.seat_view import SeatView
from wistar_env.games.lab_rats.careful.weights import Weights
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    EXPLOSION,
    INSTANT_DEATH,
    NUM_COLOURS,
    POTION_KINDS,
    RADIOACTIVE_EXPLOSION,
)
from wistar_env.games.lab_rats.state import DEAD, NO_CARD, SLOTS, Tables

#: Origins of an unknown Door: the deck, or another player.
FROM_DECK, LAID = range(2)
LAYERS: Final = 2
#: Number of states: unknown Doors x own Door x Potions gained x injury x Radioactive Explosions.
STATES: Final = (SLOTS + 1) * 2 * (HAND_LIMIT + 1) * 2 * 3

PLAN: Final = record(
    [
        ("specimen", np.int64),
        ("own", np.int64),  # kind of one's own Door if it is closed, or NO_CARD
        ("unknown", np.int64),  # other Doors that are closed
        ("from_deck", np.int64),  # those of ``unknown`` in the middle
        ("pollution", np.int64),
        ("potions", np.int64),
        ("crumbs", np.int64),
        ("cheese", np.int64),
        ("others", np.int64),  # living players except this one
        ("exits", np.float64),  # share of the Exits that the hand can pay
        ("life", np.float64),
        ("death", np.float64),
        ("unseen", np.float64, (DOOR_KINDS,)),  # share of each kind among unseen Doors
        ("behind", np.float64, (LAYERS, DOOR_KINDS)),  # share of each kind, by a Door's origin
        # Chance to beat an obstacle, by number of Potions gained and colour.
        ("beaten", np.float64, (HAND_LIMIT + 1, NUM_COLOURS)),
        ("value", np.float64, (STATES,)),  # of each state of the turn
    ]
)
Plan: TypeAlias = Annotated[Any, "lab rats plan"]
PlanArray: TypeAlias = Annotated[Any, "lab rats plan array"]
declare("lab rats plan", PLAN)


@inline
def count_doors(t: Tables, s: SeatView, p: Plan) -> None:
    """Compute the share of each kind among the Doors that this seat has not seen (LAB-76)."""
    total = 0.0
    for kind in range(DOOR_KINDS):
        left = int(t.doors[kind]) - int(s.aside[kind]) - int(s.door_discards[kind])
        left -= int(s.doors[0, kind])
        for place in range(SLOTS):
            left -= int(s.table[place, kind])
        p.unseen[kind] = max(left, 0)
        total += p.unseen[kind]
    for kind in range(DOOR_KINDS):
        p.unseen[kind] = p.unseen[kind] / total if total > 0 else 1 / DOOR_KINDS


@inline
def harms(kind: int, specimen: int) -> bool:
    """Return whether a Door may harm a player, judged by the mutation but not the hand."""
    if kind < NUM_COLOURS:
        return kind != specimen
    return kind in (RADIOACTIVE_EXPLOSION, EXPLOSION, INSTANT_DEATH)


@inline
def estimate_doors(w: Weights, p: Plan) -> None:
    """Estimate the kinds of closed Doors, with more harmful ones among those laid by players."""
    total = 0.0
    for kind in range(DOOR_KINDS):
        p.behind[FROM_DECK, kind] = p.unseen[kind]
        p.behind[LAID, kind] = p.unseen[kind]
        if harms(kind, int(p.specimen)):
            p.behind[LAID, kind] *= w.distrust
        total += p.behind[LAID, kind]
    for kind in range(DOOR_KINDS):
        p.behind[LAID, kind] /= max(total, 1e-9)


@inline
def estimate_obstacles(t: Tables, s: SeatView, p: Plan) -> None:
    """Compute the share of payable Exits, and the chance to beat obstacles now and after draws."""
    hand = empty(POTION_KINDS, np.uint8)
    copy_hand(s, hand)
    p.exits = exit_share(t, pointer(hand), int(p.specimen))
    missed = 1 - usual_cover(t, s)
    for colour in range(NUM_COLOURS):
        left = 0.0 if beats(t, hand, colour) else 1.0
        for gained in range(HAND_LIMIT + 1):
            p.beaten[gained, colour] = 1 - left
            left *= missed


@inline
def value_life(w: Weights, s: SeatView, p: Plan) -> None:
    """Count the other living players, and compute the values of surviving and of dying."""
    p.others = 0
    threat = 0.0
    for seat in range(1, int(s.seats)):
        if s.condition[seat, DEAD] == 0:
            p.others += 1
            if s.cheese[seat] >= 2:
                threat = w.threat
    p.life = w.life * (1 - threat)
    p.death = w.death * (1 - threat) if p.others > 0 else 0.0


@inline
def own_kind(s: SeatView) -> int:
    """Return the kind of the player's own Door on the table, or ``NO_CARD``."""
    found = NO_CARD
    for kind in range(DOOR_KINDS):
        if s.table[0, kind] != 0:
            found = kind
    return found


@unit
def prepare_plan(t: Tables, w: Weights, s: SeatView, p: Plan) -> None:
    """Compute everything that does not depend on which Doors are closed."""
    p.specimen = specimen_of(s, 0)
    p.pollution = s.pollution[0]
    p.potions = s.num_potions[0]
    p.crumbs = s.crumbs[0]
    p.cheese = s.cheese[0]
    count_doors(t, s, p)
    estimate_doors(w, p)
    estimate_obstacles(t, s, p)
    value_life(w, s, p)


@inline
def read_table(s: SeatView, p: Plan) -> None:
    """Record which Doors are closed."""
    p.own = own_kind(s) if s.closed[0] != 0 else NO_CARD
    p.unknown = 0
    p.from_deck = 0
    for place in range(1, SLOTS):
        p.unknown += int(s.closed[place])
        if place >= s.seats:
            p.from_deck += int(s.closed[place])


@inline
def plan_new_turn(s: SeatView, p: Plan) -> None:
    """Set all Doors to closed, with the player's own Door not yet laid."""
    p.own = NO_CARD
    p.unknown = SLOTS - 1
    p.from_deck = SLOTS - int(s.seats)
