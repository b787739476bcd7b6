"""The tree of a search: finding, adding and choosing edges (see ``search.context``)."""

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import DoubleArray, LongArray
from wistar_env.gate.play import Legal
from wistar_env.search.context import NONE, ROOT, Search, edges_of


@inline
def plant(s: Search) -> None:
    """Begin a tree, of which there is only the root."""
    s.used = ROOT
    sprout(s, NONE, NONE, 0.0, NONE)


@inline
def sprout(s: Search, action: int, seat: int, prior: float, following: int) -> int:
    """Return a new edge; there must be room for it."""
    new = int(s.used)
    s.used += 1
    e = edges_of(s)[new]
    e.action = action
    e.seat = seat
    e.sibling = following
    e.child = NONE
    e.visits = 0
    e.available = 0
    e.prior = prior
    e.worth = 0.0
    return new


@inline
def match(s: Search, parent: int, seat: int, legal: Legal, found: LongArray) -> int:
    """Write the edge of each legal action, NONE where there is none; return how many have none."""
    edges = edges_of(s)
    n = int(legal[0])
    for k in range(n):
        found[k] = NONE
    missing, k = n, 0
    e = int(edges[parent].child)
    while e != NONE and missing > 0:
        if edges[e].seat == seat:
            # Nearly always they lie in the order of the legal actions.
            for _ in range(n):
                here = k
                k = k + 1 if k + 1 < n else 0
                if legal[here + 1] == edges[e].action:
                    found[here] = e
                    missing -= 1
                    break
        e = int(edges[e].sibling)
    return missing


@inline
def has_room(s: Search, count: int) -> bool:
    """Whether some more edges can be added."""
    return bool(s.used + count <= s.capacity)


@inline
def branch_out(
    s: Search, parent: int, seat: int, legal: Legal, shares: DoubleArray, found: LongArray
) -> None:
    """Add an edge for each legal action that has none."""
    edges = edges_of(s)
    for k in range(int(legal[0]) - 1, -1, -1):
        if found[k] == NONE:
            first = int(edges[parent].child)
            found[k] = sprout(s, int(legal[k + 1]), seat, shares[k], first)
            edges[parent].child = found[k]


@inline
def pick(s: Search, n: int, found: LongArray) -> int:
    """Return the edge to follow, of those that are legal now; there must be one.

    It has the most of what its visits were worth so far, and of its share of what is unknown:

        worth + c * prior * sqrt(times available) / (1 + visits)

    The priors are shares among the actions that are legal now, whenever they were first seen; if
    their sum is no number to divide by, nothing is known of what is unknown, and all are alike.
    """
    edges = edges_of(s)
    prior, visits, worth, count = 0.0, 0, 0.0, 0
    best, most = NONE, -np.inf
    for k in range(n):
        if found[k] != NONE:
            e = edges[found[k]]
            e.available += 1
            prior += e.prior
            visits += e.visits
            worth += e.worth
            count += 1
            if best == NONE:
                best = found[k]  # what is no number is less than nothing, and follows nowhere else
    never = worth / visits - s.urgency if visits > 0 else 0.0
    for k in range(n):
        if found[k] != NONE:
            e = edges[found[k]]
            share = e.prior / prior if 0 < prior < np.inf else 1.0 / count
            known = e.worth / e.visits if e.visits > 0 else never
            unknown = share * np.sqrt(float(e.available)) / (1.0 + e.visits)
            if known + s.exploration * unknown > most:
                best, most = found[k], known + s.exploration * unknown
    return int(best)


@inline
def back_up(s: Search, path: LongArray, depth: int, worths: DoubleArray) -> None:
    """Tell the edges of a path what came of it, each for its own seat."""
    edges = edges_of(s)
    edges[ROOT].visits += 1
    for k in range(1, depth + 1):
        e = edges[path[k]]
        e.visits += 1
        e.worth += worths[e.seat]
