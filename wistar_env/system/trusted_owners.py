"""Owners whose files may be executed.

Cached machine code is run only if a trusted user owns its file and nobody else may write to it.
Trusted are the current user, root, the owner of this package, and the users in
``WISTAR_CACHE_TRUSTED_OWNERS``: names or numeric ids, separated by commas or spaces.
"""

import os
import stat
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from wistar_env.system.notices import notice_once

VARIABLE: Final = "WISTAR_CACHE_TRUSTED_OWNERS"
_ROOT: Final = 0
_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


def _owner_of_package() -> int:
    """Return the user id of the owner of this package.

    Raises ImportError if the package is imported from an archive, where its files cannot be read.
    """
    try:
        return Path(__file__).stat().st_uid
    except OSError:
        archive = Path(__file__).parents[2]
        raise ImportError(
            f"wistar_env cannot be imported from inside {archive}: install it with pip"
        ) from None


#: The owner of this package, whose code runs in any case.
_INSTALLER: Final = _owner_of_package()


def user() -> int | None:
    """Return the numeric id of the user; None on Windows.

    Windows protects a user's folders, and owner and mode of a file do not determine write access.
    The id is read each time, since servers start as root and continue as another user.
    """
    return os.geteuid() if hasattr(os, "geteuid") else None


def is_trusted(found: os.stat_result) -> bool:
    """Return whether only trusted users can write to a file or folder; always True on Windows."""
    return user() is None or (_owner_is_trusted(found) and not _others_write(found))


def distrust(found: os.stat_result, folder: Path) -> str:
    """Return why a file is not trusted, and how the user can change that.

    ``found``: the status of the file. ``folder``: its folder in the cache.
    """
    owner = name_of(found.st_uid)
    if not _owner_is_trusted(found):
        return (
            f"it belongs to {owner}. If you trust {owner}, set {VARIABLE}={owner}; "
            "otherwise, set WISTAR_CACHE_DIR to a folder of your own"
        )
    return (
        f"others may have changed it (mode {found.st_mode & 0o777:o}). If nobody has, {owner} can "
        f"run chmod -R go-w {folder}; otherwise, remove it"
    )


def name_of(number: int) -> str:
    """Return the name of a user, or the numeric id if there is no name."""
    try:
        import pwd

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return str(number)


def _owner_is_trusted(found: os.stat_result) -> bool:
    always = (user(), _ROOT, _INSTALLER)
    return found.st_uid in always or found.st_uid in _declared(os.environ.get(VARIABLE, ""))


def _others_write(found: os.stat_result) -> bool:
    return bool(found.st_mode & _WRITABLE_BY_OTHERS)


@cache
def _declared(text: str) -> frozenset[int]:
    return frozenset(_numbers(text.replace(",", " ").split()))


def _numbers(names: list[str]) -> Iterator[int]:
    """Yield the numeric ids of users; a name that this machine does not know is reported."""
    for name in names:
        try:
            import pwd

            yield int(name) if name.isdecimal() else pwd.getpwnam(name).pw_uid
        except (ImportError, KeyError, ValueError):
            notice_once(
                f"{VARIABLE}: this machine has no user {name!r}; use a known name or a number"
            )
