"""A disk that fails: one write, sync or rename of a program fails, or the program is killed there.

Python's functions that open and rename files are replaced by counting ones. After a kill nothing
reaches the disk, not even writes in ``finally``. SQLite writes by itself; ``tests/server`` tests
full disks of the server.
"""

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

#: How a disk fails; None kills the process.
FAULTS: Final[dict[str, int | None]] = {
    "full disk": errno.ENOSPC,
    "failing disk": errno.EIO,
    "kill": None,
}
#: Functions of ``os`` that change a folder, or wait for the disk.
_CHANGES: Final = ("replace", "rename", "fsync", "unlink", "ftruncate", "mkdir")
#: Functions that work on a full disk.
_FREEING: Final = ("unlink", "ftruncate")


class Killed(BaseException):
    """Stands for the kill of the process."""


class Disk:
    """Counts what is written below a folder, and fails at one place.

    ``place``: the number of the write that fails, counted from 0; None for none. ``fault``: the
    number of the error, None for a kill.
    """

    def __init__(self, folder: Path, place: int | None = None, fault: int | None = None) -> None:
        self.folder, self.place, self.fault = str(folder.resolve()), place, fault
        self.count, self.is_dead, self.has_failed = 0, False, False
        self._open, self._functions = io.open, {name: getattr(os, name) for name in _CHANGES}

    def step(self) -> bool:
        """Count a write; return whether it fails. A full disk stays full."""
        if self.is_dead:
            raise Killed
        self.count += 1
        is_full = self.has_failed and self.fault == errno.ENOSPC
        return is_full or self.count - 1 == self.place

    def fail(self, file: Any = None) -> None:
        """Raise the error of the fault, naming the file as the system does."""
        self.has_failed = True
        if self.fault is None:
            self.is_dead = True
            raise Killed
        raise OSError(self.fault, os.strerror(self.fault), file)

    def _is_here(self, path: Any) -> bool:
        if isinstance(path, int):
            path = os.readlink(f"/proc/self/fd/{path}")
        name = os.path.abspath(os.fspath(path))
        # The system frees the locks of a dead process.
        return name.startswith(self.folder) and not name.endswith((".lock", ".holder"))

    def open(self, file: Any, mode: str = "r", *given: Any, **more: Any) -> Any:
        """Open a file as ``io.open`` does; what is written to it is counted."""
        if isinstance(file, int) or not set(mode) & set("wax+") or not self._is_here(file):
            return self._open(file, mode, *given, **more)
        if self.step():
            self.fail(file)
        stream = self._open(file, mode.replace("t", "").replace("b", "") + "b", buffering=0)
        raw = _Counted(self, stream)
        names = ("buffering", "encoding", "errors", "newline")
        more = dict(zip(names, given, strict=False)) | more
        if more.pop("buffering", -1) == 0:
            return raw
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        if "b" in mode:
            return buffered
        return io.TextIOWrapper(buffered, **more)

    def _is_free(self, name: str) -> bool:
        return name in _FREEING and self.fault == errno.ENOSPC

    def _function(self, name: str) -> Callable[..., Any]:
        def call(path: Any, *given: Any, **more: Any) -> Any:
            if self._is_here(path) and self.step() and not self._is_free(name):
                self.fail(None if isinstance(path, int) else os.fspath(path))
            return self._functions[name](path, *given, **more)

        return call

    @contextmanager
    def mounted(self) -> Iterator["Disk"]:
        """Replace Python's functions."""
        functions: dict[str, Any] = {name: self._function(name) for name in _CHANGES}
        with (
            patch.object(io, "open", self.open),
            patch.object(builtins, "open", self.open),
            patch.multiple(os, **functions),
        ):
            yield self


class _Counted(io.RawIOBase):
    """A file whose writes are counted; half of a failing write reaches the disk."""

    def __init__(self, disk: Disk, stream: Any) -> None:
        self._disk, self._stream, self._fails = disk, stream, False

    def write(self, data: Any) -> int:
        if self._fails:
            self._fails = False
            self._disk.fail()
        if not self._disk.step():
            return int(self._stream.write(data))
        half = 0 if self._disk.has_failed else len(data) // 2
        written = int(self._stream.write(bytes(data)[:half]))
        if not half or self._disk.fault is None:
            self._disk.fail()
        # As the system does, write a part, and fail at the next call.
        self._fails = True
        return written

    def truncate(self, size: int | None = None) -> int:
        if self._disk.step() and self._disk.fault != errno.ENOSPC:
            self._disk.fail()
        return int(self._stream.truncate(size))

    def readinto(self, buffer: Any) -> int:
        return int(self._stream.readinto(buffer))

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._stream.seek(offset, whence))

    def tell(self) -> int:
        return int(self._stream.tell())

    def fileno(self) -> int:
        return int(self._stream.fileno())

    def readable(self) -> bool:
        return bool(self._stream.readable())

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._stream.close()
