"""Tells of loops without end in rules, in an interpreted run: a compiled one cannot be stopped."""

import signal
from types import FrameType
from typing import Final

#: Seconds of processor time that plain Python may need for a decision or a forged save.
LONGEST: Final = 60


def refuse_endless_loops(seconds: float = LONGEST) -> None:
    """Raise an AssertionError if anything runs for longer, until this is called again.

    Only the main thread may call it. Systems without such timers wait for ever.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, _tell)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _tell(number: int, frame: FrameType | None) -> None:
    raise AssertionError("the rules go on for too long, perhaps in a loop without end")
