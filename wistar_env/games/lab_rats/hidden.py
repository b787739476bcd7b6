"""Resampling of hidden information: hands, closed Doors, decks and Exits (LAB-70, LAB-74).

All that is hidden goes into one pool by kinds, and is dealt from there again. So the result depends
only on the information of the seat. Choices of others that are still sealed are the kit's.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, late_unit, pointer
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, Seed
from wistar_env.games.lab_rats.door_cards import is_open
from wistar_env.games.lab_rats.exits import shuffle_exits
from wistar_env.games.lab_rats.kinds import DOOR_KINDS, EXITS, POTION_KINDS
from wistar_env.games.lab_rats.potions import asked_of, pays
from wistar_env.games.lab_rats.state import (
    NO_CARD,
    PAY_EXIT,
    SLOTS,
    State,
    Tables,
    pick,
)

#: How often hands are dealt that do not fit what happened at Exits, before they are taken anyway.
_TRIES: Final = 1000


@inline
def take(g: State, pool: ByteArray, kinds: int, total: int) -> int:
    """Take a card of a pool at random."""
    kind = pick(g, pool, kinds, total)
    pool[kind] -= 1
    return kind


@inline
def _is_hidden_door(g: State, place: int, seat: int) -> bool:
    return place != seat and not is_open(g, place) and g.table[place] != NO_CARD


@late_unit
def redeal_doors(g: State, seat: int) -> None:
    """Redeal the Doors of other hands, and the face-down ones except the own."""
    pool = empty(DOOR_KINDS, np.uint8)
    total = 0
    for kind in range(DOOR_KINDS):
        pool[kind] = g.door_deck[kind]
        for other in range(int(g.seats)):
            if other != seat:
                pool[kind] += g.players[other].doors[kind]
                g.players[other].doors[kind] = 0
    for place in range(SLOTS):
        if _is_hidden_door(g, place, seat):
            pool[g.table[place]] += 1
    for kind in range(DOOR_KINDS):
        total += int(pool[kind])
    for other in range(int(g.seats)):
        if other != seat:
            p = g.players[other]
            for _ in range(int(p.num_doors)):
                p.doors[take(g, pool, DOOR_KINDS, total)] += 1
                total -= 1
    for place in range(SLOTS):
        if _is_hidden_door(g, place, seat):
            g.table[place] = take(g, pool, DOOR_KINDS, total)
            total -= 1
    for kind in range(DOOR_KINDS):
        g.door_deck[kind] = pool[kind]


@inline
def _fits(t: Tables, g: State, other: int) -> bool:
    """Return whether a hand agrees with the Exits tried: a hand that can pay must, others died."""
    p = g.players[other]
    if g.asked == PAY_EXIT and other == g.active and not pays(p.potions, int(g.to_pay)):
        return False
    for card in range(EXITS):
        if (int(p.unpaid) >> card) & 1 and pays(p.potions, asked_of(t, p, card)):
            return False
    return True


@late_unit
def deal_hands(t: Tables, g: State, seat: int, pool: ByteArray, total: int, must_fit: bool) -> bool:
    """Deal hands to all others: their known cards, and the rest from the pool.

    Potions that were put by are among them. False, and not all is dealt, if a hand must fit and
    does not.
    """
    viewer = g.players[seat]
    for other in range(int(g.seats)):
        if other != seat:
            p = g.players[other]
            missing = int(p.num_potions) + int(p.num_put_by)
            for kind in range(POTION_KINDS):
                p.potions[kind] = viewer.known[other, kind]
                missing -= int(viewer.known[other, kind])
            for _ in range(missing):
                p.potions[take(g, pool, POTION_KINDS, total)] += 1
                total -= 1
            if must_fit and not _fits(t, g, other):
                return False
    return True


@inline
def _put_some_by(g: State, other: int) -> None:
    """Put some Potions of a hand by, any of them."""
    p = g.players[other]
    for kind in range(POTION_KINDS):
        p.put_by[kind] = 0
    for k in range(int(p.num_put_by)):
        left = int(p.num_potions) + int(p.num_put_by) - k
        p.put_by[take(g, p.potions, POTION_KINDS, left)] += 1


@late_unit
def redeal_potions(t: Tables, g: State, seat: int) -> None:
    """Redeal the Potions of other hands, and those that others gave up."""
    viewer = g.players[seat]
    pool, left = empty(POTION_KINDS, np.uint8), empty(POTION_KINDS, np.uint8)
    total = 0
    for kind in range(POTION_KINDS):
        pool[kind] = g.potion_deck[kind]
        for other in range(int(g.seats)):
            if other != seat:
                p = g.players[other]
                pool[kind] += p.potions[kind] + p.put_by[kind] - viewer.known[other, kind]
        total += int(pool[kind])
    for k in range(_TRIES):
        for kind in range(POTION_KINDS):
            left[kind] = pool[kind]
        if deal_hands(t, g, seat, pointer(left), total, k < _TRIES - 1):
            break
    for kind in range(POTION_KINDS):
        g.potion_deck[kind] = left[kind]
    for other in range(int(g.seats)):
        if other != seat:
            _put_some_by(g, other)


@inline
def _redeal_exits(g: State) -> None:
    """Shuffle all face-down Exits, after sorting them."""
    first = 1 if g.asked == PAY_EXIT else 0
    shown = int(g.exits[0])
    k = first
    for card in range(EXITS):
        if first == 0 or card != shown:
            g.exits[k] = card
            k += 1
    shuffle_exits(g, first)


@inline
def _forget_others(g: State, seat: int) -> None:
    """Clear the knowledge of others about each other: a seat knows only that about its own hand."""
    for other in range(int(g.seats)):
        p = g.players[other]
        for third in range(int(g.seats)):
            for kind in range(POTION_KINDS):
                if other != seat and third != seat:
                    p.known[third, kind] = 0


@late_unit
def reshuffle_hidden(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Resample the information hidden from a seat."""
    g.rng = rng
    redeal_doors(g, seat)
    redeal_potions(t, g, seat)
    _redeal_exits(g)
    _forget_others(g, seat)
