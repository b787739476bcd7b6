"""Finding the few bytes of many that are not zero."""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.inside import address_of, trailing_zeros
from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import ByteArray, ShortArray
from wistar_env.compiled.vectors import BYTE, constant, load

#: Bytes that are looked at together: arrays are a whole number of pieces long.
PIECE: Final = 32

if numba.config.DISABLE_JIT:

    def find_nonzeros(counts: ByteArray, size: int, places: ShortArray) -> int:
        """Write the places of all bytes that are not zero, in their order; return how many."""
        found = counts[:size].nonzero()[0]
        places[: len(found)] = found
        return len(found)

else:

    @intrinsic
    def _flags(typing_context: Any, counts: Any, first: Any) -> Any:
        """Look at a piece: bit ``k`` says whether byte ``first + k`` is not zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = address_of(context, builder, counts, args[0])
            piece = load(builder, array, args[1], BYTE, PIECE)
            unequal = builder.icmp_unsigned("!=", piece, constant(BYTE, PIECE, 0))
            return builder.zext(builder.bitcast(unequal, ir.IntType(PIECE)), ir.IntType(64))

        return types.uint64(counts, types.int64), generate

    @inline
    def find_nonzeros(counts: ByteArray, size: int, places: ShortArray) -> int:
        """Write the places of all bytes that are not zero, in their order; return how many."""
        found = 0
        for first in range(0, size, PIECE):
            flags = _flags(counts, first)
            while flags != 0:
                places[found] = first + int(trailing_zeros(flags))
                flags &= flags - np.uint64(1)
                found += 1
        return found
