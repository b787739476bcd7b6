"""How the rules are compiled: the three decorators, the cache and its key.

- ``inline``: a small function that is compiled into the functions that call it.
- ``unit``: a function that is compiled once, on its own, and linked by name. Numba would
  otherwise optimise the whole call tree again for every caller: units keep the cold compile
  of the core linear in its size.
- ``entry``: a function that Python calls. Entries release the GIL.

The cache lies in a folder whose name is a hash over the sources that are compiled and over the
versions of NumPy and Numba, so a stale cache is impossible. ``WISTAR_CACHE_DIR`` moves it.
With ``NUMBA_DISABLE_JIT=1`` all three decorators return the plain Python function.
"""

import inspect
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, get_type_hints

import llvmlite.binding
import numba
import numpy as np
from numba import types

from wistar_env import cache as kept
from wistar_env.rules.state import ENTRY, GAME
from wistar_env.tables.layout import OPS, REQUIREMENT, TABLES

_Function = TypeVar("_Function", bound=Callable[..., Any])

_PACKAGE: Final = Path(__file__).resolve().parents[1]
#: What is compiled, from the bottom to the top: the code of a folder depends on those before it.
_FOLDERS: Final = ("tables", "rules", "spaces", "policies", "batch")
#: No counts of references: all that compiled code works on is kept by its caller or lies on the
#: stack (``rules.scratch``), and telling Numba's runtime so for each array took a sixth of a step.
_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}


def _types() -> dict[str, Any]:
    def rec(dtype: Any) -> Any:
        return numba.from_dtype(dtype)

    return {
        "tables": rec(TABLES),
        "game": rec(GAME),
        "entry": rec(ENTRY),
        "requirement": rec(REQUIREMENT),
        "ops": rec(OPS),
        "tables array": types.Array(rec(TABLES), 1, "C"),
        "game array": types.Array(rec(GAME), 1, "C"),
        "seed": types.uint64,
        "legal": types.Array(types.int16, 1, "C"),
        "short array": types.Array(types.int16, 1, "C"),
        "short table": types.Array(types.int16, 2, "C"),
        "short block": types.Array(types.int16, 3, "C"),
        "byte array": types.Array(types.uint8, 1, "C"),
        "byte table": types.Array(types.uint8, 2, "C"),
        "long array": types.Array(types.int64, 1, "C"),
        "double array": types.Array(types.float64, 1, "C"),
        "float array": types.Array(types.float32, 1, "C"),
        "float table": types.Array(types.float32, 2, "C"),
        "mask array": types.Array(types.int8, 1, "C"),
        "mask table": types.Array(types.int8, 2, "C"),
        "int": types.int64,
        "bool": types.boolean,
        "float": types.float64,
        "NoneType": types.void,
    }


def _linked(known: Any) -> Any:
    """Type of an argument of a linked function, where only what C could pass is passed alike."""
    if known == types.boolean:
        return types.int64
    return types.CPointer(known.dtype) if isinstance(known, types.Array) else known


_TYPES: Final = {} if numba.config.DISABLE_JIT else _types()
_LINKED_TYPES: Final = {kind: _linked(known) for kind, known in _TYPES.items()}
#: What `unit` compiled: linked code must not be freed.
units: Final[list[Any]] = []


def declare(kind: str, dtype: np.dtype[Any]) -> None:
    """Let entries take arrays of another record, annotated with this kind."""
    if not numba.config.DISABLE_JIT:
        _TYPES[kind] = types.Array(numba.from_dtype(dtype), 1, "C")


def _sources(folders: tuple[str, ...]) -> list[Path]:
    return sorted(path for name in folders for path in (_PACKAGE / name).glob("*.py"))


@cache
def _fingerprint(folders: tuple[str, ...]) -> str:
    versions = (numba.__version__, np.__version__, numba.config.BOUNDSCHECK)
    return kept.fingerprint(_sources(folders), *versions)


def cache_folder(module: str) -> Path:
    """Return the folder of a module's compiled code, which belongs to exactly these sources.

    Code depends on its own folder and those below, so changing a policy does not recompile the
    rules.
    """
    folder = module.split(".")[1]
    above = _FOLDERS.index(folder) + 1 if folder in _FOLDERS else len(_FOLDERS)
    return kept.root() / _fingerprint(_FOLDERS[:above])


def _kind(hint: Any) -> str:
    return str(hint.__metadata__[0]) if hasattr(hint, "__metadata__") else str(hint.__name__)


def _signature(function: Callable[..., Any], known: dict[str, Any]) -> Any:
    hints = get_type_hints(function, include_extras=True)
    kinds = [_kind(hints[name]) for name in inspect.signature(function).parameters]
    return known[_kind(hints["return"])](*(known[kind] for kind in kinds))


class _Progress:
    """Says on stderr, once and with progress, that the first run on a machine compiles."""

    def __init__(self) -> None:
        self.total = sum(
            len(re.findall(r"^@(?:unit|entry)$", path.read_text("utf-8"), re.MULTILINE))
            for path in _sources(_FOLDERS)
        )
        self.done = 0
        self.started = time.perf_counter()

    def step(self, name: str) -> None:
        self.done += 1
        seconds = time.perf_counter() - self.started
        step = f"{self.done}/{self.total} {name}, {seconds:.0f} s"
        line = f"wistar-env: compiling the rules, once: {step}"
        end = "\r" if sys.stderr.isatty() else "\n"
        if sys.stderr.isatty() or self.done % 20 == 1:
            print(f"{line:<78}", end=end, file=sys.stderr, flush=True)


@cache
def _progress() -> _Progress:
    return _Progress()


def _compiled_files(folder: Path, function: Callable[..., Any]) -> list[Path]:
    """Return the files in which Numba keeps the compiled code of a function."""
    stem = Path(function.__code__.co_filename).stem
    return sorted(folder.glob(f"*/{stem}.{function.__qualname__}-*.nb[ci]"))


def _marks(files: list[Path]) -> bytes:
    """Return the names and digests of files."""
    return "\n".join(f"{file.name} {kept.digest(file.read_bytes())}" for file in files).encode()


def _is_whole(done: Path, files: list[Path]) -> bool:
    """Whether compiled code is what was kept; what is damaged is removed, as Numba would trust it.

    Where ``done`` is missing, another process may be about to write it.
    """
    if not done.exists():
        return False
    if files and kept.kept(done) == _marks(files):
        return True
    for file in (*files, done):
        file.unlink(missing_ok=True)
    return False


def _compile(build: Callable[[], Any], function: Callable[..., Any]) -> Any:
    folder = cache_folder(function.__module__)
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / f"{function.__module__}.{function.__name__}.done"
    whole = _is_whole(done, _compiled_files(folder, function))
    if not whole:
        _progress().step(function.__name__)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        built = build()
    finally:
        numba.config.CACHE_DIR = before
    if not whole:
        kept.keep(done, _marks(_compiled_files(folder, function)))
    return built


def compile_beside(*modules: str) -> None:
    """Start compiling modules in a process of its own, if nothing is compiled yet.

    This process goes on with others, and finds theirs compiled when it comes to them.
    """
    if numba.config.DISABLE_JIT or all(cache_folder(module).exists() for module in modules):
        return
    imports = "; ".join(f"import {module}" for module in modules)
    silent = subprocess.DEVNULL
    _beside.append(subprocess.Popen([sys.executable, "-c", imports], stdout=silent, stderr=silent))


_beside: Final[list[subprocess.Popen[bytes]]] = []


def inline(function: _Function) -> _Function:
    """Compile a small function into its callers."""
    if numba.config.DISABLE_JIT:
        return function
    compiled: _Function = numba.njit(
        function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS
    )
    return compiled


def unit(function: _Function) -> _Function:
    """Compile a function once and link it by name.

    It takes records, integers and arrays; callers hand arrays over through ``pointer``, and
    the function may only read and write their elements.
    """
    if numba.config.DISABLE_JIT:
        return function
    signature = _signature(function, _LINKED_TYPES)
    symbol = f"wistar_{function.__module__}.{function.__name__}".replace(".", "_")
    compiled = _compile(lambda: numba.cfunc(signature, cache=True, **_OPTIONS)(function), function)
    llvmlite.binding.add_symbol(symbol, compiled.address)
    units.append(compiled)
    linked: Any = types.ExternalFunction(symbol, signature)
    return linked


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls with arrays."""
    if numba.config.DISABLE_JIT:
        return function
    signature = _signature(function, _TYPES)
    compiled: _Function = _compile(
        lambda: numba.njit(signature, cache=True, **_OPTIONS)(function), function
    )
    return compiled


if numba.config.DISABLE_JIT:

    def pointer(array: Any) -> Any:
        """Return an array in the form in which a ``unit`` takes it."""
        return array

else:

    @inline
    def pointer(array: Any) -> Any:
        """Return an array in the form in which a ``unit`` takes it."""
        return array.ctypes
