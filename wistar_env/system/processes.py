"""Python processes started by this package."""

import sys
from pathlib import Path
from typing import Final

_ROOT: Final = str(Path(__file__).resolve().parents[2])


def python(code: str) -> list[str]:
    """Return the command that runs code in a new Python, with this package importable.

    ``python -c`` would import modules of the current folder instead of installed packages: ``-P``
    removes it from the path. The folder of this package comes last.
    """
    return [sys.executable, "-P", "-c", f"import sys; sys.path.append({_ROOT!r}); {code}"]


def python_module(name: str, *arguments: str) -> list[str]:
    """Return the command that runs a module as ``python -m`` does, and imports as ``python``."""
    run = f"import runpy; runpy.run_module({name!r}, run_name='__main__', alter_sys=True)"
    return [*python(run), *arguments]
