"""Dot products and scaled sums of float32 rows, the building blocks of networks.

They use explicit vectors, so sums have the same order on every machine: networks give bitwise equal
results, and training runs are reproducible elsewhere. Compilers that may reorder sums themselves
choose an order that depends on the processor.
"""

from collections.abc import Sequence
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.lowering import address_of, counting, variable
from wistar_env.compiled.types import FloatArray, FloatTable, ShortArray
from wistar_env.compiled.vectors import Builder, Value, chosen, constant, load, repeated, store

#: Numbers that are added at once; row lengths are multiples of this.
LANES: Final = 16
#: Columns whose sums fit into registers.
_COLUMNS: Final = 64
_FLOAT: Final = ir.FloatType()

if numba.config.DISABLE_JIT:

    def dot(one: FloatArray, other: FloatArray, size: int) -> Any:
        """Return the dot product of the first ``size`` numbers of two rows."""
        sums = np.zeros(LANES, np.float32)
        for products in (one[:size] * other[:size]).reshape(-1, LANES):
            sums += products
        while len(sums) > 1:
            sums = sums[: len(sums) // 2] + sums[len(sums) // 2 :]
        return sums[0]

    def add_scaled(out: FloatArray, row: FloatArray, factor: Any, size: int) -> None:
        """Add ``factor`` times the first ``size`` numbers of ``row`` to ``out``."""
        out[:size] += np.float32(factor) * row[:size]

    def add_scaled_rows(
        out: FloatArray,
        table: FloatTable,
        rows: ShortArray,
        factors: FloatArray,
        count: int,
        size: int,
    ) -> None:
        """Add ``count`` rows of a table, each times its factor, to ``out``, in this order."""
        for k in range(count):
            add_scaled(out, table[rows[k]], factors[k], size)

else:

    def _sum_of(builder: Builder, sums: Value) -> Value:
        """Add up the lanes of a vector by repeatedly adding the upper half to the lower one."""
        count = LANES
        while count > 1:
            count //= 2
            lower = chosen(builder, sums, sums, list(range(count)))
            upper = chosen(builder, sums, sums, list(range(count, 2 * count)))
            sums = builder.fadd(lower, upper)
        return builder.extract_element(sums, ir.IntType(32)(0))

    @intrinsic
    def dot(typing_context: Any, one: Any, other: Any, size: Any) -> Any:
        """Return the dot product of the first ``size`` numbers of two rows."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            rows = [
                address_of(context, builder, kind, value)
                for kind, value in zip((one, other), args[:2], strict=True)
            ]
            sums = variable(builder, constant(_FLOAT, LANES, 0))
            with counting(builder, args[2], LANES) as first:
                pieces = (load(builder, row, first, _FLOAT, LANES) for row in rows)
                builder.store(builder.fadd(builder.load(sums), builder.fmul(*pieces)), sums)
            return _sum_of(builder, builder.load(sums))

        return types.float32(one, other, types.int64), generate

    @intrinsic
    def add_scaled(typing_context: Any, out: Any, row: Any, factor: Any, size: Any) -> Any:
        """Add ``factor`` times the first ``size`` numbers of ``row`` to ``out``."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = address_of(context, builder, out, args[0])
            source = address_of(context, builder, row, args[1])
            factors = repeated(builder, args[2], LANES)
            with counting(builder, args[3], LANES) as first:
                old = load(builder, target, first, _FLOAT, LANES)
                new = load(builder, source, first, _FLOAT, LANES)
                store(builder, builder.fadd(old, builder.fmul(factors, new)), target, first)
            return context.get_dummy_value()

        return types.void(out, row, types.float32, types.int64), generate

    def _add_to_columns(
        builder: Builder, first: Value, width: int, arrays: Sequence[Value], count: Value
    ) -> None:
        """Build ``add_scaled_rows`` for ``width`` columns, whose sums stay in registers."""
        out, table, rows, factors, size = arrays
        columns = [builder.add(first, first.type(k)) for k in range(0, width, LANES)]
        sums = [variable(builder, load(builder, out, k, _FLOAT, LANES)) for k in columns]
        with counting(builder, count, 1) as k:
            row = builder.sext(builder.load(builder.gep(rows, [k])), size.type)
            start = builder.gep(table, [builder.mul(row, size)])
            factor = repeated(builder, builder.load(builder.gep(factors, [k])), LANES)
            for column, total in zip(columns, sums, strict=True):
                product = builder.fmul(factor, load(builder, start, column, _FLOAT, LANES))
                builder.store(builder.fadd(builder.load(total), product), total)
        for column, total in zip(columns, sums, strict=True):
            store(builder, builder.load(total), out, column)

    @intrinsic
    def add_scaled_rows(
        typing_context: Any, out: Any, table: Any, rows: Any, factors: Any, count: Any, size: Any
    ) -> Any:
        """Add ``count`` rows of a table, each times its factor, to ``out``, in this order."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kinds = out, table, rows, factors
            arrays = [
                address_of(context, builder, kind, value)
                for kind, value in zip(kinds, args[:4], strict=True)
            ]
            count, size = args[4:]
            arrays.append(size)
            most = builder.and_(size, size.type(-_COLUMNS))
            with counting(builder, most, _COLUMNS) as first:
                _add_to_columns(builder, first, _COLUMNS, arrays, count)
            with counting(builder, builder.sub(size, most), LANES) as more:
                _add_to_columns(builder, builder.add(most, more), LANES, arrays, count)
            return context.get_dummy_value()

        return types.void(out, table, rows, factors, types.int64, types.int64), generate
