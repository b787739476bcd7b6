"""The data folder as tables for the rules, and as names."""

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from numpy.typing import NDArray

from wistar_env.games.rats_of_wistar.tables.layout import TABLES
from wistar_env.kit.game.data_set import folder_of_tables, kept_tables

# The schema is imported only to read a folder: the tables of the bundled one are cached, and a
# game needs nothing else.
if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.catalogue import Catalogue
    from wistar_env.games.rats_of_wistar.tables.reading import Data

#: Version of the bundled data folder. Results, networks and calibration belong to one version, so
#: raise it with every change of the tables.
DATA_VERSION: Final = 2

_PACKAGE: Final = Path(__file__).resolve().parents[1]

Folder = str | os.PathLike[str]


def check(folder: Folder | None = None) -> list[str]:
    """Return the problems of a data folder, one line each; empty if it is valid.

    Parameters
    ----------
    folder
        The folder to check; ``None`` is the bundled one.
    """
    from wistar_env.games.rats_of_wistar.tables import checks, reading

    problems: list[str] = []
    data = reading.read(reading.DEFAULT if folder is None else folder, problems)
    return problems if data is None else checks.problems_of(data)


def validated(folder: Folder | None = None) -> "Data":
    """Return the validated entries of a data folder.

    Raises DataError if anything in the folder is invalid; the message lists every problem with
    file, entry, field, value and allowed values.
    """
    return _default_data() if folder is None else _read(folder)


def load(folder: Folder | None = None) -> NDArray[Any]:
    """Return the tables of a data folder, shape (1,), dtype ``layout.TABLES``.

    Each call returns new tables, but the bundled folder is read only once.

    ``folder``: the data folder; ``None`` is the bundled one. Raises DataError as ``validated``
    does.
    """
    if folder is None:
        return _default_tables().copy()
    from wistar_env.games.rats_of_wistar.tables.fill import fill

    return fill(validated(folder))


def catalogue(folder: Folder | None = None) -> "Catalogue":
    """Return the names of all pieces in a data folder.

    Raises DataError as ``validated`` does.
    """
    from wistar_env.games.rats_of_wistar.tables.catalogue import name_all

    return _default_catalogue() if folder is None else name_all(validated(folder))


def _read(folder: Folder) -> "Data":
    from wistar_env.games.rats_of_wistar.tables import checks, reading
    from wistar_env.kit.game.data_files import invalid_folder

    problems: list[str] = []
    data = reading.read(folder, problems)
    if data is not None:
        problems = checks.problems_of(data)
        if not problems:
            return data
    raise invalid_folder(folder, problems)


@cache
def _default_data() -> "Data":
    from wistar_env.games.rats_of_wistar.tables import reading

    return _read(reading.DEFAULT)


@cache
def _default_tables() -> NDArray[Any]:
    def make() -> NDArray[Any]:
        from wistar_env.games.rats_of_wistar.tables.fill import fill

        return fill(_default_data())

    sources = [*_PACKAGE.glob("data/*.toml"), *_PACKAGE.glob("tables/*.py")]
    return kept_tables(folder_of_tables("tables", TABLES, sources) / "bundled.bin", TABLES, make)


@cache
def _default_catalogue() -> "Catalogue":
    from wistar_env.games.rats_of_wistar.tables.catalogue import name_all

    return name_all(_default_data())
