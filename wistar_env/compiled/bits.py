"""Sets as bits of a number: the lowest member, and which numbers of an array are not zero."""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled import numba_internals
from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import Seed
from wistar_env.compiled.vectors import BYTE, constant, load, parts

if numba.config.DISABLE_JIT:

    def trailing_zeros(bits: int) -> int:
        """Return the index of the lowest set bit."""
        lowest = int(bits) & -int(bits)
        return lowest.bit_length() - 1

    def clear_lowest_bit(bits: Seed) -> Seed:
        """Clear the lowest set bit."""
        return int(bits) & (int(bits) - 1)

    def nonzero_bits(values: Any, count: int) -> int:
        """Return a number: bit ``k`` says whether byte ``k`` of so many is not zero."""
        return sum(int(values[k] != 0) << k for k in range(count))

else:
    trailing_zeros = numba_internals.trailing_zeros

    @inline
    def clear_lowest_bit(bits: Seed) -> Seed:
        """Clear the lowest set bit."""
        return bits & (bits - np.uint64(1))

    @intrinsic(prefer_literal=True)
    def nonzero_bits(typing_context: Any, values: Any, count: Any) -> Any:
        """Return a number: bit ``k`` says whether byte ``k`` of so many is not zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = numba_internals.address_of(context, builder, values, args[0])
            word = ir.IntType(64)
            bits = word(0)
            for first, size in parts(count.literal_value):
                piece = load(builder, array, first, BYTE, size)
                flags = builder.icmp_unsigned("!=", piece, constant(BYTE, size, 0))
                found = builder.zext(builder.bitcast(flags, ir.IntType(size)), word)
                bits = builder.or_(bits, builder.shl(found, word(first)))
            return bits

        return types.uint64(values, count), generate
