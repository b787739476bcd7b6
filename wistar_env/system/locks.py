"""Files that one process holds at a time; the system frees them when it ends, however it ends."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

#: Who holds a lock, as long as its holder has not written down who it is.
UNKNOWN: Final = "another process"


@contextmanager
def held(lock: Path, *, wait: bool) -> Iterator[None]:
    """Hold a lock: a file that is there as long as somebody holds it.

    Beside it lies a file that says by which process it is held. Windows does not remove a file that
    another process has open, so there the lock may stay; it is free all the same.

    Parameters
    ----------
    lock
        The file; its folder exists.
    wait
        Whether to wait for another process, or another part of this one, that holds it.

    Raises
    ------
    BlockingIOError
        If it is held, and waiting is not wanted; the message says by which process.
    OSError
        If the file cannot be made or locked.
    """
    # Importing it takes longer than all else here, and compiled code that is kept needs no lock.
    from filelock import FileLock, Timeout

    holder = lock.with_name(f"{lock.name}.holder")
    taken = FileLock(lock)
    try:
        taken.acquire(timeout=-1 if wait else 0)
    except Timeout:
        raise BlockingIOError(_said(holder) or UNKNOWN) from None
    try:
        holder.write_text(name_of(os.getpid()), "utf-8")
        yield
    finally:
        # While it is held: afterwards they may be another process's.
        for file in (holder, lock):
            with suppress(OSError):
                file.unlink()
        taken.release()


def name_of(process: int) -> str:
    """Return how locks name a process of this machine, given its number."""
    return f"process {process} on {socket.gethostname()}"


def _said(holder: Path) -> str:
    try:
        return holder.read_text("utf-8")
    except OSError:
        return ""
