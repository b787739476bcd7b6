"""How the encoder writes into an observation: one value, or many at once.

Many values are adjacent in a game as in an observation. They are written as vectors: the same
encoder in loops makes a step of many games a fifth longer.

Sizes are those of the arrays, or plain constants: ``put_fields`` and ``put_bits`` are compiled for
one ``count``.
"""

from typing import Any, Final

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.jit import inline
from wistar_env.compiled.numba_internals import data_of, member_of
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
    repeated,
    store,
    vector,
)
from wistar_env.games.rats_of_wistar.rules.state import NONE

#: Values that are handled at once.
_LANES: Final = 32


@inline
def put(out: ByteArray, limit: ByteArray, at: int, value: int) -> None:
    """Write one count, cut off at its limit."""
    out[at] = min(value, limit[at])


@inline
def put_one(out: ByteArray, at: int, k: int) -> None:
    """Set flag ``k`` of a block, or none if it is NONE."""
    out[at + max(0, k)] |= k != NONE


if numba.config.DISABLE_JIT:

    def put_counts(out: ByteArray, limit: ByteArray, at: int, values: Any) -> None:
        """Write an array of counts, each cut off at its limit."""
        end = at + np.size(values)
        out[at:end] = np.minimum(np.ravel(values), limit[at:end])

    def put_fields(
        out: ByteArray, limit: ByteArray, at: int, record: Any, start: int, count: int
    ) -> None:
        """Write as many counts that follow each other in a record, from its byte ``start`` on."""
        put_counts(out, limit, at, np.frombuffer(record.tobytes(), np.int16, count, start))

    def put_bits(out: ByteArray, at: int, bits: int, count: int) -> None:
        """Write up to 16 bits of a number as flags, the lowest first."""
        for k in range(count):
            out[at + k] = bits >> k & 1

    def put_equal(out: ByteArray, at: int, values: Any, wanted: int) -> None:
        """Write for each value whether it is the wanted one."""
        out[at : at + np.size(values)] = np.ravel(values) == wanted

    def put_flagged(out: ByteArray, at: int, flags: Any, bits: int) -> None:
        """Write for each value whether it has one of these bits."""
        out[at : at + len(flags)] = (flags & bits) != 0

    def put_both(out: ByteArray, at: int, values: Any, wanted: int, flags: Any, bits: int) -> None:
        """Write for each value whether it is the wanted one, and its flags have one of the bits."""
        out[at : at + len(flags)] = (values == wanted) & ((flags & bits) != 0)

    def put_lowest(out: ByteArray, at: int, values: Any, highest: int) -> None:
        """Write each value that is not above the highest one, 0 for the others."""
        out[at : at + len(values)] = np.where(values <= highest, values, 0)

else:

    def _parts(count: int) -> list[tuple[int, int]]:
        """Return where parts begin that cover as many values, and how long they are.

        The last one may overlap the one before it, with equal values.
        """
        if count <= _LANES:
            return [(0, count)]
        return [(first, _LANES) for first in (*range(0, count - _LANES, _LANES), count - _LANES)]

    def _store_counts(
        builder: Builder, out: Value, limit: Value, at: Value, source: Value, count: int
    ) -> None:
        words = vector(WORD, count)
        values = load(builder, source, 0, WORD, count)
        highest = builder.zext(load(builder, limit, at, BYTE, count), words)
        fitting = builder.icmp_signed("<", values, highest)
        values = builder.select(fitting, values, highest)
        store(builder, builder.trunc(values, vector(BYTE, count)), out, at)

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
        """Write an array of counts, each cut off at its limit."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[3])
            _store_counts(builder, args[0], args[1], args[2], source, values.nitems)
            return context.get_dummy_value()

        return types.void(out, limit, types.int64, values), generate

    @intrinsic(prefer_literal=True)
    def put_fields(
        typing_context: Any, out: Any, limit: Any, at: Any, record: Any, start: Any, count: Any
    ) -> Any:
        """Write as many counts that follow each other in a record, from its byte ``start`` on."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = member_of(builder, args[3], start.literal_value, WORD)
            _store_counts(builder, args[0], args[1], args[2], source, count.literal_value)
            return context.get_dummy_value()

        return types.void(out, limit, types.int64, record, start, count), generate

    @intrinsic(prefer_literal=True)
    def put_bits(typing_context: Any, out: Any, at: Any, bits: Any, count: Any) -> Any:
        """Write up to 16 bits of a number as flags, the lowest first."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            lanes = builder.bitcast(builder.trunc(args[2], WORD), vector(BIT, WORD.width))
            flags = builder.zext(lanes, vector(BYTE, WORD.width))
            flags = chosen(builder, flags, flags, range(count.literal_value))
            store(builder, flags, args[0], args[1])
            return context.get_dummy_value()

        return types.void(out, types.int64, types.int64, count), generate

    @intrinsic
    def put_equal(typing_context: Any, out: Any, at: Any, values: Any, wanted: Any) -> Any:
        """Write for each value whether it is the wanted one."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[2])
            for first, count in _parts(values.nitems):
                flags = _equal(builder, source, _lane(values), first, count, args[3])
                _store_flags(builder, flags, args[0], args[1], first)
            return context.get_dummy_value()

        return types.void(out, types.int64, values, types.int64), generate

    @intrinsic
    def put_flagged(typing_context: Any, out: Any, at: Any, flags: Any, bits: Any) -> Any:
        """Write for each value whether it has one of these bits."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, flags, args[2])
            for first, count in _parts(flags.nitems):
                found = _flagged(builder, source, first, count, args[3])
                _store_flags(builder, found, args[0], args[1], first)
            return context.get_dummy_value()

        return types.void(out, types.int64, flags, types.int64), generate

    @intrinsic
    def put_both(
        typing_context: Any, out: Any, at: Any, values: Any, wanted: Any, flags: Any, bits: Any
    ) -> Any:
        """Write for each value whether it is the wanted one, and its flags have one of the bits."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[2])
            known = data_of(context, builder, flags, args[4])
            for first, count in _parts(values.nitems):
                found = builder.and_(
                    _equal(builder, source, _lane(values), first, count, args[3]),
                    _flagged(builder, known, first, count, args[5]),
                )
                _store_flags(builder, found, args[0], args[1], first)
            return context.get_dummy_value()

        return types.void(out, types.int64, values, types.int64, flags, types.int64), generate

    @intrinsic
    def put_lowest(typing_context: Any, out: Any, at: Any, values: Any, highest: Any) -> Any:
        """Write each value that is not above the highest one, 0 for the others."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = data_of(context, builder, values, args[2])
            for first, count in _parts(values.nitems):
                found = load(builder, source, first, BYTE, count)
                most = repeated(builder, builder.trunc(args[3], BYTE), count)
                low = builder.icmp_unsigned("<=", found, most)
                kept = builder.select(low, found, constant(BYTE, count, 0))
                store(builder, kept, args[0], builder.add(args[1], args[1].type(first)))
            return context.get_dummy_value()

        return types.void(out, types.int64, values, types.int64), generate
