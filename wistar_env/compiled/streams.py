"""Random streams: every random number comes from a stream with one purpose.

A stream is a SplitMix64 generator (Steele, Lea and Flood, *Fast splittable pseudorandom number
generators*, 2014): a counter that grows by ``_STEP``, hashed by ``mixed`` into random numbers. Its
initial state is ``stream(seed, purpose)``, so draws for two purposes are independent although both
derive from one seed: the level of a game reveals nothing about its decks.

    stream(seed, purpose) = mixed(mixed(seed + _SALT) + purpose * _STRIDE)      (modulo 2**64)

All draws inside games are for one of the purposes below, in Python (``stream_of``) as in compiled
code (``stream``). The hash can be inverted, so bots never see these numbers and use
``wistar_env.seeds`` instead.
"""

from typing import Final

import numba
import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import Seed

#: Purposes of streams. Add new purposes at the end, and never reuse a number; 10 and 11 are unused.
(
    FOR_GAME,  # setup and play of a game
    FOR_TRACKS,  # the Track cards of a level of Rat-o-bot
    FOR_OPTIONS,  # the options of a game in a batch, from ranges
    FOR_LEARNER_SEAT,  # the learner's seat in a game of a batch
    FOR_OPPONENTS,  # the policies of the other seats in a game of a batch
    FOR_OPPONENT_CHANCES,  # draws of compiled policies of other seats
    FOR_CHOICES,  # draws of ``choose`` for a game of a batch
    FOR_DETERMINIZE,  # a determinization of a game
    FOR_NEXT_GAME,  # the seed of the next game
) = range(1, 10)
FOR_MANY_GAMES: Final = 12  # the seeds of many games played in one call
FOR_MANY_CHOICES: Final = 13  # draws during play
FOR_SEARCH: Final = 14  # draws of simulations
FOR_SEALED: Final = 15  # the secret choices of other seats, resampled in a determinization
FOR_DATA_SET: Final = 16  # the data set of a game in a batch, if there are several
FOR_VIEWS: Final = 17  # the seats whose views train value heads
FOR_REDRAW: Final = 18  # the hidden cards in a determinization

_ALL: Final = 2**64 - 1
_STEP: Final = 0x9E3779B97F4A7C15
_STRIDE: Final = 0xD1B54A32D192ED03
_SALT: Final = 0x6A09E667F3BCC909
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB


def mixed_of(x: int) -> int:
    """Return the random number for a state, 0 to 2**64 - 1; the Python version of ``mixed``."""
    x = (x ^ x >> 30) * _MIX_1 & _ALL
    x = (x ^ x >> 27) * _MIX_2 & _ALL
    return x ^ x >> 31


def stream_of(seed: int, purpose: int) -> int:
    """Return the initial state of a stream, 0 to 2**64 - 1; the Python version of ``stream``."""
    return mixed_of(mixed_of(seed + _SALT & _ALL) + purpose * _STRIDE & _ALL)


def number_of(seed: int, purpose: int, k: int = 0) -> int:
    """Return random number ``k`` (from 0) of a stream, an integer from 0 to 2**64 - 1."""
    return mixed_of(stream_of(seed, purpose) + k * _STEP & _ALL)


if numba.config.DISABLE_JIT:

    def mixed(x: Seed) -> Seed:
        """Return the random number for a state, 0 to 2**64 - 1."""
        return np.uint64(mixed_of(int(x)))

    def stream(seed: Seed, purpose: int) -> Seed:
        """Return the initial state of the stream for a purpose."""
        return np.uint64(stream_of(int(seed), purpose))

    def following(x: Seed) -> Seed:
        """Return the state of a stream after the state ``x``."""
        return np.uint64(int(x) + _STEP & _ALL)

else:

    @inline
    def mixed(x: Seed) -> Seed:
        """Return the random number for a state, 0 to 2**64 - 1."""
        x = (x ^ (x >> np.uint64(30))) * np.uint64(_MIX_1)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(_MIX_2)
        return x ^ (x >> np.uint64(31))

    @inline
    def stream(seed: Seed, purpose: int) -> Seed:
        """Return the initial state of the stream for a purpose."""
        return mixed(
            mixed(np.uint64(seed) + np.uint64(_SALT)) + np.uint64(purpose) * np.uint64(_STRIDE)
        )

    @inline
    def following(x: Seed) -> Seed:
        """Return the state of a stream after the state ``x``."""
        return np.uint64(x) + np.uint64(_STEP)


@inline
def below(x: Seed, n: int) -> int:
    """Return a random number from 0 to n - 1 for a state."""
    return int(((mixed(x) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inline
def seed_after(seed: Seed) -> Seed:
    """Return the seed of the next game after a game, 0 to 2**63 - 1."""
    return stream(seed, FOR_NEXT_GAME) >> np.uint64(1)
