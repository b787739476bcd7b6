"""How long a bot may take: a clock that interrupts it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

#: A bot that swallows the interruption is interrupted again after as many seconds.
_AGAIN: Final = 0.5


#: Why some systems cannot interrupt a bot.
NEEDED: Final = "it has no SIGALRM, which only POSIX systems have"


def available() -> bool:
    """Return whether this system has a clock that interrupts a bot."""
    return hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")


class TookTooLong(BaseException):
    """Raised inside a bot that takes too long; no Exception, since bots may catch these."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Interrupt what runs in the block after some seconds; None lets it run on.

    It uses the alarm clock of the process (``SIGALRM``), so it is for POSIX and for the main
    thread, and code that is not Python's is interrupted only when it returns to Python.

    Raises
    ------
    TookTooLong
        Inside the block, when its time is over.
    ValueError
        Outside of the main thread, or on a system without such a clock.
    """
    if seconds is None:
        yield
        return
    if not available():
        raise ValueError(f"a bot's time cannot be taken on this system: {NEEDED}")
    if threading.current_thread() is not threading.main_thread():
        raise ValueError(f"a bot's time of {seconds} s can be taken in the main thread only")

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"no answer after {seconds} s (--bot-timeout)")

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
