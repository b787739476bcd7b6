"""Arrays whose addresses are stored in fields of a record.

Passing an array from Python to compiled code costs 0.1 µs or more. Frequent callers write the
addresses of their arrays into a record once, and pass the record.
"""

import ctypes
from collections.abc import Callable
from typing import Any, TypeAlias

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.lowering import array_at, member_of

#: A function that takes a record and returns an array.
FieldPointer: TypeAlias = Callable[[Any], Any]
#: The shape of an array: numbers, or names of record fields that hold them.
Sizes: TypeAlias = tuple[int | str, ...]


def field_pointer(record: np.dtype[Any], name: str, dtype: Any, sizes: Sizes) -> FieldPointer:
    """Return a function that returns the array at the address in field ``{name}_at`` of a record.

    Addresses and sizes are not checked: arrays must be C-contiguous, and their owner must keep them
    alive as long as the record is used.
    """
    if numba.config.DISABLE_JIT:
        return _interpreted(name, np.dtype(dtype), sizes)
    return _compiled(record, name, np.dtype(dtype), sizes)


def _interpreted(name: str, dtype: np.dtype[Any], sizes: Sizes) -> FieldPointer:
    def at(record: Any) -> Any:
        shape = tuple(int(record[size]) if isinstance(size, str) else size for size in sizes)
        size = dtype.itemsize * int(np.prod(shape))
        if size == 0:
            return np.zeros(shape, dtype)
        memory: Any = (ctypes.c_byte * size).from_address(int(record[f"{name}_at"]))
        return np.frombuffer(memory, dtype).reshape(shape)

    return at


def _compiled(record: np.dtype[Any], name: str, dtype: np.dtype[Any], sizes: Sizes) -> FieldPointer:
    known = types.Array(numba.from_dtype(dtype), len(sizes), "C")
    number = ir.IntType(64)
    assert record.fields is not None
    offsets = {field: record.fields[field][1] for field in record.fields}

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def read(field: str) -> Any:
            return builder.load(member_of(builder, args[0], offsets[field], number), align=8)

        shape = [read(size) if isinstance(size, str) else number(size) for size in sizes]
        lane = context.get_data_type(known.dtype)
        data = builder.inttoptr(read(f"{name}_at"), lane.as_pointer())
        return array_at(context, builder, known, data, shape)

    def at(typing_context: Any, record: Any) -> Any:
        return known(record), generate

    found: FieldPointer = intrinsic(at)
    return found
