"""How threads share the rows of a batch: whoever is free takes the next few.

A ``Progress`` belongs to one piece of work. It counts how many rows were taken, how many are done
and how many of them cannot go on, by atomic instructions, so threads of compiled code need no lock
and nobody waits for a thread that the system has not woken yet.
"""

from typing import Annotated, Any, Final, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from wistar_env.rules.jit import entry, inline

_TAKEN: Final = 0
_DONE: Final = 1
FAULTY: Final = 2

Progress: TypeAlias = Annotated[npt.NDArray[np.int64], "long array"]  # shape (3,)


def new_progress() -> npt.NDArray[np.int64]:
    """Return the progress of work that nobody has begun."""
    return np.zeros(3, np.int64)


if numba.config.DISABLE_JIT:

    def add(progress: Progress, k: int, amount: int) -> int:
        """Add to a count and return what it was; not for threads, as all interpreted code."""
        before = int(progress[k])
        progress[k] += amount
        return before

else:

    @intrinsic
    def add(typing_context: Any, progress: Any, k: Any, amount: Any) -> Any:
        """Add to a count in one step that no other thread can come between; return what it was."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = builder.gep(make_array(progress)(context, builder, args[0]).data, [args[1]])
            return builder.atomic_rmw("add", place, args[2], "seq_cst")

        return types.int64(progress, types.int64, types.int64), generate


@inline
def take(progress: Progress, rows: int) -> int:
    """Take the next rows, and return the first of them."""
    return add(progress, _TAKEN, rows)


@inline
def finish(progress: Progress, rows: int) -> None:
    """Say that as many rows are done."""
    add(progress, _DONE, rows)


@inline
def note_fault(progress: Progress) -> None:
    """Say that a game cannot go on."""
    add(progress, FAULTY, 1)


@entry
def wait(progress: Progress, rows: int, patience: int) -> bool:
    """Look ``patience`` times whether that many rows are done, without holding up other threads."""
    for _ in range(patience):
        if add(progress, _DONE, 0) >= rows:
            return True
    return False
