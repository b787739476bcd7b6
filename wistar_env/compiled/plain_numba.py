"""The compiler that uses only public functions of Numba, which all versions have.

Games are the same, but compiling takes twice as long, and references are counted. Numba caches the
code; its cache ignores changes in called functions, but these change the folder's name.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import update_wrapper
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from wistar_env.compiled.on_demand import LateEntry, Store, Stored, no_collections

#: The name of this compiler in the cache.
NAME: Final = "plain"
_OPTIONS: Final = {"nogil": True, "error_model": "numpy"}


def inlined(function: Callable[..., Any]) -> Any:
    """Return a function that is compiled into its callers."""
    return numba.njit(**_OPTIONS)(function)


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Make Numba cache only in this folder, since other folders may hold stale code."""
    wanted = {"CACHE_DIR": str(folder), "CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator"}
    before = {name: getattr(numba.config, name, "") for name in wanted}
    vars(numba.config).update(wanted)
    try:
        yield
    finally:
        vars(numba.config).update(before)


def _compiled(
    function: Callable[..., Any], decorator: Callable[..., Any], signature: Any, store: Store
) -> Any:
    """Compile a function with Numba's cache, or without it if the cache fails."""
    folder = store.folder
    with no_collections():
        if folder is not None:
            with suppress(Exception), _cache_in(folder):
                compiled = decorator(signature, cache=True, **_OPTIONS)(function)
                if store.read() is None:
                    store.write(b"cached by Numba")
                return compiled
        return decorator(signature, **_OPTIONS)(function)


class _Entry(LateEntry):
    """A function that Python calls, compiled at the first call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func: Final = function
        self.compiled: Any = self._compile_and_call

    def compile_into(self, store: Store) -> None:
        """Compile the function, or read it from Numba's cache."""
        self.compiled = _compiled(self.py_func, numba.njit, self.expected, store)

    def _compile_and_call(self, *arguments: Any) -> Any:
        self.complete()
        return self.compiled(*arguments)

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)

    def unchecked(self, *arguments: Any) -> Any:
        """Call the function; read-only arrays are copied, as Numba would reject them."""
        return self.compiled(*map(_writable, arguments))

    @property
    def overloads(self) -> Any:
        """The compiled code, by signature."""
        return self.compiled.overloads


def _writable(argument: Any) -> Any:
    is_array = isinstance(argument, np.ndarray)
    return argument.copy() if is_array and not argument.flags.writeable else argument


def callable_from_python(function: Callable[..., Any], signature: Any, stored: Stored) -> Any:
    """Return a function for Python to call, compiled at the first call or by ``complete``."""
    return _Entry(function).expect(signature, stored)


def callable_from_c(function: Callable[..., Any], signature: Any, store: Store) -> Any:
    """Return a function with an ``address``, compiled or from Numba's cache."""
    return _compiled(function, numba.cfunc, signature, store)
