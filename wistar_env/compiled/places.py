"""Arrays that lie where a record says: how compiled code finds what its caller keeps.

Each array that Python hands over costs a tenth of a microsecond and more. Whoever calls again and
again writes the addresses of its arrays into one record, once, and hands over that.
"""

import ctypes
from collections.abc import Callable
from typing import Any, TypeAlias

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.inside import array_at, member_of

#: Gives one array of a record.
Place: TypeAlias = Callable[[Any], Any]
#: Sizes of an array: numbers, or the names of those that stand in the record.
Sizes: TypeAlias = tuple[int | str, ...]


def placed(record: np.dtype[Any], name: str, dtype: Any, sizes: Sizes) -> Place:
    """Return a function that gives the array whose address is the field ``{name}_at`` of a record.

    Nobody checks the address or the sizes: the array must be C-contiguous, and its owner must keep
    it as long as the record leads to it.
    """
    if numba.config.DISABLE_JIT:
        return _interpreted(name, np.dtype(dtype), sizes)
    return _compiled(record, name, np.dtype(dtype), sizes)


def _interpreted(name: str, dtype: np.dtype[Any], sizes: Sizes) -> Place:
    def at(record: Any) -> Any:
        shape = tuple(int(record[size]) if isinstance(size, str) else size for size in sizes)
        size = dtype.itemsize * int(np.prod(shape))
        if size == 0:
            return np.zeros(shape, dtype)
        memory: Any = (ctypes.c_byte * size).from_address(int(record[f"{name}_at"]))
        return np.frombuffer(memory, dtype).reshape(shape)

    return at


def _compiled(record: np.dtype[Any], name: str, dtype: np.dtype[Any], sizes: Sizes) -> Place:
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

    found: Place = intrinsic(at)
    return found
