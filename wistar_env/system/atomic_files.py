"""Files that appear whole: written beside their place under another name, then renamed."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

#: Names of files that are being written: ``.NAME.PROCESS``.
_UNFINISHED: Final = re.compile(r"\.(?P<name>.+\.\w+)\.\d+")


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield the path to write to; at the end it replaces the file, unless an error was raised."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield unfinished
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def remove_unfinished(folder: Path, name: str | None = None) -> None:
    """Remove what killed processes left of the files in a folder.

    Parameters
    ----------
    folder
        The folder; no other process may be writing these files.
    name
        The name of the only file that the caller has locked; None: all of the folder.
    """
    for each in folder.glob(".*"):
        found = _UNFINISHED.fullmatch(each.name)
        if found and name in (None, found["name"]) and each.is_file():
            each.unlink(missing_ok=True)
