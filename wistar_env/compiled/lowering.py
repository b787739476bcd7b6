"""Helpers for hand-written LLVM IR: arrays at addresses, loops, names for numbers.

They use only the extension interface that Numba documents.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr, lower_setattr

_NUMBER: Final = ir.IntType(64)
_WORD: Final = ir.IntType(16)


def data_of(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Return the address of the first element of an array."""
    return context.make_array(kind)(context, builder, array).data


def address_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the address of the first element of an array or pointer."""
    return value if isinstance(kind, types.CPointer) else data_of(context, builder, kind, value)


@contextmanager
def counting(builder: Any, end: Any, step: int) -> Iterator[Any]:
    """Build a loop over the multiples of ``step`` below ``end``."""
    width = _NUMBER(step)
    with cgutils.for_range_slice(builder, _NUMBER(0), end, width, _NUMBER) as (number, _):
        yield number


def variable(builder: Any, value: Any) -> Any:
    """Return the address of a new variable with this initial value."""
    return cgutils.alloca_once_value(builder, value)


def row_of(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    """Return the address of the first byte of a row of an array."""
    made = context.make_array(kind)(context, builder, array)
    first = builder.mul(row, builder.extract_value(made.strides, 0))
    return builder.gep(builder.bitcast(made.data, ir.IntType(8).as_pointer()), [first])


def _populate(
    context: Any, made: Any, data: Any, shape: list[Any], strides: list[Any], width: Any
) -> None:
    context.populate_array(
        made, data=data, shape=shape, strides=strides, itemsize=width, meminfo=None
    )


def array_at(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """Return a C-contiguous array at an address."""
    width = _NUMBER(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [width]
    for size in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    made = context.make_array(kind)(context, builder)
    _populate(context, made, data, shape, strides, width)
    return made._getvalue()


def array_at_stride(
    context: Any, builder: Any, kind: Any, data: Any, count: Any, stride: Any
) -> Any:
    """Return an array of elements ``stride`` bytes apart, from an address on."""
    width = _NUMBER(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    made = context.make_array(kind)(context, builder)
    _populate(context, made, data, [count], [stride], width)
    return made._getvalue()


def copy_memory(builder: Any, target: Any, source: Any, count: Any) -> None:
    """Copy ``count`` bytes between memory regions that do not overlap."""
    cgutils.raw_memcpy(builder, target, source, count, 1)


def fill_zeros(builder: Any, target: Any, count: Any) -> None:
    """Write ``count`` zero bytes from an address on."""
    cgutils.memset(builder, target, count, 0)


def reserved(context: Any, builder: Any, kind: Any, count: int, *, clear: bool) -> Any:
    """Return the address of elements allocated on the stack of the compiled function."""
    lane = context.get_data_type(kind)
    data = cgutils.alloca_once(builder, lane, size=count)
    if clear:
        cgutils.memset(builder, data, _NUMBER(count * context.get_abi_sizeof(lane)), 0)
    return data


def member_of(builder: Any, record: Any, byte: int, lane: Any) -> Any:
    """Return the address of the member at a byte offset of a record."""
    return cgutils.get_record_member(builder, record, byte, lane)


def _name_number(record: Any, name: str, byte: int) -> None:
    @lower_getattr(record, name)
    def read(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return builder.load(member_of(builder, value, byte, _WORD))

    @lower_setattr(record, name)
    def write(context: Any, builder: Any, signature: Any, args: Any) -> None:
        builder.store(args[1], member_of(builder, args[0], byte, _WORD))


def name_numbers(kind: Any, start: int, places: Mapping[str, int]) -> None:
    """Let compiled code read and write int16 numbers of a record as attributes.

    ``kind``: the NumPy record type. ``start``: byte offset of the numbers.
    ``places``: index of each name's number.
    """
    record = numba.from_dtype(kind)

    class Named(AttributeTemplate):  # type: ignore[misc]
        key = record

        def generic_resolve(self, record: Any, name: str) -> Any:
            return types.int16 if name in places else record.typeof(name)

    infer_getattr(Named)
    for name, place in places.items():
        _name_number(record, name, start + place * _WORD.width // 8)
