"""The choice between a compiler that uses Numba's internals and one that uses public functions.

``numba_internals`` starts faster, but is not used with minor versions of Numba that are newer than
the tested ones, or from which it cannot be imported.
``WISTAR_PLAIN_NUMBA=1`` chooses ``plain_numba`` without a notice, for this process and those that
it starts.
"""

import os
import re
from collections.abc import Callable
from typing import Any, Final, Protocol

import numba

from wistar_env.compiled import plain_numba
from wistar_env.compiled.on_demand import Store, Stored
from wistar_env.system.notices import notice_once

VARIABLE: Final = "WISTAR_PLAIN_NUMBA"
#: The newest version of Numba with which ``numba_internals`` was tested.
TESTED: Final = "0.68.1"


class Compiler(Protocol):
    """The interface of a compiler that ``jit`` uses."""

    @property
    def NAME(self) -> str:  # noqa: N802
        """The name of this compiler in the cache."""

    def inlined(self, function: Callable[..., Any]) -> Any:
        """Return a function that is compiled into its callers."""

    def callable_from_python(
        self, function: Callable[..., Any], signature: Any, stored: Stored
    ) -> Any:
        """Return a function for Python to call, compiled at the first call or by ``complete``."""

    def callable_from_c(self, function: Callable[..., Any], signature: Any, store: Store) -> Any:
        """Compile a function and return an object with its ``address``."""


def _minor(version: str) -> tuple[int, ...]:
    """Return the first two numbers of a version; empty for versions such as ``0+unknown``."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return tuple(map(int, found.groups())) if found else ()


def _is_newer(version: str) -> bool:
    """Return whether a version of Numba is newer than the tested versions, or unknown."""
    return not () < _minor(version) <= _minor(TESTED)


def _chosen() -> Compiler:
    """Return ``numba_internals``, or ``plain_numba`` if it is requested or Numba is untested.

    Without compilation, return ``plain_numba``, too.
    """
    if numba.config.DISABLE_JIT or os.environ.get(VARIABLE, "0") not in ("", "0"):
        return plain_numba
    if _is_newer(numba.__version__):
        return _plain(
            f"is newer than {TESTED}, the newest tested version, or has no version number"
        )
    try:
        from wistar_env.compiled import numba_internals
    except (ImportError, AttributeError) as error:
        return _plain(f"differs from {TESTED}, the tested version ({error})")
    return numba_internals


def _plain(reason: str) -> Compiler:
    """Print why compiling takes longer, make child processes use ``plain_numba``, and return it."""
    notice_once(
        f"Numba {numba.__version__} {reason}. Games are the same, but compiling takes twice as "
        f"long, and each start a second longer. To avoid this: pip install numba=={TESTED}"
    )
    os.environ[VARIABLE] = "1"  # so that child processes do not repeat the notice
    return plain_numba


compiler: Final = _chosen()
