"""One writer at a time: a file that is held by one process while it is written."""

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from wistar_env.errors import ResultsError


def lock_of(path: Path) -> Path:
    """Return the file that is locked while ``path`` is written; it is gone afterwards."""
    whole = path.resolve()
    return whole.with_name(f".{whole.name}.lock")


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a file, so that no other process, and no other part of this one, writes to it.

    The operating system frees it when this process ends, however it ends.

    Raises
    ------
    ResultsError
        If it is held already; the message says by which process.
    """
    lock = lock_of(path)
    while True:
        with lock.open("a+", encoding="utf-8") as file:
            _take(file, path)
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


def _take(file: IO[str], path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        raise ResultsError(
            f"{path} is being written by {holder}: wait until that run has ended, or write to "
            "another file with --out"
        ) from None


def _is(lock: Path, file: IO[str]) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
