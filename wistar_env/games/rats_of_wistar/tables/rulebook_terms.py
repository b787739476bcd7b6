"""Terms of the rulebook, for use in texts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: The rulebook's name of each timing of an effect (CARD-05).
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
