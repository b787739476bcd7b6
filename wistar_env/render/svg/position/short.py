"""What is printed on a piece, as a few symbols: for pieces that are drawn small.

All functions return text with symbols, see ``rich``; what they leave out, tooltips say in words.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

#: By the words of what is counted, owned or paid, where a symbol is not called so.
_COUNTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "power": "[electricity] + [energy]",
        "items": "[item]",
        "inventions": "[card]",
        "structures": "[structure]",
        "tools": "[tool]",
        "automata": "[automaton]",
        "basics": "[basic]",
        "advanced": "[advanced]",
        "immediates": "[immediate]",
        "onces": "[once]",
        "incomes": "[income]",
        "permanents": "[permanent]",
        "endgames": "[endgame]",
        "aggressives": "[aggressive]",
        "guests": "[guest]",
        "home_guests": "[guest_home]",
        "basement_guests": "[guest_basement]",
        "doors": "[door]",
        "tents": "[tent]",
        "beds": "[bed]",
        "rooms_dug": "[dig]",
        "mission_cubes": "[mission]",
        "brown_cubes": "brown [cube]",
        "grey_cubes": "grey [cube]",
        "objectives": "[objective]",
        "workers_in_one_area": "[worker]",
        "cards": "[hand]",
        "basic_card": "[basic]",
        "advanced_card": "[advanced]",
    }
)
#: By op: what it does; ``{0}`` and so on are its arguments, ``{n}`` its amount if that is not 1.
_OPS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "wood": "{n}[wood]",
        "metal": "{n}[metal]",
        "movement": "{n}[movement]",
        "wild": "{n}[wild]",
        "vp": "{0}[vp]",
        "electricity": "[electricity]",
        "draw": "{m}[{0}]",
        "project": "{n}[project]",
        "explore": "{n}[explore]",
        "open_door": "open [door]",
        "open_any_door": "any [door]",
        "move_explorer": "move [explorer]",
        "fly": "fly [explorer]",
        "reveal_mission": "reveal [mission]",
        "take_guest": "take [guest]",
        "guest": "[guest_{0}]",
        "round_guest": "[round_guest]",
        "build_bed": "build {n}[bed]",
        "build_bed_free": "+{n}[bed]",
        "dig": "dig {n}[dig]",
        "dig_free": "+{n}[dig]",
        "main": "[any_main]",
        "potion": "[potion]",
        "deploy": "deploy {n}[worker]",
        "move_workers": "move {n}[worker]",
        "play": "play {card}",
        "play_free": "free {card}",
        "play_cheaper": "play {card} {discount}",
        "complete_mission": "[mission]",
        "complete_mission_ignoring": "[mission] {0}[skill_icons] less",
        "pitch_tent": "[tent]",
        "pitch_tent_anywhere": "[tent] anywhere",
        "hero": "[hero]",
        "skill_token": "[skill_token]",
        "private_objective": "own [objective]",
        "remove_cube": "{colour}[cube]",
        "reveal_top": "reveal [{0}] [{1}]",
        "draw_and_play": "draw, play [{0}]",
        "take_type": "take [{0}] [{1}]",
        "recover": "recover [card]",
        "copy_once": "copy [once]",
        "exchange": "[item] [arrow] [item]",
        "lose_vp": "[lose]{0}[vp]",
        "lose_wood": "[lose]{n}[wood]",
        "lose_metal": "[lose]{n}[metal]",
        "lose_movement": "[lose]{n}[movement]",
        "lose_wild": "[lose]{n}[wild]",
        "discard_card": "[lose]{n}[hand]",
        "discard_guest": "[lose]{n}[guest]",
        "discard_bed": "[lose]{n}[bed]",
        "extra_room": "+{n}[room]",
        "immune": "safe from [aggressive]",
        "discount": "{card} {discount}",
        "bed_discount": "[bed] [wood]\u2212{0}",
        "dig_discount": "[dig] [metal]\u2212{0}",
        "movement_bonus": "[movement] +{n}[worker]",
    }
)
_EVENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "reveal_mission": "reveal [mission]",
        "play_card": "play",
        "play_icon": "play",
        "take_card": "take",
        "take_wood": "take [wood]",
        "take_metal": "take [metal]",
        "take_wild": "take [wild]",
        "score_vp": "score [vp]",
        "claim_objective": "claim [objective]",
        "open_door": "open [door]",
        "complete_mission": "complete [mission]",
        "build_bed": "build [bed]",
        "dig_room": "dig [dig]",
        "take_guest": "take",
        "use_movement": "use [movement]",
        "gain_electricity": "gain [electricity]",
    }
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
#: By the words of the data: the symbols of the six Main actions, and what they are called.
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
#: By the words of the data: the symbol of a Bonus action, and a number on it.
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
    """Return the symbol of what is counted."""
    if word.startswith("advances_"):
        return f"[{word.removeprefix('advances_')}] steps"
    return _COUNTS.get(word, f"[{word}]")


def _filter(word: str) -> str:
    if word == "any":
        return "[card]"
    if word.startswith("no_"):
        return f"[card] without [{word.removeprefix('no_')}]"
    return f"[{word}]"


def _op(text: str) -> str:
    word, *values = text.split()
    last = values[-1] if values else ""
    return _OPS[word].format(
        *values,
        n="" if last == "1" else last,
        m="" if last == "1" else last,
        card=_filter(values[0]) if values else "",
        discount=_DISCOUNTS[values[1]].format(last) if len(values) == 3 else "",
        colour="" if last == "any" else f"{last} ",
    )


def _guard(text: str) -> str:
    word, first, *rest = text.split()
    if word == "on":
        about = f" {_about(first, rest[0])}" if rest else ""
        return f"{_EVENTS[first]}{about}:"
    if word == "pay":
        return f"{'' if rest[0] == '1' else rest[0]}{count(first)} [arrow]"
    if word == "if":
        return f"{rest[0]}{count(first)}:"
    return f"more {count(first)}:"


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
    """Return the symbols of a line of icons, each as often as it is there."""
    pairs = (part.split() for part in text.split(",") if part.strip())
    return tuple(word for word, number in pairs for _ in range(int(number)))


def bonuses(text: str) -> list[tuple[str, str]]:
    """Return the symbols of the Bonus actions of a space, and what is written on each."""
    return [BONUSES[word.strip()] for word in text.split(",")]
