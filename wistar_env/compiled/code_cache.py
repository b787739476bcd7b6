"""The cache of compiled code, one file for each function.

The name of the file's folder is a hash of the sources, of the versions of Python, NumPy, Numba and
llvmlite, and of the processor, so stale code never runs. ``system.cache`` writes files atomically
and verifies a digest of their contents. One process at a time compiles a function; others wait for
the cached code. Code that is shipped with the package (``packs``) needs no cache.

All of this only saves time, so failures of locks, of the background process and of the progress are
ignored. Code without a source file, such as an interactive session, is not cached.
"""

import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite.binding
import numba
import numpy as np

from wistar_env.compiled import packs
from wistar_env.compiled.compilers import compiler
from wistar_env.compiled.progress import Progress
from wistar_env.compiled.sources import PACKAGE, file_of, functions, sources_of
from wistar_env.system import cache as files
from wistar_env.system import locks
from wistar_env.system.cache_folders import make, places_of
from wistar_env.system.notices import notice_once
from wistar_env.system.processes import python
from wistar_env.system.trusted_owners import is_trusted, user

#: Seconds to wait for another process to compile a function: ten times the longest compilation.
_LONGEST_WAIT: Final = 120.0
#: Locks not released within ``_LONGEST_WAIT``; after the first, this process takes no more locks.
_stuck: Final[list[Path]] = []


@cache
def _processor() -> tuple[str, ...]:
    """Return what machine code depends on: the processor and the options of Numba."""
    config = numba.config
    features = config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten()
    name = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    how = (config.OPT, config.BOUNDSCHECK, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    return (llvmlite.binding.get_process_triple(), name, features, repr(how))


@cache
def _fingerprint(sources: tuple[Path, ...]) -> str:
    versions = (numba.__version__, llvmlite.__version__, np.__version__, compiler.NAME)
    return files.fingerprint(sources, *versions, *_processor())


@cache
def _place(module: str) -> Path | None:
    """Return the folder of a module's compiled code, relative to the cache.

    The folder's name is a hash of the code's sources (see ``sources``), so changed rules do not
    recompile the kit. None if the source is not readable.
    """
    if file_of(module) is None:
        return None
    try:
        return Path(_fingerprint(tuple(sources_of(module))))
    except (OSError, SyntaxError, ValueError):
        return None


def file_of_code(module: str, name: str) -> Path | None:
    """Return the file of a function's compiled code, relative to the cache."""
    place = _place(module)
    return None if place is None else place / f"{module}.{name}.bin"


def _packed(file: Path) -> bytes | None:
    """Return the shipped code for a cache file, or None."""
    pack, _ = packs.fitting()
    return None if pack is None else pack.read(file.stem)


def is_packed(file: Path) -> bool:
    """Return whether code is shipped for a cache file."""
    pack, _ = packs.fitting()
    return pack is not None and pack.has(file.stem)


def is_cached(file: Path) -> bool:
    """Return whether the code of a function is shipped or cached."""
    return is_packed(file) or files.where(file) is not None


_progress: Final = Progress(file_of_code, is_cached)
#: The ids of background processes that this process has started to compile.
_background: Final[list[int]] = []


class CachedCode:
    """The shipped or cached code of one function, to be read, or written if missing.

    ``file``: the file of the code, relative to the cache; None disables caching.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.code = None if file is None else _packed(file) or files.load(file)

    def read(self) -> bytes | None:
        """Return the cached code; None if it is missing or damaged."""
        return self.code

    def write(self, compiled: bytes) -> None:
        """Write the code, if the cache is writable."""
        if self._file is not None:
            files.store(self._file, compiled)

    @property
    def folder(self) -> Path | None:
        """A folder for a compiler's own cache, private to the user; None if that is impossible.

        It must be private: its code is executed, and other libraries apply only the umask to files.
        """
        place = None if self._file is None else places_of(self._file)[1]
        if place is None:
            return None
        try:
            make(place.parent)
            return _own(place.with_name("own"))
        except OSError:
            return None


def _own(folder: Path) -> Path | None:
    """Create a private folder and return it; None if it is not trusted or others can access it."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    is_own = stat.S_ISDIR(found.st_mode) and is_trusted(found)
    return folder if is_own and (user() is None or not found.st_mode & 0o077) else None


@contextmanager
def cached_code(function: Callable[..., Any]) -> Iterator[CachedCode]:
    """Yield the cached code of a function; if it must be compiled, hold its lock if possible."""
    file = file_of_code(function.__module__, function.__name__)
    found = CachedCode(file)
    if found.code is not None or file is None:
        yield found
    else:
        with suppress(Exception):
            _say_why(file)
            _progress.begin()
        with _turn(file):
            found = CachedCode(file)
            if found.code is None:
                with suppress(Exception):
                    _progress.step(file, function.__name__)
            yield found
    with suppress(Exception):
        _progress.loaded(file)


def _say_why(file: Path) -> None:
    """For a file of this package, print once why shipped machine code cannot be used, if so."""
    _, reason = packs.fitting()
    if reason and file.stem.startswith(f"{PACKAGE.name}."):
        notice_once(f"the precompiled code of wistar_env cannot be used: {reason}")


@contextmanager
def _turn(file: Path) -> Iterator[None]:
    """Hold the lock of a function within the context, if possible."""
    stack = ExitStack()
    try:
        with suppress(Exception):
            _wait_for_turn(stack, file)
        yield
    finally:
        with suppress(Exception):
            stack.close()


def _wait_for_turn(stack: ExitStack, file: Path) -> None:
    """Acquire a function's lock; give up if no cache folder is writable or the wait is too long."""
    place = places_of(file)[1]
    if place is None or _stuck:
        return
    lock = place.with_suffix(".lock")
    make(lock.parent)
    try:
        stack.enter_context(locks.held(lock))
    except BlockingIOError as error:
        if not _is_ours(str(error)):
            _progress.wait(str(error))
        try:
            stack.enter_context(locks.held(lock, _LONGEST_WAIT))
        except BlockingIOError:
            _stuck.append(lock)


def _is_ours(holder: str) -> bool:
    """Whether a background process holds a lock, or may hold it since the holder is unknown."""
    ours = {locks.name_of(process) for process in _background}
    return holder in ours or (holder == locks.UNKNOWN and bool(ours))


def announce(*modules: str) -> None:
    """Add the functions of modules, which will be imported later, to the progress total."""
    _progress.announce(modules)


def withdraw(module: str) -> None:
    """Remove a module's functions from the progress total, since it cannot be imported."""
    _progress.withdraw(module)


def compiled_here() -> int:
    """Return the number of functions loaded so far that were not cached at the start."""
    return _progress.compiled


def compile_in_background(*modules: str) -> None:
    """Start a process that compiles those modules of which no function is shipped or cached.

    Meanwhile, this process compiles other modules, or all if no process can be started.
    """
    with suppress(Exception):
        missing = [module for module in modules if not _has_code(module)]
        if missing and not numba.config.DISABLE_JIT:
            imports = "; ".join(f"import {module}" for module in missing)
            none = subprocess.DEVNULL
            process = subprocess.Popen(python(imports), stdin=none, stdout=none, stderr=none)
            _background.append(process.pid)
            process.returncode = 0  # it may outlive this process; avoids a warning


def _has_code(module: str) -> bool:
    """Return whether any code of a module is shipped or cached."""
    files_of_code = (file_of_code(module, name) for name in functions(module))
    return any(file is not None and is_cached(file) for file in files_of_code)
