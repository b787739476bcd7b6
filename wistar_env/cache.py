"""Where compiled code and parsed data are kept between runs.

Everything lies in a folder or file whose name is a hash of what it was made from, so nothing
stale is ever read. ``WISTAR_CACHE_DIR`` moves it; removing it costs a compilation.
"""

import getpass
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def root() -> Path:
    """Return the folder of everything that is kept.

    It is ``WISTAR_CACHE_DIR``, else ``wistar-env`` in the user's cache folder, else, where nothing
    can be written there, in the folder for temporary files.
    """
    chosen = os.environ.get("WISTAR_CACHE_DIR")
    if chosen:
        return Path(chosen)
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wistar-env"
    if _writable(usual):
        return usual
    return Path(tempfile.gettempdir()) / f"wistar-env-{getpass.getuser()}"


def fingerprint(files: Iterable[Path], *more: object) -> str:
    """Return a hash over the contents of files, the version of Python and anything else."""
    digest = hashlib.sha256(repr((sys.version, *more)).encode())
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
