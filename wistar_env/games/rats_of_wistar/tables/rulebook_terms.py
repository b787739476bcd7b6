"""What the rulebook calls things, and where values come from, for people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import schema

#: What the rulebook calls each effect kind (CARD-05).
TIMINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "immediate": "Immediate",
        "once": "1x",
        "income": "Income",
        "permanent": "Permanent",
        "endgame": "Endgame",
        "aggressive": "Aggressive",
    }
)


def provenance(entry: schema.Entry) -> str:
    """Return where the values of an entry come from, in one line."""
    fields: dict[str, list[str]] = {}
    for field, ids in entry.known.items():
        fields.setdefault(ids, []).append(field)
    known = [f"{', '.join(named)} known {ids}" for ids, named in fields.items()]
    return "; ".join([*known, f"all else {entry.source}" if known else entry.source])
