"""How threads share the rows of a batch: whoever is free takes the next few.

A ``Progress`` belongs to one piece of work. It counts how many rows were taken, how many are done
and how many of them cannot go on, by atomic instructions, so threads of compiled code need no lock
and nobody waits for a thread that the system has not woken yet.
"""

from typing import Annotated, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.atomics import add
from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.types import LongArray

#: More rows than there are, and little enough that many threads may add it.
_ENDLESS: Final = 2**48
_TAKEN: Final = 0
_DONE: Final = 1
FAULTY: Final = 2

Progress: TypeAlias = Annotated[npt.NDArray[np.int64], "long array"]  # shape (3,)


def new_progress() -> npt.NDArray[np.int64]:
    """Return the progress of work that nobody has begun."""
    return np.zeros(3, np.int64)


@inline
def take(progress: Progress, rows: int) -> int:
    """Take the next rows, and return the first of them."""
    return add(progress, _TAKEN, rows)


@inline
def finish(progress: Progress, rows: int) -> None:
    """Say that as many rows are done."""
    add(progress, _DONE, rows)


@inline
def done(progress: Progress) -> int:
    """Return how many rows are done."""
    return add(progress, _DONE, 0)


@inline
def note_fault(progress: Progress) -> None:
    """Say that a game cannot go on."""
    add(progress, FAULTY, 1)


@entry
def call_off(progress: Progress) -> None:
    """Leave nothing to be taken, and nobody waiting for what will not be done."""
    take(progress, _ENDLESS)
    finish(progress, _ENDLESS)


@entry
def wait(progress: Progress, rows: int, patience: int) -> bool:
    """Look ``patience`` times whether that many rows are done, without holding up other threads."""
    for _ in range(patience):
        if done(progress) >= rows:
            return True
    return False


@entry
def watch(count: LongArray, seen: int, looks: int) -> bool:
    """Look at a count until it is no longer what was seen, at most so often; say whether it is."""
    for _ in range(looks):
        if add(count, 0, 0) != seen:
            return True
    return False
