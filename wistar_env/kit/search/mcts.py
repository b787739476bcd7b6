"""``mcts``: information set Monte Carlo tree search, compiled.

Single-observer ISMCTS (Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*,
2012) with AlphaZero's selection rule, PUCT. Each simulation draws a determinization for the
searching seat and descends along actions that are legal in it. Nodes are sequences of actions,
regardless of hidden states, which is the approximation of ISMCTS. Actions that become legal only in
a later determinization are expanded when first seen. Exploration uses how often an action was
available, not the visits of its parent.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_DETERMINIZE, FOR_SEARCH, following, stream
from wistar_env.compiled.types import DoubleArray, LongArray, Seed
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.game_calls import (
    copy_game,
    deciding,
    find_legal,
    over,
    play_on,
    reshuffle_hidden,
)
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.policies.greedy import KNOWN
from wistar_env.kit.rules_interface import Tables, TablesArray
from wistar_env.kit.search.context import (
    MAX_DEPTH,
    ROOT,
    Search,
    Searches,
    edges_of,
    scratch_of,
)
from wistar_env.kit.search.leaf_evaluation import (
    evaluate_as,
    evaluate_leaf,
    rollout,
    store_root,
)
from wistar_env.kit.search.tree import (
    add_root,
    backup,
    expand,
    find_children,
    has_capacity,
    is_leaf,
    select_child,
)
from wistar_env.kit.search.values import terminal_values

_PATH: Final = MAX_DEPTH + 1


@inline
def select_leaf(t: Tables, g: Game, s: Search, path: LongArray, values: DoubleArray) -> int:
    """Descend to a leaf and evaluate it; return its depth.

    A leaf where the searching seat decides is expanded at once, since one evaluation gives its
    value and its priors; other leaves are expanded at their second visit.
    """
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    children = empty(MAX_LEGAL_SIZE, np.int64)
    priors = empty(MAX_LEGAL_SIZE, np.float64)
    edges = edges_of(s)
    find_legal(t, g, legal)
    depth = 0
    path[0] = ROOT
    while not over(g):
        seat, parent = deciding(g), int(path[depth])
        missing = find_children(s, parent, seat, legal, children)
        leaf = is_leaf(s, parent, depth, missing, int(legal[0]))
        if missing > 0 and has_capacity(s, missing) and not (leaf and seat != s.viewing_seat):
            evaluate_as(t, g, s, seat, legal, priors, values)
            expand(s, parent, seat, legal, priors, children)
        elif leaf and s.rollout_depth == 0:
            evaluate_leaf(t, g, s, legal, priors, values)
        if leaf:
            if s.rollout_depth > 0:
                rollout(t, g, s, legal, values)
            return depth
        best = select_child(s, int(legal[0]), children)
        depth += 1
        path[depth] = best
        play_on(t, g, int(edges[best].action), legal)
    terminal_values(t, g, s, values)
    return depth


@inline
def determinize(t: Tables, g: Game, s: Search, copies: GameArray, i: int) -> None:
    """Copy the game into a row of games, with hidden information resampled."""
    s.rng_state = following(s.rng_state)
    copy_game(t, copies, i, g)
    reshuffle_hidden(t, copies[i], deciding(g), stream(s.rng_state, FOR_DETERMINIZE))


@inline
def simulate(t: Tables, g: Game, s: Search, path: LongArray, values: DoubleArray) -> int:
    """Run one simulation on a determinized copy of the game; return the depth of its leaf."""
    scratch = scratch_of(s)
    determinize(t, g, s, scratch, KNOWN)
    return select_leaf(t, scratch[KNOWN], s, path, values)


@entry
def init_tree(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, seed: Seed
) -> None:
    """Clear the tree and expand its root: the current decision of ``games[i]``."""
    t, g, s = tables[0], games[i], searches[0]
    path = empty(_PATH, np.int64)
    values = empty(MAX_SEATS, np.float64)
    s.rng_state = stream(seed, FOR_SEARCH)
    store_root(t, g, s)
    add_root(s)
    simulate(t, g, s, path, values)


@entry
def run_simulations(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, simulations: int
) -> None:
    """Add simulations to the tree of ``init_tree``; ``games`` is not modified."""
    t, g, s = tables[0], games[i], searches[0]
    path = empty(_PATH, np.int64)
    values = empty(MAX_SEATS, np.float64)
    for _ in range(simulations):
        depth = simulate(t, g, s, path, values)
        backup(s, path, depth, values)
