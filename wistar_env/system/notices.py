"""Lines on stderr about automatic actions of the package, such as compiling.

They never stop a program: without a usable stderr nothing is printed.
"""

import shutil
import sys
from contextlib import suppress
from functools import cache


def notice(text: str) -> None:
    """Print a line; it replaces an overwritable line in a terminal."""
    _print(_padded(text) if has_line_of_its_own() else f"wistar-env: {text}", "\n")


@cache
def notice_once(text: str) -> None:
    """Print a line, once per process."""
    notice(text)


def overwritable(text: str) -> None:
    """Print a line that the next one replaces, cut off at the terminal's width."""
    _print(_padded(text)[: _width()], "\r")


def has_line_of_its_own() -> bool:
    """Return whether stderr is a terminal, and not replaced, as by a progress bar of rich."""
    stderr = sys.__stderr__
    if stderr is None or stderr is not sys.stderr or stderr.closed:
        return False
    return stderr.isatty()


def _print(line: str, end: str) -> None:
    if sys.stderr is not None:  # None in programs without a console
        with suppress(OSError, ValueError):
            print(line, end=end, file=sys.stderr, flush=True)


def _padded(text: str) -> str:
    """Return text padded to the terminal's width, so that it hides a previous line."""
    return f"wistar-env: {text}".ljust(_width())


def _width() -> int:
    return shutil.get_terminal_size().columns - 1
