"""Functions that write one or many values into an observation.

Values that are adjacent both in a game and in an observation are written as vectors; loops would
make a batch step a fifth slower.

Sizes are array sizes or constants: ``put_fields`` and ``put_bits`` are compiled for one ``count``.
"""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.jit import inline
from wistar_env.compiled.lowering import data_of, member_of
from wistar_env.compiled.types import ByteArray
from wistar_env.compiled.vectors import (
    BIT,
    BYTE,
    WORD,
    Builder,
    Value,
    chosen,
    constant,
    load,
    parts,
    repeated,
    store,
    vector,
)

#: Possible numbers of bits that are written at once.
_WIDTHS: Final = (16, 32, 64)
#: The bytes in a 64-bit word, a word with 1 in each byte, and one with bit ``k`` set in byte ``k``.
_OF_A_WORD: Final = 8
_ONES: Final = 0x0101010101010101
_DIAGONAL: Final = 0x8040201008040201
#: Means that no flag is set.
_NONE: Final = -1


@inline
def put(out: ByteArray, limit: ByteArray, at: int, value: int) -> None:
    """Write one count, clipped to its limit."""
    out[at] = min(value, limit[at])


@inline
def put_one(out: ByteArray, at: int, k: int) -> None:
    """Set flag ``k`` of a block; do nothing if ``k`` is -1."""
    out[at + max(0, k)] |= k != _NONE


if numba.config.DISABLE_JIT:

    def put_counts(out: ByteArray, limit: ByteArray, at: int, values: Any) -> None:
        """Write an array of counts, each clipped to its limit."""
        end = at + np.size(values)
        out[at:end] = np.minimum(np.ravel(values), limit[at:end])

    def put_fields(
        out: ByteArray, limit: ByteArray, at: int, record: Any, start: int, count: int
    ) -> None:
        """Write ``count`` adjacent int16 counts of a record, from byte ``start`` on."""
        put_counts(out, limit, at, np.frombuffer(record.tobytes(), np.int16, count, start))

    def put_row(out: ByteArray, at: int, table: Any, row: int) -> None:
        """Write a row of a table of bytes unchanged."""
        out[at : at + table.shape[1]] = table[row]

    def put_bits(out: ByteArray, at: int, bits: int, count: int) -> None:
        """Write up to 64 bits of a number as flags, lowest bit first."""
        for k in range(count):
            out[at + k] = bits >> k & 1

    def put_equal(out: ByteArray, at: int, values: Any, wanted: int) -> None:
        """Write whether each value equals ``wanted``."""
        out[at : at + np.size(values)] = np.ravel(values) == wanted

    def put_flagged(out: ByteArray, at: int, flags: Any, bits: int) -> None:
        """Write whether each value has any of the bits ``bits``."""
        out[at : at + len(flags)] = (flags & bits) != 0

    def put_both(out: ByteArray, at: int, values: Any, wanted: int, flags: Any, bits: int) -> None:
        """Write whether each value equals ``wanted`` and its flags have any of ``bits``."""
        out[at : at + len(flags)] = (values == wanted) & ((flags & bits) != 0)

    def put_lowest(out: ByteArray, at: int, values: Any, highest: int) -> None:
        """Write each value up to ``highest``, and 0 in place of higher values."""
        out[at : at + len(values)] = np.where(values <= highest, values, 0)

else:

    def _store_counts(
        builder: Builder,
        out: Value,
        limit: Value,
        at: Value,
        source: Value,
        count: int,
        lane: Any = WORD,
    ) -> None:
        for first, size in parts(count):
            place = builder.add(at, at.type(first))
            values = load(builder, source, first, lane, size)
            highest = load(builder, limit, place, BYTE, size)
            if lane == WORD:
                highest = builder.zext(highest, vector(WORD, size))
                fitting = builder.icmp_signed("<", values, highest)
            else:
                fitting = builder.icmp_unsigned("<", values, highest)
            values = builder.select(fitting, values, highest)
            if lane == WORD:
                values = builder.trunc(values, vector(BYTE, size))
            store(builder, values, out, place)

    def _spread(builder: Builder, bits: Value) -> Value:
        """Return the lowest eight bits of a number as eight bytes, each 0 or 1."""
        word = ir.IntType(64)
        lowest = builder.zext(builder.trunc(bits, BYTE), word)
        each = builder.and_(builder.mul(lowest, word(_ONES)), word(_DIAGONAL))
        flags = builder.lshr(builder.add(each, word(0x7F * _ONES)), word(_OF_A_WORD - 1))
        return builder.bitcast(builder.and_(flags, word(_ONES)), vector(BYTE, _OF_A_WORD))

    def _store_flags(builder: Builder, flags: Value, out: Value, at: Value, first: int) -> None:
        place = builder.add(at, at.type(first))
        store(builder, builder.zext(flags, vector(BYTE, flags.type.count)), out, place)

    def _equal(
        builder: Builder, source: Value, lane: Any, first: int, count: int, wanted: Value
    ) -> Value:
        values = load(builder, source, first, lane, count)
        wanted = repeated(builder, builder.trunc(wanted, lane), count)
        return builder.icmp_unsigned("==", values, wanted)

    def _lane(values: Any) -> Any:
        return BYTE if values.dtype == types.uint8 else WORD

    def _flagged(builder: Builder, source: Value, first: int, count: int, bits: Value) -> Value:
        flags = load(builder, source, first, BYTE, count)
        bits = repeated(builder, builder.trunc(bits, BYTE), count)
        return builder.icmp_unsigned("!=", builder.and_(flags, bits), constant(BYTE, count, 0))

    @intrinsic
    def put_counts(typing_context: Any, out: Any, limit: Any, at: Any, values: Any) -> Any:
        """Write an array of counts, each clipped to its limit."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[3])
            _store_counts(builder, args[0], args[1], args[2], source, values.nitems, _lane(values))
            return context.get_dummy_value()

        return types.void(out, limit, types.int64, values), generate

    @intrinsic(prefer_literal=True)
    def put_fields(
        typing_context: Any, out: Any, limit: Any, at: Any, record: Any, start: Any, count: Any
    ) -> Any:
        """Write ``count`` adjacent int16 counts of a record, from byte ``start`` on."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = member_of(builder, args[3], start.literal_value, WORD)
            _store_counts(builder, args[0], args[1], args[2], source, count.literal_value)
            return context.get_dummy_value()

        return types.void(out, limit, types.int64, record, start, count), generate

    @intrinsic
    def put_row(typing_context: Any, out: Any, at: Any, table: Any, row: Any) -> Any:
        """Write a row of a table of bytes unchanged."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            row = builder.mul(args[3], args[3].type(table.shape[1]))
            source = data_of(context, builder, table, args[2])
            for first, size in parts(table.shape[1]):
                piece = load(builder, source, builder.add(row, row.type(first)), BYTE, size)
                store(builder, piece, args[0], builder.add(args[1], args[1].type(first)))
            return context.get_dummy_value()

        return types.void(out, types.int64, table, types.int64), generate

    @intrinsic(prefer_literal=True)
    def put_bits(typing_context: Any, out: Any, at: Any, bits: Any, count: Any) -> Any:
        """Write up to 64 bits of a number as flags, lowest bit first."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if count.literal_value <= _OF_A_WORD:
                flags = _spread(builder, args[2])
            else:
                width = next(each for each in _WIDTHS if each >= count.literal_value)
                lanes = builder.bitcast(
                    builder.trunc(args[2], ir.IntType(width)), vector(BIT, width)
                )
                flags = builder.zext(lanes, vector(BYTE, width))
            flags = chosen(builder, flags, flags, range(count.literal_value))
            store(builder, flags, args[0], args[1])
            return context.get_dummy_value()

        return types.void(out, types.int64, types.int64, count), generate

    @intrinsic
    def put_equal(typing_context: Any, out: Any, at: Any, values: Any, wanted: Any) -> Any:
        """Write whether each value equals ``wanted``."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[2])
            for first, count in parts(values.nitems):
                flags = _equal(builder, source, _lane(values), first, count, args[3])
                _store_flags(builder, flags, args[0], args[1], first)
            return context.get_dummy_value()

        return types.void(out, types.int64, values, types.int64), generate

    @intrinsic
    def put_flagged(typing_context: Any, out: Any, at: Any, flags: Any, bits: Any) -> Any:
        """Write whether each value has any of the bits ``bits``."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, flags, args[2])
            for first, count in parts(flags.nitems):
                found = _flagged(builder, source, first, count, args[3])
                _store_flags(builder, found, args[0], args[1], first)
            return context.get_dummy_value()

        return types.void(out, types.int64, flags, types.int64), generate

    @intrinsic
    def put_both(
        typing_context: Any, out: Any, at: Any, values: Any, wanted: Any, flags: Any, bits: Any
    ) -> Any:
        """Write whether each value equals ``wanted`` and its flags have any of ``bits``."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[2])
            known = data_of(context, builder, flags, args[4])
            for first, count in parts(values.nitems):
                found = builder.and_(
                    _equal(builder, source, _lane(values), first, count, args[3]),
                    _flagged(builder, known, first, count, args[5]),
                )
                _store_flags(builder, found, args[0], args[1], first)
            return context.get_dummy_value()

        return types.void(out, types.int64, values, types.int64, flags, types.int64), generate

    @intrinsic
    def put_lowest(typing_context: Any, out: Any, at: Any, values: Any, highest: Any) -> Any:
        """Write each value up to ``highest``, and 0 in place of higher values."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[2])
            for first, count in parts(values.nitems):
                found = load(builder, source, first, BYTE, count)
                most = repeated(builder, builder.trunc(args[3], BYTE), count)
                low = builder.icmp_unsigned("<=", found, most)
                kept = builder.select(low, found, constant(BYTE, count, 0))
                store(builder, kept, args[0], builder.add(args[1], args[1].type(first)))
            return context.get_dummy_value()

        return types.void(out, types.int64, values, types.int64), generate
