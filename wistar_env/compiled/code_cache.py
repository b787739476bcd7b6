"""The cache of compiled code, one file for each function.

The name of the folder is a hash of the sources, of the versions of Python, NumPy and Numba, and of
the processor, so stale code never runs. ``cache`` writes files atomically and verifies a digest of
their contents. One process at a time compiles a function; others wait for the cached code.
"""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite.binding
import numba
import numpy as np

from wistar_env.compiled.progress import Progress
from wistar_env.compiled.sources import sources_of
from wistar_env.system import cache as files
from wistar_env.system import locks
from wistar_env.system.processes import python


@cache
def _processor() -> tuple[str, ...]:
    """Return what machine code depends on: the processor, and the options of Numba."""
    config = numba.config
    features = config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten()
    name = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    how = (config.OPT, config.BOUNDSCHECK, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    return (llvmlite.binding.get_process_triple(), name, features, repr(how))


@cache
def _fingerprint(sources: tuple[Path, ...]) -> str:
    versions = (numba.__version__, llvmlite.__version__, np.__version__)
    return files.fingerprint(sources, *versions, *_processor())


@cache
def _place(module: str) -> Path:
    """Return the folder of a module's compiled code, relative to the cache.

    Code depends on what it contains, so that changed rules do not recompile the kit, nor a changed
    policy the rules; see ``sources``.
    """
    return Path(_fingerprint(tuple(sources_of(module))))


def _file(module: str, name: str) -> Path:
    """Return the file of a function's compiled code, relative to the cache."""
    return _place(module) / f"{module}.{name}.bin"


_progress: Final = Progress(_file)
#: The processes that this one has started to compile in the background.
_background: Final[list[subprocess.Popen[bytes]]] = []


class CachedCode:
    """The cached code of one function: read if it exists, else written."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.file = _file(function.__module__, function.__name__)
        self.code = files.load(self.file)

    def read(self) -> bytes | None:
        """Return the cached code; None if it is missing or damaged."""
        return self.code

    def write(self, compiled: bytes) -> None:
        """Write the code, if the cache is writable."""
        files.store(self.file, compiled)


@contextmanager
def cached_code(function: Callable[..., Any]) -> Iterator[CachedCode]:
    """Yield the cached code of a function, with its lock held if it must be compiled."""
    found = CachedCode(function)
    with ExitStack() as stack:
        if found.code is None:
            _progress.begin()
            _wait_for_turn(stack, found.file)
            found = CachedCode(function)
        if found.code is None:
            _progress.step(found.file, function.__name__)
        yield found
    _progress.loaded(found.file)


def _wait_for_turn(stack: ExitStack, file: Path) -> None:
    """Acquire the lock of a function; without a writable cache there is none."""
    lock = files.writable_folder() / file.with_suffix(".lock")
    try:
        files.make(lock.parent)
        try:
            stack.enter_context(locks.held(lock, wait=False))
        except BlockingIOError as error:
            if not _is_ours(str(error)):
                _progress.wait(str(error))
            stack.enter_context(locks.held(lock, wait=True))
    except OSError:
        return


def _is_ours(holder: str) -> bool:
    """Whether a process in the background holds a lock, or may hold it: the name comes later."""
    ours = {locks.name_of(process.pid) for process in _background}
    return holder in ours or (holder == locks.UNKNOWN and bool(ours))


def announce(*modules: str) -> None:
    """Let the progress count the functions of modules that will be imported later."""
    _progress.announce(modules)


def compiled_here() -> int:
    """Return the number of functions that this process has compiled, not found in the cache."""
    return _progress.compiled


def compile_in_background(*modules: str) -> None:
    """Start a process that compiles modules, unless code of each of them is cached.

    Meanwhile, this process compiles others.
    """
    missing = [module for module in modules if not files.has(_place(module))]
    if numba.config.DISABLE_JIT or not missing:
        return
    imports = "; ".join(f"import {module}" for module in missing)
    silent = subprocess.DEVNULL
    _background.append(subprocess.Popen(python(imports), stdout=silent, stderr=silent))
