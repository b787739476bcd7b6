"""The cache of compiled code, one file for each function.

The name of the folder is a hash of the sources, of the versions of Python, NumPy and Numba, and of
the processor, so stale code never runs. ``cache`` writes files atomically and verifies a digest of
their contents. One process at a time compiles a function; others wait for the cached code.
"""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import llvmlite.binding
import numba
import numpy as np

from wistar_env import cache as files
from wistar_env import locks
from wistar_env.processes import python

_PACKAGE: Final = Path(__file__).resolve().parents[1]
#: Folders with compiled code; each depends on those before it.
_FOLDERS: Final = (
    "compiled",
    "tables",
    "rules",
    "spaces",
    "heuristics",
    "gate",
    "networks",
    "policies",
    "search",
    "rewards",
    "batch",
)
_COMPILED: Final = re.compile(r"^@(?:unit|entry)$", re.MULTILINE)


def _sources(folders: tuple[str, ...]) -> list[Path]:
    return [path for name in folders for path in sorted((_PACKAGE / name).glob("*.py"))]


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

    Code depends on its own folder and those before it, so that a changed policy does not recompile
    the rules. Code elsewhere depends on all of them and on its own file.
    """
    package, folder, *_ = [*module.split("."), ""]
    if package == _PACKAGE.name and folder in _FOLDERS:
        return Path(_fingerprint(tuple(_sources(_FOLDERS[: _FOLDERS.index(folder) + 1]))))
    own = sys.modules[module].__file__
    assert own is not None
    return Path(_fingerprint((*_sources(_FOLDERS), Path(own))))


class _Progress:
    """Reports on stderr which function is being compiled."""

    def __init__(self) -> None:
        self.total = sum(len(_COMPILED.findall(source)) for source in _texts().values())
        self.done = 0
        self.started = time.perf_counter()
        self.reported = -60.0
        self.waited = False

    def step(self, name: str) -> None:
        self.done += 1
        seconds = time.perf_counter() - self.started
        line = f"wistar-env: compiling, once: function {self.done}, of at most {self.total}, "
        line += f"{seconds:.0f} s ({name})"
        if sys.stderr.isatty():
            print(f"{line:<78}", end="\r", file=sys.stderr, flush=True)
        elif seconds - self.reported >= 10:
            self.reported = seconds
            print(line, file=sys.stderr, flush=True)

    def wait(self) -> None:
        if not self.waited:
            self.waited = True
            line = "wistar-env: another process compiles, too: each waits for what the other does"
            print(f"{line:<78}", file=sys.stderr, flush=True)


def _texts() -> dict[str, str]:
    """Return the source of each module in which functions are compiled."""
    sources = {path: path.read_text("utf-8") for path in _sources(_FOLDERS)}
    return {
        f"wistar_env.{path.parent.name}.{path.stem}": text
        for path, text in sources.items()
        if _COMPILED.search(text)
    }


@cache
def _progress() -> _Progress:
    return _Progress()


class CachedCode:
    """The cached code of one function: read if it exists, else written."""

    def __init__(self, function: Callable[..., Any]) -> None:
        name = f"{function.__module__}.{function.__name__}.bin"
        self.file = _place(function.__module__) / name
        self.code = files.kept(self.file)

    def read(self) -> bytes | None:
        """Return the cached code; None if it is missing or damaged."""
        return self.code

    def write(self, compiled: bytes) -> None:
        """Write the code, if the cache is writable."""
        files.keep(self.file, compiled)


@contextmanager
def cached_code(function: Callable[..., Any]) -> Iterator[CachedCode]:
    """Yield the cached code of a function, with its lock held if it has to be compiled."""
    found = CachedCode(function)
    with ExitStack() as stack:
        if found.code is None:
            _wait_for_turn(stack, found.file)
            found = CachedCode(function)
        if found.code is None:
            _progress().step(function.__name__)
        yield found


def _wait_for_turn(stack: ExitStack, file: Path) -> None:
    """Acquire the lock of a function; without a writable cache there is none."""
    lock = files.place_to_write() / file.with_suffix(".lock")
    try:
        files.make(lock.parent)
        try:
            stack.enter_context(locks.held(lock, wait=False))
        except BlockingIOError:
            _progress().wait()
            stack.enter_context(locks.held(lock, wait=True))
    except OSError:
        return


def compile_all() -> tuple[int, Path]:
    """Compile everything that is not cached yet.

    Returns
    -------
    Number of functions that were compiled, and the folder of the cache.
    """
    for module in _texts():
        import_module(module)
    return _progress().done, files.place_to_write()


def compile_in_background(*modules: str) -> None:
    """Start a process that compiles modules, if none of them is cached.

    Meanwhile, this process compiles others.
    """
    if numba.config.DISABLE_JIT or any(files.has(_place(module)) for module in modules):
        return
    imports = "; ".join(f"import {module}" for module in modules)
    silent = subprocess.DEVNULL
    _background.append(subprocess.Popen(python(imports), stdout=silent, stderr=silent))


_background: Final[list[subprocess.Popen[bytes]]] = []
