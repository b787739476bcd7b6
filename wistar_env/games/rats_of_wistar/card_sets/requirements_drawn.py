"""Costs, requirements and icons: the amounts of the bundled cards, dealt anew with other words.

Each amount on a bundled card of a tier is dealt exactly once (R10), so as many cards cost 3 or
require an icon, for example, as in the bundled set. Only the kinds of the amounts are
drawn, and the amounts of requirements such as Guests or Beds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.tables import codes, language, schema

SKILLS: Final = ("strength", "agility", "perception", "intelligence", "stamina")
#: Counts that may be required, each with its largest number.
THINGS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "guests": 2,
        "home_guests": 1,
        "basement_guests": 1,
        "beds": 2,
        "rooms_dug": 2,
        "doors": 2,
        "tents": 1,
        "mission_cubes": 2,
        "structures": 2,
        "tools": 2,
        "automata": 2,
        "basics": 3,
        "advanced": 2,
        "inventions": 4,
        "immediates": 2,
        "onces": 1,
        "incomes": 1,
        "permanents": 1,
        "endgames": 1,
        "objectives": 1,
        "brown_cubes": 2,
        "grey_cubes": 1,
    }
)
#: The percentage of Wood among Wood and Metal in costs, by type (R10).
_WOOD: Final = MappingProxyType({"structure": 70, "tool": 50, "automaton": 30})
#: The percentages of costs in one kind of token only, and of costs in any items.
_IN_ONE: Final = 55
_ANY_ITEMS: Final = 5
_MOST_OF_ONE_SKILL: Final = 3


@dataclass(frozen=True)
class Shape:
    """The amounts in a bundled card's cost and requirement; what they count is drawn anew."""

    tokens: int  # Wood, Metal and items together
    extras: str  # Movement and cards in the cost, unchanged
    skills: int  # required Skill icons
    electricity: str  # required Electricity and Energy, unchanged
    things: int  # the number of other requirements, 0 or 1


def _line(amounts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{word} {number}" for word, number in amounts if number)


def shape_of(cost: str, requires: str) -> Shape:
    """Return the amounts in a cost and a requirement, as a ``Shape``."""
    words = {code: word for word, code in schema.COST_WORDS.items()}
    paid = {
        words[code]: number
        for code, number in language.parse_words(cost, schema.COST_WORDS).items()
    }
    counts = {code: word for word, code in language.code_words("COUNT").items()}
    owned = {
        counts[code]: number for code, number in language.parse_amounts(requires, "COUNT").items()
    }
    power = [word for word in ("electricity", "energy", "power") if word in owned]
    return Shape(
        tokens=sum(paid.get(word, 0) for word in ("wood", "metal", "items")),
        extras=_line((word, paid.get(word, 0)) for word in ("movement", "cards")),
        skills=sum(owned.get(skill, 0) for skill in SKILLS),
        electricity=_line((word, owned[word]) for word in power),
        things=len(owned.keys() - {*SKILLS, *power}),
    )


def draw_cost(draws: Draws, shape: Shape, wood: int) -> str:
    """Draw a cost: Wood (on average ``wood`` percent) and Metal, or sometimes any items."""
    parts = [shape.extras] if shape.extras else []
    if not shape.tokens:
        return _line_of(parts)
    if draws.chance(_ANY_ITEMS):
        return _line_of([f"items {shape.tokens}", *parts])
    each = 1 if not draws.chance(_IN_ONE) else shape.tokens
    woods = sum(each for _ in range(0, shape.tokens, each) if draws.chance(wood))
    return _line_of([_line((("wood", woods), ("metal", shape.tokens - woods))), *parts])


def _line_of(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


def wood_share(kind: str) -> int:
    """Return the percentage of Wood in the costs of a type of Invention."""
    return _WOOD[kind]


def draw_requirement(draws: Draws, shape: Shape, *, hard: bool = False) -> str:
    """Draw a requirement; if ``hard``, a count in ``THINGS`` has its largest number or one more."""
    icons = [0] * len(SKILLS)
    for _ in range(shape.skills):
        icons[draws.below(len(SKILLS))] += 1
    thing = draws.pick([*THINGS]) if shape.things else ""
    number = 0
    if thing:
        most = THINGS[thing]
        number = draws.between(most, most + 1) if hard else draws.between(1, most)
    return _line_of(
        [
            _line(
                (skill, min(n, _MOST_OF_ONE_SKILL)) for skill, n in zip(SKILLS, icons, strict=True)
            ),
            shape.electricity,
            _line([(thing, number)]),
        ]
    )


def icon_shape(icons: str) -> tuple[int, int]:
    """Return the numbers of Skill icons and of Energy icons in a line of icons."""
    found = language.parse_amounts(icons, "ICON")
    energy = found.get(codes.ICON_ENERGY, 0)
    return sum(found.values()) - energy, energy


def deal_icons(draws: Draws, shapes: list[tuple[int, int]]) -> list[str]:
    """Draw each card's icons, given their numbers; totals of Skills differ by at most one."""
    total = sum(skills for skills, _ in shapes)
    order = draws.shuffled(SKILLS)
    deck = draws.shuffled([order[k % len(order)] for k in range(total)])
    lines = []
    for skills, energy in shapes:
        dealt = [deck.pop() for _ in range(skills)]
        amounts = [(skill, dealt.count(skill)) for skill in SKILLS]
        lines.append(_line([*amounts, ("energy", energy)]))
    return lines
