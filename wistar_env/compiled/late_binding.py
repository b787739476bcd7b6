"""Calls of functions through addresses in a record, so that one compiled kit plays every game.

A record has a field ``{name}_at`` for each function, which points to the address of the function's
machine code (``compiled.on_demand``), and a field ``tables_at``, which points to the first argument
of all functions. Addresses are not checked: only ``wistar_env.kit.bind`` fills such a record, after
comparing all signatures. For example::

    rules["find_legal_at"] = place_function(find_legal, records)  # in kit.bind
    call = bound_call(RULES, "find_legal", SIGNATURES["find_legal"])  # in kit.game_calls
    call(t, g, legal)  # in any compiled function of the kit; ``t`` is ``rules[0]``
    # Compiled, it loads the address at t.find_legal_at, and calls it with (t.tables_at, g, legal).
    # Interpreted, it calls the Python function with records of the game's own types.
"""

import ctypes
import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.jit import Signature, place_of
from wistar_env.compiled.lowering import (
    array_at_stride,
    copy_memory,
    data_of,
    fill_zeros,
    member_of,
)

_NUMBER: Final = ir.IntType(64)
_BYTES: Final = ir.IntType(8).as_pointer()
#: Kinds that are passed by value; all others are passed by address.
_VALUES: Final = {
    "int": (types.int64, _NUMBER),
    "bool": (types.int64, _NUMBER),
    "seed": (types.uint64, _NUMBER),
    "float": (types.float64, ir.DoubleType()),
    "NoneType": (types.void, ir.VoidType()),
}


class _Interpreted(NamedTuple):
    """A Python function, with the type of each parameter that is a record of the game."""

    function: Callable[..., Any]
    records: tuple[np.dtype[Any] | None, ...]


#: Without compilation, the "address" of a function is its position here, from 1.
_functions: Final[list[_Interpreted]] = []


def place_function(function: Any, records: Sequence[np.dtype[Any] | None]) -> int:
    """Return the address through which a ``bound_call`` calls a unit; never 0.

    ``function``: the unit. ``records``: for each parameter, its type if it is a record of the game,
    otherwise None.
    """
    if not numba.config.DISABLE_JIT:
        return place_of(function)
    entry = _Interpreted(function, tuple(records))
    if entry not in _functions:
        _functions.append(entry)
    return 1 + _functions.index(entry)


def bound_call(record: np.dtype[Any], name: str, signature: Signature) -> Any:
    """Return a function that calls the function at the address in a record's ``{name}_at``.

    ``record``: the record type with the addresses. ``name``: the function's name. ``signature``:
    the kinds of its parameters and result. The first parameter is the record; the called function
    gets the tables at ``tables_at`` instead.
    """
    if numba.config.DISABLE_JIT:
        return _interpreted_call(name)
    return _compiled_call(record, name, [*signature.parameters.values()], signature.returns)


def _at(address: int, dtype: np.dtype[Any]) -> Any:
    memory: Any = (ctypes.c_byte * dtype.itemsize).from_address(address)
    return np.frombuffer(memory, dtype)[0]


def _address(record: Any) -> int:
    return int(record.__array_interface__["data"][0])


def _interpreted_call(name: str) -> Any:
    def call(rules: Any, *others: Any) -> Any:
        function, (tables, *records) = _functions[int(rules[f"{name}_at"]) - 1]
        assert tables is not None
        seen = [
            argument if dtype is None else _at(_address(argument), dtype)
            for argument, dtype in zip(others, records, strict=True)
        ]
        return function(_at(int(rules["tables_at"]), tables), *seen)

    return call


def _handed(context: Any, builder: Any, known: Any, argument: Any) -> Any:
    """Return the address to pass for a record, an array or a pointer."""
    if isinstance(known, types.ArrayCTypes):
        argument = builder.extract_value(argument, 0)
    elif isinstance(known, types.Array):
        argument = data_of(context, builder, known, argument)
    return builder.bitcast(argument, _BYTES)


def _compiled_call(record: np.dtype[Any], name: str, kinds: Sequence[str], returns: str) -> Any:
    assert record.fields is not None
    function_at = record.fields[f"{name}_at"][1]
    tables_at = record.fields["tables_at"][1]
    gives, lane = _VALUES[returns]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def read(byte: int) -> Any:
            return builder.load(member_of(builder, args[0], byte, _NUMBER))

        lanes = [_VALUES[kind][1] if kind in _VALUES else _BYTES for kind in kinds]
        function = ir.FunctionType(lane, lanes).as_pointer()
        handed = [
            argument if kind in _VALUES else _handed(context, builder, known, argument)
            for kind, known, argument in zip(kinds[1:], signature.args[1:], args[1:], strict=True)
        ]
        tables = builder.inttoptr(read(tables_at), _BYTES)
        place = builder.inttoptr(read(function_at), function.as_pointer())
        result = builder.call(builder.load(place), [tables, *handed])
        return context.get_dummy_value() if returns == "NoneType" else result

    def call(typing_context: Any, *known: Any) -> Any:
        takes = [
            _VALUES[kind][0] if kind in _VALUES else each
            for kind, each in zip(kinds, known, strict=True)
        ]
        return gives(*takes), generate

    call.__name__ = name
    names = ["typing_context", "rules", *(f"argument_{k}" for k in range(1, len(kinds)))]
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(each, positional) for each in names]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return intrinsic(call)


def strided_rows(
    record: np.dtype[Any], name: str, fields: np.dtype[Any], count: int | str, stride: str
) -> Callable[[Any], Any]:
    """Return a function that returns rows of type ``fields``, ``stride`` bytes apart.

    The address of the first row is the field ``{name}_at`` of a record. ``count`` is a number or
    the name of a field; ``stride`` is the name of a field.
    """
    if numba.config.DISABLE_JIT:
        return _interpreted_rows(name, fields, count, stride)
    rows = types.Array(numba.from_dtype(fields), 1, "A")
    assert record.fields is not None
    offsets = {field: record.fields[field][1] for field in record.fields}

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def read(field: str) -> Any:
            return builder.load(member_of(builder, args[0], offsets[field], _NUMBER), align=8)

        size = read(count) if isinstance(count, str) else _NUMBER(count)
        pointer = context.get_data_type(rows.dtype).as_pointer()
        data = builder.inttoptr(read(f"{name}_at"), pointer)
        return array_at_stride(context, builder, rows, data, size, read(stride))

    def at(typing_context: Any, record: Any) -> Any:
        return rows(record), generate

    found: Callable[[Any], Any] = intrinsic(at)
    return found


def _interpreted_rows(
    name: str, fields: np.dtype[Any], count: int | str, stride: str
) -> Callable[[Any], Any]:
    def at(record: Any) -> Any:
        size = int(record[count]) if isinstance(count, str) else count
        step = int(record[stride])
        memory: Any = (ctypes.c_byte * max(1, size * step)).from_address(int(record[f"{name}_at"]))
        return np.ndarray((size,), fields, memory, 0, (step,))

    return at


def shared_numbers(symbol: str, numbers: np.ndarray[Any, np.dtype[np.int64]]) -> Callable[[], Any]:
    """Return a function through which compiled code accesses a Python array, unchecked.

    ``symbol``: the array's name in compiled code and its cache. ``numbers``: the array, int64 and
    contiguous; it must not be freed.
    """
    if numba.config.DISABLE_JIT:
        return lambda: numbers
    llvmlite.binding.add_symbol(symbol, numbers.ctypes.data)
    kind = types.CPointer(types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        known = builder.module.globals.get(symbol)
        place = known or ir.GlobalVariable(builder.module, _NUMBER, symbol)
        return builder.bitcast(place, context.get_value_type(kind))

    def at(typing_context: Any) -> Any:
        return kind(), generate

    found: Callable[[], Any] = intrinsic(at)
    return found


if numba.config.DISABLE_JIT:

    def copy_bytes(target: Any, source: Any, count: int) -> None:
        """Copy ``count`` bytes from the start of a record to the start of another."""
        ctypes.memmove(_address(target), _address(source), count)

    def clear_bytes(target: Any, count: int) -> None:
        """Overwrite ``count`` bytes from the start of a record with zeros."""
        ctypes.memset(_address(target), 0, count)

    def words_at(record: Any) -> Any:
        """Return the memory of a record as 16-bit words, without a bounds check."""
        memory: Any = (ctypes.c_byte * 2**16).from_address(_address(record))
        return np.frombuffer(memory, np.int16)

else:

    @intrinsic
    def copy_bytes(typing_context: Any, target: Any, source: Any, count: Any) -> Any:
        """Copy ``count`` bytes from the start of a record to the start of another."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            to, start = (builder.bitcast(each, _BYTES) for each in args[:2])
            copy_memory(builder, to, start, args[2])
            return context.get_dummy_value()

        return types.void(target, source, types.int64), generate

    @intrinsic
    def clear_bytes(typing_context: Any, target: Any, count: Any) -> Any:
        """Overwrite ``count`` bytes from the start of a record with zeros."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            fill_zeros(builder, builder.bitcast(args[0], _BYTES), args[1])
            return context.get_dummy_value()

        return types.void(target, types.int64), generate

    @intrinsic
    def words_at(typing_context: Any, record: Any) -> Any:
        """Return the memory of a record as 16-bit words, without a bounds check."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(args[0], ir.IntType(16).as_pointer())

        return types.CPointer(types.int16)(record), generate
