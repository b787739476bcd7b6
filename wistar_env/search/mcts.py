"""``mcts``: information set Monte Carlo tree search, as compiled code.

Single-observer ISMCTS (Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*,
2012) with the choice rule of AlphaZero, PUCT. Each simulation draws anew what the searching seat
cannot know and walks down the tree along actions that are legal in its draw. So positions are told
apart by the actions that led to them, not by what was hidden, which is the approximation of this
method. Actions that another draw makes legal get edges when they are first seen; how often each
was available, and not how often its position was visited, is what its visits are compared with.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.scratch import empty
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
    over,
    play_on,
    reshuffle_hidden,
)
from wistar_env.policies.greedy import KNOWN
from wistar_env.search.context import NONE, ROOT, Search, Searches, edges_of, scratch_of
from wistar_env.search.judge import judge, play_out, set_pace
from wistar_env.search.tree import back_up, branch_out, has_room, match, pick, plant
from wistar_env.search.worth import weigh_end

#: Decisions below the root that a simulation looks at, at most.
DEEPEST: Final = 200
_PATH: Final = DEEPEST + 1


@inline
def simulate(t: Tables, g: Game, s: Search, path: LongArray, worths: DoubleArray) -> int:
    """Walk down the tree to a leaf, add what is legal there and value it; return the depth."""
    legal = empty(LEGAL_SIZE, np.int16)
    found = empty(LEGAL_SIZE, np.int64)
    shares = empty(LEGAL_SIZE, np.float64)
    edges = edges_of(s)
    find_legal(t, g, legal)
    depth = 0
    path[0] = ROOT
    while not over(g):
        seat, parent = deciding(g), int(path[depth])
        leaf = edges[parent].child == NONE or depth == DEEPEST
        missing = match(s, parent, seat, legal, found)
        if missing > 0 and has_room(s, missing):
            judge(t, g, s, legal, shares, worths)
            branch_out(s, parent, seat, legal, shares, found)
        elif leaf or missing == legal[0]:  # there is no room for what is legal here
            judge(t, g, s, legal, shares, worths)
            leaf = True
        if leaf:
            if s.horizon > 0:
                play_out(t, g, s, legal, worths)
            return depth
        best = pick(s, int(legal[0]), found)
        depth += 1
        path[depth] = best
        play_on(t, g, int(edges[best].action), legal)
    weigh_end(t, g, s, worths)
    return depth


@inline
def descend(t: Tables, g: Game, s: Search, path: LongArray, worths: DoubleArray) -> int:
    """Simulate once from the open decision of a game, which stays as it is; return the depth."""
    scratch = scratch_of(s)
    s.x = following(s.x)
    scratch[KNOWN] = g
    reshuffle_hidden(t, scratch[KNOWN], deciding(g), stream(s.x, FOR_DETERMINIZE))
    return simulate(t, scratch[KNOWN], s, path, worths)


@entry
def begin_tree(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, seed: Seed
) -> None:
    """Forget the tree, and begin one for the open decision of ``games[i]``: its legal actions."""
    t, g, s = tables[0], games[i], searches[0]
    path = empty(_PATH, np.int64)
    worths = empty(MAX_SEATS, np.float64)
    s.x = stream(seed, FOR_SEARCH)
    set_pace(t, g, s)
    plant(s)
    descend(t, g, s, path, worths)


@entry
def grow(
    tables: TablesArray, games: GameArray, i: int, searches: Searches, simulations: int
) -> None:
    """Add simulations to the tree that was begun; nothing in ``games`` is changed."""
    t, g, s = tables[0], games[i], searches[0]
    path = empty(_PATH, np.int64)
    worths = empty(MAX_SEATS, np.float64)
    for _ in range(simulations):
        depth = descend(t, g, s, path, worths)
        back_up(s, path, depth, worths)
