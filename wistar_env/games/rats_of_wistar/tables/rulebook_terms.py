"""Terms of the rulebook, for texts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: The rulebook's name of each effect kind (CARD-05).
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
