"""Writes the columns of card features in ``docs/card-features.md``.

The command is ``python -m website.card_feature_tables``.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

from website.doc_tables import Tables, rewrite, table
from wistar_env.games.rats_of_wistar.card_features import features_of
from wistar_env.games.rats_of_wistar.tables import language
from wistar_env.games.rats_of_wistar.tables.load import load

PAGE: Final = Path("docs/card-features.md")
#: Axes whose columns are listed; those of Missions repeat them for each row.
_AXES: Final = ("card", "guest", "objective")
#: Families of words of which all stand together.
_FAMILIES: Final = (
    "COUNT",
    "FILTER",
    "DISCOUNT",
    "PAY",
    "MAIN",
    "ICON",
    "TIMING",
    "TYPE",
    "TIER",
    "KIND",
    "COLOUR",
)


def _family(name: str) -> str:
    """Return the words of a name except the last: the common part of neighbours."""
    return name.rpartition(" ")[0]


def _told(words: Sequence[str]) -> str:
    """Return words as code; all words of a family of the language by its name."""
    left, told = [*words], []
    while left:
        for name in _FAMILIES:
            family = [*language.code_words(name)]
            if left[: len(family)] == family:
                told.append(name)
                left = left[len(family) :]
                break
        else:
            told.append(f"`{left.pop(0)}`")
    return ", ".join(told)


def _groups(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each family of columns, and their indices."""
    start = 0
    for family, members in groupby(names, _family):
        words = [name.removeprefix(f"{family} ") for name in members]
        stop = start + len(words)
        told = _told(words)
        yield (
            f"`{family}` + {told}" if family else told,
            f"{start}-{stop - 1}" if len(words) > 1 else str(start),
        )
        start = stop


def _columns() -> str:
    places: dict[str, dict[str, str]] = defaultdict(dict)
    features = features_of(load()[0], num_players=1)
    for axis in _AXES:
        for name, indices in _groups(features[axis].names):
            places[name][axis] = indices
    rows = [[name, *(found.get(axis, "-") for axis in _AXES)] for name, found in places.items()]
    return table(["Columns", *_AXES], rows)


def _sizes() -> str:
    found = features_of(load()[0], num_players=1).items()
    rows = [(f"`{axis}`", *each.values.shape) for axis, each in found]
    return table(("Axis", "Places", "Columns"), rows)


TABLES: Final[Tables] = MappingProxyType(
    {
        "sizes": _sizes,
        "columns": _columns,
    }
)

if __name__ == "__main__":
    rewrite(PAGE, TABLES)
