"""The data that games are played with: ``GameData``, and ``FixedData`` for games with one set."""

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import DataError
from wistar_env.system import cache as disk_cache

#: Takes tables, and returns them bound to compiled code, as ``kit.bind`` does.
BindTables: TypeAlias = Callable[[npt.NDArray[Any]], npt.NDArray[Any]]


class GameData:
    """The data that games are played with, such as the cards of one folder, as tables.

    Data are immutable, so copies are the same object. Memory addresses are not valid in another
    process, so each class defines in ``__reduce__`` how to reopen the data there.

    Parameters
    ----------
    folder
        The argument by which ``GameSpec.open_data`` opens the same data: a folder or a card set;
        None for the bundled data.
    tables
        The record that the rules read: shape (1,), C-contiguous.
    bind_tables
        Takes the tables, and returns the record of compiled rules that ``kit.bind`` makes.
    """

    def __init__(
        self, folder: str | None, tables: npt.NDArray[Any], bind_tables: BindTables
    ) -> None:
        self._folder = folder
        self._bind = bind_tables
        # Passing read-only arrays to compiled code costs a fifth of a microsecond per call, so this
        # writable one is private.
        self._tables = tables

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}, fingerprint {self.fingerprint.hex()[:8]}>"

    @property
    def folder(self) -> str | None:
        """The argument by which ``GameSpec.open_data`` opens the same data; None if bundled."""
        return self._folder

    @property
    def tables(self) -> npt.NDArray[Any]:
        """A copy of the tables: shape (1,)."""
        # NumPy copies a structured array field by field, which takes twenty times as long.
        return np.frombuffer(bytearray(self._tables.tobytes()), self._tables.dtype)

    @property
    def rules(self) -> npt.NDArray[Any]:
        """The record through which compiled code reads the data, made by ``kit.bind``.

        Shape (1,), dtype ``kit.rules_interface.RULES``. It holds memory addresses, so it is valid
        in this process only, while the data exist. Do not change it.
        """
        return self._bound

    @cached_property
    def _bound(self) -> npt.NDArray[Any]:
        return self._bind(self._tables)

    @cached_property
    def fingerprint(self) -> bytes:
        """A hash of the tables, 16 bytes."""
        return hashlib.blake2b(self._tables.tobytes(), digest_size=16).digest()

    @property
    def name(self) -> str:
        """The name of the data in messages."""
        return "the bundled data" if self.folder is None else f"the data in {self.folder}"

    def unchanged(self, fingerprint: bytes) -> Self:
        """Return these data if their fingerprint matches that of a game in progress.

        Raises
        ------
        DataError
            If their fingerprint is different.
        """
        if fingerprint != self.fingerprint:
            raise DataError(
                f"{self.name} has changed: the fingerprint was {fingerprint.hex()} and is now "
                f"{self.fingerprint.hex()}; restore the files, or start again"
            )
        return self

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class FixedData(GameData):
    """The data of a game that has only one set of tables.

    Parameters
    ----------
    tables
        The tables: shape (1,), C-contiguous.
    bind_tables
        Takes the tables, and returns the record of compiled rules that ``kit.bind`` makes.
    """

    name: Final = "its own data"

    def __init__(self, tables: npt.NDArray[Any], bind_tables: BindTables) -> None:
        super().__init__(None, tables, bind_tables)

    def open(self, data: object) -> "FixedData":
        """Return the game's only data; ``data`` must be None or the data of this game.

        Raises
        ------
        TypeError
            If other data are requested.
        """
        if data is None:
            return self
        if isinstance(data, FixedData) and data._bind is self._bind:
            return data
        raise TypeError(f"data must be None, as this game has only its own data; found {data!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return FixedData, (self._tables, self._bind)


def folder_of_tables(name: str, dtype: np.dtype[Any], sources: Iterable[Path]) -> Path:
    """Return the cache folder for tables computed from these source files."""
    return Path(f"{name}-{disk_cache.fingerprint(sources, repr(dtype))}")


def kept_tables(
    file: Path, dtype: np.dtype[Any], make: Callable[[], npt.NDArray[Any]]
) -> npt.NDArray[Any]:
    """Return tables from the cache, or compute and cache them.

    ``file``: the name of the tables in the cache, in a folder of ``folder_of_tables``. ``dtype``:
    the record type. ``make``: computes the tables, shape (1,).
    """
    known = disk_cache.load(file)
    if known is not None and len(known) == dtype.itemsize:
        return np.frombuffer(bytearray(known), dtype)
    tables = make()
    disk_cache.store(file, tables.tobytes())
    return tables
