"""The line of scores on a page, and the legend of symbols."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from wistar_env.games.lab_rats.kinds import COLOURS, POTION_KINDS, POTION_NAMES
from wistar_env.games.lab_rats.scene import Seat
from wistar_env.games.lab_rats.words import EVENTS, door_name
from wistar_env.kit.game.presentation_parts import Figure, LegendEntry, SeatScore

#: A sentence on how to win and what kills.
GOAL: Final = "4 cheese win; 10 crumbs are a cheese, 5 pollution kill"
#: The heading in the rules for prompts that explains each decision, by its name.
TOPICS: Final = MappingProxyType(
    {
        "begin the turn": "A turn: explore",
        "go on": "A turn: explore",
        "obstacle": "A turn: explore",
        "Confusion": "A turn: explore",
        "pay the Exit": "A turn: try an Exit",
        "hand limit": "The end of a turn",
        "lay Doors": "The end of a round",
        "keep two Potions": "The end of a round",
        "": "The table",
    }
)
_CHIPS: Final = (
    ("cheese", "cheese; 4 win the game"),
    ("crumb", "crumb; 10 are paid for a cheese"),
    ("pollution", "pollution; 5 kill"),
    ("first-player", "first player of the round"),
    ("exit-sign", "may try an Exit"),
)


def seat_score(seat: Seat) -> SeatScore:
    """Return a seat's public numbers: cheese, chips and Potions."""
    figures = (
        Figure("Crumbs", str(seat.crumbs), "lab-rats-crumb"),
        Figure("Pollution", str(seat.pollution), "lab-rats-pollution"),
        Figure("Potions", str(seat.num_potions), f"lab-rats-potion-{POTION_KINDS - 1}"),
        Figure("Condition", seat.condition),
    )
    cheese = Figure("Cheese", str(seat.cheese), "lab-rats-cheese")
    mark = f"lab-rats-mark-{seat.specimen}"
    return SeatScore(seat.number, cheese, figures, mark, str(seat.number))


def legend() -> Iterator[LegendEntry]:
    """Yield each symbol with its meaning."""
    for name, text in _CHIPS:
        yield LegendEntry("Tokens and chips", f"lab-rats-{name}", text)
    for colour in range(len(COLOURS)):
        yield LegendEntry("Obstacles", f"lab-rats-behind-{colour}", door_name(colour))
    for kind in EVENTS:
        said = f"{door_name(kind)}: {EVENTS[kind]}"
        yield LegendEntry("Events", f"lab-rats-behind-{kind}", said)
    for kind in range(POTION_KINDS):
        yield LegendEntry("Potions", f"lab-rats-potion-{kind}", f"{POTION_NAMES[kind]} Potion")
