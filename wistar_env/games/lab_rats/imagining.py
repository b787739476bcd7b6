"""A particle filter that samples histories given what a seat saw (LAB-77).

Consistency is not enough: if a Potion is passed unseen and its giver shows a red one later, the red
one has probably stayed. So several histories are sampled in parallel (Gordon, Salmond and Smith,
*Novel approach to nonlinear/non-Gaussian Bayesian state estimation*, 1993). The weight of a history
is the likelihood of what the seat saw. If a few histories have most of the weight, they replace the
others (systematic resampling).
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.late_binding import copy_bytes
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import following, mixed
from wistar_env.games.lab_rats.door_cards import is_open
from wistar_env.games.lab_rats.history import FAILED, PASSED, SHOWN, sort_of
from wistar_env.games.lab_rats.reconstruction import (
    HISTORIES,
    WHOLE,
    WORK_BYTES,
    Work,
    Works,
    all_failed,
    begin,
    repeat,
    see,
)
from wistar_env.games.lab_rats.state import OF_DOORS, SLOTS, State, Tables, roll

#: Histories are resampled when their effective number is below this.
_LEAST: Final = HISTORIES / 2


@inline
def _share(g: State) -> float:
    """Return a random number from 0 to below 1."""
    g.rng = following(g.rng)
    return float(mixed(g.rng) >> np.uint64(11)) * 2.0**-53


@inline
def _weigh(w: Work, weight: int) -> None:
    """Multiply the weight of a history by a likelihood."""
    w.weight *= weight / WHOLE


@inline
def _replace(g: State, works: Works, total: float) -> None:
    """Resample histories in proportion to their weights, and make all weights equal."""
    copies = empty(HISTORIES, np.int16)
    start, below, given, last = _share(g), 0.0, 0, 0
    for k in range(HISTORIES):
        below += works[k].weight * HISTORIES / total
        copies[k] = max(0, int(below + start) - given)
        given += copies[k]
        if works[k].weight > 0:
            last = k
        works[k].weight = 1
    copies[last] += HISTORIES - given  # lost to rounding errors
    source = 0
    for k in range(HISTORIES):
        if copies[k] == 0:
            while copies[source] < 2:
                source += 1
            copies[source] -= 1
            copy_bytes(works[k], works[source], WORK_BYTES)


@inline
def _balance(g: State, works: Works) -> bool:
    """Resample if few histories have most of the weight; return False if all weights are 0."""
    total, squares = 0.0, 0.0
    for k in range(HISTORIES):
        total += works[k].weight
        squares += works[k].weight * works[k].weight
    if total == 0:
        return False
    if total * total < _LEAST * squares:
        _replace(g, works, total)
    return True


@inline
def imagine(t: Tables, g: State, works: Works, sort: int, seat: int) -> bool:
    """Sample histories of Potions or Doors (``sort``); return False if none fits the seat's view.

    Each of ``works`` is a history; its ``weight`` is the likelihood of what the seat saw since the
    last resampling.
    """
    h = g.histories[sort]
    begin(t, g, works[0], sort, seat)
    for k in range(1, HISTORIES):
        copy_bytes(works[k], works[0], WORK_BYTES)
    for event in range(int(h.num_events)):
        happened = sort_of(int(h.events[event]))
        is_seen = happened == SHOWN or happened == PASSED or happened == FAILED
        first = roll(g, HISTORIES)
        for k in range(HISTORIES):
            w = works[k]
            if w.weight > 0:
                _weigh(w, repeat(g, w, sort, event, seat, (first + k) % HISTORIES))
                if is_seen and w.num_failures > 0 and not all_failed(t, g, w):
                    w.weight = 0
        if is_seen and not _balance(g, works):
            return False
    if sort == OF_DOORS:
        return _see_open_doors(g, works, seat)
    return True


@inline
def _see_open_doors(g: State, works: Works, seat: int) -> bool:
    """Match sampled Doors with the open Doors; return False if no history can match."""
    for place in range(SLOTS):
        if place != seat and is_open(g, place):
            first = roll(g, HISTORIES)
            for k in range(HISTORIES):
                weight = see(g, works[k], place, int(g.table[place]), (first + k) % HISTORIES)
                _weigh(works[k], weight)
            if not _balance(g, works):
                return False
    return True


@inline
def choose(g: State, works: Works) -> int:
    """Return the index of a history, drawn in proportion to its weight."""
    total = 0.0
    for k in range(HISTORIES):
        total += works[k].weight
    left, k = _share(g) * total, 0
    while k < HISTORIES - 1 and left >= works[k].weight:
        left -= works[k].weight
        k += 1
    return k
