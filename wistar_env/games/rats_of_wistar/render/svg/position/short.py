"""The printed text of pieces as a few symbols, for pieces that are drawn small.

All functions return text with symbols (see ``rich``); tooltips have the full text.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg.icons import ICONS
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, sentence

#: Symbols for counts, requirements or costs whose words do not begin with a symbol.
_COUNTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "power": "[electricity] + [energy]",
        "rooms_dug": "[dig]",
        "brown_cubes": "brown [cube]",
        "grey_cubes": "grey [cube]",
        "cards": "[hand]",
        "basic_card": "[basic]",
        "advanced_card": "[advanced]",
    }
)
#: Ops with a form shorter than the symbols of their sentence. ``{0}`` and so on are the arguments;
#: ``{n}`` is the amount, omitted if it is 1.
_OPS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "vp": "{0}[vp]",
        "draw": "{n}[{0}]",
        "open_door": "open [door]",
        "open_any_door": "any [door]",
        "move_explorer": "move [explorer]",
        "fly": "fly [explorer]",
        "reveal_mission": "reveal [mission]",
        "take_guest": "take [guest]",
        "guest": "[guest_{0}]",
        "build_bed_free": "+{n}[bed]",
        "dig": "dig {n}[dig]",
        "dig_free": "+{n}[dig]",
        "main": "[any_main]",
        "play": "play {card}",
        "play_free": "free {card}",
        "play_cheaper": "play {card} {discount}",
        "complete_mission": "[mission]",
        "complete_mission_ignoring": "[mission] {0}[skill_icons] less",
        "pitch_tent": "[tent]",
        "pitch_tent_anywhere": "[tent] anywhere",
        "private_objective": "own [objective]",
        "remove_cube": "{colour}[cube]",
        "reveal_top": "reveal [{0}] [{1}]",
        "draw_and_play": "draw, play [{0}]",
        "take_type": "take [{0}] [{1}]",
        "recover": "recover [card]",
        "copy_once": "copy [once]",
        "exchange": "[item] [arrow] [item]",
        "lose_vp": "[lose]{0}[vp]",
        "discard_card": "[lose]{n}[hand]",
        "extra_room": "+{n}[room]",
        "immune": "safe from [aggressive]",
        "discount": "{card} {discount}",
        "bed_discount": "[bed] [wood]\u2212{0}",
        "dig_discount": "[dig] [metal]\u2212{0}",
        "movement_bonus": "[movement] +{n}[worker]",
    }
)
#: Events with a form shorter than the symbols of their sentence.
_EVENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play_card": "play",
        "play_icon": "play",
        "take_card": "take",
        "take_guest": "take",
        "dig_room": "dig [dig]",
    }
)
_SYMBOL: Final = re.compile(r"\[:?(\w+)\]")
#: Patterns in sentences, and what they are replaced by.
_SHORTER: Final = (
    (re.compile(r"\[:(\w+)\] [A-Z]\w*(?: points?| tokens?| icons?)?"), r"[\1]"),
    (re.compile(r"\b(?:an?|the) "), ""),
    (re.compile(r"\b1 (?=\[)"), ""),
    (re.compile(r"(?<=\d) (?=\[)"), ""),
)
#: Further patterns in effects, in which a verb of gaining is omitted.
_VERBS: Final = (
    (re.compile(r"^(?:gain|take|use) (?=\d*\[)"), ""),
    (re.compile(r"^(?:discard|lose) "), "[lose]"),
)
_DISCOUNTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "either": "\u2212{0}[item]",
        "both": "\u2212{0}[wood] \u2212{0}[metal]",
        "wood": "\u2212{0}[wood]",
        "metal": "\u2212{0}[metal]",
        "skill": "\u2212{0}[skill_icons]",
    }
)
#: By the data's word: symbols and names of the six Main actions.
MAINS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "wood": ("wood", "Wood"),
        "dig": ("dig", "Dig"),
        "metal": ("metal", "Metal"),
        "beds": ("bed", "Beds"),
        "projects": ("project", "Projects"),
        "explore": ("explore", "Explore"),
    }
)
#: By the data's word: the symbol of a Bonus action, and the number on it.
BONUSES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "move1": ("worker", "1"),
        "move2": ("worker", "2"),
        "wild": ("wild", ""),
        "basic": ("basic", ""),
        "metal": ("metal", ""),
        "wood": ("wood", ""),
        "explore": ("explore", ""),
        "potion": ("potion", ""),
        "guest": ("round_guest", ""),
        "play": ("hand", ""),
        "mission": ("mission", ""),
    }
)


def count(word: str) -> str:
    """Return a count as a symbol, with a word if it needs one."""
    if word.startswith("advances_"):
        return f"[{word.removeprefix('advances_')}] steps"
    if word in _COUNTS:
        return _COUNTS[word]
    if word in COUNTS:
        return f"[{_SYMBOL.findall(COUNTS[word][0])[0]}]"
    return f"[{word}]" if word in ICONS else word.replace("_", " ")


def _filter(word: str) -> str:
    if word == "any":
        return "[card]"
    if word.startswith("no_"):
        return f"[card] without [{word.removeprefix('no_')}]"
    return f"[{word}]"


def _shortened(words: str, patterns: Iterable[tuple[re.Pattern[str], str]]) -> str:
    """Return a sentence, or a part of one, with symbols in place of words."""
    said = words[:1].lower() + words[1:].rstrip(".")
    for pattern, shorter in patterns:
        said = pattern.sub(shorter, said)
    return said


def _op(text: str) -> str:
    word, *values = text.split()
    if word not in _OPS:
        return _shortened(sentence(text), _SHORTER + _VERBS)
    last = values[-1] if values else ""
    return _OPS[word].format(
        *values,
        n="" if last == "1" else last,
        card=_filter(values[0]) if values else "",
        discount=_DISCOUNTS[values[1]].format(last) if len(values) == 3 else "",
        colour="" if last == "any" else f"{last} ",
    )


def _guard(text: str) -> str:
    word, first, *rest = text.split()
    if word == "on":
        return f"{_event(text)}:"
    if word == "pay":
        return f"{'' if rest[0] == '1' else rest[0]}{count(first)} [arrow]"
    if word == "if":
        return f"{rest[0]}{count(first)}:"
    return f"more {count(first)}:"


def _event(text: str) -> str:
    _, event, *rest = text.split()
    if event in _EVENTS:
        return " ".join([_EVENTS[event], *(_about(event, word) for word in rest)])
    happened = sentence(f"{text}: vp 1").partition(": ")[0]
    return _shortened(happened.removeprefix("Whenever you "), _SHORTER)


def _about(event: str, word: str) -> str:
    if event == "take_guest":
        return f"[guest_{word}]"
    return f"[{word}]" if event == "play_icon" else _filter(word)


def _clause(text: str) -> str:
    *guards, body = (part.strip() for part in text.split(":"))
    steps = " ".join(
        " / ".join(_op(option) for option in step.split(" or ")) for step in body.split(",")
    )
    per = [guard.split()[1] for guard in guards if guard.startswith("per ")]
    before = [_guard(guard) for guard in guards if not guard.startswith("per ")]
    return " ".join([*before, steps, *(f"per {count(each)}" for each in per)])


@cache
def effect(text: str) -> str:
    """Return an effect line, such as ``"per beds: vp 1"``, in symbols."""
    return "; ".join(_clause(clause.strip()) for clause in text.split(";") if clause.strip())


@cache
def amounts(text: str) -> str:
    """Return a line of amounts, such as ``"wood 2, cards 1"``, in symbols."""
    pairs = (part.split() for part in text.split(",") if part.strip())
    return " ".join(f"{number}{count(word)}" for word, number in pairs)


@cache
def icons(text: str) -> tuple[str, ...]:
    """Return the symbols of a line of icons, each repeated as often as the card has it."""
    pairs = (part.split() for part in text.split(",") if part.strip())
    return tuple(word for word, number in pairs for _ in range(int(number)))


def bonuses(text: str) -> list[tuple[str, str]]:
    """Return the symbols of the Bonus actions of a space, with their texts."""
    return [BONUSES[word.strip()] for word in text.split(",")]
