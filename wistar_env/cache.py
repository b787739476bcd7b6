"""Where compiled code and parsed data are kept between runs.

Everything lies in a folder or file whose name is a hash of what it was made from, so nothing
stale is ever read. Files are read together with a digest of their contents, so what is damaged is
made anew. ``WISTAR_CACHE_DIR`` moves it; removing it costs a compilation.
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


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
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
    """Return a folder for temporary files that nobody else can write to.

    Raises
    ------
    CacheError
        If it belongs to somebody else, or others may write to it: what lies there is executed.
    """
    folder = Path(tempfile.gettempdir()) / f"wistar-env-{os.getuid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise CacheError(
            f"{folder} is not a folder of yours that nobody else may write to, and compiled code "
            "in it would be run: remove it, or set WISTAR_CACHE_DIR to another folder"
        )
    return folder


def _places() -> list[Path]:
    """Return the folders of everything that is kept; the last one is written to.

    Raises
    ------
    CacheError
        If only the folder for temporary files can be written to, and it is not safe.
    """
    chosen = os.environ.get("WISTAR_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    usual = _usual()
    if usual is None:
        return [_temporary()]
    return [usual] if _writable(usual) else [usual, _temporary()]


def place_to_write() -> Path:
    """Return the folder in which things are kept.

    It is ``WISTAR_CACHE_DIR``, else ``wistar-env`` in the user's cache folder, else, where nothing
    can be written there, in the folder for temporary files. What is in the user's cache folder is
    read even then: it may be filled once, and not be writable afterwards.

    Raises
    ------
    CacheError
        If only the folder for temporary files is left, and it is not safe.
    """
    return _places()[-1]


def has(name: Path) -> bool:
    """Whether there is something of this name among what is kept."""
    return any((place / name).exists() for place in _places())


def digest(contents: bytes) -> str:
    """Return what tells contents from damaged ones, 32 hexadecimal digits."""
    return hashlib.blake2b(contents, digest_size=16).hexdigest()


def keep(name: Path, contents: bytes) -> None:
    """Keep contents under a name, behind their digest; where nothing can be written, do nothing."""
    file = place_to_write() / name
    unfinished = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(digest(contents).encode() + contents)
        unfinished.replace(file)
    except OSError:
        return


def kept(name: Path) -> bytes | None:
    """Return what ``keep`` kept under a name; None if there is nothing, or it is damaged."""
    found = (_read(place / name) for place in _places())
    return next((contents for contents in found if contents is not None), None)


def _read(file: Path) -> bytes | None:
    try:
        whole = file.read_bytes()
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
