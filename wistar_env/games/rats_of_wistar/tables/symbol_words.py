"""The words for symbols, for text pages, tooltips and screen readers.

Texts contain names of symbols in brackets, as ``tables.sentences`` writes them: ``[wood]`` replaces
a word, ``[:card]`` accompanies the words after it.
"""

import re
from typing import Final

_NAMED: Final = re.compile(r"\[:?(\w+)\]")
_BESIDE: Final = re.compile(r"\[:\w+\] *")
_SEVERAL: Final = re.compile(r"\b(more|(?!1 )\d+) \[(\w+)\]")
#: Words for symbols whose names are not suitable.
_TITLES: Final = {
    "wild": "Wild token",
    "electricity_basic": "Basic Electricity",
    "electricity_advanced": "Advanced Electricity",
    "vp": "VP",
    "guest_home": "Guest of the Home",
    "guest_basement": "Guest of the Basement",
    "round_guest": "Guest of the round",
    "potion": "Alchemist's Potion",
    "hut": "Alchemist's Hut",
    "item": "item (Wood, Metal or card)",
    "cube_brown": "brown cube",
    "cube_grey": "grey cube",
    "once": "1x",
    "return": "given back",
    "skill_icons": "Skill icon",
    "best_skill": "Skill",
    "any_main": "any Main action",
    "project": "Project point",
    "explore": "Exploration point",
}


#: Irregular plurals.
_PLURALS: Final = {"wild": "Wild tokens"}


def title(name: str, several: bool = False) -> str:
    """Return the word for a symbol; if ``several``, its irregular plural, if it has one."""
    plural = _PLURALS.get(name) if several else None
    return plural or _TITLES.get(name) or name.replace("_", " ").capitalize()


def counted(count: int, thing: str) -> str:
    """Return a number with its noun, such as ``"2 cards"``."""
    return f"{count} {thing}{'s' * (count != 1)}"


def plain(marked: str) -> str:
    """Return a text with its symbols replaced by words."""
    words = _BESIDE.sub("", marked)
    words = _SEVERAL.sub(lambda found: f"{found[1]} {title(found[2], True)}", words)
    return _NAMED.sub(lambda found: title(found[1]), words)
