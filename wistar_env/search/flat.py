"""``flat``: flat Monte Carlo, as compiled code. Every action is played out; the best mean wins.

Rollouts are shared out by sequential halving (Karnin, Koren and Somekh, *Almost Optimal Exploration
in Multi-Armed Bandits*, 2013): in each phase the actions that are left get equally many, then the
worse half of them is out. What a seat cannot know is drawn anew for each round of rollouts, the
same for all actions, so that luck meets all alike.
"""

import numpy as np

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.streams import FOR_DETERMINIZE, FOR_SEARCH, following, stream
from wistar_env.compiled.types import DoubleArray, LongArray, Seed
from wistar_env.gate import LEGAL_SIZE, MAX_SEATS
from wistar_env.gate.play import (
    Game,
    GameArray,
    Tables,
    TablesArray,
    deciding,
    find_legal,
    play_on,
    reshuffle_hidden,
)
from wistar_env.policies.greedy import KNOWN
from wistar_env.search.context import ROOT, Search, Searches, edges_of, scratch_of
from wistar_env.search.judge import judge, play_out, set_pace
from wistar_env.search.tree import branch_out, match, plant


@inline
def mean(s: Search, edge: int) -> float:
    """Return what the rollouts of an action were worth."""
    e = edges_of(s)[edge]
    return float(e.worth / e.visits) if e.visits > 0 else 0.0


@inline
def rank_by(values: DoubleArray, order: LongArray, n: int) -> None:
    """Sort the first ``n`` edges by their values, the highest first; equals stay in order."""
    for k in range(1, n):
        value, edge = values[k], order[k]
        at = k
        while at > 0 and values[at - 1] < value:
            values[at] = values[at - 1]
            order[at] = order[at - 1]
            at -= 1
        values[at] = value
        order[at] = edge


@inline
def halvings(n: int) -> int:
    """Return how often so many actions are halved until one is left."""
    times = 0
    while n > 1:
        n = (n + 1) // 2
        times += 1
    return times


@inline
def root_edges(t: Tables, g: Game, s: Search, order: LongArray, values: DoubleArray) -> int:
    """Add an edge for each legal action and rank them by their priors; return how many."""
    legal = zeros(LEGAL_SIZE, np.int16)
    worths = zeros(MAX_SEATS, np.float64)
    scratch = scratch_of(s)
    seat = deciding(g)
    plant(s)
    scratch[KNOWN] = g
    reshuffle_hidden(t, scratch[KNOWN], seat, stream(s.x, FOR_DETERMINIZE))
    find_legal(t, scratch[KNOWN], legal)
    match(s, ROOT, seat, legal, order)
    judge(t, scratch[KNOWN], s, legal, values, worths)
    branch_out(s, ROOT, seat, legal, values, order)
    rank_by(values, order, int(legal[0]))
    return int(legal[0])


@inline
def roll_out(t: Tables, g: Game, s: Search, edge: int) -> None:
    """Play out an action in a copy of the game with the present draw."""
    legal = zeros(LEGAL_SIZE, np.int16)
    worths = zeros(MAX_SEATS, np.float64)
    scratch = scratch_of(s)
    e = edges_of(s)[edge]
    scratch[KNOWN] = g
    reshuffle_hidden(t, scratch[KNOWN], int(e.seat), stream(s.x, FOR_DETERMINIZE))
    play_on(t, scratch[KNOWN], int(e.action), legal)
    play_out(t, scratch[KNOWN], s, legal, worths)
    e.visits += 1
    e.worth += worths[e.seat]


@entry
def halve(
    tables: TablesArray,
    games: GameArray,
    i: int,
    searches: Searches,
    seed: Seed,
    rollouts: int,
    width: int,
) -> None:
    """Play out the ``width`` legal actions of ``games[i]`` that promise most.

    What came of them is in the edges of the root.
    """
    t, g, s = tables[0], games[i], searches[0]
    order = zeros(LEGAL_SIZE, np.int64)
    values = zeros(LEGAL_SIZE, np.float64)
    s.x = stream(seed, FOR_SEARCH)
    set_pace(t, g, s)
    left = min(root_edges(t, g, s, order, values), width)
    phases = halvings(left)
    while left > 1:
        for _ in range(max(1, rollouts // (phases * left))):
            s.x = following(s.x)
            for k in range(left):
                roll_out(t, g, s, int(order[k]))
        for k in range(left):
            values[k] = mean(s, int(order[k]))
        rank_by(values, order, left)
        left = (left + 1) // 2
