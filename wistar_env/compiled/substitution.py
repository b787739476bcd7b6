"""Recompiling functions with replacements for some functions that they call.

``Substitution`` replaces functions that a function reaches, directly or not, through globals,
module attributes or closures, without changing its source. Functions that reach no replaced
function are kept, so only few are recompiled.
"""

from collections.abc import Callable, Iterator, Mapping
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import numba

from wistar_env.compiled.jit import inline, is_unit, python_of, unit


class Substitution:
    """Recompiles functions with replacements for some of the functions that they call.

    ``name``: an identifier that distinguishes the compiled functions from others of the same
    source, in the process and in the cache; unique for each set of replacements. ``replacements``:
    pairs of an ``inline`` function and the one to call in its place.
    """

    def __init__(self, name: str, replacements: Mapping[Any, Any]) -> None:
        self._name: Final = name
        self._kept: Final[list[Any]] = [*replacements]
        self._made: Final = {id(old): new for old, new in replacements.items()}

    def of(self, function: Any) -> Any:
        """Return what to call instead of a ``unit`` or ``inline`` function.

        This is its replacement if it has one, a copy of it if it reaches a replaced function, and
        otherwise the function itself.
        """
        if id(function) not in self._made:
            self._kept.append(function)  # so that its id is not reused
            self._made[id(function)] = function  # for functions that call themselves
            self._made[id(function)] = self._anew(function)
        return self._made[id(function)]

    def _anew(self, function: Any) -> Any:
        python = _source_of(function)
        names = {
            name: self._value(python.__globals__[name], python.__code__)
            for name in _names(python.__code__)
            if name in python.__globals__
        }
        cells = [self._value(cell.cell_contents, python.__code__) for cell in _cells(python)]
        changed = {name: new for name, new in names.items() if new is not python.__globals__[name]}
        same = all(
            new is cell.cell_contents for new, cell in zip(cells, _cells(python), strict=True)
        )
        if same and not changed:
            return function
        copy = _copied(python, changed, cells, f"{python.__name__}_{self._name}")
        return unit(copy) if is_unit(function) else inline(copy)

    def _value(self, value: Any, code: CodeType) -> Any:
        """Return the value of a global or closure variable, with replacements applied."""
        if isinstance(value, ModuleType):
            return self._module(value, code)
        return self.of(value) if _is_compiled(value) else value

    def _module(self, module: ModuleType, code: CodeType) -> ModuleType:
        """Return a module, or a copy with replacements of functions that ``code`` may call."""
        known = vars(module)
        called = {name: known[name] for name in _names(code) if _is_compiled(known.get(name))}
        changed = {name: self.of(each) for name, each in called.items()}
        if all(changed[name] is called[name] for name in called):
            return module
        copy = ModuleType(module.__name__)
        vars(copy).update({**known, **changed})
        return copy


def _is_compiled(value: Any) -> bool:
    """Whether a value is a compiled function; without compilation, any Python function."""
    if numba.config.DISABLE_JIT:
        return isinstance(value, FunctionType)
    return is_unit(value) or (hasattr(value, "py_func") and isinstance(value.py_func, FunctionType))


def _source_of(function: Any) -> FunctionType:
    """Return the Python function that a function was compiled from."""
    found: Any = python_of(function) if is_unit(function) else function.py_func
    source: FunctionType = found
    return source


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes that code uses, including nested code."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _cells(function: FunctionType) -> tuple[CellType, ...]:
    return function.__closure__ or ()


def _copied(
    function: FunctionType, changed: Mapping[str, Any], cells: list[Any], name: str
) -> Callable[..., Any]:
    """Return a copy of a Python function with another name, globals and cells."""
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **changed},
        name,
        function.__defaults__,
        tuple(map(CellType, cells)) or None,
    )
    copy.__qualname__ = name  # its key in Numba's cache
    copy.__module__, copy.__annotations__ = function.__module__, function.__annotations__
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
