"""Effects in sentences, as a player reads them on a card.

Brackets contain the name of a symbol (``render.svg.icons``). ``[wood]`` replaces a word;
``[:card]`` only accompanies the words after it. ``render.svg.rich`` draws the symbols;
``tables.symbol_words`` replaces them by words.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import language
from wistar_env.games.rats_of_wistar.tables.ops import OPS

#: The data's word for each COUNT code.
_COUNTED: Final = MappingProxyType({k: word for word, k in language.code_words("COUNT").items()})
#: The noun of each COUNT: singular and plural.
COUNTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "strength": ("[strength]", "[strength]"),
        "agility": ("[agility]", "[agility]"),
        "perception": ("[perception]", "[perception]"),
        "intelligence": ("[intelligence]", "[intelligence]"),
        "stamina": ("[stamina]", "[stamina]"),
        "energy": ("[energy]", "[energy]"),
        "skill_icons": ("[:skill_icons] Skill icon", "[:skill_icons] Skill icons"),
        "best_skill": ("[:best_skill] icon of one Skill", "[:best_skill] icons of one Skill"),
        "electricity": ("[electricity] side", "[electricity] sides"),
        "power": ("[energy] and each side of [electricity]", "[energy] and sides of [electricity]"),
        "wood": ("[wood]", "[wood]"),
        "metal": ("[metal]", "[metal]"),
        "movement": ("[movement]", "[movement]"),
        "wild": ("[wild]", "[wild]"),
        "hand": ("[:hand] card in hand", "[:hand] cards in hand"),
        "items": ("[:item] item", "[:item] items"),
        "inventions": ("[:card] Invention", "[:card] Inventions"),
        "structures": ("[:structure] Structure", "[:structure] Structures"),
        "tools": ("[:tool] Tool", "[:tool] Tools"),
        "automata": ("[:automaton] Automaton", "[:automaton] Automata"),
        "basics": ("[:basic] Basic Invention", "[:basic] Basic Inventions"),
        "advanced": ("[:advanced] Advanced Invention", "[:advanced] Advanced Inventions"),
        "immediates": ("[:immediate] Immediate Invention", "[:immediate] Immediate Inventions"),
        "onces": ("[:once] 1x Invention", "[:once] 1x Inventions"),
        "incomes": ("[:income] Income Invention", "[:income] Income Inventions"),
        "permanents": ("[:permanent] Permanent Invention", "[:permanent] Permanent Inventions"),
        "endgames": ("[:endgame] Endgame Invention", "[:endgame] Endgame Inventions"),
        "aggressives": (
            "[:aggressive] Aggressive Invention",
            "[:aggressive] Aggressive Inventions",
        ),
        "guests": ("[:guest] Guest", "[:guest] Guests"),
        "home_guests": ("[:guest_home] Home Guest", "[:guest_home] Home Guests"),
        "basement_guests": (
            "[:guest_basement] Basement Guest",
            "[:guest_basement] Basement Guests",
        ),
        "doors": ("[:door] Door token", "[:door] Door tokens"),
        "tents": ("[:tent] Tent on the Farm", "[:tent] Tents on the Farm"),
        "beds": ("[:bed] Bed", "[:bed] Beds"),
        "rooms_dug": ("[:room] Room dug", "[:room] Rooms dug"),
        "mission_cubes": ("[:mission] completed Mission", "[:mission] completed Missions"),
        "brown_cubes": ("[:cube_brown] brown ability", "[:cube_brown] brown abilities"),
        "grey_cubes": ("[:cube_grey] grey ability", "[:cube_grey] grey abilities"),
        "objectives": ("[:objective] claimed Objective", "[:objective] claimed Objectives"),
        "workers_in_one_area": ("[:worker] Worker in one Area", "[:worker] Workers in one Area"),
        **{
            f"advances_{skill}": (
                f"advance on the track of [{skill}]",
                f"advances on the track of [{skill}]",
            )
            for skill in ("strength", "agility", "perception", "intelligence", "stamina")
        },
    }
)

#: The noun of each FILTER, without an article.
_FILTERS: Final = {
    "any": "[:card] Invention",
    "structure": "[:structure] Structure",
    "tool": "[:tool] Tool",
    "automaton": "[:automaton] Automaton",
    "basic": "[:basic] Basic Invention",
    "advanced": "[:advanced] Advanced Invention",
    **{
        f"no_{skill}": f"[:card] Invention without [{skill}]"
        for skill in ("strength", "agility", "perception", "intelligence", "stamina")
    },
}

#: The sentence of each event; braces stand for its argument.
_EVENTS: Final = {
    "reveal_mission": "you reveal a [:mission] Mission",
    "play_card": "you play {}",
    "take_card": "you take {}",
    "take_wood": "you take [wood]",
    "take_metal": "you take [metal]",
    "take_wild": "you take a [wild]",
    "score_vp": "you score [vp]",
    "claim_objective": "you claim an [:objective] Objective",
    "open_door": "you open a [:door] Door",
    "complete_mission": "you complete a [:mission] Mission",
    "build_bed": "you build a [:bed] Bed",
    "dig_room": "you dig a [:room] Room",
    "take_guest": "you take a {}",
    "use_movement": "you use [movement]",
    "gain_electricity": "you gain [electricity]",
}

#: The noun of each payment, singular and plural.
_PAID: Final = {
    "wood": ("[wood]", "[wood]"),
    "metal": ("[metal]", "[metal]"),
    "movement": ("[movement]", "[movement]"),
    "wild": ("[wild]", "[wild]"),
    "item": ("[:item] item", "[:item] items"),
    "card": ("[:card] card", "[:card] cards"),
    "basic_card": ("[:basic] Basic card", "[:basic] Basic cards"),
    "advanced_card": ("[:advanced] Advanced card", "[:advanced] Advanced cards"),
    "guest": ("[:guest] Guest", "[:guest] Guests"),
    "bed": ("[:bed] Bed", "[:bed] Beds"),
}

#: Costs for which there is no symbol.
_PRICED: Final = {"cards": "[:card] of your cards"}

_MAINS: Final = {
    "wood": "the Main action Collecting [wood]",
    "dig": "the Main action [:dig] Digging Rooms",
    "metal": "the Main action Collecting [metal]",
    "beds": "the Main action [:bed] Building Beds",
    "projects": "the Main action [:project] Developing Projects",
    "explore": "the Main action [:explore] Exploring",
    "any": "any [:any_main] Main action",
}
_DISCOUNTS: Final = {
    "either": "{} [wood] or [metal] less",
    "both": "{0} [wood] and {0} [metal] less",
    "wood": "{} [wood] less",
    "metal": "{} [metal] less",
    "skill": "{} [:skill_icons] Skill icon{s} less",
}
#: The two sides of Electricity: Basic, Advanced.
_SIDES: Final = ("[electricity_basic]", "[electricity_advanced]")
_TIERS: Final = {"basic": "[:basic] Basic", "advanced": "[:advanced] Advanced"}
_TYPES: Final = {
    "structure": "[:structure] Structure",
    "tool": "[:tool] Tool",
    "automaton": "[:automaton] Automaton",
}
_KINDS: Final = {"home": "[:guest_home] Home", "basement": "[:guest_basement] Basement"}
_COLOURS: Final = {
    "brown": "[:cube_brown] brown ability",
    "grey": "[:cube_grey] grey ability",
    "any": "[:cube] ability",
}

_WORDS: Final = {
    "TIER": _TIERS,
    "TYPE": _TYPES,
    "KIND": _KINDS,
    "FILTER": _FILTERS,
    "MAIN": _MAINS,
    "COLOUR": _COLOURS,
    "DISCOUNT": _DISCOUNTS,
}


def _article(words: str) -> str:
    """Return the indefinite article for some words, ignoring symbols."""
    said = words.rpartition("] ")[2] if words.startswith("[:") else words
    return "an" if said[:1] in "AEIOaeio" else "a"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Return parts as a list in words, such as "a, b and c"."""
    *most, final = parts
    return f"{', '.join(most)} {last} {final}" if most else final


def _op(text: str) -> tuple[str, str]:
    """Return the verb and the object of an op."""
    word, *given = text.split()
    op = OPS[word]
    said = [
        value if family == "n" else _WORDS[family][value]
        for family, value in zip(op.arguments, given, strict=True)
    ]
    plural = "s" if any(value.isdecimal() and value != "1" for value in given) else ""
    if "DISCOUNT" in op.arguments:
        said = [said[0], said[1].format(said[2], s=plural)]
    articles = [_article(each) for each in said] or [""]
    return op.verb, op.rest.format(*said, s=plural, a=articles[0], a1=articles[-1])


def _said(steps: list[list[tuple[str, str]]]) -> str:
    """Return steps in words, combining steps with the same verb."""
    goes: list[tuple[str, list[str]]] = []
    for options in steps:
        if len(options) == 1:
            verb, rest = options[0]
            if goes and verb and goes[-1][0] == verb:
                goes[-1][1].append(rest)
            else:
                goes.append((verb, [rest]))
        elif len({verb for verb, _ in options}) == 1:
            goes.append((options[0][0], [listed((rest for _, rest in options), "or")]))
        else:
            goes.append(("", [listed((f"{v} {r}" for v, r in options), "or")]))
    return listed([f"{verb} {listed(rests)}".strip() for verb, rests in goes], "and")


def amount(count: str, number: int) -> str:
    """Return an amount of a COUNT in words, with symbols, such as ``"2 [:bed] Beds"``."""
    if count == "electricity" and number <= len(_SIDES):
        return _SIDES[number - 1]
    return f"{number} {COUNTS[count][number != 1]}"


def _guard(text: str) -> str:
    word, first, *rest = text.split()
    if word == "if":
        return f"if you have {amount(first, int(rest[0]))}: "
    if word == "pay":
        return f"give {rest[0]} {_PAID[first][rest[0] != '1']}: "
    if word == "foes_more":
        return f"every player with more {COUNTS[first][1]} than you "
    if first == "play_icon":
        return f"for each [{rest[0]}] that you play: "
    happened = _EVENTS[first]
    if first == "take_guest":
        happened = happened.format(f"{_KINDS[rest[0]]} Guest" if rest else "[:guest] Guest")
    else:
        wanted = _FILTERS[rest[0] if rest else "any"]
        happened = happened.format(f"{_article(wanted)} {wanted}")
    return f"whenever {happened}: "


def _clause(text: str) -> str:
    *guards, body = (part.strip() for part in text.split(":"))
    steps = [[_op(op) for op in step.split(" or ")] for step in map(str.strip, body.split(","))]
    if any(guard.startswith("foes_more ") for guard in guards):
        # The ops in it are always "lose" or "discard".
        steps = [[(f"{verb}s", rest) for verb, rest in options] for options in steps]
    said = "".join(_guard(guard) for guard in guards if not guard.startswith("per "))
    each = next((guard.split()[1] for guard in guards if guard.startswith("per ")), None)
    times = f" for each {COUNTS[each][0]}" if each else ""
    return f"{said}{_said(steps)}{times}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def sentence(effect: str) -> str:
    """Return an effect line as sentences, with symbols; for an empty line, return an empty string.

    ``effect``: a line of the language of ``tables.language``. Raises EffectError if it is not a
    valid line.
    """
    line = language.unparse(language.parse(effect))
    return " ".join(f"{_capital(_clause(clause))}." for clause in line.split(";") if clause.strip())


def requirement(requires: str) -> str:
    """Return a requirement in words, with symbols."""
    if not requires:
        return ""
    amounts = language.parse_amounts(requires, "COUNT")
    return listed(amount(_COUNTED[code], number) for code, number in amounts.items())


def price(cost: str) -> str:
    """Return a cost in words, with symbols."""
    parts = [part.split() for part in cost.split(",")] if cost else []
    paid = (f"{number} {_PRICED.get(word, f'[{word}]')}" for word, number in parts)
    return listed(paid) if parts else ""
