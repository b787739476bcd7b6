"""Progress of compilation on stderr.

The total is the number of functions that were not cached when compiling began: the units of
imported modules, and all functions of announced modules. A background process may compile some of
them. Functions compiled later add to the total.
"""

import math
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from wistar_env.compiled.sources import PACKAGE, functions, functions_at_once, needed
from wistar_env.system.cache_folders import shown_candidates
from wistar_env.system.notices import has_line_of_its_own, notice, overwritable

#: Seconds between lines if stderr is not a terminal.
_BETWEEN: Final = 10.0


def _imported() -> set[str]:
    """Return the modules of this package that are, or are being, imported."""
    return {name for name in list(sys.modules) if name.split(".")[0] == PACKAGE.name}


class Progress:
    """Counts the functions as they are compiled, and reports the progress.

    ``file_of``: returns the file of a function's compiled code, given its module and name.
    ``is_cached``: returns whether a file is cached.
    """

    def __init__(
        self, file_of: Callable[[str, str], Path | None], is_cached: Callable[[Path], bool]
    ) -> None:
        self._file_of = file_of
        self._is_cached = is_cached
        #: Modules that will be imported later.
        self._announced: set[str] = set()
        self._said = -math.inf  # time of the last printed line
        self._loaded: set[Path] = set()
        #: The number of functions loaded so far that were not cached at the start.
        self.compiled = 0
        self._missing: set[Path] = set()
        self._spent = 0.0  # seconds of finished compilations
        self._end()

    def _end(self) -> None:
        self._looked_at: set[str] = set()
        self._started: float | None = None
        self._reported = False
        self._waited = False

    def announce(self, modules: Iterable[str]) -> None:
        """Add all functions of modules, which will be imported later, to the total."""
        self._announced |= {*modules}

    def withdraw(self, module: str) -> None:
        """Remove a module's functions from the total, since it cannot be imported."""
        self._announced.discard(module)
        self._missing -= {self._file_of(module, name) for name in functions(module)}

    def begin(self) -> None:
        """Find what is not cached: all functions of announced modules, units of other modules."""
        if self._started is None:
            self._started = time.perf_counter()
        modules = needed(_imported() | self._announced) - self._looked_at
        self._looked_at |= modules
        found = {
            self._file_of(module, name)
            for module in modules
            for name in (functions if module in self._announced else functions_at_once)(module)
        }
        new = {file for file in found if file is not None} - self._loaded
        self._missing |= {file for file in new if not self._is_cached(file)}

    def step(self, file: Path, name: str) -> None:
        """Report that a function is being compiled."""
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
            notice(f"{holder} is also compiling: each waits for functions that the other compiles")

    def loaded(self, file: Path | None) -> None:
        """Count a function that is ready to be called; report when all are."""
        if file is None:
            return
        self._loaded.add(file)
        if self._started is None or file not in self._missing:
            return
        self.compiled += 1
        if self._missing <= self._loaded:
            if self._reported:
                self._report_end()
            self._spent = self._seconds()
            self._end()

    def _report_end(self) -> None:
        count = len(self._missing)
        what = "1 function" if count == 1 else f"{count} functions"
        later = (
            "later starts read the cache"
            if all(map(self._is_cached, self._missing))
            else f"none of {shown_candidates()} can be written to, so each start compiles again"
        )
        notice(f"{what} compiled in {self._seconds():.0f} s; {later}")

    def _seconds(self) -> float:
        now = 0.0 if self._started is None else time.perf_counter() - self._started
        return self._spent + now

    def _say(self, text: str) -> None:
        """Report progress: on one line of a terminal, otherwise as a line every few seconds."""
        if has_line_of_its_own():
            overwritable(text)
        elif time.perf_counter() - self._said >= _BETWEEN:
            self._said = time.perf_counter()
            notice(text)
        else:
            return
        self._reported = True
