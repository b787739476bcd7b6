"""``greedy``: tries every legal action one decision ahead and takes the best position.

It plays in a determinized copy of the game, so it uses no hidden information; the copy is drawn
from a seed and the number of the decision, so games are reproducible.
"""

import numpy as np

from wistar_env.compiled.jit import entry, inline, late_unit, pointer
from wistar_env.compiled.late_binding import copy_bytes
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.streams import (
    FOR_CHOICES,
    FOR_DETERMINIZE,
    FOR_MANY_CHOICES,
    FOR_MANY_GAMES,
    following,
    mixed,
    stream,
)
from wistar_env.compiled.types import DoubleArray, Seed
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.game_calls import (
    begin,
    deciding,
    find_legal,
    over,
    play_on,
    reshuffle_hidden,
    value_after,
)
from wistar_env.kit.limits import MAX_FEATURES, MAX_LEGAL_SIZE
from wistar_env.kit.rules_interface import Legal, Tables, TablesArray

# Records of the scratch: the determinized game, and a copy of it after an action.
KNOWN, TRIED = range(2)


@inline
def best_foreseen(t: Tables, g: Game, legal: Legal, weights: DoubleArray, after_one: Game) -> int:
    """Return the legal action with the best next position, as if nothing in ``g`` were hidden."""
    seat = deciding(g)
    features = empty(MAX_FEATURES, np.float64)
    after = empty(MAX_LEGAL_SIZE, np.int16)
    best, best_value = int(legal[1]), -np.inf
    for k in range(1, legal[0] + 1):
        value = value_after(t, g, int(legal[k]), seat, after_one, after, weights, features)
        if value > best_value:
            best, best_value = int(legal[k]), value
    return best


@late_unit
def best_in_copies(
    t: Tables, g: Game, legal: Legal, x: Seed, weights: DoubleArray, known: Game, tried: Game
) -> int:
    """Return the best action in a determinized copy; ``known`` and ``tried`` are scratch games."""
    copy_bytes(known, g, int(t.game_bytes))
    reshuffle_hidden(t, known, deciding(g), stream(x, FOR_DETERMINIZE))
    return best_foreseen(t, known, legal, weights, tried)


@inline
def best_action(
    t: Tables, g: Game, legal: Legal, x: Seed, weights: DoubleArray, scratch: GameArray
) -> int:
    """Return the best legal action by the heuristic, without using hidden information.

    ``x`` is the state of a random stream, different for every decision.
    """
    known, tried = scratch[KNOWN], scratch[TRIED]
    return int(best_in_copies(t, g, pointer(legal), x, pointer(weights), known, tried))


@entry
def choose(
    tables: TablesArray,
    games: GameArray,
    i: int,
    seed: Seed,
    weights: DoubleArray,
    scratch: GameArray,
) -> int:
    """Return greedy's action for the current decision of ``games[i]``.

    ``seed`` must differ for every decision. ``scratch`` is room for two games; nothing in
    ``games`` is changed.
    """
    t, g = tables[0], games[i]
    legal = zeros(MAX_LEGAL_SIZE, np.int16)
    find_legal(t, g, legal)
    return best_action(t, g, legal, stream(seed, FOR_CHOICES), weights, scratch)


@entry
def play_games(
    tables: TablesArray,
    games: GameArray,
    seed: Seed,
    weights: DoubleArray,
    scratch: GameArray,
) -> int:
    """Play new games to their ends, all seats by greedy; return the number of decisions.

    Each record must hold ``seats``, ``automata`` and the values of its options.
    """
    t = tables[0]
    legal = zeros(MAX_LEGAL_SIZE, np.int16)
    decisions = 0
    seeds, x = stream(seed, FOR_MANY_GAMES), stream(seed, FOR_MANY_CHOICES)
    for i in range(len(games)):
        g = games[i]
        seeds = following(seeds)
        begin(t, g, mixed(seeds), legal)
        while not over(g):
            x = following(x)
            play_on(t, g, best_action(t, g, legal, x, weights, scratch), legal)
        decisions += int(g.decisions)
    return decisions
