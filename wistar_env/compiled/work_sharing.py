"""Work sharing among threads, without locks.

A ``Progress`` belongs to one task. It has the number of rows that were claimed, that are done, and
that are faulty, updated by atomic instructions: no thread ever waits for one that the operating
system has not scheduled yet.
"""

from typing import Annotated, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.atomics import add
from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.types import LongArray

#: More rows than any task has, small enough that many threads can add it.
_ENDLESS: Final = 2**48
_TAKEN: Final = 0
_DONE: Final = 1
FAULTY: Final = 2

Progress: TypeAlias = Annotated[npt.NDArray[np.int64], "long array"]  # shape (3,)


def new_progress() -> npt.NDArray[np.int64]:
    """Return the progress of a new task."""
    return np.zeros(3, np.int64)


@inline
def claim_rows(progress: Progress, rows: int) -> int:
    """Claim the next rows, and return the first of them."""
    return add(progress, _TAKEN, rows)


@inline
def finish_rows(progress: Progress, rows: int) -> None:
    """Report rows as done."""
    add(progress, _DONE, rows)


@inline
def rows_done(progress: Progress) -> int:
    """Return the number of finished rows."""
    return add(progress, _DONE, 0)


@inline
def report_fault(progress: Progress) -> None:
    """Report a faulty game."""
    add(progress, FAULTY, 1)


@entry
def cancel(progress: Progress) -> None:
    """Remove unclaimed rows, and release waiting threads."""
    claim_rows(progress, _ENDLESS)
    finish_rows(progress, _ENDLESS)


@entry
def wait(progress: Progress, rows: int, patience: int) -> bool:
    """Check up to ``patience`` times whether ``rows`` are done, without blocking other threads."""
    for _ in range(patience):
        if rows_done(progress) >= rows:
            return True
    return False


@entry
def watch(count: LongArray, seen: int, spins: int) -> bool:
    """Spin until a count differs from ``seen``; return False after too many spins."""
    for _ in range(spins):
        if add(count, 0, 0) != seen:
            return True
    return False
