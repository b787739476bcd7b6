"""One writer at a time: a file that is held by one process while it is written."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from wistar_env.errors import ResultsError
from wistar_env.system import locks


def lock_of(path: Path) -> Path:
    """Return the file that is locked while ``path`` is written; it is gone afterwards."""
    whole = path.resolve()
    return whole.with_name(f".{whole.name}.lock")


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a file, so that no other process, and no other part of this one, writes to it.

    Raises
    ------
    ResultsError
        If it is held already; the message says by which process.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locks.held(lock_of(path), wait=False))
        except BlockingIOError as holder:
            raise ResultsError(
                f"{path} is being written by {holder}: wait until that run has ended, or write to "
                "another file with --out"
            ) from None
        yield
