"""The colours of all pictures.

Seats have colours of Okabe and Ito's palette, which is safe for all kinds of colour vision, and a
shape each; no information is conveyed by colour alone.
"""

from types import MappingProxyType
from typing import Final, NamedTuple

from wistar_env.kit.pictures import marks, touch

TABLE: Final = "#efe6d5"
PAPER: Final = "#fbf6ea"
SUNKEN: Final = "#e6dac4"
LINE: Final = "#c2b193"
MUTED: Final = "#5d5347"
INK: Final = marks.INK
WHITE: Final = "#ffffff"
#: The colour of legal choices.
ACCENT: Final = touch.ACCENT

WOOD: Final = "#b5793a"
METAL: Final = "#98a4ae"
GOLD: Final = "#f2c230"
EARTH: Final = "#8a6a4a"
CHEESE: Final = "#f5c842"
POTION: Final = "#8e5aa8"


class SeatInk(NamedTuple):
    """The colours of a seat: its pieces, their edges, letters on them, and pale backgrounds."""

    fill: str
    edge: str
    text: str
    pale: str


#: The colours of each seat; those of Rat-o-bot are ``BOT``, whatever its seat.
SEATS: Final = (
    SeatInk("#0072b2", "#00466e", WHITE, "#dcebf4"),
    SeatInk("#e69f00", "#8a5f00", INK, "#faeed3"),
    SeatInk("#009e73", "#005f45", WHITE, "#d9efe7"),
    SeatInk("#cc79a7", "#7d3f62", INK, "#f6e5ee"),
)
BOT: Final = SeatInk("#5d6670", "#2f353b", WHITE, "#e3e6e8")

#: Colours of types, icons, timings and kinds, by their word in the data.
TYPES: Final = MappingProxyType({"structure": "#8f4f1b", "tool": "#27598a", "automaton": "#4d4a57"})
SKILLS: Final = MappingProxyType(
    {
        "strength": "#c4500a",
        "agility": "#008562",
        "perception": "#0f6ba8",
        "intelligence": "#a3487f",
        "stamina": "#b27a00",
        "energy": "#3d3a45",
    }
)
TIMINGS: Final = MappingProxyType(
    {
        "immediate": "#6b5a3a",
        "once": "#27598a",
        "income": "#2f7a4f",
        "permanent": "#5a4a86",
        "endgame": "#3d3a45",
        "aggressive": "#a8321a",
    }
)
KINDS: Final = MappingProxyType({"home": "#95571f", "basement": "#56606b"})
COLOURS: Final = MappingProxyType({"brown": "#8a5a33", "grey": "#6f777f", "any": "#3d3a45"})
AREAS: Final = MappingProxyType({"forest": "#4f7f3b", "lair": "#8a5a33", "farm": "#a8551c"})
