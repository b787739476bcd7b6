"""The cache of compiled code and parsed data.

Names of folders or files contain hashes of their sources, so nothing stale is ever read. Files
contain a digest of their name and contents, so damaged and renamed ones are rebuilt.
``cache_folders`` has the locations; removed files are rebuilt.

Contents are executed, so a file is read only if ``trusted_owners`` allows it. A cache is an
optimisation: failures here cost time, but never raise an error.
"""

import errno
import hashlib
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from wistar_env.system.cache_folders import give_up, make, places_of
from wistar_env.system.notices import notice
from wistar_env.system.trusted_owners import distrust, is_trusted

_DIGITS: Final = 32
#: The errors of a full disk, and of an exceeded quota.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
#: Flags for reading: no waiting for the writer of a named pipe, no line-end conversion on Windows.
_READING: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITING: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def digest(contents: bytes) -> str:
    """Return a digest of contents, 32 hexadecimal digits."""
    return hashlib.blake2b(contents, digest_size=16).hexdigest()


def where(name: Path) -> Path | None:
    """Return the first file of a cache entry that is trusted; None if there is none."""
    for file in places_of(name)[0]:
        with suppress(OSError):
            found = file.stat()
            if stat.S_ISREG(found.st_mode) and is_trusted(found):
                return file
    return None


def load(name: Path) -> bytes | None:
    """Return an entry stored by ``store``; None if it is missing, damaged or not trusted."""
    files, place = places_of(name)
    for file in files:
        contents = _read(file, name, place)
        if contents is not None:
            return contents
    return None


def store(name: Path, contents: bytes) -> None:
    """Store contents with their digest under a name; do nothing if no folder is writable.

    If a disk is full, try the next folder.
    """
    while (file := places_of(name)[1]) is not None:
        try:
            make(file.parent)
            _remove_unfinished(file)
            _write(file, _mark(name, contents) + contents)
        except OSError as error:
            if error.errno in _FULL:
                give_up(name, file)
                continue
        return


def _mark(name: Path, contents: bytes) -> bytes:
    """Return the prefix of an entry, a digest of its name and contents."""
    return digest(name.as_posix().encode() + b"\0" + contents).encode()


def _read(file: Path, name: Path, place: Path | None) -> bytes | None:
    try:
        with open(os.open(file, _READING), "rb") as stream:
            found = os.fstat(stream.fileno())
            if not stat.S_ISREG(found.st_mode):
                return None
            if not is_trusted(found):
                _report_distrust(file, found, place)
                return None
            whole = stream.read()
    except OSError:
        return None
    mark, contents = whole[:_DIGITS], whole[_DIGITS:]
    return contents if mark == _mark(name, contents) else None


#: The first untrusted file, which was reported; others usually have the same cause.
_reported: Final[list[Path]] = []


def _report_distrust(file: Path, found: os.stat_result, place: Path | None) -> None:
    if not _reported:
        _reported.append(file)
        kept = "nothing is cached" if place is None else f"the cache is {place.parents[1]}"
        notice(
            f"the cached file {file} is not used: {distrust(found, file.parent)}. Meanwhile, {kept}"
        )


def _write(file: Path, contents: bytes) -> None:
    """Write a file atomically.

    Its temporary name is random, so nobody can redirect the write by placing a link there.
    """
    unfinished = file.with_name(f"{_unfinished(file)}{os.urandom(8).hex()}")
    try:
        with open(os.open(unfinished, _WRITING, mode=0o644), "wb") as stream:
            stream.write(contents)
        unfinished.replace(file)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _unfinished(file: Path) -> str:
    """Return the prefix of the names of temporary files for ``file``."""
    return f".{file.name}."


def _remove_unfinished(file: Path) -> None:
    """Remove temporary files of a file that killed processes left.

    Another process that is writing the file then fails, but this one writes the same contents.
    """
    for each in file.parent.iterdir():
        if each.name.startswith(_unfinished(file)):
            each.unlink(missing_ok=True)


def fingerprint(files: Iterable[Path], *more: object) -> str:
    """Return a hash of the names and contents of files, the version of Python and ``more``."""
    digest = hashlib.sha256(repr((sys.version, *more)).encode())
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
