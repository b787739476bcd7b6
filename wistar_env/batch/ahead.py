"""Asking memory for what is needed next, while there is something else to do.

A batch of games is larger than the caches, and each game is needed once in a step: without asking,
most of a step is waiting.
"""

from typing import Final

from wistar_env.compiled.jit import inline
from wistar_env.compiled.memory import ask_line
from wistar_env.compiled.types import ByteTable, ShortTable
from wistar_env.gate import BOARD_BYTES, SEAT_BYTES
from wistar_env.gate.play import GameArray

#: Bytes that come from memory together.
_LINE: Final = 64
#: Bytes of an index.
_WORD: Final = 2


@inline
def ask_game(games: GameArray, i: int, seats: int) -> None:
    """Ask for what nearly every decision or observation reads of a game."""
    for at in range(0, BOARD_BYTES + seats * SEAT_BYTES, _LINE):
        ask_line(games, i, at)


@inline
def ask_counts(counts: ByteTable, i: int) -> None:
    """Ask for a row of counts."""
    for at in range(0, counts.shape[1], _LINE):
        ask_line(counts, i, at)


@inline
def ask_entries(indices: ShortTable, values: ByteTable, i: int, count: int) -> None:
    """Ask for the entries of a row."""
    for at in range(0, _WORD * count, _LINE):
        ask_line(indices, i, at)
    for at in range(0, count, _LINE):
        ask_line(values, i, at)
