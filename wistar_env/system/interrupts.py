"""Control over when Ctrl-C and SIGTERM take effect."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

#: The exit status of a program that SIGTERM ends.
TERMINATED: Final = 128 + signal.SIGTERM


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C and SIGTERM until the end of the block; then only the first takes effect.

    Signals without a Python handler, such as SIGTERM by default, are not deferred. Outside the main
    thread, nothing is.
    """
    came: list[tuple[int, Any]] = []
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                before[number] = handler
                signal.signal(number, lambda *signalled: came.append(signalled))
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        for signalled, frame in came[:1]:
            before[signalled](signalled, frame)


@contextmanager
def terminating_as_interrupt() -> Iterator[list[int]]:
    """Make SIGTERM act like Ctrl-C; yield a list to which every received SIGTERM is added.

    Outside the main thread, do nothing: yield a list that stays empty.
    """
    came: list[int] = []

    def interrupt(number: int, frame: Any) -> None:
        came.append(number)
        handler = signal.getsignal(signal.SIGINT)
        # Background processes of a shell ignore Ctrl-C.
        (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)

    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, before)
