"""``mcts`` in steps: simulations that wait for an evaluation by Python, compiled.

The same search as in ``search.mcts``. A simulation descends until a position must be evaluated; the
caller evaluates the positions of many trees together, and continues each simulation with its
evaluation.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.scratch import empty
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
from wistar_env.kit.head import Game, GameArray
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.networks.forward import NUM_HEADS
from wistar_env.kit.play import deciding, encode_mask, find_legal, over, play_on, seat_after
from wistar_env.kit.policies.greedy import KNOWN
from wistar_env.kit.protocol import Tables, TablesArray
from wistar_env.kit.search.context import (
    MAX_DEPTH,
    NONE,
    ROOT,
    Search,
    Searches,
    edges_of,
    path_of,
    scratch_of,
)
from wistar_env.kit.search.leaf_evaluation import softmax, store_root_totals, values_from_heads
from wistar_env.kit.search.mcts import determinize
from wistar_env.kit.search.tree import (
    add_root,
    backup,
    expand,
    find_children,
    has_capacity,
    select_child,
)
from wistar_env.kit.search.values import terminal_values
from wistar_env.kit.single_game_views import write_observation

_PATH: Final = MAX_DEPTH + 1


@inline
def _back_up(s: Search, values: DoubleArray) -> None:
    path, waiting = empty(_PATH, np.int64), path_of(s)
    for k in range(s.leaf_depth + 1):
        path[k] = waiting[k]
    backup(s, path, int(s.leaf_depth), values)


@inline
def _follow_best(t: Tables, g: Game, s: Search, legal: ShortArray, children: LongArray) -> None:
    """Play the action with the highest PUCT score."""
    best = select_child(s, int(legal[0]), children)
    s.leaf_depth += 1
    path_of(s)[s.leaf_depth] = best
    play_on(t, g, int(edges_of(s)[best].action), legal)


@inline
def _descend(t: Tables, g: Game, s: Search, legal: ShortArray, children: LongArray) -> bool:
    """Descend to a position to evaluate; if the game ends before, back it up: False."""
    while not over(g):
        parent = int(path_of(s)[s.leaf_depth])
        leaf = edges_of(s)[parent].child == NONE or s.leaf_depth == MAX_DEPTH
        missing = find_children(s, parent, deciding(g), legal, children)
        if leaf or missing == legal[0] or (missing > 0 and has_capacity(s, missing)):
            return True
        _follow_best(t, g, s, legal, children)
    values = empty(MAX_SEATS, np.float64)
    terminal_values(t, g, s, values)
    _back_up(s, values)
    return False


@entry
def start_tree(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, seed: Seed
) -> None:
    """Clear the tree: the open decision of ``games[i]`` is its root."""
    s = searches[0]
    s.rng_state = stream(seed, FOR_SEARCH)
    store_root_totals(tables[0], games[i], s)
    add_root(s)


@entry
def start_simulation(tables: TablesArray, games: GameArray, i: int, searches: Searches) -> bool:
    """Descend from the root; return whether a position waits for its evaluation.

    If none does, the simulation has come to the end of the game and is over.
    """
    t, g, s = tables[0], games[i], searches[0]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    children = empty(MAX_LEGAL_SIZE, np.int64)
    determinize(t, g, s)
    known = scratch_of(s)[KNOWN]
    find_legal(t, known, legal)
    s.leaf_depth = 0
    path_of(s)[0] = ROOT
    return _descend(t, known, s, legal, children)


@entry
def write_leaf(
    tables: TablesArray,
    searches: Searches,
    limit: ByteArray,
    scale: FloatArray,
    observation: FloatArray,
    mask: MaskArray,
) -> int:
    """Write the observation and mask of the waiting position; return the deciding seat."""
    t, g = tables[0], scratch_of(searches[0])[KNOWN]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    find_legal(t, g, legal)
    write_observation(t, g, deciding(g), limit, scale, observation)
    encode_mask(legal, mask)
    return deciding(g)


@entry
def go_on(
    tables: TablesArray,
    searches: Searches,
    logits: DoubleArray,
    points: DoubleArray,
    win_probability: DoubleArray,
    counts: bool,
) -> bool:
    """Go on with an evaluation; return whether another position of the simulation waits for one.

    Parameters
    ----------
    tables, searches
        The game and the search.
    logits
        One for each action of the game.
    points, win_probability
        Of each seat, the deciding one first.
    counts
        Whether the simulation counts; the expansion of the root does not.
    """
    t, s = tables[0], searches[0]
    g = scratch_of(s)[KNOWN]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    children = empty(MAX_LEGAL_SIZE, np.int64)
    priors = empty(MAX_LEGAL_SIZE, np.float64)
    heads = empty(NUM_HEADS, np.float64)
    values = empty(MAX_SEATS, np.float64)
    find_legal(t, g, legal)
    n, seat = int(legal[0]), deciding(g)
    for k in range(n):
        priors[k] = logits[int(legal[k + 1])]
    softmax(priors, n, s.prior_temperature)
    for k in range(int(g.seats)):
        other = seat_after(t, g, seat, k)
        heads[other] = points[k]
        heads[MAX_SEATS + other] = win_probability[k]
    values_from_heads(t, g, s, heads, 1, values)
    parent = int(path_of(s)[s.leaf_depth])
    leaf = edges_of(s)[parent].child == NONE or s.leaf_depth == MAX_DEPTH
    missing = find_children(s, parent, seat, legal, children)
    if missing > 0 and has_capacity(s, missing):
        expand(s, parent, seat, legal, priors, children)
    else:
        leaf = True
    if not leaf:
        _follow_best(t, g, s, legal, children)
        return _descend(t, g, s, legal, children)
    if counts:
        _back_up(s, values)
    return False
