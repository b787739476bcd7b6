"""The decorators by which the game is compiled.

- ``inline``: a small function that is compiled into the functions that call it.
- ``unit``: a function that is compiled once, on its own, and linked by name. Numba would
  otherwise optimise the whole call tree again for every caller: units keep the cold compile
  of the core linear in its size.
- ``late_unit``: a ``unit`` that is compiled at its first call, for what a first game seldom needs.
- ``entry``: a function that Python calls. It is compiled at its first call, so that a first game
  waits only for what it needs. Entries release the GIL.

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
    """The signature of a function, by its annotations."""

    parameters: dict[str, str]  # the kind of each parameter, by name and in order
    returns: str  # the kind of the result, ``"NoneType"`` without one


_TYPES: Final = {} if numba.config.DISABLE_JIT else _types()
#: The record type of each declared kind.
_records: Final[dict[str, np.dtype[Any]]] = {}
#: What `unit` compiled: linked code must not be freed.
linked_units: Final[list[Any]] = []
#: Where units are: records of a game refer to these places.
_places: Final[list[Place]] = []
#: Where the latest unit of each symbol is.
_place_of: Final[dict[str, Place]] = {}
#: Entries, and units that are compiled late.
_on_demand: Final[list[Any]] = []
#: All functions that are compiled on their own: units and entries.
_compiled_functions: Final[list[Callable[..., Any]]] = []


def declare(kind: str, dtype: np.dtype[Any], layout: str = "C") -> None:
    """Let compiled functions take a record annotated with this kind, and with ``{kind} array``.

    Parameters
    ----------
    kind
        The name of the kind.
    dtype
        The record type.
    layout
        Of arrays: ``"C"`` for contiguous ones, ``"A"`` for those with any stride.

    Raises
    ------
    ValueError
        If the kind stands for another record type already.
    """
    # Equal ones come from a module that is imported again, since its import was interrupted.
    if _records.setdefault(kind, dtype) != dtype:
        raise ValueError(f"the kind {kind!r} of records is declared twice; choose another name")
    if not numba.config.DISABLE_JIT:
        _TYPES[kind] = numba.from_dtype(dtype)
        _TYPES[f"{kind} array"] = types.Array(_TYPES[kind], 1, layout)


def _linked(known: Any) -> Any:
    """Type of an argument of a linked function, where only what C could pass is passed alike."""
    if known == types.boolean:
        return types.int64
    return types.CPointer(known.dtype) if isinstance(known, types.Array) else known


def record_of(kind: str) -> np.dtype[Any] | None:
    """Return the record type that a kind was declared with, None for any other kind."""
    return _records.get(kind)


def _kind(hint: Any) -> str:
    return str(hint.__metadata__[0]) if hasattr(hint, "__metadata__") else str(hint.__name__)


def signature_of(function: Callable[..., Any]) -> Signature:
    """Return the kinds of the parameters and of the result of a Python function.

    Raises TypeError if one has no annotation.
    """
    hints = get_type_hints(function, include_extras=True)
    names = inspect.signature(function).parameters
    for name in (*names, "return"):
        if name not in hints:
            what = "result" if name == "return" else f"parameter {name!r}"
            raise TypeError(f"{described(function)}: its {what} has no annotation")
    return Signature({name: _kind(hints[name]) for name in names}, _kind(hints["return"]))


def described(function: Callable[..., Any]) -> str:
    """Return the name of a function and where it is, for messages."""
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

    It takes records, integers and arrays; callers hand arrays over through ``pointer``, and
    the function may only read and write their elements.
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

    For functions that a first game seldom calls. As compiled code cannot raise an exception, one of
    compiling is printed and ends the process; ``complete`` raises it.
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
                f"{described(function)}: its record has no field {error}; compiled functions read "
                "the fields of the record that they are annotated with"
            ) from error
    linked_units.append(compiled)
    return int(compiled.address)


def is_unit(function: Any) -> bool:
    """Whether a function is a ``unit``; interpreted, any Python function may be one."""
    if numba.config.DISABLE_JIT:
        return inspect.isfunction(function)
    return getattr(function, "symbol", None) in _place_of


def python_of(function: Any) -> Callable[..., Any]:
    """Return the Python function that a ``unit`` was compiled from.

    Raises TypeError if it is no ``unit``.
    """
    if not is_unit(function):
        name = described(function) if inspect.isfunction(function) else repr(function)
        raise TypeError(f"{name} is not a function marked @unit")
    return function if numba.config.DISABLE_JIT else _place_of[function.symbol].function


def place_of(function: Any) -> int:
    """Return the address of where the address of the machine code of a ``unit`` is."""
    return _place_of[function.symbol].where


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls with arrays, at the first call."""
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
    """Compile now what imported modules would compile at its first call.

    Returns
    -------
    The Python functions of all units and entries of imported modules.
    """
    for each in _on_demand:
        each.complete()
    return list(_compiled_functions)


def unchecked(function: _Function) -> _Function:
    """Compile an ``entry``; return it as a function that does not look at the types of arguments.

    They must be exactly those of the annotations: wrong ones can damage memory. Finding the types
    of arrays takes longer than passing them, so a call takes half the time.
    """
    if numba.config.DISABLE_JIT:
        return function
    found: Any = function
    found.complete()
    bare: _Function = found.unchecked
    return bare


if numba.config.DISABLE_JIT:

    def pointer(array: Any) -> Any:
        """Return an array as a ``unit`` takes it."""
        return array

else:

    @inline
    def pointer(array: Any) -> Any:
        """Return an array as a ``unit`` takes it."""
        return array.ctypes
