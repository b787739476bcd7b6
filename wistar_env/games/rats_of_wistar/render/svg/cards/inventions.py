"""Inventions as cards."""

import re
from typing import TYPE_CHECKING, Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink
from wistar_env.games.rats_of_wistar.render.svg.cards import frame
from wistar_env.games.rats_of_wistar.render.svg.cards.frame import INNER, MARGIN, TALL, WIDTH, Face
from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.schema import COST_WORDS
from wistar_env.games.rats_of_wistar.tables.sentences import amount, price, requirement, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain
from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.marks import line, rect, text

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.schema import Card

_TINTS: Final = {"structure": "#f3e3d2", "tool": "#dfe9f2", "automaton": "#e4e3e8"}
_COSTS: Final = {"items": "item", "cards": "card"}
#: Symbols that many effects have, so that they do not characterize a card.
_COMMON: Final = ("vp", "explorer")
_SYMBOLS: Final = re.compile(r"\[:?(\w+)\]")


def costs(cost: str) -> list[tuple[str, str]]:
    """Return a cost as pairs of a symbol's name and an amount."""
    words = {code: word for word, code in COST_WORDS.items()}
    found = language.parse_words(cost, COST_WORDS)
    return [(_COSTS.get(words[code], words[code]), str(number)) for code, number in found.items()]


def needs(requires: str) -> list[tuple[str, str]]:
    """Return requirements as pairs of a symbol's name and an amount.

    Sides of Electricity have a symbol each, and an empty amount.
    """
    words = {code: word for word, code in codes.names("COUNT").items()}
    found = []
    for code, number in language.parse_amounts(requires, "COUNT").items():
        symbol = _SYMBOLS.findall(amount(words[code], number))[0]
        alone = symbol.startswith("electricity_")
        found.append((symbol, "" if alone else str(number)))
    return found


def provided(shown: str) -> list[tuple[str, int]]:
    """Return the icons that a card provides, with their amounts."""
    words = {code: word for word, code in codes.names("ICON").items()}
    return [(words[code], n) for code, n in language.parse_amounts(shown, "ICON").items()]


def subject(effect: str) -> str:
    """Return the main symbol of an effect, preferably of a gain rather than a requirement."""
    said = sentence(effect)
    given, asked = _SYMBOLS.findall(said.rpartition(": ")[2]), _SYMBOLS.findall(said)
    distinctive = [symbol for symbol in [*given, *asked] if symbol not in _COMMON]
    symbol: str = (distinctive or asked or ["vp"])[0]
    return symbol


def invention(card: "Card") -> Face:
    """Draw the face of an Invention: its price, picture and effect."""
    colour = ink.TYPES[card.type]
    kind = f"{card.tier.capitalize()} {card.type.capitalize()}"
    body = (
        frame.paper(TALL, colour, card.name, card.type)
        + icons.draw(card.tier, MARGIN - 2, 52, 20)
        + text(MARGIN + 22, 67, kind, 14, fill=ink.MUTED)
        + text(WIDTH - MARGIN, 67, f"No. {card.number}", 14, anchor="end", fill=ink.MUTED)
        + _price(card)
        + _picture(card)
        + frame.ribbon(198, ink.TIMINGS[card.timing], card.timing, TIMINGS[card.timing])
        + frame.told(sentence(card.effect), 223, TALL - 223 - MARGIN)
    )
    return Face(WIDTH, TALL, body, f"{card.name} ({card.number})", _described(card, kind))


def _price(card: "Card") -> str:
    """Draw the strip with cost and requirements."""
    pay, own = costs(card.cost), needs(card.requires)
    middle, side = 91, 24
    strip = rect(MARGIN, 76, INNER, 30, 9, fill=ink.SUNKEN)
    if not pay and not own:
        return strip + text(WIDTH / 2, 96, "no cost", 14, anchor="middle", fill=ink.MUTED)
    paid = frame.amounts(pay, MARGIN + 6, middle, INNER * (0.52 if own else 0.95) - 10, side)
    if not own:
        return strip + paid
    left = MARGIN + (INNER * 0.52 if pay else 4)
    label = lettering.width("own", 13)
    divided = line(left, 80, left, 102, stroke=ink.LINE, stroke_width=1.5) if pay else ""
    word = text(left + 6, 95.5, "own", 13, fill=ink.MUTED)
    room = MARGIN + INNER - left - label - 16
    return strip + paid + divided + word + frame.amounts(own, left + label + 12, middle, room, side)


def _picture(card: "Card") -> str:
    """Draw the picture of a card: its main symbol, icons and VP."""
    y, high = 112, 80
    body = frame.panel(y, high, _TINTS[card.type])
    body += icons.draw(subject(card.effect), WIDTH / 2 - 31, y + 9, 62)
    plates = [icon for icon, number in provided(card.icons) for _ in range(number)]
    if plates:
        rows = 2 if len(plates) <= 4 else 4
        side = (high - 12) / rows if len(plates) > 1 else 40
        for k, icon in enumerate(plates[: rows * rows]):
            left = MARGIN + 7 + (k // rows) * (side + 2)
            top = y + (high - min(len(plates), rows) * side) / 2 + (k % rows) * side
            body += icons.draw(icon, left, top + 1, side - 2, titled=True)
    if card.vp:
        body += icons.victory(card.vp, WIDTH - MARGIN - 54, y + (high - 48) / 2, 48)
    return body


def _described(card: "Card", kind: str) -> str:
    said = [
        kind,
        f"pay {plain(price(card.cost))}" if card.cost else "no cost",
        f"own {plain(requirement(card.requires))}" if card.requires else "",
        f"icons {plain(requirement(card.icons))}" if card.icons else "",
        f"{card.vp} VP",
        f"{TIMINGS[card.timing]}: {plain(sentence(card.effect))}",
    ]
    return "; ".join(filter(None, said))
