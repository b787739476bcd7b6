"""What positions are worth to each seat, 0 to 1: its chance of winning, and how far it is ahead.

    worth = win * chance of winning + (1 - win) * (1/2 + VP ahead of the best other / (2 * REACH))

Each seat wants as much as it can get of its own worth, whatever that means for others.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, pointer
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import DoubleArray
from wistar_env.gate import COLUMNS, MAX_SEATS, TOTAL
from wistar_env.gate.play import Game, Tables, at, rank_of, score_game
from wistar_env.search.context import Search

#: VP ahead, or behind, beyond which the second part does not change.
REACH: Final = 100.0
_SCORES: Final = MAX_SEATS * COLUMNS


@inline
def ahead(finals: DoubleArray, seats: int, seat: int) -> float:
    """Return by how many VP a seat is ahead of the best other one."""
    best = -np.inf
    for other in range(seats):
        if other != seat:
            best = max(best, finals[other])
    return float(finals[seat] - best)


@inline
def odds(vp: float, scale: float) -> float:
    """Return the chance of winning of a seat that is ahead by some VP."""
    return float(1.0 / (1.0 + np.exp(-vp / scale)))


@inline
def weigh(s: Search, seats: int, finals: DoubleArray, chances: DoubleArray) -> None:
    """Turn chances of winning into what the position is worth to each seat."""
    for seat in range(seats):
        distance = max(-REACH, min(REACH, ahead(finals, seats, seat)))
        share = 0.5 + distance / (2.0 * REACH)
        chances[seat] = s.win * chances[seat] + (1.0 - s.win) * share


@inline
def weigh_end(t: Tables, g: Game, s: Search, worths: DoubleArray) -> None:
    """Write what a game that is over was worth to each seat."""
    scores = zeros(_SCORES, np.int16)
    finals = zeros(MAX_SEATS, np.float64)
    score_game(t, g, pointer(scores))
    seats = int(g.seats)
    for seat in range(seats):
        finals[seat] = scores[at(seat, TOTAL)]
        worths[seat] = 1.0 if rank_of(g, seat, scores) == 1 else 0.0
    weigh(s, seats, finals, worths)
