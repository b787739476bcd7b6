"""Prefetching of games and observations.

A batch is larger than the CPU caches, and each game is read once per step, so without prefetching,
cache misses would take most of a step.
"""

from typing import Final

from wistar_env.compiled.jit import inline
from wistar_env.compiled.prefetch import prefetch_line
from wistar_env.compiled.types import ByteTable, ShortTable
from wistar_env.kit.common_fields import GameArray

#: Bytes of a cache line.
_LINE: Final = 64
#: Bytes of an index.
_WORD: Final = 2


@inline
def prefetch_game(games: GameArray, i: int, size: int) -> None:
    """Prefetch the first ``size`` bytes of a game."""
    for at in range(0, size, _LINE):
        prefetch_line(games, i, at)


@inline
def prefetch_counts(counts: ByteTable, i: int) -> None:
    """Prefetch a row of counts."""
    for at in range(0, counts.shape[1], _LINE):
        prefetch_line(counts, i, at)


@inline
def prefetch_entries(indices: ShortTable, values: ByteTable, i: int, count: int) -> None:
    """Prefetch the first ``count`` entries of a sparse observation."""
    for at in range(0, _WORD * count, _LINE):
        prefetch_line(indices, i, at)
    for at in range(0, count, _LINE):
        prefetch_line(values, i, at)
