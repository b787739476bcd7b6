"""Randomness inside a game: a stream of random numbers, whose state is in the game's record.

The same seed and actions give the same game on every machine and for every batch size, and a copy
of a game continues identically.
"""

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.streams import below, following
from wistar_env.compiled.types import ShortArray
from wistar_env.games.rats_of_wistar.rules.types import Game


@unit
def random_below(g: Game, n: int) -> int:
    """Return a random number from 0 to n - 1, and advance the game's stream."""
    g.rng = following(g.rng)
    return below(g.rng, n)


@inline
def shuffle(g: Game, values: ShortArray, size: int) -> None:
    """Shuffle the first ``size`` values in place."""
    for i in range(size - 1, 0, -1):
        j = random_below(g, i + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept
