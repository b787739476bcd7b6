"""The compiler that uses Numba's internals.

These interfaces are not stable, so ``compilers`` uses this module only with minor versions of Numba
that were tested. Its advantages:

- A better code cache: one file per function, verified by a digest, safe for several processes,
  independent of paths and times. Numba's own cache is an index and separate files, which a reader
  can see half-written.
- No reference counting, which took a sixth of a step's time: callers keep arrays alive, or arrays
  are on the stack.
- Half the compile time, by skipping passes that find nothing here and code that never runs.
"""

import json
from collections.abc import Callable
from typing import Any, Final

import numba
from llvmlite import binding as llvm
from llvmlite import ir
from numba import _dynfunc
from numba.core.ccallback import CFunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, compile_result
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import _rebuild_env
from numba.core.funcdesc import FunctionDescriptor
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

from wistar_env.compiled.on_demand import LateEntry, Store, Stored, no_collections

#: The name of this compiler in the cache.
NAME: Final = "internals"
_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}
#: The prefixes of the names of functions that are called by address.
_WRAPPERS: Final = ("cfunc.", "_ZN7cpython")
#: Keeps loaded code alive, and everything that it refers to.
_loaded_results: Final[list[Any]] = []


class _Cache:
    """A store with the interface of Numba's caches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled function; None if it must be compiled."""
        cached = self._store.read()
        try:
            return cached and _loaded(target_context, signature, cached)
        except Exception:  # any error is possible if a library changed without a new version
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Write a compiled function to the cache, unless it needs Python objects."""
        contents = _to_cache(compiled)
        if contents is not None:
            self._store.write(contents)


def _to_cache(compiled: Any) -> bytes | None:
    """Serialise a compiled function: its names as a line of JSON, then its machine code.

    Numba's own cache also pickles types, and bitcode for inlining, which is not needed here:
    functions are called by symbol or from Python, with known types. Return None if the function
    needs Python objects, such as the type of an array that it returns.
    """
    (name, _, (machine_code, source)), description, environment, *_ = compiled._reduce()
    module = llvm.parse_bitcode(source)
    every = (*module.functions, *module.global_variables)
    environments = compiled._find_referenced_environments()
    if any(each.consts for each in (environment, *environments)):
        return None
    names = {
        "library": name,
        "defined": [each.name for each in every if not each.is_declaration],
        "module": description.modname,
        "function": description.qualname,
        "symbol": description.mangled_name,
        "environment": environment.env_name,
        "environments": {each.env_name: each.globals["__name__"] for each in environments},
    }
    return json.dumps(names).encode() + b"\n" + bytes(machine_code)


def _loaded(target_context: Any, signature: Any, cached: bytes) -> Any:
    """Load a compiled function from the result of ``_to_cache``."""
    line, _, machine_code = cached.partition(b"\n")
    names = json.loads(line)
    codegen = target_context.codegen()
    library = codegen.create_library(names["library"])
    library.enable_object_caching()
    library._set_compiled_object(machine_code)
    library._finalize_final_module()
    codegen._engine._defined_symbols.update(names["defined"])
    description = FunctionDescriptor(
        native=True,
        modname=names["module"],
        qualname=names["function"],
        unique_name=names["library"],
        doc="",
        typemap=None,
        restype=signature.return_type,
        calltypes=None,
        args=tuple(f"argument_{k}" for k in range(len(signature.args))),
        kws=(),
        mangler=lambda *_, **__: names["symbol"],
        argtypes=signature.args,
        env_name=names["environment"],
    )
    environment = _rebuild_env(names["module"], [], names["environment"])
    entry_point = target_context.get_executable(library, description, environment)
    for name, module in names["environments"].items():
        codegen.set_env(name, _rebuild_env(module, [], name))
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


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Compiled code whose functions are optimised separately, by one pass manager."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Optimise each function separately, reusing one pass manager."""
        ll_module.data_layout = self._codegen._data_layout
        manager, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                manager.run(function, builder)


class _PartOfCallers(_Library):
    """The code of a function that is compiled into its callers, and never runs by itself.

    Numba would optimise it with everything it calls and generate machine code, only for its callers
    to repeat both.
    """

    def finalize(self) -> None:
        """Link the called functions, and leave optimisation to the callers."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerForCallers(NativeLowering):  # type: ignore[misc]
    """The last pass of compiling a function into its callers."""

    _name = "lower_for_callers"

    def run_pass(self, state: Any) -> bool:
        """Generate code, but nothing that Python could call."""
        target = state.targetctx
        state.library = _PartOfCallers(target.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        name = lowered.fndesc.qualname
        # Callers look up the code by this key.
        key = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), name, name, 0, lowered.env, (state.library,)
        )
        target.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=key)
        return True


class _Whole(_Library):
    """The code of a unit or an entry (see ``jit``), including all inlined functions."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Add code, and allow the function to be inlined into its wrapper."""
        for function in ir_module.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, ir.CallInstr):
                        instruction.attributes.discard("noinline")
        super().add_ir_module(ir_module)

    def _optimize_final_module(self) -> None:
        """Make all functions private except the wrapper, and optimise.

        Private functions have no symbol. Otherwise LLVM's loader could use this version of a
        function, which may have a different calling convention, in code that is loaded later.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and not function.name.startswith(_WRAPPERS):
                function.linkage = "private"
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lower(NativeLowering):  # type: ignore[misc]
    """The last pass of compiling a unit or an entry."""

    _name = "lower_whole"

    def run_pass(self, state: Any) -> bool:
        """Generate code, and keep its machine code for the cache."""
        state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


#: The Numba passes before code generation that this package needs.
_PASSES: Final = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    GenericRewrites,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    IRLegalization,
    AnnotateTypes,
)


def _pipeline(state: Any, *last: Any) -> list[Any]:
    manager = PassManager("nopython")
    for each in (*_PASSES, *last):
        manager.add_pass(each, each._name)
    manager.finalize()
    return [manager]


class _Compiler(CompilerBase):  # type: ignore[misc]
    """Compiles units and entries.

    Half of Numba's passes only look for features that this package does not use, such as closures
    and arithmetic on whole arrays.
    """

    def define_pipelines(self) -> list[Any]:
        """Return the Numba passes that this compiler runs, in order."""
        return _pipeline(self.state, _Lower, NoPythonBackend)


class _CompilerForCallers(CompilerBase):  # type: ignore[misc]
    """Compiles functions into their callers."""

    def define_pipelines(self) -> list[Any]:
        """Return the Numba passes that this compiler runs, in order."""
        return _pipeline(self.state, _LowerForCallers, NoPythonBackend)


def inlined(function: Callable[..., Any]) -> Any:
    """Return a function that is compiled into its callers."""
    return numba.njit(
        function,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=_CompilerForCallers,
        **_OPTIONS,
    )


class _Entry(LateEntry, CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls, with one signature."""

    def compile_into(self, store: Store) -> None:
        """Compile the function, or read it from the store."""
        self._cache = _Cache(store)
        self.unchecked = self.compile(self.expected)  # see ``jit.unchecked``
        self.disable_compile()
        self.__class__ = _Entry


class _PendingEntry(_Entry):
    """An entry before its first call, which compiles it or loads its code.

    Numba checks whether it may compile before it looks up the code for the argument types. If
    another thread completes the function in between, the lookup fails. So calls from all threads
    wait here until the function is complete.
    """

    def __call__(self, *arguments: Any) -> Any:
        """Compile the function and call it."""
        self.complete()
        return _Entry.__call__(self, *arguments)


def callable_from_python(function: Callable[..., Any], signature: Any, stored: Stored) -> Any:
    """Return a function for Python to call, compiled at the first call or by ``complete``."""
    how = {"nopython": True, **_OPTIONS}
    found = _PendingEntry(function, targetoptions=how, pipeline_class=_Compiler)
    return found.expect(signature, stored)


def callable_from_c(function: Callable[..., Any], signature: Any, store: Store) -> Any:
    """Return an object with the ``address`` of a function's machine code, stored or compiled."""
    kind = numba.core.sigutils.normalize_signature(signature)
    compiled: Any = CFunc(function, kind, {}, dict(_OPTIONS), pipeline_class=_Compiler)
    compiled._cache = _Cache(store)
    with no_collections():
        compiled.compile()
    return compiled
