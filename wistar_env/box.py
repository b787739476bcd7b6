"""What is in the box: the tables and the names of one data folder, loaded once."""

import hashlib
import os
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from wistar_env.tables import load

# Playing needs no words: what gives them is imported when somebody asks for it.
if TYPE_CHECKING:
    from wistar_env.spaces.actions import ActionNames
    from wistar_env.spaces.entries import Entries
    from wistar_env.spaces.labels import Labels
    from wistar_env.tables.catalogue import Catalogue
    from wistar_env.tables.reading import Data


@dataclass(frozen=True, eq=False)
class Box:
    """The contents of a data folder, shared by all games that are played with it.

    Attributes
    ----------
    folder
        The data folder; None for the bundled one.
    """

    folder: str | None
    #: What the rules read. Compiled code takes no arrays that are protected from being written to
    #: without losing a fifth of a microsecond a call, so nobody outside the package gets this one.
    _tables: npt.NDArray[Any]

    @property
    def tables(self) -> npt.NDArray[Any]:
        """A copy of what the rules read: shape (1,), dtype ``wistar_env.tables.layout.TABLES``."""
        # NumPy copies a structured array field by field, which takes twenty times as long.
        return np.frombuffer(bytearray(self._tables.tobytes()), self._tables.dtype)

    @property
    def name(self) -> str:
        """How to call the data in a message."""
        return "the bundled data" if self.folder is None else f"the data in {self.folder}"

    @cached_property
    def fingerprint(self) -> bytes:
        """16 bytes that differ for tables that differ."""
        return hashlib.blake2b(self._tables.tobytes(), digest_size=16).digest()

    @cached_property
    def data(self) -> "Data":
        """The entries of the folder, with the texts of costs, requirements and effects."""
        return load.validated(self.folder)

    @cached_property
    def names(self) -> "Catalogue":
        """Names of everything."""
        from wistar_env.tables.catalogue import name_all

        return name_all(self.data)

    @cached_property
    def labels(self) -> "Labels":
        """Words for every index."""
        from wistar_env.spaces.labels import Labels

        return Labels(self.names)

    @cached_property
    def entries(self) -> "Entries":
        """What is printed on everything, one line each."""
        from wistar_env.spaces.entries import Entries

        return Entries(self.data)

    @cached_property
    def actions(self) -> "ActionNames":
        """Actions in words and back."""
        from wistar_env.spaces.actions import ActionNames

        return ActionNames(self.labels)

    def __copy__(self) -> "Box":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Box":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (open_box, (self.folder,))


@cache
def _open(folder: str | None, stamp: tuple[tuple[str, int, int], ...]) -> Box:
    return Box(folder, load.load(folder))


def _stamp_of(file: Path) -> tuple[str, int, int]:
    try:
        stat = file.stat()
    except OSError:  # a link to nothing: whoever reads it says so
        return file.name, 0, 0
    return file.name, stat.st_mtime_ns, stat.st_size


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    return tuple(_stamp_of(file) for file in sorted(folder.glob("*.toml")))


def open_box(folder: str | os.PathLike[str] | None = None) -> Box:
    """Return the contents of a data folder; a folder that has not changed is read once.

    Raises
    ------
    TypeError
        If ``folder`` is no path.
    DataError
        If the folder is not valid.
    """
    if folder is None:
        return _open(None, ())
    path = Path(folder).resolve()
    return _open(str(path), _stamp(path))
