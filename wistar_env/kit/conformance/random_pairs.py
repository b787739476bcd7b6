"""Random positions with a reshuffled copy of each, sampled by one compiled call.

Given what a seat, the viewer, has seen, a position and its copy must be equally likely. In random
games they are not: another seat is less likely to have taken a given action if it could choose
between more actions. So after each decision of another seat, a game is kept with probability
``legal / most``, where ``legal`` is the number of legal actions, and ``most`` the largest number at
this decision in any of the games. Among the games that are kept, every state of hidden information
that agrees with what the viewer saw was equally likely to lead to the position.

Few games would be kept up to late positions. So some games *restart* shortly before: they continue
from a reshuffled copy, and only decisions after the restart can discard them.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.late_binding import words_at
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import (
    FOR_DETERMINIZE,
    FOR_MANY_CHOICES,
    FOR_MANY_GAMES,
    below,
    following,
    mixed,
    stream,
)
from wistar_env.compiled.types import ByteArray, LongArray, Seed, ShortArray, ShortTable
from wistar_env.kit import game_calls
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_OBSERVATION
from wistar_env.kit.rules_interface import Legal, Tables, TablesArray
from wistar_env.kit.sealed import MADE

#: Columns of a plan: the seat for which copies are made, and the decisions at which the game is
#: restarted (0: never) and copied.
VIEWER: Final = 0
RESTART: Final = 1
STOP: Final = 2
COLUMNS: Final = 3
#: Returned by ``sample_pairs`` if a copy changed what its viewer sees; then it is the first pair.
VIEW_CHANGED: Final = -1


@inline
def _share(x: Seed) -> float:
    """Return a random number from 0 to 1, given the state of a generator."""
    return float(mixed(x) >> np.uint64(11)) * 2.0**-53


@inline
def _is_sealed(t: Tables, g: Game) -> bool:
    """Return whether some choices are still sealed; copies resample them."""
    return bool(t.sealed_word != 0 and words_at(g)[int(t.sealed_word) + MADE] != 0)


@inline
def _sees_the_same(
    t: Tables, g: Game, copy: Game, viewer: int, size: int, limit: ByteArray, legal: Legal
) -> bool:
    """Return whether a copy looks to ``viewer`` like ``g``, whose legal actions are ``legal``."""
    if copy.mover != g.mover or copy.finished != g.finished:
        return False
    seen, there = empty(MAX_OBSERVATION, np.uint8), empty(MAX_OBSERVATION, np.uint8)
    game_calls.encode(t, g, viewer, pointer(seen), size, pointer(limit))
    game_calls.encode(t, copy, viewer, pointer(there), size, pointer(limit))
    for k in range(size):
        if seen[k] != there[k]:
            return False
    if g.mover == viewer:
        others = empty(MAX_LEGAL_SIZE, np.int16)
        game_calls.find_legal(t, copy, pointer(others))
        for k in range(1, int(legal[0]) + 1):
            if others[0] != legal[0] or not game_calls.is_legal(others, int(legal[k])):
                return False
    return True


@entry
def sample_pairs(
    rules: TablesArray,
    games: GameArray,
    starts: GameArray,
    plan: ShortTable,
    most: ShortArray,
    measuring: bool,
    size: int,
    limit: ByteArray,
    real: GameArray,
    copies: GameArray,
    rows: LongArray,
    seed: Seed,
) -> int:
    """Play random games, and write positions and their copies; return the number of pairs.

    Parameters
    ----------
    rules
        The rules.
    games
        A game with the seats and options of all games.
    starts
        A position from which all games continue, each from a reshuffled copy; none for new games.
    plan
        A row for each game: the seat, and the decisions at which to restart and to copy.
    most
        The largest numbers of legal actions, by decision; written if ``measuring``.
    measuring
        Whether to play games only to find ``most``, without writing anything else.
    size, limit
        The size of observations, and the largest count of each value.
    real, copies
        Where positions and their copies are written.
    rows
        Where the game of each position is written; as long as ``real``.
    seed
        The seed of the first game; the games of a plan follow.
    """
    t, g = rules[0], games[0]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    found = 0
    for i in range(len(plan)):
        viewer, restart, stop = int(plan[i, VIEWER]), int(plan[i, RESTART]), int(plan[i, STOP])
        x = stream(seed + np.uint64(i), FOR_MANY_CHOICES)
        new = stream(seed + np.uint64(i), FOR_MANY_GAMES)
        if len(starts) == 0:
            game_calls.begin(t, g, mixed(new) >> np.uint64(1), pointer(legal))
        else:
            game_calls.copy_game(t, games, 0, starts[0])
            game_calls.reshuffle_hidden(t, g, viewer, stream(new, FOR_DETERMINIZE))
            game_calls.find_legal(t, g, pointer(legal))
        left, share = True, 1.0
        for k in range(stop):
            if game_calls.over(g):
                break
            if k == restart and k > 0:
                left = not _is_sealed(t, g)  # the weights of these choices are not known
                x = following(x)
                game_calls.reshuffle_hidden(t, g, viewer, stream(x, FOR_DETERMINIZE))
                game_calls.find_legal(t, g, pointer(legal))
            if k >= restart and g.mover != viewer:
                if measuring:
                    most[k] = max(int(most[k]), int(legal[0]))
                else:
                    share *= int(legal[0]) / int(most[k])
            x = following(x)
            game_calls.play_on(t, g, int(legal[1 + below(x, int(legal[0]))]), pointer(legal))
            if not _is_sealed(t, g):
                x = following(x)
                left = left and _share(x) < share
                share = 1.0
        if measuring or game_calls.over(g):
            continue
        x = following(x)
        game_calls.copy_game(t, real, found, g)
        game_calls.copy_game(t, copies, found, g)
        game_calls.reshuffle_hidden(t, copies[found], viewer, stream(x, FOR_DETERMINIZE))
        if not _sees_the_same(t, g, copies[found], viewer, size, limit, legal):
            game_calls.copy_game(t, real, 0, g)
            game_calls.copy_game(t, copies, 0, copies[found])
            rows[0] = i
            return VIEW_CHANGED
        if left:
            rows[found] = i
            found += 1
            if found == len(rows):
                break
    return found
