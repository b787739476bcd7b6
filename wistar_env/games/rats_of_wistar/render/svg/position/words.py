"""Texts of printed pieces for tooltips and screen readers."""

from functools import lru_cache

from wistar_env.games.rats_of_wistar.tables import schema
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, price, requirement, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain, title


@lru_cache(maxsize=2048)
def effect(text: str) -> str:
    """Return an effect line in sentences, without the final full stop; "nothing" if it is empty."""
    return plain(sentence(text)).rstrip(".") if text else "nothing"


@lru_cache(maxsize=512)
def owned(text: str) -> str:
    """Return requirements in words."""
    return plain(requirement(text))


@lru_cache(maxsize=512)
def paid(text: str) -> str:
    """Return a cost in words."""
    return plain(price(text))


def hero(skill: str, count: int) -> str:
    """Return the icons and the effect of a Hero in words."""
    icon = title(skill)
    return (
        f"{count} {icon}; {TIMINGS['immediate']}: Score 1 VP for each {icon} that you have, "
        "this card's included"
    )


def invention(card: schema.Card) -> str:
    """Return everything printed on an Invention, in words."""
    said = [
        f"{card.name} ({card.number}), {card.tier.capitalize()} {card.type.capitalize()}",
        f"pay {paid(card.cost)}" if card.cost else "no cost",
        f"own {owned(card.requires)}" if card.requires else "",
        f"icons {owned(card.icons)}" if card.icons else "",
        f"{card.vp} VP",
        f"{TIMINGS[card.timing]}: {effect(card.effect)}",
    ]
    return "; ".join(filter(None, said))


def guest(tile: schema.Guest) -> str:
    """Return everything printed on a Guest Mouse tile, in words."""
    told = f"{TIMINGS[tile.timing]}: {effect(tile.effect)}"
    return f"{tile.kind.capitalize()} Guest {tile.number}; {told}; {tile.vp} VP"


def row(printed: schema.MissionRow) -> str:
    """Return one of the missions of a Mission card in words."""
    asked = [
        f"pay {paid(printed.cost)}" if printed.cost else "",
        f"own {owned(printed.requires)}" if printed.requires else "",
        f"lock {printed.needs_lock} open" if printed.needs_lock else "",
    ]
    needed = ", ".join(filter(None, asked)) or "nothing needed"
    opens = f"; opens lock {printed.gives_lock}" if printed.gives_lock else ""
    return f"{printed.name}: {needed}; reward: {effect(printed.effect)}{opens}"


def objective(card: schema.Objective) -> str:
    """Return the name, the spaces, the count and the bonus of an Objective in words."""
    spaces = "/".join(str(space) for space in card.spaces)
    counted = plain(COUNTS[card.count][1])
    return f"{card.name}: {spaces} {counted}; bonus: {effect(card.effect)}"
