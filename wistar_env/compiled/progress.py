"""Progress of compilation on stderr.

A start needs the units of all modules that it imports. Those that were not cached when compiling
began are counted, whichever process compiles them: a process in the background does a part. What
is compiled after the end of a compilation starts a new count, and is reported if it takes long.
"""

import math
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from wistar_env.compiled.sources import PACKAGE, functions, functions_at_once, needed
from wistar_env.system import cache as files

#: Seconds between two lines without a terminal.
_BETWEEN: Final = 10.0


def _imported() -> set[str]:
    """Return the modules of this package that are imported, or being imported."""
    return {name for name in list(sys.modules) if name.split(".")[0] == PACKAGE.name}


class Progress:
    """How far compiling is.

    Parameters
    ----------
    file_of
        Returns the file of a function's compiled code, given its module and name.
    """

    def __init__(self, file_of: Callable[[str, str], Path]) -> None:
        self._file_of = file_of
        #: Modules that will be imported, besides those that are.
        self._announced: set[str] = set()
        self._said = -math.inf  # when a line was printed last
        self._loaded: set[Path] = set()
        #: Functions loaded so far that were not cached at first.
        self.compiled = 0
        self._begin()

    def _begin(self) -> None:
        self._missing: set[Path] = set()
        self._looked_at: set[str] = set()
        self._started: float | None = None
        self._reported = False
        self._waited = False

    def announce(self, modules: Iterable[str]) -> None:
        """Count all functions of these modules, too: they will be imported and compiled."""
        self._announced |= {*modules}

    def begin(self) -> None:
        """Find the functions that this start needs and that are not cached yet."""
        if self._started is None:
            self._started = time.perf_counter()
        modules = needed(_imported() | self._announced) - self._looked_at
        self._looked_at |= modules
        found = {
            self._file_of(module, name)
            for module in modules
            for name in (functions if module in self._announced else functions_at_once)(module)
        }
        self._missing |= {file for file in found - self._loaded if not files.has(file)}

    def step(self, file: Path, name: str) -> None:
        """Report that a function is compiled now."""
        self._missing.add(file)
        number = len(self._missing & self._loaded) + 1
        self._say(
            f"compiling, once: function {number} of {len(self._missing)}, "
            f"{self._seconds():.0f} s ({name})"
        )

    def wait(self, holder: str) -> None:
        """Report that another process compiles the same functions."""
        if not self._waited:
            self._waited = True
            _print(f"{holder} compiles, too: each waits for what the other does")

    def loaded(self, file: Path) -> None:
        """Count a function that can be called from now on; report the last one."""
        self._loaded.add(file)
        if self._started is None or file not in self._missing:
            return
        self.compiled += 1
        if self._missing <= self._loaded:
            if self._reported:
                self._report_end(file)
            self._begin()

    def _report_end(self, file: Path) -> None:
        count = len(self._missing)
        what = "1 function" if count == 1 else f"{count} functions"
        later = (
            "later starts read the cache"
            if files.has(file)
            else f"{files.writable_folder()} cannot be written to, so each start compiles them"
        )
        _print(f"{what} compiled in {self._seconds():.0f} s; {later}")

    def _seconds(self) -> float:
        return 0.0 if self._started is None else time.perf_counter() - self._started

    def _say(self, text: str) -> None:
        """Report progress: in one line of a terminal, elsewhere in a line every few seconds."""
        if _has_line_of_its_own():
            width = shutil.get_terminal_size().columns - 1
            print(_padded(text)[:width], end="\r", file=sys.stderr, flush=True)
        elif time.perf_counter() - self._said >= _BETWEEN:
            self._said = time.perf_counter()
            _print(text)
        else:
            return
        self._reported = True


def _has_line_of_its_own() -> bool:
    """Return whether a line can be overwritten: not above a bar of rich, which replaces stderr."""
    stderr = sys.__stderr__
    return stderr is not None and sys.stderr is stderr and stderr.isatty()


def _print(text: str) -> None:
    line = _padded(text) if _has_line_of_its_own() else f"wistar-env: {text}"
    print(line, file=sys.stderr, flush=True)


def _padded(text: str) -> str:
    """Return text that replaces what stood in its line of the terminal."""
    return f"wistar-env: {text}".ljust(shutil.get_terminal_size().columns - 1)
