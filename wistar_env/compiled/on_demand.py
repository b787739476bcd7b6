"""Units that are compiled at their first call.

A unit has a place in memory with the address of its machine code. Until a unit of this module is
compiled, its place leads to Python code that compiles it and calls it.
"""

import ctypes
import inspect
import threading
from collections.abc import Callable
from typing import Any, Final

import llvmlite.binding
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_ADDRESS: Final = ir.IntType(8).as_pointer()
_INTEGERS: Final = {types.int64: ctypes.c_int64, types.uint64: ctypes.c_uint64}


class Place:
    """Where the address of a unit's machine code is.

    Parameters
    ----------
    function
        The Python function.
    address
        The address of its machine code, 0 before it is compiled.
    """

    def __init__(self, function: Callable[..., Any], address: int = 0) -> None:
        self.function: Final = function
        self._content = ctypes.c_uint64(address)

    @property
    def where(self) -> int:
        """The address of the place."""
        return ctypes.addressof(self._content)

    def fill(self, address: int) -> None:
        """Let calls reach this machine code."""
        self._content.value = address


class LateUnit(Place):
    """A unit that is compiled at its first call.

    Parameters
    ----------
    function
        The Python function.
    signature
        Its type for what is linked.
    compile_it
        Compiles it, and returns the address of its machine code.
    """

    def __init__(
        self, function: Callable[..., Any], signature: Any, compile_it: Callable[[], int]
    ) -> None:
        super().__init__(function)
        kinds = (signature.return_type, *signature.args)
        self._kind = ctypes.CFUNCTYPE(*map(_in_c, kinds))
        self._first: Final = self._kind(self._compile_and_call)
        self._compile: Final = compile_it
        self._turn: Final = threading.RLock()
        self._address = 0
        self.fill(ctypes.cast(self._first, ctypes.c_void_p).value or 0)

    def complete(self) -> None:
        """Compile the unit, unless that is done."""
        with self._turn:
            if self._address == 0:
                self._address = self._compile()
                self.fill(self._address)

    def _compile_and_call(self, *arguments: Any) -> Any:
        try:
            self.complete()
        except BaseException as failure:
            _raise_later(failure)
            raise
        return self._kind(self._address)(*arguments)


def _in_c(kind: Any) -> Any:
    if kind == types.void:
        return None
    if kind == types.float64:
        return ctypes.c_double
    return _INTEGERS.get(kind, ctypes.c_void_p)


def _raise_later(failure: BaseException) -> None:
    """Raise an exception in this thread as soon as compiled code returns to Python.

    Compiled code cannot raise it. The exception that is raised has no message; Python prints the
    real one, which ends in compiled code.
    """
    kind = KeyboardInterrupt if isinstance(failure, KeyboardInterrupt) else RuntimeError
    thread = ctypes.c_ulong(threading.get_ident())
    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(kind))


def call_by_place(symbol: str, signature: Any, place: Place) -> Any:
    """Return a function for compiled code that calls what a place leads to.

    Parameters
    ----------
    symbol
        A name of the place for compiled code.
    signature
        The type of the unit for what is linked.
    place
        The place; it must not be freed.
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
