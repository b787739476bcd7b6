"""Prices of cards in hundredths of a VP, for every word of the effect language.

The prices are a designer's rules of thumb (R10), not measurements; a Wood, for example, is worth 1
VP. They need not be exact: each generated card gets the VP with which its balance, by these prices,
is in the range of bundled cards of its tier. All numbers are integers, so that every machine draws
the same cards.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import codes, language, schema
from wistar_env.games.rats_of_wistar.tables.language import EffectRow
from wistar_env.games.rats_of_wistar.tables.ops import OPS

VP: Final = 100

#: By family and word: the percentage by which an argument multiplies the price of an op.
_SHARES: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {
        "TIER": {"basic": 60, "advanced": 100},
        "TYPE": {"structure": 100, "tool": 100, "automaton": 80},
        "KIND": {"home": 90, "basement": 100},
        "COLOUR": {"brown": 80, "grey": 100, "any": 110},
        "MAIN": {
            "wood": 90,
            "dig": 90,
            "metal": 90,
            "beds": 90,
            "projects": 100,
            "explore": 100,
            "any": 150,
        },
        "FILTER": {
            "any": 100,
            "structure": 40,
            "tool": 40,
            "automaton": 30,
            "basic": 65,
            "advanced": 60,
            "no_strength": 85,
            "no_agility": 85,
            "no_perception": 85,
            "no_intelligence": 85,
            "no_stamina": 85,
        },
        "DISCOUNT": {"either": 100, "both": 180, "wood": 70, "metal": 70, "skill": 90},
    }
)
#: Ops whose number is a discount: the additional price per unit.
_OF_DISCOUNT: Final = MappingProxyType({"play_cheaper": 100, "complete_mission_ignoring": 60})

#: The mean of each count at the end of a game, in hundredths.
AT_THE_END: Final[Mapping[str, int]] = MappingProxyType(
    {
        **dict.fromkeys(("strength", "agility", "perception", "intelligence", "stamina"), 160),
        "energy": 120,
        "skill_icons": 750,
        "best_skill": 300,
        "electricity": 110,
        "power": 210,
        "wood": 200,
        "metal": 200,
        "movement": 120,
        "wild": 120,
        "hand": 900,  # drawn cards need not be played: "per hand: vp 1" scored 10 VP
        "items": 1200,
        "inventions": 650,
        "structures": 230,
        "tools": 260,
        "automata": 160,
        "basics": 420,
        "advanced": 230,
        "immediates": 220,
        "onces": 150,
        "incomes": 120,
        "permanents": 120,
        "endgames": 120,
        "aggressives": 60,
        "guests": 270,
        "home_guests": 170,
        "basement_guests": 110,
        "doors": 300,
        "tents": 130,
        "beds": 260,
        "rooms_dug": 190,
        "mission_cubes": 430,
        "brown_cubes": 300,
        "grey_cubes": 140,
        "objectives": 150,
        "workers_in_one_area": 320,
    }
)
#: The mean number of events per player after a card was played, in hundredths.
EVENTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "reveal_mission": 150,
        "play_card": 330,
        "play_icon": 110,
        "take_card": 450,
        "take_wood": 350,
        "take_metal": 350,
        "take_wild": 220,
        "score_vp": 700,
        "claim_objective": 100,
        "open_door": 150,
        "complete_mission": 240,
        "build_bed": 160,
        "dig_room": 150,
        "take_guest": 170,
        "use_movement": 300,
        "gain_electricity": 70,
    }
)
#: By timing: the percentage of an effect's price that a card earns in a game. 1x effects happen
#: once in each remaining round, income effects at once and in each later round.
TIMINGS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "immediate": 100,
        "once": 230,
        "income": 220,
        "permanent": 110,
        "endgame": 110,
        "aggressive": 100,
    }
)
#: ``TIMINGS`` for the effects of Guests.
GUEST_TIMINGS: Final = MappingProxyType({"immediate": 100, "income": 180, "permanent": 80})

#: The price of one unit that an effect with ``pay`` costs.
PAID: Final[Mapping[str, int]] = MappingProxyType(
    {
        "wood": 100,
        "metal": 100,
        "movement": 100,
        "wild": 150,
        "item": 80,
        "card": 60,
        "basic_card": 60,
        "advanced_card": 110,
        "guest": 250,
        "bed": 220,
    }
)
COSTS: Final = MappingProxyType(
    {"wood": 100, "metal": 100, "movement": 100, "items": 80, "cards": 60}
)
SKILL_ICON: Final = 70
ENERGY_ICON: Final = 60
#: The price of a required Skill icon, side of Electricity, or unit of any other count.
OWNED_SKILL: Final = 50
OWNED_ELECTRICITY: Final = 90
OWNED: Final = 50

#: The least percentage of an effect's price that remains if it has a cost, since it is optional.
_DECLINED: Final = 35
#: The mean of a count during the game, in percent of that at its end.
_MIDWAY: Final = 65
#: The percentage of the cheapest alternative's price that is added to the dearest's price.
_CHOICE: Final = 15
_ALL: Final = 100
#: Size of the cache; the lines of a set repeat.
_REMEMBERED: Final = 1 << 12


@cache
def _word(family: str, code: int) -> str:
    return next(word for word, value in language.code_words(family).items() if value == code)


def _op(row: EffectRow) -> int:
    """Return the price of an op with its arguments, in hundredths of a VP."""
    word = _word("OP", row.op)
    price = OPS[word].price
    number = 1
    for family, code in zip(OPS[word].arguments, (row.a, row.b, row.c), strict=False):
        if family == "n":
            number = code
        else:
            price = price * _SHARES[family][_word(family, code)] // _ALL
    if word in _OF_DISCOUNT:
        return price + _OF_DISCOUNT[word] * number
    # Except for VP, each further unit costs less than the first.
    return price * number if word == "vp" or number == 1 else price * (1 + 9 * number) // 10


def _chance(count: int, number: int) -> int:
    """Estimate the percentage of the time that a player's ``count`` is at least ``number``."""
    had = AT_THE_END[_word("COUNT", count)]
    return min(90, 75 * had // (_ALL * number))


def _body(rows: Sequence[EffectRow], *, at_end: bool) -> int:
    """Return the price of effect rows in hundredths of a VP, with final counts if ``at_end``."""
    total = at = 0
    while at < len(rows):
        row = rows[at]
        if row.op == codes.OP_CHOOSE:
            options = sorted(_op(option) for option in rows[at + 1 : at + 1 + row.a])
            total += options[-1] + options[0] * _CHOICE // _ALL
            at += 1 + row.a
            continue
        inside = rows[at + 1 : at + 1 + row.skip]
        at += 1 + row.skip
        if row.op == codes.OP_IF:
            total += _body(inside, at_end=at_end) * _chance(row.a, row.b) // _ALL
        elif row.op == codes.OP_PAY:
            worth = _body(inside, at_end=at_end)
            paid = PAID[_word("PAY", row.a)] * row.b
            total += max(worth - paid, worth * _DECLINED // _ALL)
        elif row.op == codes.OP_ON:
            total += _body(inside, at_end=at_end) * _times(row) // _ALL
        elif row.op == codes.OP_FOES_MORE:
            total += _body(inside, at_end=at_end)
        elif row.per != codes.NONE:
            counted = AT_THE_END[_word("COUNT", row.per)]
            total += _op(row) * (counted if at_end else counted * _MIDWAY // _ALL) // _ALL
        else:
            total += _op(row)
    return total


def _times(row: EffectRow) -> int:
    """Return 100 times the mean number of occurrences of an ``on`` row's event."""
    event = _word("EVENT", row.a)
    times = EVENTS[event]
    family = language.EVENT_ARGUMENTS.get(event)
    if family is None or row.b == codes.NONE:
        return times
    if family == "ICON":
        return times // 2 if row.b == codes.ICON_ENERGY else times
    return times * _SHARES[family][_word(family, row.b)] // _ALL


@lru_cache(_REMEMBERED)
def _line_price(line: str, *, at_end: bool) -> int:
    return _body(language.parse(line), at_end=at_end)


def effect_price(line: str, timing: str) -> int:
    """Return the price of a card's effect with this timing, in hundredths of a VP."""
    return _line_price(line, at_end=timing == "endgame") * TIMINGS[timing] // _ALL


def guest_price(line: str, timing: str) -> int:
    """Return the price of a Guest's effect with this timing, in hundredths of a VP."""
    return _line_price(line, at_end=False) * GUEST_TIMINGS[timing] // _ALL


@lru_cache(_REMEMBERED)
def cost_price(cost: str) -> int:
    """Return the price of a cost, in hundredths of a VP."""
    words = {code: word for word, code in schema.COST_WORDS.items()}
    paid = language.parse_words(cost, schema.COST_WORDS)
    return sum(COSTS[words[code]] * number for code, number in paid.items())


@lru_cache(_REMEMBERED)
def requirement_price(requires: str) -> int:
    """Return the price of a requirement, in hundredths of a VP."""
    total = 0
    for count, number in language.parse_amounts(requires, "COUNT").items():
        if count in codes.SKILL_COUNTS:
            total += OWNED_SKILL * number
        elif count == codes.COUNT_ELECTRICITY:
            total += OWNED_ELECTRICITY * number
        else:
            total += OWNED * number
    return total


@lru_cache(_REMEMBERED)
def icons_price(icons: str) -> int:
    """Return the price of printed icons, in hundredths of a VP."""
    found = language.parse_amounts(icons, "ICON")
    return sum(
        (ENERGY_ICON if icon == codes.ICON_ENERGY else SKILL_ICON) * number
        for icon, number in found.items()
    )


def card_balance(cost: str, requires: str, icons: str, vp: int, timing: str, effect: str) -> int:
    """Return the balance of a card (gains less costs), in hundredths of a VP."""
    gives = effect_price(effect, timing) + icons_price(icons) + VP * vp
    return gives - cost_price(cost) - requirement_price(requires)


def guest_balance(vp: int, timing: str, effect: str) -> int:
    """Return the balance of a Guest (its gains), in hundredths of a VP."""
    return guest_price(effect, timing) + VP * vp


def row_balance(cost: str, requires: str, effect: str) -> int:
    """Return the balance of a Mission's row (gains less costs), in hundredths of a VP."""
    worth = effect_price(effect, "immediate")
    return worth - cost_price(cost) - requirement_price(requires)
