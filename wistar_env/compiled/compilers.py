"""The choice of the compiler: by Numba's internals where they are known, else by public functions.

``numba_internals`` starts faster, but fits only versions of Numba that it was tested with.
``WISTAR_PLAIN_NUMBA=1`` chooses ``plain_numba`` without a notice, also for the processes that this
one starts.
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
    """What ``jit`` needs of a compiler."""

    @property
    def NAME(self) -> str:  # noqa: N802
        """The name of this compiler in the cache."""

    def inlined(self, function: Callable[..., Any]) -> Any:
        """Return a function that is compiled into its callers."""

    def callable_from_python(
        self, function: Callable[..., Any], signature: Any, stored: Stored
    ) -> Any:
        """Return a function that Python calls; ``complete`` compiles it, as the first call does."""

    def callable_from_c(self, function: Callable[..., Any], signature: Any, store: Store) -> Any:
        """Return a compiled function with an ``address``."""


def _minor(version: str) -> tuple[int, ...]:
    """Return the first two numbers of a version, none for one without, such as ``0+unknown``."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return tuple(map(int, found.groups())) if found else ()


def _is_newer(version: str) -> bool:
    """Return whether a version of Numba may differ inside from all that were tested."""
    return not () < _minor(version) <= _minor(TESTED)


def _chosen() -> Compiler:
    """Return the compiler of this process."""
    if numba.config.DISABLE_JIT or os.environ.get(VARIABLE, "0") not in ("", "0"):
        return plain_numba
    if _is_newer(numba.__version__):
        return _plain(f"is newer than {TESTED}, the newest that is tested")
    try:
        from wistar_env.compiled import numba_internals
    except (ImportError, AttributeError) as error:
        return _plain(f"differs from {TESTED}, which is tested ({error})")
    return numba_internals


def _plain(reason: str) -> Compiler:
    """Say what it costs that only public functions of Numba can be used, and return those."""
    notice_once(
        f"Numba {numba.__version__} {reason}. Games are the same, but compiling takes twice as "
        f"long, and each start a second more. To avoid that: pip install numba=={TESTED}"
    )
    os.environ[VARIABLE] = "1"  # child processes need not repeat it
    return plain_numba


compiler: Final = _chosen()
