"""Card sets by name: as data files, as validated entries, and as cached tables."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from numpy.typing import NDArray

from wistar_env.games.rats_of_wistar.card_sets.set_names import PERMUTED, CardSet
from wistar_env.games.rats_of_wistar.tables.layout import TABLES
from wistar_env.kit.game.data_set import folder_of_tables, kept_tables

# Modules that make a set are imported only if it is not cached.
if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.card_sets.contents import Files
    from wistar_env.games.rats_of_wistar.tables.reading import Data

_PACKAGE: Final = Path(__file__).resolve().parents[1]
#: The fields of entries that tell where values are from.
_REPLACED: Final = ("source", "known")


def files_of(card_set: CardSet) -> "Files":
    """Return the contents of the data files of a set, keyed by stem.

    Every Invention, Guest, Mission, Mission row and Objective has the set's name as its source.
    """
    from wistar_env.games.rats_of_wistar.card_sets import set_files

    make = set_files.permuted_files if card_set.kind == PERMUTED else set_files.generated_files
    files = make(card_set)
    for name, kind in _entries(files):
        for entry in files[name][kind]:
            for part in (entry, *entry.get("row", ())):
                for field in _REPLACED:
                    part.pop(field, None)
                part["source"] = str(card_set)
    return files


def _entries(files: "Files") -> list[tuple[str, str]]:
    """Return the data files that card sets change, each with the name of its table of entries."""
    cards = [(name, "card") for name in files if name.startswith("inventions_")]
    return [*cards, ("guests", "guest"), ("missions", "mission"), ("objectives", "objective")]


def make_data(card_set: CardSet) -> "Data":
    """Make and validate the entries of a set.

    Raises AssertionError if the set is not valid, which is a bug in this package.
    """
    return data_of(card_set, files_of(card_set))


def data_of(card_set: CardSet, files: "Files") -> "Data":
    """Return the validated entries of a set.

    Inventions, Guests, Missions and Objectives are those of ``files``; all others are the bundled
    ones. Raises AssertionError as ``make_data`` does.
    """
    from wistar_env.games.rats_of_wistar.tables import checks, load, reading, schema

    cards = {
        file: schema.Inventions.model_validate(files[file.removesuffix(".toml")])
        for file in reading.CARD_FILES
    }
    data = replace(
        load.validated(),
        inventions=MappingProxyType(cards),
        guests=schema.Guests.model_validate(files["guests"]),
        missions=schema.Missions.model_validate(files["missions"]),
        objectives=schema.Objectives.model_validate(files["objectives"]),
    )
    problems = checks.problems_of(data)
    if problems:
        raise AssertionError("\n".join([f"{card_set} is not valid:", *problems]))
    return data


@cache
def _folder() -> Path:
    """Return the cache folder of the sets, named after a hash of the files that determine them."""
    sources = [
        path
        for pattern in ("data/*.toml", "tables/*.py", "card_sets/*.py")
        for path in _PACKAGE.glob(pattern)
    ]
    return folder_of_tables("card-sets", TABLES, sources)


def tables_of(card_set: CardSet) -> NDArray[Any]:
    """Return the tables of a set, from the cache if possible: shape (1,), dtype ``TABLES``.

    Raises AssertionError as ``make_data`` does.
    """

    def make() -> NDArray[Any]:
        from wistar_env.games.rats_of_wistar.tables.fill import fill

        return fill(make_data(card_set))

    return kept_tables(_folder() / f"{card_set.kind}-{card_set.seed}.bin", TABLES, make)
