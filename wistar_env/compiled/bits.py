"""Operations on bit masks, and on counts stored as bytes."""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.jit import inline
from wistar_env.compiled.lowering import address_of
from wistar_env.compiled.types import Seed
from wistar_env.compiled.vectors import (
    BYTE,
    WORD,
    Builder,
    Value,
    chosen,
    constant,
    load,
    parts,
    repeated,
    vector,
)

if numba.config.DISABLE_JIT:

    def trailing_zeros(bits: int) -> int:
        """Return the index of the lowest set bit; for 0 the result is arbitrary."""
        lowest = int(bits) & -int(bits)
        return lowest.bit_length() - 1

    def clear_lowest_bit(bits: Seed) -> Seed:
        """Return ``bits`` without the lowest set bit."""
        return int(bits) & (int(bits) - 1)

    def nonzero_bits(values: Any, count: int) -> int:
        """Return a bit mask: bit ``k`` is set if byte ``k`` of the first ``count`` is nonzero."""
        return sum(int(values[k] != 0) << k for k in range(count))

    def word_at(values: Any, first: int) -> int:
        """Return eight counts below 256, from ``first`` on, packed as the bytes of an integer."""
        counts = np.asarray(values)[first : first + 8].astype(np.uint8)
        return int.from_bytes(counts.tobytes(), "little", signed=True)

    def first_above(counts: Any, size: int, number: int) -> int:
        """Return the first index at which the cumulative sum of counts exceeds ``number``."""
        sums = np.cumsum(counts[:size])
        return int((sums <= number).sum())

else:

    @intrinsic
    def trailing_zeros(typing_context: Any, bits: Any) -> Any:
        """Return the index of the lowest set bit; for 0 the result is arbitrary."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.IntType(1)(0))

        return bits(bits), generate

    @inline
    def clear_lowest_bit(bits: Seed) -> Seed:
        """Return ``bits`` without the lowest set bit."""
        return bits & (bits - np.uint64(1))

    @intrinsic(prefer_literal=True)
    def nonzero_bits(typing_context: Any, values: Any, count: Any) -> Any:
        """Return a bit mask: bit ``k`` is set if byte ``k`` of the first ``count`` is nonzero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = address_of(context, builder, values, args[0])
            word = ir.IntType(64)
            bits = word(0)
            for first, size in parts(count.literal_value):
                piece = load(builder, array, first, BYTE, size)
                flags = builder.icmp_unsigned("!=", piece, constant(BYTE, size, 0))
                found = builder.zext(builder.bitcast(flags, ir.IntType(size)), word)
                bits = builder.or_(bits, builder.shl(found, word(first)))
            return bits

        return types.uint64(values, count), generate

    @intrinsic
    def word_at(typing_context: Any, values: Any, first: Any) -> Any:
        """Return eight counts below 256, from ``first`` on, packed as the bytes of an integer.

        The first count is the lowest byte. The array's type is uint8 or int16.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = address_of(context, builder, values, args[0])
            lane = BYTE if values.dtype == types.uint8 else WORD
            piece = load(builder, array, args[1], lane, 8)
            if lane == WORD:
                piece = builder.trunc(piece, vector(BYTE, 8))
            return builder.bitcast(piece, ir.IntType(64))

        return types.int64(values, types.int64), generate

    def _bytes(builder: Builder, array: Value, size: int) -> Value:
        """Read up to 32 bytes as a vector, padded with zeros to a power of two."""
        pieces = parts(size)
        (_, count), (last, _) = pieces[0], pieces[-1]
        lanes = [k if k < count else k - last + count for k in range(size)]
        width = count if size == count else 2 * count
        first, rest = (load(builder, array, at, BYTE, count) for at in (0, last))
        padded = chosen(builder, first, rest, lanes + [0] * (width - size))
        kept = ir.Constant(vector(BYTE, width), [-1] * size + [0] * (width - size))
        return builder.and_(padded, kept)

    def _sums(builder: Builder, values: Value) -> Value:
        """Return the prefix sums of a vector."""
        width = values.type.count
        zeros = constant(BYTE, width, 0)
        step = 1
        while step < width:
            lanes = list(range(width - step, 2 * width - step))
            values = builder.add(values, chosen(builder, zeros, values, lanes))
            step *= 2
        return values

    @intrinsic(prefer_literal=True)
    def first_above(typing_context: Any, counts: Any, size: Any, number: Any) -> Any:
        """Return the first index at which the cumulative sum of counts exceeds ``number``.

        Takes at most 32 counts with a sum of at most 255. It has no branches, since those on random
        draws are mispredicted.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = address_of(context, builder, counts, args[0])
            sums = _sums(builder, _bytes(builder, array, size.literal_value))
            width = sums.type.count
            most = repeated(builder, builder.trunc(args[2], BYTE), width)
            below = builder.icmp_unsigned("<=", sums, most)
            bits = builder.bitcast(below, ir.IntType(width))
            return builder.zext(builder.ctpop(bits), ir.IntType(64))

        return types.int64(counts, size, types.int64), generate
