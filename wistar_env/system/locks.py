"""Files that one process holds at a time; the system frees them when it ends, however it ends."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

#: The holder of a lock before it has written its name.
UNKNOWN: Final = "another process"


@contextmanager
def held(lock: Path, wait: float = 0) -> Iterator[None]:
    """Hold a lock file.

    A second file has the process that holds it. Windows does not remove a file that another process
    has open, so there the lock may stay; it is free all the same.

    ``wait``: seconds to wait for another process, or another part of this one, that holds it.
    Raises BlockingIOError if it is still held then; the message has the process. Raises OSError if
    the file cannot be made or locked.
    """
    # Importing it takes longer than all else here, and compiled code that is kept needs no lock.
    from filelock import FileLock, Timeout

    holder = lock.with_name(f"{lock.name}.holder")
    taken = FileLock(lock)
    try:
        taken.acquire(timeout=wait)
    except Timeout:
        raise BlockingIOError(_said(holder) or UNKNOWN) from None
    except OSError:  # of a file system without locks
        with suppress(OSError):
            lock.unlink()
        raise
    try:
        with open(holder, "w", encoding="utf-8", opener=_without_links) as stream:
            stream.write(name_of(os.getpid()))
        yield
    finally:
        # Only while it is held: afterwards they may belong to another process.
        for file in (holder, lock):
            with suppress(OSError):
                file.unlink()
        taken.release()


def _without_links(path: str, flags: int) -> int:
    """Open a file, but not through a link that somebody else may have put there."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o644)


def name_of(process: int) -> str:
    """Return how locks name a process of this machine, given its number."""
    return f"process {process} on {socket.gethostname()}"


def _said(holder: Path) -> str:
    try:
        return holder.read_text("utf-8")
    except OSError:
        return ""
