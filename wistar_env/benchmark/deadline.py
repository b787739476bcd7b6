"""Calls of bots with a time limit, in the run's working folder, with the bot's name in errors."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from wistar_env.kit.bots import blamed

#: Seconds after which a bot that swallows the interruption is interrupted again.
_AGAIN: Final = 0.5


#: Why some systems cannot interrupt a bot.
NEEDED: Final = "this system has no SIGALRM, which only POSIX systems have"


def available() -> bool:
    """Return whether this system can interrupt a bot."""
    return hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")


class TookTooLong(BaseException):
    """Raised inside a bot that exceeds its limit; not an Exception, which the bot might catch."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Interrupt the block after some seconds; None for no limit.

    It uses ``SIGALRM``, so it needs POSIX and the main thread, and interrupts native code only when
    it returns to Python. A bot can disable or block the alarm; if it then returns late, it still
    counts as having exceeded its limit. Threads and finalizers of a bot are not timed.

    Raises TookTooLong inside the block at the limit, or at its end if the alarm was blocked. Raises
    ValueError outside of the main thread, or without POSIX.
    """
    if seconds is None:
        yield
        return
    if not available():
        raise ValueError(f"a bot's time cannot be limited: {NEEDED}")
    if threading.current_thread() is not threading.main_thread():
        raise ValueError(f"a time limit of {seconds} s works only in the main thread")

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"no answer within {seconds} s, the limit of --bot-timeout")

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
    """Run code of a bot, including the checks of its return values.

    The working folder is restored, so that relative paths do not depend on other bots.

    ``seconds``: the time limit; None for no limit. Raises BotError if the bot raises or exceeds its
    limit; see ``blamed`` and ``deadline``.
    """
    folder = os.getcwd()
    with blamed(what, lambda: deadline(seconds)):
        try:
            with deadline(seconds):
                yield
        finally:
            os.chdir(folder)
