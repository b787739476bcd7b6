"""Whole games with random moves in one compiled call, for measurements."""

import numpy as np

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import (
    FOR_MANY_CHOICES,
    FOR_MANY_GAMES,
    below,
    following,
    mixed,
    stream,
)
from wistar_env.compiled.types import Seed
from wistar_env.kit import game_calls
from wistar_env.kit.common_fields import GameArray
from wistar_env.kit.limits import MAX_LEGAL_SIZE
from wistar_env.kit.rules_interface import TablesArray


@entry
def playouts(rules: TablesArray, games: GameArray, i: int, count: int, seed: Seed) -> int:
    """Play ``count`` random games in ``games[i]``, with its options; return the decision count."""
    t, g = rules[0], games[i]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    seeds, x = stream(seed, FOR_MANY_GAMES), stream(seed, FOR_MANY_CHOICES)
    decisions = 0
    for _ in range(count):
        seeds = following(seeds)
        game_calls.begin(t, g, mixed(seeds), pointer(legal))
        while not game_calls.over(g):
            x = following(x)
            game_calls.play_on(t, g, int(legal[1 + below(x, int(legal[0]))]), pointer(legal))
        decisions += int(g.decisions)
    return decisions
