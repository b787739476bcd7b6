"""The decorators with which games are compiled.

- ``inline``: a small function that is compiled into the functions that call it.
- ``unit``: a function that is compiled once, on its own, and linked by name. Numba would
  otherwise optimise the whole call tree again for every caller: with units, compile time is
  linear in the size of the code.
- ``late_unit``: a ``unit`` that is compiled at its first call, for rarely needed functions.
- ``entry``: a function that Python calls, compiled at its first call. Entries release the GIL.

Compiled code is cached between runs (``compiled.code_cache``). With ``NUMBA_DISABLE_JIT=1`` all
decorators return the plain Python function.
"""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

import llvmlite.binding
import numba
import numpy as np
from numba import types

from wistar_env.compiled import code_cache
from wistar_env.compiled.compilers import compiler
from wistar_env.compiled.on_demand import LateUnit, Place, call_by_place
from wistar_env.system.interrupts import deferred_interrupts

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _types() -> dict[str, Any]:
    return {
        "seed": types.uint64,
        "short array": types.Array(types.int16, 1, "C"),
        "short table": types.Array(types.int16, 2, "C"),
        "byte array": types.Array(types.uint8, 1, "C"),
        "byte table": types.Array(types.uint8, 2, "C"),
        "long array": types.Array(types.int64, 1, "C"),
        "double array": types.Array(types.float64, 1, "C"),
        "double table": types.Array(types.float64, 2, "C"),
        "float array": types.Array(types.float32, 1, "C"),
        "float table": types.Array(types.float32, 2, "C"),
        "mask array": types.Array(types.int8, 1, "C"),
        "mask table": types.Array(types.int8, 2, "C"),
        "int": types.int64,
        "bool": types.boolean,
        "float": types.float64,
        "NoneType": types.void,
    }


class Signature(NamedTuple):
    """The signature of a function, from its annotations."""

    parameters: dict[str, str]  # the kind of each parameter, by name and in order
    returns: str  # the kind of the result; ``"NoneType"`` if there is none


_TYPES: Final = {} if numba.config.DISABLE_JIT else _types()
#: The record type of each declared kind.
_records: Final[dict[str, np.dtype[Any]]] = {}
#: Compiled units; linked code must not be freed.
linked_units: Final[list[Any]] = []
#: The memory that holds the addresses of units; records of games point to it.
_places: Final[list[Place]] = []
#: The place of the latest unit for each symbol.
_place_of: Final[dict[str, Place]] = {}
#: Entries and late units, which ``complete`` compiles.
_on_demand: Final[list[Any]] = []
#: All functions that are compiled separately: units and entries.
_compiled_functions: Final[list[Callable[..., Any]]] = []


def declare(kind: str, dtype: np.dtype[Any], layout: str = "C") -> None:
    """Register a record type for annotations as ``kind``, and its arrays as ``{kind} array``.

    Parameters
    ----------
    kind
        The name of the kind.
    dtype
        The record type.
    layout
        The layout of its arrays: ``"C"`` for contiguous, ``"A"`` for any stride.

    Raises
    ------
    ValueError
        If ``kind`` already names another record type.
    """
    # An interrupted import that is repeated declares the same type twice.
    if _records.setdefault(kind, dtype) != dtype:
        raise ValueError(f"two record types are declared as {kind!r}; rename one of them")
    if not numba.config.DISABLE_JIT:
        _TYPES[kind] = numba.from_dtype(dtype)
        _TYPES[f"{kind} array"] = types.Array(_TYPES[kind], 1, layout)


def _linked(known: Any) -> Any:
    """Return the C-compatible type by which a linked function takes an argument."""
    if known == types.boolean:
        return types.int64
    return types.CPointer(known.dtype) if isinstance(known, types.Array) else known


def record_of(kind: str) -> np.dtype[Any] | None:
    """Return the record type declared as ``kind``, or None."""
    return _records.get(kind)


def _kind(hint: Any) -> str:
    return str(hint.__metadata__[0]) if hasattr(hint, "__metadata__") else str(hint.__name__)


def signature_of(function: Callable[..., Any]) -> Signature:
    """Return the kinds of the parameters and of the result of a Python function.

    Raises TypeError if an annotation is missing.
    """
    hints = get_type_hints(function, include_extras=True)
    names = inspect.signature(function).parameters
    for name in (*names, "return"):
        if name not in hints:
            what = "result" if name == "return" else f"parameter {name!r}"
            raise TypeError(f"{described(function)}: the {what} has no annotation")
    return Signature({name: _kind(hints[name]) for name in names}, _kind(hints["return"]))


def described(function: Callable[..., Any]) -> str:
    """Return the name, module and line of a function, for messages."""
    line = function.__code__.co_firstlineno
    return f"{function.__qualname__} of {function.__module__}, line {line}"


def _kinds(function: Callable[..., Any]) -> tuple[Any, list[Any]]:
    """Return the types of the result and of the arguments of a function."""
    signature = signature_of(function)
    kinds = {**signature.parameters, "return": signature.returns}
    for name, kind in kinds.items():
        if kind not in _TYPES:
            raise TypeError(
                f"{described(function)}: compiled code does not support the annotation {kind!r} of "
                f"{name!r}; use one of wistar_env.kit.rules_interface, or register a record type "
                "with 'declare'"
            )
    return _TYPES[signature.returns], [_TYPES[kind] for kind in signature.parameters.values()]


def inline(function: _Function) -> _Function:
    """Compile a small function into its callers."""
    if numba.config.DISABLE_JIT:
        return function
    compiled: _Function = compiler.inlined(function)
    return compiled


def unit(function: _Function) -> _Function:
    """Compile a function once and link it by name.

    It takes records, numbers and arrays. Callers pass arrays through ``pointer``; the function can
    only read and write their elements.
    """
    if numba.config.DISABLE_JIT:
        return function
    symbol, signature = _symbol(function), _linked_signature(function)
    address = _compiled(function, signature)
    llvmlite.binding.add_symbol(symbol, address)
    _keep(symbol, Place(function, address))
    linked: _Function = types.ExternalFunction(symbol, signature)
    return linked


def late_unit(function: _Function) -> _Function:
    """Compile a function like a ``unit``, but at its first call.

    For functions that are rarely needed. Compiled code cannot raise exceptions, so a compilation
    error is printed and ends the process; ``complete`` raises it.
    """
    if numba.config.DISABLE_JIT:
        return function
    symbol, signature = _symbol(function), _linked_signature(function)
    place = LateUnit(function, signature, lambda: _compiled(function, signature))
    _keep(symbol, place)
    _on_demand.append(place)
    linked: Any = call_by_place(symbol, signature, place)
    linked.symbol = symbol
    done: _Function = linked
    return done


def _keep(symbol: str, place: Place) -> None:
    _compiled_functions.append(place.function)
    _places.append(place)
    _place_of[symbol] = place


def _symbol(function: Callable[..., Any]) -> str:
    return f"wistar_{function.__module__}.{function.__name__}".replace(".", "_")


def _linked_signature(function: Callable[..., Any]) -> Any:
    gives, takes = _kinds(function)
    return _linked(gives)(*map(_linked, takes))


def _compiled(function: Callable[..., Any], signature: Any) -> int:
    """Compile a function to be linked, and return the address of its machine code."""
    with deferred_interrupts(), code_cache.cached_code(function) as store:
        try:
            compiled = compiler.callable_from_c(function, signature, store)
        except KeyError as error:
            raise TypeError(
                f"{described(function)}: the record has no field {error}; compiled functions read "
                "only fields of the record type in their annotations"
            ) from error
    linked_units.append(compiled)
    return int(compiled.address)


def is_unit(function: Any) -> bool:
    """Whether a function is a ``unit``; without compilation, any Python function may be one."""
    if numba.config.DISABLE_JIT:
        return inspect.isfunction(function)
    return getattr(function, "symbol", None) in _place_of


def python_of(function: Any) -> Callable[..., Any]:
    """Return the Python function that a ``unit`` was compiled from.

    Raises TypeError if it is not a ``unit``.
    """
    if not is_unit(function):
        name = described(function) if inspect.isfunction(function) else repr(function)
        raise TypeError(f"{name} is not decorated with @unit")
    return function if numba.config.DISABLE_JIT else _place_of[function.symbol].function


def place_of(function: Any) -> int:
    """Return the address of the memory that holds the address of a ``unit``'s machine code."""
    return _place_of[function.symbol].where


def entry(function: _Function) -> _Function:
    """Return a function for Python to call, which is compiled at its first call."""
    if numba.config.DISABLE_JIT:
        return function
    gives, takes = _kinds(function)
    stored = partial(code_cache.cached_code, function)
    found: Any = compiler.callable_from_python(function, gives(*takes), stored)
    _on_demand.append(found)
    _compiled_functions.append(function)
    done: _Function = found
    return done


def complete() -> list[Callable[..., Any]]:
    """Compile all functions of imported modules that are still to be compiled.

    Returns
    -------
    The Python functions of all units and entries of imported modules.
    """
    for each in _on_demand:
        each.complete()
    return list(_compiled_functions)


def unchecked(function: _Function) -> _Function:
    """Compile an ``entry``; return a version that does not check the types of its arguments.

    Types must be exactly those of the annotations: others can corrupt memory. An unchecked call
    takes half the time, since finding the types of arrays takes longer than passing them.
    """
    if numba.config.DISABLE_JIT:
        return function
    found: Any = function
    found.complete()
    bare: _Function = found.unchecked
    return bare


if numba.config.DISABLE_JIT:

    def pointer(array: Any) -> Any:
        """Return an array in the form that a ``unit`` takes."""
        return array

else:

    @inline
    def pointer(array: Any) -> Any:
        """Return an array in the form that a ``unit`` takes."""
        return array.ctypes
