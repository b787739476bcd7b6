"""Randomness: one xorshift64 generator per game, its state inside the record.

The same seed and actions give the same game on every machine and for every batch size, and a
copy of a game continues identically.
"""

import numpy as np

from wistar_env.rules.jit import inline, unit
from wistar_env.rules.types import Game, Seed, ShortArray


@inline
def seeded(seed: Seed) -> Seed:
    """Return a generator state for a seed; neighbouring seeds give unrelated states.

    A Feistel network on the halves of the seed: different seeds give different states, and its
    products keep the states of related seeds from being related, as xorshift alone would not.
    """
    half = np.uint64(0xFFFFFFFF)
    left, right = np.uint64(seed) >> np.uint64(32), np.uint64(seed) & half
    key = np.uint64(0x9E3779B9)
    for _ in range(8):
        product = ((right ^ key) * np.uint64(0xD2511F53)) >> np.uint64(16)
        left, right = right, left ^ (product & half)
        key = (key + np.uint64(0x9E3779B9)) & half
    x = (left << np.uint64(32)) | right
    return x if x != np.uint64(0) else np.uint64(0x2545F4914F6CDD1D)


@inline
def following(x: Seed) -> Seed:
    """Return the generator state after ``x``."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    return x


@inline
def seed_after(seed: Seed) -> Seed:
    """Return the seed of the game that follows on a game, 0 to 2**63 - 1."""
    return seeded(np.uint64(seed) ^ np.uint64(0x6A09E667F3BCC908)) >> np.uint64(1)


@inline
def below(x: Seed, n: int) -> int:
    """Return a number 0..n-1 from a generator state."""
    return int(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@unit
def random_below(g: Game, n: int) -> int:
    """Return a random number 0..n-1 and move the game's generator on."""
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
