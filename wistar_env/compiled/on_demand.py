"""Functions that are compiled at their first call.

The address of a unit's machine code is stored in memory, in a ``Place``. Until a ``LateUnit`` is
compiled, this is the address of Python code that compiles and calls the unit.
"""

import _thread
import ctypes
import gc
import inspect
import os
import sys
import threading
import traceback
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeAlias

import llvmlite.binding
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.system.interrupts import deferred_interrupts

_ADDRESS: Final = ir.IntType(8).as_pointer()
_INTEGERS: Final = {types.int64: ctypes.c_int64, types.uint64: ctypes.c_uint64}
#: Seconds after which a delayed Ctrl-C is raised again.
_SOON: Final = 0.01
#: Held by the thread that compiles a function at its first call.
_turn: Final = threading.RLock()
if hasattr(os, "register_at_fork"):
    # The forking thread holds the lock: a forked child has no other thread that could release it.
    os.register_at_fork(
        before=_turn.acquire, after_in_parent=_turn.release, after_in_child=_turn.release
    )


class Store(Protocol):
    """The cached code of one function."""

    @property
    def folder(self) -> Path | None:
        """A folder for the compiler's own cache, or None."""

    def read(self) -> bytes | None:
        """Return the code; None if it must be compiled."""

    def write(self, compiled: bytes) -> None:
        """Write the code."""


#: Opens the store of a function's code.
Stored: TypeAlias = Callable[[], AbstractContextManager[Store]]


@contextmanager
def no_collections() -> Iterator[None]:
    """Disable garbage collection: scanning the many objects of a compiler is slow."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class LateEntry:
    """An entry that is compiled at its first call, with one signature."""

    def expect(self, signature: Any, stored: Stored) -> Self:
        """Declare the signature, and where the compiled code is stored; return the function."""
        self.expected = signature
        self._stored = stored
        self._is_complete = False
        return self

    @abstractmethod
    def compile_into(self, store: Store) -> None:
        """Compile the function, or read it from the store."""

    def complete(self) -> None:
        """Compile the function unless it is compiled already."""
        with _turn, deferred_interrupts():
            if not self._is_complete:
                with self._stored() as store, no_collections():
                    self.compile_into(store)
                self._is_complete = True


class Place:
    """Memory that holds the address of a unit's machine code.

    ``function``: the Python function. ``address``: the address of its machine code, 0 before it is
    compiled.
    """

    def __init__(self, function: Callable[..., Any], address: int = 0) -> None:
        self.function: Final = function
        self._content = ctypes.c_uint64(address)

    @property
    def where(self) -> int:
        """The address of this memory, at which the address of the machine code is stored."""
        return ctypes.addressof(self._content)

    def fill(self, address: int) -> None:
        """Set the address, so that calls reach this machine code."""
        self._content.value = address


class LateUnit(Place):
    """A unit that is compiled at its first call.

    ``function``: the Python function. ``signature``: its type when linked. ``compile_it``:
    compiles the function and returns the address of its machine code.
    """

    def __init__(
        self, function: Callable[..., Any], signature: Any, compile_it: Callable[[], int]
    ) -> None:
        super().__init__(function)
        kinds = (signature.return_type, *signature.args)
        self._kind = ctypes.CFUNCTYPE(*map(_in_c, kinds))
        self._first: Final = self._kind(self._compile_and_call)
        self._compile: Final = compile_it
        self._address = 0
        self._is_interrupted = False
        self.fill(ctypes.cast(self._first, ctypes.c_void_p).value or 0)

    def complete(self) -> None:
        """Compile the unit unless it is compiled already."""
        with _turn, deferred_interrupts():
            if self._address == 0:
                self._address = self._compile()
                self.fill(self._address)

    def _compile_and_call(self, *arguments: Any) -> Any:
        """Compile the unit and call it; until then, the place holds the address of this method."""
        try:
            self._complete_though_interrupted()
        except KeyboardInterrupt:  # Ctrl-C outside the loop that delays it
            self._is_interrupted = True
            return self._compile_and_call(*arguments)
        except BaseException:
            _stop_process(f"{self.function.__module__}.{self.function.__name__}")
        return self._kind(self._address)(*arguments)

    def _complete_though_interrupted(self) -> None:
        """Compile the unit; Ctrl-C raises KeyboardInterrupt only afterwards, in Python code."""
        while self._address == 0:
            try:
                self.complete()
            except KeyboardInterrupt:
                self._is_interrupted = True
        if self._is_interrupted:
            threading.Timer(_SOON, _thread.interrupt_main).start()
            self._is_interrupted = False


def _in_c(kind: Any) -> Any:
    if kind == types.void:
        return None
    if kind == types.float64:
        return ctypes.c_double
    return _INTEGERS.get(kind, ctypes.c_void_p)


def _stop_process(name: str) -> None:
    """Print the current error and exit, since compiled code would continue without a result."""
    traceback.print_exc()
    print(f"wistar-env: {name}, a late_unit, cannot be compiled", file=sys.stderr, flush=True)
    os._exit(1)


def call_by_place(symbol: str, signature: Any, place: Place) -> Any:
    """Return a function for compiled code that calls the function at a place.

    ``symbol``: the place's name in compiled code. ``signature``: the type of the unit when linked.
    ``place``: the place, which must not be freed.
    """
    llvmlite.binding.add_symbol(symbol, place.where)

    def generate(context: Any, builder: Any, found: Any, args: Any) -> Any:
        takes = [context.get_argument_type(each) for each in signature.args]
        gives = context.get_argument_type(signature.return_type)
        function = ir.FunctionType(gives, takes).as_pointer()
        known = builder.module.globals.get(symbol)
        where = known or ir.GlobalVariable(builder.module, _ADDRESS, symbol)
        handed = [
            context.get_value_as_argument(builder, kind, each)
            for kind, each in zip(signature.args, args, strict=True)
        ]
        result = builder.call(builder.bitcast(builder.load(where), function), handed)
        return context.get_dummy_value() if signature.return_type == types.void else result

    def call(typing_context: Any, *known: Any) -> Any:
        return signature, generate

    return _with_parameters(call, len(signature.args))


def _with_parameters(call: Callable[..., Any], count: int) -> Any:
    names = ["typing_context", *(f"argument_{k}" for k in range(count))]
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(each, positional) for each in names]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return intrinsic(call)
