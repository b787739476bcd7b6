"""The parts of Numba that are its own affair, all of them, for the rest of this package.

None of this is promised to stay: `pyproject.toml` allows the minor versions of Numba with which the
tests have run, and no others. What it is used for:

- Compiled functions are kept between runs as one file each, checked by its contents, which no two
  processes write at once and which depends on no path and no time. Numba's own cache is an index
  and files beside it: who reads it while another writes gets what does not belong together.
- Code counts no references, since all that it works on is kept by its caller or lies on the stack:
  telling Numba's runtime so for each array took a sixth of a step.
- Arrays are made where a record or the stack has room for them.
- Numbers of a record have names.
"""

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Protocol

import numba
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.ccallback import CFunc
from numba.core.compiler import compile_result
from numba.core.imputils import lower_getattr, lower_setattr
from numba.core.serialize import dumps
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.cpython.unsafe.numbers import trailing_zeros as trailing_zeros
from numba.np.arrayobj import make_array, populate_array

_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}
_NUMBER: Final = ir.IntType(64)
_WORD: Final = ir.IntType(16)
#: What was loaded: machine code does not say what it still needs.
_loaded_results: Final[list[Any]] = []


class Store(Protocol):
    """Where the compiled code of one function is kept."""

    def read(self) -> bytes | None:
        """Return what is kept, None if it has to be compiled."""

    def write(self, compiled: bytes) -> None:
        """Keep it."""


class _Cache:
    """A store in the form that Numba asks."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled function, without loading what only compiling needs."""
        kept = self._store.read()
        return kept and _loaded(target_context, signature, *pickle.loads(kept))

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled function."""
        self._store.write(dumps(_kept(compiled)))


def _kept(compiled: Any) -> tuple[Any, ...]:
    """Return what is kept of a compiled function: machine code, what it defines, how it is called.

    Numba's own cache also keeps the code from which it could be compiled into other functions, and
    reads that whenever it reads the rest. What is kept here is called by its name or by Python.
    """
    (name, _, (machine_code, source)), description, environment, *_ = compiled._reduce()
    module = llvm.parse_bitcode(source)
    every = (*module.functions, *module.global_variables)
    defined = [each.name for each in every if not each.is_declaration]
    environments = compiled._find_referenced_environments()
    return name, machine_code, defined, description, environment, environments


def _loaded(
    target_context: Any,
    signature: Any,
    name: str,
    machine_code: bytes,
    defined: list[str],
    description: Any,
    environment: Any,
    environments: list[Any],
) -> Any:
    codegen = target_context.codegen()
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(machine_code)
    library._finalize_final_module()
    codegen._engine._defined_symbols.update(defined)
    entry_point = target_context.get_executable(library, description, environment)
    for each in environments:
        codegen.set_env(each.env_name, each)
    result = compile_result(
        typing_context=target_context.typing_context,
        target_context=target_context,
        entry_point=entry_point,
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=description,
        library=library,
        environment=environment,
    )
    _loaded_results.append(result)
    return result


def inlined(function: Callable[..., Any]) -> Any:
    """Return a function that is compiled into those that call it."""
    return numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)


def callable_from_python(function: Callable[..., Any], signature: Any, store: Store) -> Any:
    """Return a function that Python calls, compiled or out of the store."""
    compiled = numba.njit(**_OPTIONS)(function)
    compiled._cache = _Cache(store)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def callable_from_c(function: Callable[..., Any], signature: Any, store: Store) -> Any:
    """Return a function with an ``address``, compiled or out of the store."""
    kind = numba.core.sigutils.normalize_signature(signature)
    compiled: Any = CFunc(function, kind, locals={}, options=dict(_OPTIONS))
    compiled._cache = _Cache(store)
    compiled.compile()
    return compiled


def data_of(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Return the address of the first element of an array."""
    return make_array(kind)(context, builder, array).data


def address_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the address of the first element of an array, or of what is an address already."""
    return value if isinstance(kind, types.CPointer) else data_of(context, builder, kind, value)


@contextmanager
def counting(builder: Any, end: Any, step: int) -> Iterator[Any]:
    """Repeat what is built inside for the multiples of a step that lie below ``end``."""
    width = _NUMBER(step)
    with cgutils.for_range_slice(builder, _NUMBER(0), end, width, _NUMBER) as (number, _):
        yield number


def variable(builder: Any, value: Any) -> Any:
    """Return the address of a variable that begins with a value."""
    return cgutils.alloca_once_value(builder, value)


def row_of(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    """Return the address of the first byte of a row of an array."""
    made = make_array(kind)(context, builder, array)
    first = builder.mul(row, builder.extract_value(made.strides, 0))
    return builder.gep(builder.bitcast(made.data, ir.IntType(8).as_pointer()), [first])


def array_at(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """Return a C-contiguous array of elements that lie from an address on."""
    width = _NUMBER(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [width]
    for size in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    made = make_array(kind)(context, builder)
    populate_array(made, data, shape, strides, width, None)
    return made._getvalue()


def reserved(context: Any, builder: Any, kind: Any, count: int, *, clear: bool) -> Any:
    """Return the address of room for elements on the stack of the function that is compiled."""
    lane = context.get_data_type(kind)
    data = cgutils.alloca_once(builder, lane, size=count)
    if clear:
        cgutils.memset(builder, data, _NUMBER(count * context.get_abi_sizeof(lane)), 0)
    return data


def member_of(builder: Any, record: Any, byte: int, lane: Any) -> Any:
    """Return the address of what begins at a byte of a record."""
    return cgutils.get_record_member(builder, record, byte, lane)


def _name_number(record: Any, name: str, byte: int) -> None:
    @lower_getattr(record, name)
    def read(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return builder.load(member_of(builder, value, byte, _WORD))

    @lower_setattr(record, name)
    def write(context: Any, builder: Any, signature: Any, args: Any) -> None:
        builder.store(args[1], member_of(builder, args[0], byte, _WORD))


def name_numbers(kind: Any, start: int, places: Mapping[str, int]) -> None:
    """Let compiled code read and write numbers of a record by names that NumPy does not know.

    Parameters
    ----------
    kind
        The record's type for NumPy.
    start
        The byte at which the numbers begin, all of them int16.
    places
        Which of the numbers each name stands for.
    """
    record = numba.from_dtype(kind)

    class Named(AttributeTemplate):  # type: ignore[misc]
        key = record

        def generic_resolve(self, record: Any, name: str) -> Any:
            return types.int16 if name in places else record.typeof(name)

    infer_getattr(Named)
    for name, place in places.items():
        _name_number(record, name, start + place * _WORD.width // 8)
