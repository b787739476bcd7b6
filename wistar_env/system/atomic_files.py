"""Files that survive a killed process and a full disk.

A file is written under a temporary name in the same folder, then renamed, so it is never
incomplete. A log grows by whole lines: if a killed process left an incomplete last line, it is
removed before more are added.
"""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final

from wistar_env.errors import WistarError

#: Bytes of a block in the search for the last line break of a file.
_BLOCK: Final = 2**16
#: Names of files that are being written: ``.NAME.PROCESS``.
_UNFINISHED: Final = re.compile(r"\.(?P<name>.+\.\w+)\.\d+")


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Add the file name to system errors, which lack it on a full disk."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and not isinstance(error, WistarError):
            error.filename = os.fspath(file)
        raise


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; without an error, that file then replaces ``file``.

    Raises OSError, with the file name, if the disk is full or fails, or the path is a device or
    pipe.
    """
    with naming(file), _replacing(file) as unfinished:
        yield unfinished


@contextmanager
def _replacing(file: Path) -> Iterator[Path]:
    _reject_devices(file)
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield unfinished
        with unfinished.open("rb+") as stream:
            os.fsync(stream.fileno())  # otherwise a system crash may leave an empty file
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _reject_devices(file: Path) -> None:
    """Raise OSError for a pipe or a device, which might block, or be replaced by a file."""
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise OSError(errno.EINVAL, "The path is a pipe or a device, not a file")


def append_lines(file: Path, text: str) -> None:
    """Append whole lines to a file, which is created if missing.

    If they cannot be written, the file keeps its previous contents.

    Raises OSError, with the file name, if the disk is full or fails, or the path is a device or
    pipe.
    """
    with naming(file):
        _reject_devices(file)
        _append_lines(file, text)


def _append_lines(file: Path, text: str) -> None:
    with file.open("ab") as stream:
        pass
    # A buffered file would write the remaining lines on closing, after the truncation here.
    with file.open("rb+", buffering=0) as stream:
        end = _end_of_lines(stream)
        stream.truncate(end)
        stream.seek(end)
        data = memoryview(text.encode("utf-8"))
        try:
            while data:
                data = data[stream.write(data) :]
            os.fsync(stream.fileno())
        except OSError:
            with suppress(OSError):
                os.ftruncate(stream.fileno(), end)
            raise


def _end_of_lines(stream: FileIO) -> int:
    """Return the offset after the last line break of a file; 0 if there is none."""
    end = stream.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _BLOCK)
        stream.seek(start)
        if (found := stream.read(end - start).rfind(b"\n")) >= 0:
            return start + found + 1
        end = start
    return 0


def remove_unfinished(folder: Path, name: str | None = None) -> None:
    """Remove temporary files that killed processes left in a folder.

    ``folder``: the folder; no other process may be writing the files. ``name``: the file that the
    caller has locked; None: all files of the folder.
    """
    for each in folder.glob(".*"):
        found = _UNFINISHED.fullmatch(each.name)
        if found and name in (None, found["name"]) and each.is_file():
            each.unlink(missing_ok=True)
