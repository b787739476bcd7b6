"""What was compiled is kept between runs, each function in a file of its own.

The files lie in a folder whose name is a hash over the sources that are compiled, the versions of
Python, NumPy and Numba and the processor, so nothing stale is ever run. ``cache`` reads a file
together with a digest of its contents, and puts it in place at once when it is whole. A function is
compiled by one process at a time: another one that needs it waits, and takes what was kept.
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
#: What is compiled, from the bottom to the top: the code of a folder depends on those before it.
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
    """Return what machine code depends on: the processor, and how Numba is told to compile."""
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
    """Return the folder of a module's compiled code, below that of everything that is kept.

    Code depends on its own folder and those below, so changing a policy does not recompile the
    rules. What is compiled elsewhere depends on all of them and on its own file.
    """
    package, folder, *_ = [*module.split("."), ""]
    if package == _PACKAGE.name and folder in _FOLDERS:
        return Path(_fingerprint(tuple(_sources(_FOLDERS[: _FOLDERS.index(folder) + 1]))))
    own = sys.modules[module].__file__
    assert own is not None
    return Path(_fingerprint((*_sources(_FOLDERS), Path(own))))


class _Progress:
    """Says on stderr, with progress, that functions are compiled."""

    def __init__(self) -> None:
        self.total = sum(len(_COMPILED.findall(source)) for source in _texts().values())
        self.done = 0
        self.started = time.perf_counter()
        self.said = -60.0
        self.waited = False

    def step(self, name: str) -> None:
        self.done += 1
        seconds = time.perf_counter() - self.started
        line = f"wistar-env: compiling, once: function {self.done}, of at most {self.total}, "
        line += f"{seconds:.0f} s ({name})"
        if sys.stderr.isatty():
            print(f"{line:<78}", end="\r", file=sys.stderr, flush=True)
        elif seconds - self.said >= 10:
            self.said = seconds
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


class Kept:
    """The compiled code of one function: read if it is there, else written."""

    def __init__(self, function: Callable[..., Any]) -> None:
        name = f"{function.__module__}.{function.__name__}.bin"
        self.file = _place(function.__module__) / name
        self.code = files.kept(self.file)

    def read(self) -> bytes | None:
        """Return what is kept; None if there is nothing, or it is damaged."""
        return self.code

    def write(self, compiled: bytes) -> None:
        """Keep it, where something can be written."""
        files.keep(self.file, compiled)


@contextmanager
def kept(function: Callable[..., Any]) -> Iterator[Kept]:
    """Give the compiled code of a function; while there is none, nobody else compiles it."""
    found = Kept(function)
    with ExitStack() as stack:
        if found.code is None:
            _wait_for_turn(stack, found.file)
            found = Kept(function)
        if found.code is None:
            _progress().step(function.__name__)
        yield found


def _wait_for_turn(stack: ExitStack, file: Path) -> None:
    """Hold a function's lock; where none can be made, everybody compiles for themselves."""
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
    """Compile everything that is not kept yet.

    Returns
    -------
    Number of functions that were compiled now, and the folder where they are kept.
    """
    for module in _texts():
        import_module(module)
    return _progress().done, files.place_to_write()


def compile_beside(*modules: str) -> None:
    """Start compiling modules in a process of its own, if nothing is compiled yet.

    This process goes on with others, and finds theirs compiled when it comes to them.
    """
    if numba.config.DISABLE_JIT or any(files.has(_place(module)) for module in modules):
        return
    imports = "; ".join(f"import {module}" for module in modules)
    silent = subprocess.DEVNULL
    _beside.append(subprocess.Popen(python(imports), stdout=silent, stderr=silent))


_beside: Final[list[subprocess.Popen[bytes]]] = []
