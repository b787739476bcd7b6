"""Names and texts of cards and colours."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from wistar_env.games.lab_rats.kinds import (
    COLOURS,
    CONFUSION,
    DOOR_NAMES,
    DOUBLE_DOOR,
    EXPLOSION,
    INSTANT_DEATH,
    NUM_COLOURS,
    POTION_BOX,
    POTION_NAMES,
    RADIOACTIVE_EXPLOSION,
    RESURRECTION,
)

#: The name of each decision, by its value of ``asked``.
DECISIONS: Final = (
    "",
    "begin the turn",
    "go on",
    "obstacle",
    "pay the Exit",
    "hand limit",
    "Confusion",
    "lay Doors",
    "keep two Potions",
)

#: The effects of event Doors when they are opened.
EVENTS: Final = MappingProxyType(
    {
        POTION_BOX: "draw a Potion",
        CONFUSION: "everybody passes a Potion to the right",
        RADIOACTIVE_EXPLOSION: "2 pollution for all who live",
        EXPLOSION: "all are injured; the injured die",
        INSTANT_DEATH: "the active Specimen dies",
        RESURRECTION: "all injured and dead are healthy",
        DOUBLE_DOOR: "two more cards, one after the other",
    }
)


def door_name(kind: int) -> str:
    """Return the name of a Door's card, such as ``"red obstacle"``."""
    return f"{COLOURS[kind]} obstacle" if kind < NUM_COLOURS else DOOR_NAMES[kind]


def door_effect(kind: int) -> str:
    """Return the effect of opening a Door, as text."""
    if kind < NUM_COLOURS:
        potion = with_article(f"{COLOURS[kind]} Potion")
        return f"beaten by the {COLOURS[kind]} mutation or {potion}"
    return EVENTS[kind]


def with_article(name: str) -> str:
    """Return a name with its indefinite article."""
    return f"an {name}" if name[0].lower() in "aeio" else f"a {name}"


def listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence: ``"a, b and c"``."""
    *first, last = [*names] or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def counted(count: int, thing: str) -> str:
    """Return a number with a noun, such as ``"2 Potions"``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def potions(cards: Iterable[tuple[int, int]]) -> str:
    """Return kinds of Potions with their numbers as text: ``"red and blue x2"``."""
    return listed(POTION_NAMES[kind] + (f" x{n}" if n > 1 else "") for kind, n in cards)


def doors(cards: Iterable[tuple[int, int]]) -> str:
    """Return kinds of Doors with their numbers as text: ``"red obstacle and Confusion x2"``."""
    return listed(door_name(kind) + (f" x{n}" if n > 1 else "") for kind, n in cards)
