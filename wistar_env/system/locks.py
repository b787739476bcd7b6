"""Lock files: one process at a time holds one; the system releases it when the process ends."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

#: Shown as the holder of a lock until the holder has written its name.
UNKNOWN: Final = "another process"


@contextmanager
def held(lock: Path, wait: float = 0) -> Iterator[None]:
    """Hold a lock file.

    A second file names the process that holds it. Windows does not remove a file that another
    process has open, so the lock file may remain there, although the lock is free.

    ``wait``: seconds to wait while another process, or another part of this one, holds it. Raises
    BlockingIOError, which names the process, if the lock is still held after ``wait`` seconds.
    Raises OSError if the file cannot be created or locked.
    """
    # The import is slow, and cached code needs no lock.
    from filelock import FileLock, Timeout

    holder = lock.with_name(f"{lock.name}.holder")
    taken = FileLock(lock)
    try:
        taken.acquire(timeout=wait)
    except Timeout:
        raise BlockingIOError(_said(holder) or UNKNOWN) from None
    except OSError:  # such as on a file system without locks
        with suppress(OSError):
            lock.unlink()
        raise
    try:
        with open(holder, "w", encoding="utf-8", opener=_without_links) as stream:
            stream.write(name_of(os.getpid()))
        yield
    finally:
        # Before releasing the lock: afterwards the files may belong to another process.
        for file in (holder, lock):
            with suppress(OSError):
                file.unlink()
        taken.release()


def _without_links(path: str, flags: int) -> int:
    """Open a file without following a link, which somebody else may have placed there."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o644)


def name_of(process: int) -> str:
    """Return the name of a process of this machine in lock files, given its id."""
    return f"process {process} on {socket.gethostname()}"


def _said(holder: Path) -> str:
    try:
        return holder.read_text("utf-8")
    except OSError:
        return ""
