"""What search thinks of a position before it looks any further.

``judge`` writes how likely each legal action is to be good (shares, which add up to 1) and what
the position is worth to each seat. All else of a search is the same whoever judges.
"""

import numpy as np

from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import DoubleArray
from wistar_env.gate import LEGAL_SIZE, MAX_SEATS, NUM_FEATURES
from wistar_env.gate.play import (
    Game,
    Legal,
    Tables,
    deciding,
    evaluate,
    foresee,
    over,
    play_on,
    total_of,
)
from wistar_env.networks.seeing import OUTLOOK_SIZE, VP_SCALE, look
from wistar_env.policies.greedy import TRIED, best_foreseen
from wistar_env.search.context import Search, networks_of, pace_of, scratch_of, weights_of
from wistar_env.search.worth import ahead, odds, weigh, weigh_end


@inline
def share_out(values: DoubleArray, n: int, temperature: float) -> None:
    """Turn values of actions into shares that add up to 1: a softmax."""
    highest = values[0]
    for k in range(1, n):
        highest = max(highest, values[k])
    whole = 0.0
    for k in range(n):
        values[k] = np.exp((values[k] - highest) / temperature)
        whole += values[k]
    for k in range(n):
        values[k] /= whole


@inline
def set_pace(t: Tables, g: Game, s: Search) -> None:
    """Note the totals of all seats at the root."""
    for seat in range(int(g.seats)):
        pace_of(s)[seat] = total_of(t, g, seat)


@inline
def weigh_expected(g: Game, s: Search, finals: DoubleArray, worths: DoubleArray) -> None:
    """Write what a position is worth to each seat that will score so much."""
    seats = int(g.seats)
    for seat in range(seats):
        worths[seat] = odds(ahead(finals, seats, seat), s.scale)
    weigh(s, seats, finals, worths)


@inline
def expect(t: Tables, g: Game, s: Search, finals: DoubleArray) -> None:
    """Write a score for each seat by which positions can be compared.

    Nobody evaluates what the rules play: it counts as it stood at the root, since otherwise the
    position before its turn would always look better than the one behind it.
    """
    weights = weights_of(s)
    features = empty(NUM_FEATURES, np.float64)
    players = int(g.seats - g.solo)
    for seat in range(players):
        finals[seat] = evaluate(t, g, seat, pointer(weights), pointer(features))
    for seat in range(players, int(g.seats)):
        finals[seat] = pace_of(s)[seat]


@unit
def judge_by_heuristic(
    t: Tables, g: Game, s: Search, legal: Legal, shares: DoubleArray, worths: DoubleArray
) -> None:
    """Judge by what greedy thinks of the positions one action ahead."""
    seat = deciding(g)
    scratch, weights = scratch_of(s), weights_of(s)
    finals = empty(MAX_SEATS, np.float64)
    features = empty(NUM_FEATURES, np.float64)
    after = empty(LEGAL_SIZE, np.int16)
    expect(t, g, s, finals)
    n = int(legal[0])
    best = -np.inf
    for k in range(n):
        scratch[TRIED] = g
        foresee(t, scratch[TRIED], int(legal[k + 1]), after)
        shares[k] = evaluate(t, scratch[TRIED], seat, pointer(weights), pointer(features))
        best = max(best, shares[k])
    share_out(shares, n, s.temperature)
    finals[seat] = best
    weigh_expected(g, s, finals, worths)


@unit
def judge_by_network(
    t: Tables, g: Game, s: Search, legal: Legal, shares: DoubleArray, worths: DoubleArray
) -> None:
    """Judge by what a network makes of what the deciding seat sees."""
    logits = empty(LEGAL_SIZE, np.float32)
    outlook = empty(OUTLOOK_SIZE, np.float32)
    finals = empty(MAX_SEATS, np.float64)
    look(t, g, deciding(g), legal, networks_of(s)[0], pointer(logits), pointer(outlook))
    n, seats = int(legal[0]), int(g.seats)
    for k in range(n):
        shares[k] = logits[k]
    share_out(shares, n, s.temperature)
    for seat in range(seats):
        finals[seat] = total_of(t, g, seat) + VP_SCALE * outlook[seat]
    for seat in range(seats):
        said = max(0.0, min(1.0, float(outlook[MAX_SEATS + seat])))
        reckoned = odds(ahead(finals, seats, seat), s.scale)
        worths[seat] = s.trust * said + (1.0 - s.trust) * reckoned
    weigh(s, seats, finals, worths)


@inline
def judge(
    t: Tables, g: Game, s: Search, legal: Legal, shares: DoubleArray, worths: DoubleArray
) -> None:
    """Write the prior of each legal action, and what the position is worth to each seat."""
    if s.learned == 1:
        judge_by_network(t, g, s, pointer(legal), pointer(shares), pointer(worths))
    else:
        judge_by_heuristic(t, g, s, pointer(legal), pointer(shares), pointer(worths))


@inline
def play_out(t: Tables, g: Game, s: Search, legal: Legal, worths: DoubleArray) -> None:
    """Let greedy play on up to the horizon, and write what it came to for each seat."""
    scratch, weights = scratch_of(s), weights_of(s)
    shares = empty(LEGAL_SIZE, np.float64)
    last = g.decisions + s.horizon
    while not over(g) and g.decisions < last:
        play_on(t, g, best_foreseen(t, g, legal, weights, scratch), legal)
    if over(g):
        weigh_end(t, g, s, worths)
    else:
        judge(t, g, s, legal, shares, worths)
