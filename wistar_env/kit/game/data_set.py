"""The data that games are played with: ``GameData``, and ``FixedData`` for games with one set."""

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Protocol

import numpy.typing as npt


class GameData(Protocol):
    """The data that games are played with, such as the cards of one folder."""

    @property
    def rules(self) -> npt.NDArray[Any]:
        """The record that ``kit.bind`` returned: shape (1,), dtype ``kit.protocol.RULES``.

        It holds addresses: it belongs to this process and is valid as long as the data are.
        """

    @property
    def fingerprint(self) -> bytes:
        """16 bytes that differ for data that differ."""

    @property
    def name(self) -> str:
        """The name of the data in messages."""

    @property
    def folder(self) -> str | None:
        """The argument by which ``GameSpec.open_data`` opens the same data: a folder or a card set.

        None for the bundled ones.
        """


class FixedData:
    """The data of a game that has only one set of tables.

    Parameters
    ----------
    tables
        The tables: shape (1,), C-contiguous.
    bind_tables
        Binds them: returns what ``kit.bind`` returns.
    """

    name: Final = "its own data"
    folder: Final = None

    def __init__(
        self,
        tables: npt.NDArray[Any],
        bind_tables: Callable[[npt.NDArray[Any]], npt.NDArray[Any]],
    ) -> None:
        self.tables = tables
        self._bind_tables = bind_tables

    @cached_property
    def rules(self) -> npt.NDArray[Any]:
        """The bound tables: see ``GameData.rules``."""
        return self._bind_tables(self.tables)

    @cached_property
    def fingerprint(self) -> bytes:
        """16 bytes that differ for tables that differ."""
        return hashlib.blake2b(self.tables.tobytes(), digest_size=16).digest()

    def open(self, data: object) -> "FixedData":
        """Return these data for ``GameSpec.open_data``: None and data of this game are allowed.

        Raises
        ------
        TypeError
            If other data are requested.
        """
        if data is None:
            return self
        if isinstance(data, FixedData) and data._bind_tables is self._bind_tables:
            return data
        raise TypeError(f"data must be None, since the game has only its own, found {data!r}")

    def __deepcopy__(self, memo: dict[int, Any]) -> "FixedData":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Addresses mean nothing to another process, which binds the tables itself.
        return FixedData, (self.tables, self._bind_tables)
