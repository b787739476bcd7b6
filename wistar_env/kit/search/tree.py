"""The search tree: adding, finding and selecting edges (see ``search.context``)."""

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import DoubleArray, LongArray
from wistar_env.kit.rules_interface import Legal
from wistar_env.kit.search.context import MAX_DEPTH, NONE, ROOT, Search, edges_of


@inline
def add_root(s: Search) -> None:
    """Clear the tree and add its root."""
    s.num_edges = ROOT
    add_child(s, NONE, NONE, 0.0, NONE)


@inline
def add_child(s: Search, action: int, seat: int, prior: float, sibling: int) -> int:
    """Append an edge and return its index; the tree must have room for it."""
    new = int(s.num_edges)
    s.num_edges += 1
    e = edges_of(s)[new]
    e.action = action
    e.seat = seat
    e.sibling = sibling
    e.child = NONE
    e.visits = 0
    e.available = 0
    e.prior = prior
    e.value_sum = 0.0
    return new


@inline
def find_children(s: Search, parent: int, seat: int, legal: Legal, children: LongArray) -> int:
    """Write the edge of each legal action, or NONE; return the number of missing edges."""
    edges = edges_of(s)
    n = int(legal[0])
    for k in range(n):
        children[k] = NONE
    missing, k = n, 0
    e = int(edges[parent].child)
    while e != NONE and missing > 0:
        if edges[e].seat == seat:
            # The edges are nearly always in the order of the legal actions.
            for _ in range(n):
                here = k
                k = k + 1 if k + 1 < n else 0
                if legal[here + 1] == edges[e].action:
                    children[here] = e
                    missing -= 1
                    break
        e = int(edges[e].sibling)
    return missing


@inline
def has_capacity(s: Search, count: int) -> bool:
    """Whether the tree has room for ``count`` more edges."""
    return bool(s.num_edges + count <= s.capacity)


@inline
def is_leaf(s: Search, parent: int, depth: int, missing: int, n: int) -> bool:
    """Whether a simulation ends at a position, ``missing`` of whose ``n`` actions have no edge.

    A simulation ends at the first visit, at the maximum depth, and if a full tree has no edge to
    follow.
    """
    e = edges_of(s)[parent]
    first = e.child == NONE and e.visits == 0
    full = missing == n and not has_capacity(s, missing)
    return bool(first or full or depth == MAX_DEPTH)


@inline
def expand(
    s: Search, parent: int, seat: int, legal: Legal, priors: DoubleArray, children: LongArray
) -> None:
    """Add an edge for each legal action that has none, and write it to ``children``."""
    edges = edges_of(s)
    for k in range(int(legal[0]) - 1, -1, -1):
        if children[k] == NONE:
            first = int(edges[parent].child)
            children[k] = add_child(s, int(legal[k + 1]), seat, priors[k], first)
            edges[parent].child = children[k]


@inline
def select_child(s: Search, n: int, children: LongArray) -> int:
    """Return the edge of a legal action with the highest PUCT score; at least one must exist.

        value + c_puct * prior * sqrt(times available) / (1 + visits)

    Priors are normalized over the actions that are legal now. If their sum is not a positive
    finite number, they are uniform. All edges in ``children`` count as available once more.
    """
    edges = edges_of(s)
    prior, visits, value_sum, count = 0.0, 0, 0.0, 0
    best, highest = NONE, -np.inf
    for k in range(n):
        if children[k] != NONE:
            e = edges[children[k]]
            e.available += 1
            prior += e.prior
            visits += e.visits
            value_sum += e.value_sum
            count += 1
            if best == NONE:
                best = children[k]  # NaN scores never compare higher: keep a valid edge
    unvisited = value_sum / visits - s.fpu_reduction if visits > 0 else 0.0
    for k in range(n):
        if children[k] != NONE:
            e = edges[children[k]]
            share = e.prior / prior if 0 < prior < np.inf else 1.0 / count
            value = e.value_sum / e.visits if e.visits > 0 else unvisited
            bonus = share * np.sqrt(float(e.available)) / (1.0 + e.visits)
            if value + s.c_puct * bonus > highest:
                best, highest = children[k], value + s.c_puct * bonus
    return int(best)


@inline
def backup(s: Search, path: LongArray, depth: int, values: DoubleArray) -> None:
    """Count a visit of each edge of a path, and add the leaf's value for the seat of the edge."""
    edges = edges_of(s)
    edges[ROOT].visits += 1
    for k in range(1, depth + 1):
        e = edges[path[k]]
        e.visits += 1
        e.value_sum += values[e.seat]
