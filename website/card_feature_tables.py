"""Writes the columns of card features in ``docs/card-features.md``.

The command is ``python -m website.card_feature_tables``.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

from website.doc_tables import Tables, rewrite, table
from wistar_env.games.rats_of_wistar.card_features import features_of
from wistar_env.games.rats_of_wistar.tables.load import load

PAGE: Final = Path("docs/card-features.md")


def _family(name: str) -> str:
    """Return the words of a name except the last: the common part of neighbours."""
    return name.rpartition(" ")[0]


def _rows(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the columns, those of a family in one row."""
    start = 0
    for family, members in groupby(names, _family):
        words = [name.removeprefix(f"{family} ") for name in members]
        stop = start + len(words)
        listed = ", ".join(f"`{word}`" for word in words)
        yield (
            f"{start}-{stop - 1}" if len(words) > 1 else str(start),
            (f"`{family}` + {listed}" if family else listed),
        )
        start = stop


def _columns(axis: str) -> str:
    return table(("Column", "Name"), _rows(features_of(load()[0])[axis].names))


def _sizes() -> str:
    found = features_of(load()[0]).items()
    rows = [(f"`{axis}`", *each.values.shape) for axis, each in found]
    return table(("Axis", "Places", "Columns"), rows)


TABLES: Final[Tables] = MappingProxyType(
    {
        "sizes": _sizes,
        "card": lambda: _columns("card"),
        "guest": lambda: _columns("guest"),
        "objective": lambda: _columns("objective"),
    }
)

if __name__ == "__main__":
    rewrite(PAGE, TABLES)
