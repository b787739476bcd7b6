"""Files that one process holds at a time; the system frees them when it ends, however it ends."""

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def held(lock: Path, *, wait: bool) -> Iterator[None]:
    """Hold a lock: a file that is there as long as somebody holds it.

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
    while True:
        with lock.open("a+", encoding="utf-8") as file:
            _take(file, wait=wait)
            # Who held it before has removed it, maybe just before it was ours.
            if not _is(lock, file):
                continue
            try:
                file.truncate(0)
                print(f"process {os.getpid()} on {socket.gethostname()}", file=file, flush=True)
                yield
            finally:
                lock.unlink(missing_ok=True)
            return


def _take(file: IO[str], *, wait: bool) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        raise BlockingIOError(file.read().strip() or "another process") from None


def _is(lock: Path, file: IO[str]) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
