"""The cards of a data folder, as the tables that the rules read."""

import os
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import numpy.typing as npt

from wistar_env.games.lab_rats.state import TABLES
from wistar_env.kit.game.data_set import GameData, folder_of_tables, kept_tables
from wistar_env.kit.game.position import Position

BUNDLED: Final = Path(__file__).parent / "data"


class Cards(GameData):
    """The cards of a data folder, or the bundled cards."""

    def __init__(self, folder: str | None, tables: npt.NDArray[Any]) -> None:
        super().__init__(folder, tables, _bound)

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_unchanged, (self.folder, self.fingerprint)


def _bound(tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the record of the rules, compiled functions and sizes, for these tables."""
    from wistar_env.games.lab_rats.contract import bind_tables

    return bind_tables(tables)


def cards_of(game: Position) -> Cards:
    """Return the cards of a game of Lab Rats."""
    return cast(Cards, game.data)


#: Types accepted as ``data=``: the path of a data folder, or cards read before.
Folder: TypeAlias = str | os.PathLike[str] | Cards


def open_cards(data: Folder | None = None) -> Cards:
    """Return the cards of a data folder.

    ``data``: the folder, None for the bundled folder, or Cards, which are returned unchanged.
    Raises TypeError for any other type. Raises DataError, with a line for each problem, if the
    folder is invalid.
    """
    if data is None:
        return _bundled()
    if isinstance(data, Cards):
        return data
    if not isinstance(data, str | os.PathLike) or isinstance(os.fspath(data), bytes):
        raise TypeError(
            f"data must be the path of a data folder, Cards or None, found {data!r}; the bundled "
            f"folder is {BUNDLED}"
        )
    folder = Path(os.path.realpath(data))
    return Cards(str(folder), _read(folder))


@cache
def _bundled() -> Cards:
    here = Path(__file__).parent
    sources = [*BUNDLED.glob("*.toml"), here / "card_files.py", here / "kinds.py"]
    folder = folder_of_tables("lab-rats", TABLES, sources)
    return Cards(None, kept_tables(folder / "bundled.bin", TABLES, lambda: _read(BUNDLED)))


def _read(folder: Path) -> npt.NDArray[Any]:
    # Imported lazily: the bundled tables usually come from a cache, without the schema.
    from wistar_env.games.lab_rats.card_files import read_tables

    return read_tables(folder)


def _open_unchanged(folder: str | None, fingerprint: bytes) -> Cards:
    return open_cards(folder).unchanged(fingerprint)
