"""Where compiled code and parsed data are kept between runs.

Everything lies in a folder or file whose name is a hash of what it was made from, so nothing
stale is ever read. ``WISTAR_CACHE_DIR`` moves it; removing it costs a compilation.
"""

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path


def root() -> Path:
    """Return the folder of everything that is kept."""
    default = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wistar-env"
    return Path(os.environ.get("WISTAR_CACHE_DIR", default))


def fingerprint(files: Iterable[Path], *more: object) -> str:
    """Return a hash over the contents of files, the version of Python and anything else."""
    digest = hashlib.sha256(repr((sys.version, *more)).encode())
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
