"""Asking memory for what is needed next, while there is something else to do.

A batch of games is larger than the caches, and each game is needed once in a step: without asking,
most of a step is waiting.
"""

from typing import Final

from wistar_env.compiled.jit import inline
from wistar_env.compiled.memory import ask_line
from wistar_env.compiled.records import offset
from wistar_env.compiled.types import ByteTable, ShortTable
from wistar_env.rules.state import GAME, PLAYER
from wistar_env.rules.types import GameArray

#: Bytes that come from memory together.
_LINE: Final = 64
#: Bytes of an index.
_WORD: Final = 2
#: What nearly every decision or observation reads: bytes at the beginning of a ``GAME``, and those
#: of each player, which come next.
_BOARD: Final = offset(GAME, "players")
_PLAYER: Final = PLAYER.itemsize


@inline
def ask_game(games: GameArray, i: int, seats: int) -> None:
    """Ask for a game, without chains, stack and what lies face down."""
    for at in range(0, _BOARD + seats * _PLAYER, _LINE):
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
