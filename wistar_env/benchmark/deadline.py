"""Calls of bots: with a time limit, in the folder of the run, and with its name in errors."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from wistar_env.bots import blamed

#: A bot that swallows the interruption is interrupted again after as many seconds.
_AGAIN: Final = 0.5


#: Why some systems cannot interrupt a bot.
NEEDED: Final = "it has no SIGALRM, which only POSIX systems have"


def available() -> bool:
    """Return whether this system can interrupt a bot."""
    return hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")


class TookTooLong(BaseException):
    """Raised inside a bot that exceeds its limit; no Exception, since bots may catch those."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Interrupt the block after some seconds; None for no limit.

    It uses the alarm clock of the process (``SIGALRM``), so it is for POSIX and for the main
    thread, and code that is not Python's is interrupted only when it returns to Python. A bot can
    turn it off or block it, and nothing stops it then; when it returns it took too long all the
    same. Threads that a bot starts, and finalizers that run later, are in nobody's time.

    Raises
    ------
    TookTooLong
        Inside the block, when its time is over; at its end if that went by unnoticed.
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
    ends = time.monotonic() + seconds
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        yield
        if time.monotonic() > ends:
            interrupt(signal.SIGALRM, None)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def asking(what: str, seconds: float | None) -> Iterator[None]:
    """Run code of a bot, including the checks of all that it returns.

    The folder that the process works in stays what it was, so what a relative path means depends
    on no bot that was asked before.

    Parameters
    ----------
    what
        What the message of a failure begins with, such as ``"bot 'x' failed"``.
    seconds
        How long it may take; None for any time.

    Raises
    ------
    BotError
        For whatever the bot raises, and if it takes too long; see ``blamed`` and ``deadline``.
    """
    folder = os.getcwd()
    with blamed(what, lambda: deadline(seconds)):
        try:
            with deadline(seconds):
                yield
        finally:
            os.chdir(folder)
