"""``flat``: flat Monte Carlo search by sequential halving, compiled.

Sequential halving (Karnin, Koren and Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*,
2013): in each phase the remaining actions get equally many rollouts, then the worse half is
dropped. Each round of rollouts draws one determinization for all actions, which reduces the
variance of their differences.
"""

import numpy as np

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.streams import FOR_DETERMINIZE, FOR_SEARCH, following, stream
from wistar_env.compiled.types import DoubleArray, LongArray, Seed
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.game_calls import copy_game, deciding, find_legal, play_on, reshuffle_hidden
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.policies.greedy import KNOWN
from wistar_env.kit.rules_interface import Tables, TablesArray
from wistar_env.kit.search.context import ROOT, Search, Searches, edges_of, scratch_of
from wistar_env.kit.search.leaf_evaluation import evaluate_leaf, rollout, store_root
from wistar_env.kit.search.tree import add_root, expand, find_children


@inline
def mean_value(s: Search, edge: int) -> float:
    """Return the mean value of the rollouts of an action; 0 if there are none."""
    e = edges_of(s)[edge]
    return float(e.value_sum / e.visits) if e.visits > 0 else 0.0


@inline
def sort_edges(keys: DoubleArray, order: LongArray, n: int) -> None:
    """Sort the first ``n`` edges by descending keys; the sort is stable."""
    for k in range(1, n):
        key, edge = keys[k], order[k]
        at = k
        while at > 0 and keys[at - 1] < key:
            keys[at] = keys[at - 1]
            order[at] = order[at - 1]
            at -= 1
        keys[at] = key
        order[at] = edge


@inline
def expand_root(t: Tables, g: Game, s: Search, order: LongArray, priors: DoubleArray) -> int:
    """Add an edge for each legal action, sorted by prior in ``order``; return their number."""
    legal = zeros(MAX_LEGAL_SIZE, np.int16)
    values = zeros(MAX_SEATS, np.float64)
    scratch = scratch_of(s)
    seat = deciding(g)
    add_root(s)
    copy_game(t, scratch, KNOWN, g)
    reshuffle_hidden(t, scratch[KNOWN], seat, stream(s.rng_state, FOR_DETERMINIZE))
    find_legal(t, scratch[KNOWN], legal)
    find_children(s, ROOT, seat, legal, order)
    evaluate_leaf(t, scratch[KNOWN], s, legal, priors, values)
    expand(s, ROOT, seat, legal, priors, order)
    sort_edges(priors, order, int(legal[0]))
    return int(legal[0])


@inline
def run_rollout(t: Tables, g: Game, s: Search, edge: int) -> None:
    """Run a rollout of an action in the current determinization."""
    legal = zeros(MAX_LEGAL_SIZE, np.int16)
    values = zeros(MAX_SEATS, np.float64)
    scratch = scratch_of(s)
    e = edges_of(s)[edge]
    copy_game(t, scratch, KNOWN, g)
    reshuffle_hidden(t, scratch[KNOWN], int(e.seat), stream(s.rng_state, FOR_DETERMINIZE))
    play_on(t, scratch[KNOWN], int(e.action), legal)
    rollout(t, scratch[KNOWN], s, legal, values)
    e.visits += 1
    e.value_sum += values[e.seat]


@entry
def begin_halving(
    tables: TablesArray,
    games: GameArray,
    i: int,
    searches: Searches,
    seed: Seed,
    order: LongArray,
) -> int:
    """Write the edges of the legal actions of ``games[i]``, the highest priors first.

    Return their number.
    """
    t, g, s = tables[0], games[i], searches[0]
    priors = zeros(MAX_LEGAL_SIZE, np.float64)
    s.rng_state = stream(seed, FOR_SEARCH)
    store_root(t, g, s)
    return expand_root(t, g, s, order, priors)


@entry
def run_rounds(
    tables: TablesArray,
    games: GameArray,
    i: int,
    searches: Searches,
    order: LongArray,
    count: int,
    rounds: int,
) -> None:
    """Run rounds of rollouts of the first ``count`` actions."""
    t, g, s = tables[0], games[i], searches[0]
    for _ in range(rounds):
        s.rng_state = following(s.rng_state)
        for k in range(count):
            run_rollout(t, g, s, int(order[k]))


@entry
def sort_by_value(searches: Searches, order: LongArray, count: int) -> None:
    """Sort the first ``count`` actions by their mean values, the highest first."""
    s = searches[0]
    keys = zeros(MAX_LEGAL_SIZE, np.float64)
    for k in range(count):
        keys[k] = mean_value(s, int(order[k]))
    sort_edges(keys, order, count)
