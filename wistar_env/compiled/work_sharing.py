"""Work sharing among threads, without locks.

A ``Progress`` belongs to one task. It counts the claimed, finished and faulty rows with atomic
instructions, so no thread waits long for a thread that the operating system has not scheduled.

Threads claim rows in one common order (``claim_rows``), or in chunks, with a share of chunks for
each thread (``claim_chunk``). With shares, data that a thread used in one task are still in its
core's cache in the next task. So a thread claims chunks from another's share only if the owner is
stalled.

``Calls`` announce tasks to other threads. A listening thread joins the next task from compiled
code, since returning to Python would mean waiting for the interpreter.
"""

from typing import Annotated, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.atomics import add
from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.types import LongArray

#: More rows than any task has, but small enough for many threads to add without overflow.
_ENDLESS: Final = 2**48
_TAKEN: Final = 0
_DONE: Final = 1
FAULTY: Final = 2
#: Numbers in a cache line.
_LINE: Final = 8
#: Index in a share's line of 1 + the chunks claimed by the time of another thread's last claim.
_HELPED: Final = 1
#: Polls before a thread helps a stalled thread: about 5 microseconds.
_SPINS: Final = 200
#: Indices in ``Calls``: the number of tasks so far, and the kind of the last task.
_NUMBER: Final = 0
_KIND: Final = _LINE
#: The kind of tasks that threads start from Python.
OTHER: Final = 0

Progress: TypeAlias = Annotated[npt.NDArray[np.int64], "long array"]
Calls: TypeAlias = Annotated[npt.NDArray[np.int64], "long array"]


def new_progress(shares: int = 0) -> npt.NDArray[np.int64]:
    """Return the progress of a new task: a cache line of counts, and a line per share."""
    return np.zeros((1 + shares) * _LINE, np.int64)


def new_calls(threads: int) -> npt.NDArray[np.int64]:
    """Return the counters through which threads announce tasks, each on its own cache line."""
    return np.zeros((2 + threads) * _LINE, np.int64)


@inline
def claim_rows(progress: Progress, rows: int) -> int:
    """Claim the next ``rows`` rows; return the index of the first, which may be past the end."""
    return add(progress, _TAKEN, rows)


@inline
def end_of_share(progress: Progress, chunks: int, share: int) -> int:
    """Return the chunk after the last chunk of a share, which starts the next share."""
    return (share + 1) * chunks // (len(progress) // _LINE - 1)


@inline
def unclaimed(progress: Progress, chunks: int, share: int) -> int:
    """Return the number of unclaimed chunks in a share."""
    first, end = end_of_share(progress, chunks, share - 1), end_of_share(progress, chunks, share)
    return max(0, end - first - add(progress, _LINE * (1 + share), 0))


@inline
def claim_of_share(progress: Progress, chunks: int, share: int) -> int:
    """Claim the next chunk of a share; return -1 when none is left."""
    if unclaimed(progress, chunks, share) == 0:
        return -1
    first, end = end_of_share(progress, chunks, share - 1), end_of_share(progress, chunks, share)
    chunk = first + add(progress, _LINE * (1 + share), 1)
    return chunk if chunk < end else -1


@inline
def claim_for_another(progress: Progress, chunks: int, share: int) -> int:
    """Claim the next chunk of a stalled thread's share; return -1 when none is left."""
    chunk = claim_of_share(progress, chunks, share)
    claimed = add(progress, _LINE * (1 + share), 0)
    progress[_LINE * (1 + share) + _HELPED] = 1 + claimed
    return chunk


@inline
def stands_still(progress: Progress, share: int) -> bool:
    """Return whether a share's owner is stalled: another thread made the share's last claim."""
    place = _LINE * (1 + share)
    return bool(progress[place + _HELPED] == 1 + add(progress, place, 0))


@inline
def claim_chunk(progress: Progress, chunks: int, thread: int) -> int:
    """Claim a chunk of the thread's or a stalled thread's share; return -1 when none is left.

    Moving the data of a few chunks to another cache, and back in the next task, takes longer than
    waiting for a thread that is slightly late. If nobody claims a chunk for ``_SPINS`` polls, the
    owner of the share with the most unclaimed chunks is not running, or is in a long chunk; then
    other threads claim its chunks without waiting, until it claims one itself.

    The chunk may already belong to the next task (``restart``), so read data that differ between
    tasks only after claiming a chunk.
    """
    chunk, spins, before = claim_of_share(progress, chunks, thread), 0, 0
    while chunk < 0:
        left, most, latest = 0, 0, 0
        for share in range(len(progress) // _LINE - 1):
            of_share = unclaimed(progress, chunks, share)
            left += of_share
            if of_share > most:
                most, latest = of_share, share
        if left == 0:
            return -1
        spins = spins + 1 if left == before else 0
        before = left
        if latest != thread and (spins >= _SPINS or stands_still(progress, latest)):
            chunk = claim_for_another(progress, chunks, latest)
            spins = 0
        else:
            chunk = claim_of_share(progress, chunks, thread)
    return chunk


@inline
def restart(progress: Progress) -> None:
    """Reset the progress for the next task.

    Threads that still look for rows of the finished task may claim rows of the next one at once, so
    the claims are reset last, after an instruction that is not reordered.
    """
    progress[FAULTY] = 0
    add(progress, _DONE, -progress[_DONE])
    for share in range(len(progress) // _LINE - 1):
        # A thread that was stalled at the end counts as stalled until it claims a chunk.
        progress[_LINE * (1 + share) + _HELPED] = 1 if stands_still(progress, share) else 0
        progress[_LINE * (1 + share)] = 0


@inline
def call(calls: Calls, kind: int) -> None:
    """Announce a task of the given kind to other threads."""
    calls[_KIND] = kind
    add(calls, _NUMBER, 1)


@inline
def kind_of_call(calls: Calls) -> int:
    """Return the kind of the last task."""
    return int(calls[_KIND])


@inline
def number_of_calls(calls: Calls) -> int:
    """Return the number of tasks so far."""
    return add(calls, _NUMBER, 0)


@inline
def next_call(calls: Calls, seen: int, spins: int) -> int:
    """Poll until the number of tasks differs from ``seen``; return it, -1 after ``spins`` polls."""
    for _ in range(spins):
        number = add(calls, _NUMBER, 0)
        if number != seen:
            return number
    return -1


@inline
def set_listening(calls: Calls, thread: int, listens: bool) -> None:
    """Set whether a thread is listening for tasks."""
    calls[_LINE * (2 + thread)] = 1 if listens else 0


def listens(calls: npt.NDArray[np.int64], thread: int) -> bool:
    """Return whether a thread is listening for tasks."""
    return bool(calls[_LINE * (2 + thread)])


@inline
def finish_rows(progress: Progress, rows: int) -> None:
    """Add to the number of finished rows."""
    add(progress, _DONE, rows)


@inline
def rows_done(progress: Progress) -> int:
    """Return the number of finished rows."""
    return add(progress, _DONE, 0)


@inline
def report_fault(progress: Progress) -> None:
    """Count a game as faulty."""
    add(progress, FAULTY, 1)


@entry
def cancel(progress: Progress) -> None:
    """Withdraw unclaimed rows, and release waiting threads."""
    claim_rows(progress, _ENDLESS)
    finish_rows(progress, _ENDLESS)


@inline
def are_done(progress: Progress, rows: int, patience: int) -> bool:
    """Check up to ``patience`` times whether ``rows`` rows are done."""
    for _ in range(patience):
        if rows_done(progress) >= rows:
            return True
    return False


@entry
def wait(progress: Progress, rows: int, patience: int) -> bool:
    """Check up to ``patience`` times whether ``rows`` rows are done, without holding the GIL."""
    return are_done(progress, rows, patience)


@entry
def announce(calls: Calls) -> None:
    """Announce a task that threads start from Python instead of compiled code."""
    call(calls, OTHER)


@entry
def watch(count: LongArray, seen: int, spins: int) -> bool:
    """Poll until a count differs from ``seen``; return False after ``spins`` polls."""
    for _ in range(spins):
        if add(count, 0, 0) != seen:
            return True
    return False
