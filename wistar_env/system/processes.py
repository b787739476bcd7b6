"""Python processes started by this package."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_STANDARD_INPUT: Final = 0
_VERSION: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
#: Prefixes of the names of Python executables; RHEL's differs.
_NAMES: Final = ("python", "platform-python")
_ROOT: Final = str(Path(__file__).resolve().parents[2])


def interpreter() -> str:
    """Return the path of a Python interpreter.

    In a program that embeds Python, ``sys.executable`` may be empty, missing, or that program.

    Raises FileNotFoundError if no interpreter is found.
    """
    for path in _possible_interpreters():
        name = Path(path).name.lower()
        if name.startswith(_NAMES) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(
        f"this program embeds Python {_VERSION}, and no python{_VERSION} in {sys.prefix} can be "
        "started: run it with an installed Python"
    )


def _possible_interpreters() -> Iterator[str]:
    with suppress(AttributeError):
        if not getattr(sys, "frozen", False):
            yield sys.executable or ""
    for prefix in (sys.prefix, sys.base_prefix):
        yield str(Path(prefix, "bin", f"python{_VERSION}"))
        yield str(Path(prefix, "python.exe"))


def python(code: str) -> list[str]:
    """Return the command that runs code in a new Python, with this package importable.

    ``python -c`` would import modules of the current folder instead of installed packages: ``-P``
    removes it from the path. The folder of this package comes last.
    """
    return [interpreter(), "-P", "-c", f"import sys; sys.path.append({_ROOT!r}); {code}"]


def python_module(name: str, *arguments: str) -> list[str]:
    """Return the command that runs a module like ``python -m``, with imports as in ``python``."""
    return [*python(_running(name)), *arguments]


def run_module(name: str, *arguments: str) -> int:
    """Run a module as ``python_module`` does, and return its exit status.

    The child ends with this process, even if this process is killed. An interrupt is passed on to
    the child, whose end is awaited. The child cannot read from standard input.
    """
    watching = f"from {__name__} import end_with_parent; end_with_parent(); "
    command = [*python(watching + _running(name)), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            with suppress(ValueError):  # on Windows, which cannot send this signal
                process.send_signal(signal.SIGINT)
            process.wait()  # the child saves its progress
            raise
        finally:
            process.kill()


def end_with_parent() -> None:
    """End this process when standard input closes, as it does when the parent process ends."""

    def watch() -> None:
        while os.read(_STANDARD_INPUT, 1):
            pass
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def _running(name: str) -> str:
    return f"import runpy; runpy.run_module({name!r}, run_name='__main__', alter_sys=True)"
