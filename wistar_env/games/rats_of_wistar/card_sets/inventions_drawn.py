"""Generated Inventions: new effects, with the shuffled timings and amounts of the bundled cards."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.card_sets import prices
from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, draw_new
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.effect_lines import draw_line
from wistar_env.games.rats_of_wistar.card_sets.held_out import unheard_in
from wistar_env.games.rats_of_wistar.card_sets.requirements_drawn import (
    Shape,
    deal_icons,
    draw_cost,
    draw_requirement,
    icon_shape,
    shape_of,
    wood_share,
)
from wistar_env.games.rats_of_wistar.card_sets.set_names import UNHEARD, CardSet
from wistar_env.games.rats_of_wistar.tables import load, schema

#: The lowest and the highest balance of a card (``prices.card_balance``), in hundredths of a VP,
#: by tier; most bundled cards are within it.
BALANCES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"basic": (140, 320), "advanced": (120, 430)}
)
#: The range of the price of an effect alone, so that it is neither negligible nor dominant.
EFFECTS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"basic": (80, 350), "advanced": (110, 480)}
)
#: The range of the VP printed on bundled cards, by tier.
VP: Final[Mapping[str, tuple[int, int]]] = MappingProxyType({"basic": (-2, 4), "advanced": (-2, 6)})
#: The least price of an effect with which a card may have negative VP (R10).
_STRONG: Final = 220
#: Number of times that a cost and requirements are drawn for an effect.
_WORDINGS: Final = 8
#: Attempts after which a card gets other icons. Cards without a cost have few possible contents,
#: most of which belong to other splits.
_PATIENCE: Final = 50 * _WORDINGS


@dataclass(frozen=True)
class Slot:
    """The fixed properties of a card to be drawn."""

    number: int
    type: str
    tier: str
    timing: str
    shape: Shape
    icons: str


@cache
def _bundled() -> tuple[schema.Card, ...]:
    cards = [card for _, card in load.validated().cards()]
    return tuple(sorted(cards, key=lambda card: card.number))


def deal(draws: Draws) -> list[Slot]:
    """Return the new cards' slots, in the order of their numbers.

    Within each tier, timings are shuffled among cards of a type, and amounts and numbers of icons
    among all cards.
    """
    timings: dict[int, str] = {}
    shapes: dict[int, Shape] = {}
    icons: dict[int, str] = {}
    for tier in BALANCES:
        cards = [card for card in _bundled() if card.tier == tier]
        numbers = [card.number for card in cards]
        dealt = draws.shuffled([shape_of(card.cost, card.requires) for card in cards])
        shapes.update(zip(numbers, dealt, strict=True))
        lines = deal_icons(draws, draws.shuffled([icon_shape(card.icons) for card in cards]))
        icons.update(zip(numbers, lines, strict=True))
        for kind in ("structure", "tool", "automaton"):
            alike = [card for card in cards if card.type == kind]
            mixed = draws.shuffled([card.timing for card in alike])
            timings.update(zip((card.number for card in alike), mixed, strict=True))
    return [
        Slot(
            card.number,
            card.type,
            card.tier,
            timings[card.number],
            shapes[card.number],
            icons[card.number],
        )
        for card in _bundled()
    ]


def _draw_effect(draws: Draws, slot: Slot, unheard: bool) -> str:
    """Draw an effect in the price range, with a held-out word if and only if ``unheard``."""
    low, high = EFFECTS[slot.tier]
    while True:
        line = draw_line(draws, slot.timing)
        if bool(unheard_in(line)) is unheard and (
            low <= prices.effect_price(line, slot.timing) <= high
        ):
            return line


def _draw_card(draws: Draws, slot: Slot, effect: str) -> Entry | None:
    """Draw the rest of a card with this effect; None if no allowed VP would balance the card."""
    cost = draw_cost(draws, slot.shape, wood_share(slot.type))
    requires = draw_requirement(draws, slot.shape)
    without = prices.card_balance(cost, requires, slot.icons, 0, slot.timing, effect)
    (low, high), (least, most) = BALANCES[slot.tier], VP[slot.tier]
    if prices.effect_price(effect, slot.timing) < _STRONG:
        least = 0
    fitting = [vp for vp in range(least, most + 1) if low <= without + prices.VP * vp <= high]
    if not fitting:
        return None
    return {
        "type": slot.type,
        "tier": slot.tier,
        "cost": cost,
        "requires": requires,
        "icons": slot.icons,
        "vp": draws.pick(fitting),
        "timing": slot.timing,
        "effect": effect,
    }


class _Drawing:
    """Draws candidates for a card, trying several costs and requirements with each effect."""

    def __init__(self, draws: Draws, slot: Slot, unheard: bool) -> None:
        self._draws, self._slot, self._unheard = draws, slot, unheard
        self._tries = 0
        self._effect = ""

    def __call__(self) -> Entry | None:
        if self._tries % _PATIENCE == _PATIENCE - 1:
            (icons,) = deal_icons(self._draws, [icon_shape(self._slot.icons)])
            self._slot = replace(self._slot, icons=icons)
        if self._tries % _WORDINGS == 0:
            self._effect = _draw_effect(self._draws, self._slot, self._unheard)
        self._tries += 1
        return _draw_card(self._draws, self._slot, self._effect)


def draw_inventions(card_set: CardSet) -> list[Entry]:
    """Draw the 180 Inventions of a set, without names, in the order of their numbers."""
    taken: set[str] = set()
    cards = []
    for slot in deal(Draws(f"{card_set} slots")):
        draws = Draws(f"{card_set} invention {slot.number}")
        drawing = _Drawing(draws, slot, card_set.kind == UNHEARD)
        cards.append({"number": slot.number, **draw_new(drawing, card_set.split, taken)})
    return cards
