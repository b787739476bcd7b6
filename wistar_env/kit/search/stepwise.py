"""Compiled ``mcts`` in steps: simulations wait for Python to evaluate positions.

The same search as in ``search.mcts``. A simulation descends until a position must be evaluated; the
caller evaluates many positions together, and continues each simulation with its evaluation.

Several simulations of a tree may wait at a time. Until its evaluation arrives, each counts as a
visit with value 0 on its path: this *virtual loss* (Chaslot, Winands and van den Herik, *Parallel
Monte-Carlo Tree Search*, 2008) diverts the others.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.streams import FOR_SEARCH, stream
from wistar_env.compiled.types import (
    ByteArray,
    DoubleArray,
    FloatArray,
    LongArray,
    MaskArray,
    Seed,
    ShortArray,
)
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.game_calls import deciding, encode_mask, find_legal, over, play_on, seat_after
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS
from wistar_env.kit.rules_interface import Tables, TablesArray
from wistar_env.kit.search.context import (
    MAX_DEPTH,
    ROOT,
    Search,
    Searches,
    Waiting,
    edges_of,
    waiting_games_of,
    waiting_of,
)
from wistar_env.kit.search.leaf_evaluation import softmax, store_root, values_from_heads
from wistar_env.kit.search.mcts import determinize
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
from wistar_env.kit.single_game_views import write_observation

_PATH: Final = MAX_DEPTH + 1


@inline
def _add_visits(s: Search, w: Waiting, visits: int) -> None:
    """Add visits to all edges of a path."""
    edges = edges_of(s)
    for k in range(int(w.leaf_depth) + 1):
        edges[int(w.path[k])].visits += visits


@inline
def _back_up(s: Search, w: Waiting, values: DoubleArray) -> None:
    path = empty(_PATH, np.int64)
    for k in range(int(w.leaf_depth) + 1):
        path[k] = w.path[k]
    backup(s, path, int(w.leaf_depth), values)


@inline
def _follow_best(
    t: Tables, g: Game, s: Search, w: Waiting, legal: ShortArray, children: LongArray
) -> None:
    """Play the action with the highest PUCT score, and append its edge to the path."""
    best = select_child(s, int(legal[0]), children)
    w.leaf_depth += 1
    w.path[w.leaf_depth] = best
    play_on(t, g, int(edges_of(s)[best].action), legal)


@inline
def _descend(
    t: Tables, g: Game, s: Search, w: Waiting, legal: ShortArray, children: LongArray
) -> bool:
    """Descend to a position to evaluate; if the game ends, back up its values and return False."""
    while not over(g):
        parent = int(w.path[w.leaf_depth])
        missing = find_children(s, parent, deciding(g), legal, children)
        leaf = is_leaf(s, parent, int(w.leaf_depth), missing, int(legal[0]))
        if leaf or (missing > 0 and has_capacity(s, missing)):
            w.is_leaf = leaf
            w.observing_seat = s.viewing_seat if leaf else deciding(g)
            _add_visits(s, w, 1)
            return True
        _follow_best(t, g, s, w, legal, children)
    values = empty(MAX_SEATS, np.float64)
    terminal_values(t, g, s, values)
    _back_up(s, w, values)
    return False


@entry
def start_tree(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, seed: Seed
) -> None:
    """Clear the tree: the current decision of ``games[i]`` is its root."""
    s = searches[0]
    s.rng_state = stream(seed, FOR_SEARCH)
    store_root(tables[0], games[i], s)
    add_root(s)


@entry
def start_simulation(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, k: int
) -> bool:
    """Descend from the root, as simulation ``k``; return whether it waits for an evaluation.

    If it does not, it reached the end of the game and is done.
    """
    t, g, s = tables[0], games[i], searches[0]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    children = empty(MAX_LEGAL_SIZE, np.int64)
    copies, w = waiting_games_of(s), waiting_of(s)[k]
    determinize(t, g, s, copies, k)
    find_legal(t, copies[k], legal)
    w.leaf_depth = 0
    w.path[0] = ROOT
    return _descend(t, copies[k], s, w, legal, children)


@entry
def write_leaf(
    tables: TablesArray,
    searches: Searches,
    k: int,
    limit: ByteArray,
    scale: FloatArray,
    observation: FloatArray,
    mask: MaskArray,
) -> int:
    """Write the observation of a waiting position and its mask; return the observing seat.

    If another seat decides there, the mask is 0.
    """
    t, s = tables[0], searches[0]
    g, seat = waiting_games_of(s)[k], int(waiting_of(s)[k].observing_seat)
    legal = zeros(MAX_LEGAL_SIZE, np.int16)
    if seat == deciding(g):
        find_legal(t, g, legal)
    write_observation(t, g, seat, limit, scale, observation)
    encode_mask(legal, mask)
    return seat


@entry
def go_on(
    tables: TablesArray,
    searches: Searches,
    k: int,
    logits: DoubleArray,
    points: DoubleArray,
    win_probability: DoubleArray,
    counts: bool,
) -> bool:
    """Continue with an evaluation; return whether the simulation waits for another one.

    ``tables``, ``searches``: the game and the search. ``k``: the simulation. ``logits``: one for
    each action of the game. ``points``, ``win_probability``: one per seat, the observing one first.
    ``counts``: whether the simulation counts; the expansion of the root does not.
    """
    t, s = tables[0], searches[0]
    g, w = waiting_games_of(s)[k], waiting_of(s)[k]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    children = empty(MAX_LEGAL_SIZE, np.int64)
    priors = empty(MAX_LEGAL_SIZE, np.float64)
    heads = empty(NUM_HEADS, np.float64)
    values = empty(MAX_SEATS, np.float64)
    _add_visits(s, w, -1)
    find_legal(t, g, legal)
    n, seat, parent = int(legal[0]), deciding(g), int(w.path[w.leaf_depth])
    missing = find_children(s, parent, seat, legal, children)
    if seat == w.observing_seat and missing > 0 and has_capacity(s, missing):
        for action in range(n):
            priors[action] = logits[int(legal[action + 1])]
        softmax(priors, n, s.prior_temperature)
        expand(s, parent, seat, legal, priors, children)
    if w.is_leaf == 0:
        return _descend(t, g, s, w, legal, children)
    for place in range(int(g.seats)):
        other = seat_after(t, g, int(w.observing_seat), place)
        heads[other] = points[place]
        heads[MAX_SEATS + other] = win_probability[place]
    values_from_heads(t, g, s, heads, 1, values)
    if counts:
        _back_up(s, w, values)
    return False
