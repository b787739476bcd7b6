"""The seeds with which the games of a batch begin."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.kit.game import MAX_SEED, seed_after

#: The first of consecutive seeds; a seed for each game; or None for the next seeds.
Seeds: TypeAlias = int | Sequence[int] | npt.NDArray[Any] | None


def highest_seed(num_games: int) -> int:
    """Return the highest first seed of ``num_games`` consecutive seeds."""
    return MAX_SEED - num_games + 1


def seeds_after(seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return the default seeds of the games after those with ``seeds``."""
    return np.array([seed_after(int(old)) for old in seeds], np.uint64)


def checked_seeds(seeds: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return seeds as an array.

    Raises TypeError, ValueError if they are not integers from 0 to 2**64 - 1 of shape (k,).
    """
    if isinstance(seeds, list | tuple):
        # NumPy would turn integers beyond int64 into floats.
        return np.array([integer("seeds", each, 0, 2**64 - 1) for each in seeds], np.uint64)
    found = np.asarray(seeds)
    if found.dtype.kind not in "iu" and found.size:
        raise TypeError(f"seeds must be integers, found {found.dtype}")
    if found.ndim != 1 or (found.dtype.kind == "i" and (found < 0).any()):
        raise ValueError(f"seeds must be a list of integers from 0 to 2**64 - 1, found {seeds!r}")
    return found.astype(np.uint64)


def seeds_for(
    seed: Seeds, num_games: int, last: npt.NDArray[np.uint64] | None
) -> npt.NDArray[np.uint64]:
    """Return a seed for each game: ``seed + i``, the given seed, or the one after ``last``.

    With neither ``seed`` nor ``last``, seeds are drawn at random.

    Raises TypeError, ValueError if a seed is invalid, or there is not one for each game.
    """
    if seed is None:
        if last is not None:
            return seeds_after(last)
        return np.random.default_rng().integers(MAX_SEED, size=num_games, dtype=np.uint64)
    if np.ndim(seed) == 0:
        first = integer("seed", seed, 0, highest_seed(num_games))
        return np.arange(first, first + num_games, dtype=np.uint64)
    if np.shape(seed) != (num_games,):
        raise ValueError(
            f"seed must be one integer or a list of {num_games}, found shape {np.shape(seed)}"
        )
    return np.array([integer("seed", each, 0, MAX_SEED) for each in seed], np.uint64)  # type: ignore[union-attr]
