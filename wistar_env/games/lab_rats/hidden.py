"""Resampling of hidden information: hands, closed Doors, decks and Exits (LAB-70, LAB-77).

Hands of others come from a history sampled from the seat's information (``reconstruction``), so the
result depends on nothing else. The kit resamples choices of others that are still secret.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, late_unit, pointer
from wistar_env.compiled.late_binding import copy_bytes
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, Seed
from wistar_env.games.lab_rats.door_cards import is_open
from wistar_env.games.lab_rats.exits import shuffle_exits
from wistar_env.games.lab_rats.history import forget
from wistar_env.games.lab_rats.imagining import choose, imagine
from wistar_env.games.lab_rats.kinds import DOOR_KINDS, EXITS, POTION_KINDS
from wistar_env.games.lab_rats.potions import pays
from wistar_env.games.lab_rats.reconstruction import (
    HISTORIES,
    WORK,
    WORK_BYTES,
    Work,
    count_held,
    rewrite,
    settle,
)
from wistar_env.games.lab_rats.state import (
    NO_CARD,
    OF_DOORS,
    OF_POTIONS,
    PAY_EXIT,
    SLOTS,
    State,
    Tables,
    pick,
)

#: Failed attempts to sample a history after which the older half of its events is dropped.
_TRIES: Final = 1_000


@inline
def take(g: State, pool: ByteArray, kinds: int, total: int) -> int:
    """Take a random card from a pool, and return its kind."""
    kind = pick(g, pool, kinds, total)
    pool[kind] -= 1
    return kind


@inline
def _sees(g: State, seat: int, place: int) -> bool:
    """Whether nothing at a place of the table is hidden from a seat."""
    return place == seat or is_open(g, place) or g.table[place] == NO_CARD


@late_unit
def _payer_pays(g: State, w: Work, seat: int) -> bool:
    """Whether the sampled hand can pay the rest of an Exit that is being paid (AMB-84).

    True if nobody is paying an Exit, or the observing seat is.
    """
    if g.asked != PAY_EXIT or g.active == seat:
        return True
    hand = empty(POTION_KINDS, np.uint8)
    count_held(w, int(g.active), pointer(hand))
    return pays(hand, int(g.to_pay))


@late_unit
def _imagine(t: Tables, g: State, w: Work, sort: int, seat: int) -> None:
    """Replace a history by a random one that is consistent with everything that the seat saw."""
    h = g.histories[sort]
    works = empty(HISTORIES, WORK)
    tries = 0
    while True:
        if imagine(t, g, works, sort, seat):
            for _ in range(HISTORIES):
                copy_bytes(w, works[choose(g, works)], WORK_BYTES)
                if settle(t, g, w) and (sort == OF_DOORS or _payer_pays(g, w, seat)):
                    rewrite(h, w, seat)
                    return
        tries += 1
        if tries % _TRIES == 0:
            forget(h, (int(h.num_events) + 1) // 2)


@late_unit
def redeal_doors(t: Tables, g: State, w: Work, seat: int) -> None:
    """Resample the deck, the Doors in other hands, and face-down Doors except the seat's own."""
    _imagine(t, g, w, OF_DOORS, seat)
    hand = empty(POTION_KINDS, np.uint8)
    for place in range(SLOTS):
        if place != seat:
            total = count_held(w, place, pointer(hand))
            if not _sees(g, seat, place):
                g.table[place] = take(g, hand, DOOR_KINDS, total)
            if place < g.seats:
                for kind in range(DOOR_KINDS):
                    g.players[place].doors[kind] = hand[kind]
    for kind in range(DOOR_KINDS):
        g.door_deck[kind] = w.left[w.last_pool, kind]


@late_unit
def redeal_potions(t: Tables, g: State, w: Work, seat: int) -> None:
    """Resample the Potions in other hands and in the deck, and those that others gave up."""
    _imagine(t, g, w, OF_POTIONS, seat)
    hand = empty(POTION_KINDS, np.uint8)
    for other in range(int(g.seats)):
        if other != seat:
            p, total = g.players[other], count_held(w, other, pointer(hand))
            for kind in range(POTION_KINDS):
                p.put_by[kind] = 0
            for k in range(int(p.num_put_by)):
                p.put_by[take(g, hand, POTION_KINDS, total - k)] += 1
            for kind in range(POTION_KINDS):
                p.potions[kind] = hand[kind]
    for kind in range(POTION_KINDS):
        g.potion_deck[kind] = w.left[w.last_pool, kind]


@inline
def _redeal_exits(g: State) -> None:
    """Sort, then shuffle, all face-down Exits, so that their true order has no influence."""
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
    """Clear what other seats know about each other, which is hidden from the seat."""
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
    work = empty(1, WORK)
    redeal_doors(t, g, work[0], seat)
    redeal_potions(t, g, work[0], seat)
    _redeal_exits(g)
    _forget_others(g, seat)
