"""Asking memory for what is needed next, while there is something else to do.

A batch of games is larger than the caches, and each game is needed once in a step: without asking,
most of a step is waiting.
"""

from typing import Any, Final

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from wistar_env.rules.jit import inline
from wistar_env.rules.state import GAME, PLAYER
from wistar_env.rules.types import ByteTable, GameArray
from wistar_env.tables.layout import offset

#: Bytes that come from memory together.
_LINE: Final = 64
#: What nearly every decision or observation reads: bytes at the beginning of a ``GAME``, and those
#: of each player, which come next.
_BOARD: Final = offset(GAME, "players")
_PLAYER: Final = PLAYER.itemsize

if numba.config.DISABLE_JIT:

    def ask_line(table: Any, row: int, at: int) -> None:
        """Ask for the line of memory with a byte of a row; there is nothing to ask here."""

else:

    @intrinsic
    def ask_line(typing_context: Any, table: Any, row: Any, at: Any) -> Any:
        """Ask for the line of memory with a byte of a row."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = make_array(table)(context, builder, args[0])
            first = builder.mul(args[1], builder.extract_value(array.strides, 0))
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            name = "llvm.prefetch.p0i8"
            prefetch = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            place = builder.gep(builder.bitcast(array.data, byte), [builder.add(first, args[2])])
            read, keep, data = number(0), number(3), number(1)
            builder.call(prefetch, [place, read, keep, data])
            return context.get_dummy_value()

        return types.void(table, types.int64, types.int64), generate


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
