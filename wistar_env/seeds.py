"""Seeds derived by cryptographic hashes.

All seeds of the games and bots of a benchmark are derived from the seed of the run, so that the run
is reproducible. Each is a BLAKE2b hash of the run's seed and a purpose, so the seeds of bots reveal
neither the run's seed nor a game's. The mixing of ``wistar_env.compiled.streams`` is faster, but
can be inverted.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

FOR_GAME: Final = b"game"  # the seed of a game of a benchmark
FOR_RESET: Final = b"bot reset"  # the seed of a bot's reset
FOR_DECISION: Final = b"bot decision"  # the seed of one decision
FOR_SEAL: Final = b"seal"  # replaces the seed of an unfinished run
FOR_DATASET: Final = b"dataset game"  # the seed of a training game, which no benchmark plays
FOR_BENCHMARK: Final = b"benchmark"  # the seed of the games in a protocol version
FOR_RATINGS: Final = b"ratings"  # the bootstrap of ratings

_BYTES: Final = 8


def one_way(purpose: bytes, *numbers: int) -> int:
    """Return a hash of numbers, from 0 to 2**63 - 1, that does not reveal them.

    ``purpose``: a label of at most 16 bytes; hashes with different labels are unrelated.
    ``numbers``: the input, each 0 to 2**64 - 1.
    """
    text = b"".join(number.to_bytes(_BYTES, "little") for number in numbers)
    digest = hashlib.blake2b(text, digest_size=_BYTES, person=purpose).digest()
    return int.from_bytes(digest, "little") >> 1


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one game of a run, 0 to 2**63 - 1, as ``Game.new`` takes it.

    All bots of a run play the same games, so seeds do not depend on the bot.

    Parameters
    ----------
    seed
        The seed of the run, 0 to 2**63 - 1.
    number
        The number of the game in the run, counted from 0.
    """
    return one_way(FOR_GAME, seed, number)


def decision_seeds(sources: Iterable[tuple[int, ...]]) -> NDArray[np.int64]:
    """Return the seeds of decisions for bots, int64[n] (see ``wistar_env.kit.bots.Batch``).

    ``sources``: for each decision, numbers that identify it.
    """
    return np.array([one_way(FOR_DECISION, *numbers) for numbers in sources], np.int64)
