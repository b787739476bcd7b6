"""The folders in which compiled code and parsed data may be cached.

They are ``WISTAR_CACHE_DIR``, ``wistar-env`` in the user's cache folder, and a folder of the user
among temporary files, in this order. New files go to the first writable folder, or to the next one
if its disk is full. Folders before it are only read, such as the cache in a container image or of a
cluster's administrator.

Paths are made absolute once. The package does this for ``WISTAR_CACHE_DIR`` when it is imported,
before a program can change the current folder, so that child processes use the same path.
"""

import os
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from wistar_env.system.notices import notice_once
from wistar_env.system.trusted_owners import is_trusted, user

VARIABLE: Final = "WISTAR_CACHE_DIR"
_NAME: Final = "wistar-env"
#: Free bytes below which a disk counts as full.
_ROOM: Final = 2**20


def fix_chosen_folder() -> None:
    """Make the path in ``WISTAR_CACHE_DIR`` absolute, for this process and those that it starts."""
    folder = chosen()
    if folder is not None:
        os.environ[VARIABLE] = str(folder)


def chosen() -> Path | None:
    """Return the folder in ``WISTAR_CACHE_DIR``; None if the variable is unset or invalid."""
    text = os.environ.get(VARIABLE)
    if not text:
        return None
    found = _absolute(text)
    if found is None:
        notice_once(f"{VARIABLE}={text} cannot be resolved, so it is ignored: use an absolute path")
    return found


def candidates() -> list[Path]:
    """Return the folders that may contain the cache, preferred ones first."""
    return [each for each in (chosen(), _of_user(), _among_temporary()) if each is not None]


def shown_candidates() -> str:
    """Return the possible cache folders as the end of a message that none of them can be used."""
    return ", ".join(map(str, candidates())) or "the usual folders"


def places_of(name: Path) -> tuple[list[Path], Path | None]:
    """Return the files that may hold an entry, and the file to write it to, or None.

    ``name``: the file of the entry, relative to the cache.
    """
    files: list[Path] = []
    for folder in candidates():
        files.append(folder / name)
        if folder not in _full and _takes_files((folder / name).parent):
            return files, files[-1]
    return files, None


#: The folders in which this process found no room.
_full: Final[set[Path]] = set()


def give_up(name: Path, file: Path) -> None:
    """Stop writing to the folder to which the file of an entry could not be written."""
    _full.add(file.parents[len(name.parts) - 1])


def make(folder: Path) -> None:
    """Create a folder and its parents, writable only by the user regardless of the umask.

    Raises OSError if the folder cannot be created.
    """
    for each in reversed([folder, *folder.parents]):
        if not each.is_dir():
            each.mkdir(mode=0o755, exist_ok=True)


def _takes_files(folder: Path) -> bool:
    """Return whether files can be written to a folder, or it can be created.

    Nothing is written to an existing folder that others may write to, since a link there could
    redirect a write. Its parents may be writable by others, such as the folder for temporary files.
    """
    for each in (folder, *folder.parents):
        try:
            found = each.stat()
        except FileNotFoundError:
            if each.is_symlink():
                return False
            continue
        except OSError:
            return False
        can_write = stat.S_ISDIR(found.st_mode) and os.access(each, os.W_OK | os.X_OK)
        return can_write and (each != folder or is_trusted(found)) and _has_room(each)
    return False


def _has_room(folder: Path) -> bool:
    """Return whether the disk of a folder is not full."""
    try:
        return shutil.disk_usage(folder).free >= _ROOM
    except OSError:
        return False


def _of_user() -> Path | None:
    """Return ``wistar-env`` in the user's cache folder; None for a user without a home."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(home):  # the XDG specification ignores relative paths
        home = os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / _NAME if os.path.isabs(home) else None


def _among_temporary() -> Path | None:
    """Return this user's folder among temporary files; None if that is impossible or unsafe."""
    try:
        folder = Path(tempfile.gettempdir()).absolute() / f"{_NAME}-{user()}"
    except OSError:
        return None
    try:
        found = folder.lstat()
    except OSError:
        return folder
    return folder if stat.S_ISDIR(found.st_mode) and is_trusted(found) else None


@cache
def _absolute(path: str) -> Path | None:
    """Return the absolute path, computed once; None if a home or current folder is missing."""
    expanded = os.path.expanduser(path)
    if expanded.startswith("~"):
        return None
    try:
        return Path(expanded).absolute()
    except OSError:
        return None
