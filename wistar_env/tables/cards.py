"""Inventions as text, for people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from wistar_env.rules import limits
from wistar_env.tables import language, schema
from wistar_env.tables.load import Folder, validated

#: What the rulebook calls each effect kind (CARD-05).
TIMINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "immediate": "Immediate",
        "once": "1x",
        "income": "Income",
        "permanent": "Permanent",
        "endgame": "Endgame",
        "aggressive": "Aggressive",
    }
)


def provenance(entry: schema.Entry) -> str:
    """Return where the values of an entry come from, in one line."""
    fields: dict[str, list[str]] = {}
    for field, ids in entry.known.items():
        fields.setdefault(ids, []).append(field)
    known = [f"{', '.join(named)} known {ids}" for ids, named in fields.items()]
    return "; ".join([*known, f"all else {entry.source}" if known else entry.source])


def card_text(number: int, folder: Folder | None = None) -> str:
    """Return an Invention as text: everything printed on it, and where that comes from.

    Parameters
    ----------
    number
        The number printed on the card, from 1 to 180.
    folder
        The data folder; ``None`` is the one that comes with the package.

    Raises
    ------
    ValueError
        If no card has this number.
    DataError
        If the folder is invalid.
    """
    cards = {card.number: card for _, card in validated(folder).cards()}
    if number not in cards:
        raise ValueError(f"no Invention has the number {number!r}; allowed: 1 to {limits.CARDS}")
    card = cards[number]
    lines = {
        "Kind": f"{card.tier.capitalize()} {card.type.capitalize()}",
        "Cost": card.cost or "nothing",
        "Requires": card.requires or "nothing",
        "Icons": card.icons or "none",
        "VP": str(card.vp),
        TIMINGS[card.timing]: language.unparse(language.parse(card.effect)),
        "Source": provenance(card),
    }
    width = max(map(len, lines))
    body = [f"  {title:<{width}}  {text}" for title, text in lines.items()]
    return "\n".join([f"{card.number} {card.name}", *body])
