"""Exclusive writers: a file is locked by one process while it is written."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from wistar_env.errors import ResultsError
from wistar_env.system import locks
from wistar_env.system.atomic_files import remove_unfinished


def lock_of(path: Path) -> Path:
    """Return the lock file of ``path``, which is removed afterwards."""
    whole = path.resolve()
    return whole.with_name(f".{whole.name}.lock")


@contextmanager
def exclusive_writer(path: Path) -> Iterator[None]:
    """Lock a file against writes by other processes and other parts of this one.

    Raises
    ------
    ResultsError
        If it is locked; the message names the process.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locks.held(lock_of(path)))
        except BlockingIOError as holder:
            raise ResultsError(
                f"{path} is being written by {holder}: wait until that run has ended, or write to "
                "another file with --out"
            ) from None
        whole = path.resolve()
        remove_unfinished(whole.parent, whole.name)
        yield
