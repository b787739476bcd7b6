"""The cache of compiled code and parsed data.

Names of folders and files are hashes of their sources, so nothing stale is ever read. Files contain
a digest of their contents, so damaged ones are rebuilt. ``WISTAR_CACHE_DIR`` moves it; removing it
costs a compilation.

Its contents are executed. A folder that others may write to is refused, and a file that others may
have written is rebuilt.
"""

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from wistar_env.errors import CacheError

_DIGITS: Final = 32


#: The number of the user; None on Windows, which protects a user's folders and where owner and mode
#: of a file do not determine write access.
_USER: Final = os.getuid() if hasattr(os, "getuid") else None
#: Trusted owners of files: the user, root, and the owner of this package.
_TRUSTED: Final = frozenset({_USER, 0, Path(__file__).stat().st_uid})
_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


def _trusted(found: os.stat_result) -> bool:
    """Whether only those whose code is run anyway may write to a file or folder."""
    return _USER is None or (found.st_uid in _TRUSTED and not found.st_mode & _WRITABLE_BY_OTHERS)


def _checked(folder: Path) -> Path:
    """Return a folder if it does not exist, or others may not write to it.

    Raises
    ------
    CacheError
        If it belongs to another user, or others may write to it.
    """
    try:
        found = folder.stat()
    except OSError:
        return folder
    if stat.S_ISDIR(found.st_mode) and not _trusted(found):
        raise CacheError(
            f"{folder} belongs to user {found.st_uid} and has mode {found.st_mode & 0o777:o}: "
            "others may write to it, and compiled code in it would be run. If all that lies "
            f"there is yours, chmod go-w {folder}; else remove it, or set WISTAR_CACHE_DIR to "
            "another folder"
        )
    return folder


def _writable(folder: Path) -> bool:
    try:
        make(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _usual() -> Path | None:
    """Return the folder in the user's cache folder; None for a user without a home."""
    chosen = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(chosen) if chosen else Path.home() / ".cache") / "wistar-env"
    except RuntimeError:
        return None


def _temporary() -> Path:
    """Return the folder of this user among temporary files."""
    folder = Path(tempfile.gettempdir()) / f"wistar-env-{_USER}"
    make(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink():
        raise CacheError(
            f"{folder} is a link, which others may have made, and compiled code behind it "
            "would be run: remove it, or set WISTAR_CACHE_DIR to another folder"
        )
    return _checked(folder)


def _places() -> list[Path]:
    """Return the folders of the cache; the last one is written to.

    Raises
    ------
    CacheError
        If others may write to one of them.
    """
    chosen = os.environ.get("WISTAR_CACHE_DIR")
    if chosen:
        return [_checked(Path(chosen))]
    usual = _usual()
    if usual is None:
        return [_temporary()]
    writable = _writable(usual)
    return [_checked(usual)] if writable else [_checked(usual), _temporary()]


def writable_folder() -> Path:
    """Return the folder to write to.

    It is ``WISTAR_CACHE_DIR``, else ``wistar-env`` in the user's cache folder, else, where nothing
    can be written there, in the folder for temporary files. The user's cache folder is read even
    then: it may be filled once, and not be writable afterwards.

    Raises
    ------
    CacheError
        If others may write to it.
    """
    return _places()[-1]


def has(name: Path) -> bool:
    """Return whether the cache has an entry of this name."""
    return any((place / name).exists() for place in _places())


def digest(contents: bytes) -> str:
    """Return a digest of contents, 32 hexadecimal digits."""
    return hashlib.blake2b(contents, digest_size=16).hexdigest()


def store(name: Path, contents: bytes) -> None:
    """Keep contents under a name, behind their digest; where nothing can be written, do nothing."""
    file = writable_folder() / name
    unfinished = file.with_suffix(f".{os.getpid()}")
    try:
        make(file.parent)
        with open(unfinished, "wb", opener=_writable_by_its_owner) as stream:
            stream.write(digest(contents).encode() + contents)
        unfinished.replace(file)
    except OSError:
        return


def make(folder: Path) -> None:
    """Create a folder and its parents, writable only by the user for any umask.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    for each in reversed([folder, *folder.parents]):
        if not each.is_dir():
            each.mkdir(mode=0o755, exist_ok=True)


def _writable_by_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o644)


def load(name: Path) -> bytes | None:
    """Return an entry stored by ``store``; None if it is missing or damaged."""
    found = (_read(place / name) for place in _places())
    return next((contents for contents in found if contents is not None), None)


def _read(file: Path) -> bytes | None:
    try:
        with file.open("rb") as stream:
            if not _trusted(os.fstat(stream.fileno())):
                return None
            whole = stream.read()
    except OSError:
        return None
    mark, contents = whole[:_DIGITS], whole[_DIGITS:]
    return contents if mark == digest(contents).encode() else None


def fingerprint(files: Iterable[Path], *more: object) -> str:
    """Return a hash over the contents of files, the version of Python and anything else."""
    digest = hashlib.sha256(repr((sys.version, *more)).encode())
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
