"""Values of positions for each seat, from 0 to 1: win probability mixed with the lead in score.

    value = win_weight * P(win) + (1 - win_weight) * (1/2 + lead / (2 * lead_limit))

The lead is over the best other seat, clipped to the game's ``lead_limit`` in both directions. Each
seat maximizes its own value.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import DoubleArray
from wistar_env.kit.common_fields import Game
from wistar_env.kit.game_calls import final_score, rank_of, score_game
from wistar_env.kit.limits import MAX_COLUMNS, MAX_SEATS
from wistar_env.kit.rules_interface import Tables
from wistar_env.kit.search.context import Search

_SCORES: Final = MAX_SEATS * MAX_COLUMNS


@inline
def lead_of(scores: DoubleArray, seats: int, seat: int) -> float:
    """Return the lead of a seat over the best other seat, in points; infinite without others."""
    best = -np.inf
    for other in range(seats):
        if other != seat:
            best = max(best, scores[other])
    return float(scores[seat] - best)


@inline
def win_probability(lead: float, score_scale: float) -> float:
    """Return the win probability of a seat with this lead: a logistic function."""
    return float(1.0 / (1.0 + np.exp(-lead / score_scale)))


@inline
def add_leads(t: Tables, s: Search, seats: int, scores: DoubleArray, values: DoubleArray) -> None:
    """Turn win probabilities into values, in place, by mixing in the leads."""
    limit = float(t.lead_limit)
    for seat in range(seats):
        lead = max(-limit, min(limit, lead_of(scores, seats, seat)))
        share = 0.5 + lead / (2.0 * limit)
        values[seat] = s.win_weight * values[seat] + (1.0 - s.win_weight) * share


@inline
def terminal_values(t: Tables, g: Game, s: Search, values: DoubleArray) -> None:
    """Write the value of a finished game for each seat."""
    columns = zeros(_SCORES, np.int16)
    scores = zeros(MAX_SEATS, np.float64)
    score_game(t, g, columns)
    seats, winners = int(g.seats), 0
    for seat in range(seats):
        scores[seat] = final_score(t, columns, seat)
        values[seat] = 1.0 if rank_of(t, g, seat, columns) == 1 else 0.0
        winners += int(values[seat])
    for seat in range(seats):
        values[seat] /= winners  # a shared first place is a fraction of a win
    add_leads(t, s, seats, scores, values)
