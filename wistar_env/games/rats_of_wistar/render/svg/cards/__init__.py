"""Every printed piece as a card.

``face`` returns the elements of a piece, for use in larger pictures; ``card`` returns a whole SVG
document.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from wistar_env import arguments
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.render.svg.cards import (
    inventions,
    missions,
    ratobot,
    tiles,
    wheel,
)
from wistar_env.games.rats_of_wistar.render.svg.cards.frame import Face
from wistar_env.kit.pictures import marks

__all__ = ["KINDS", "Face", "card", "entries", "every", "face"]


def _inventions(components: Components) -> Sequence[Any]:
    return sorted((card for _, card in components.data.cards()), key=lambda card: card.number)


def _guests(components: Components) -> Sequence[Any]:
    return sorted(components.data.guests.guest, key=lambda guest: guest.number)


#: For each kind of piece, its entries by number, and the function that draws one.
_ENTRIES: Final[Mapping[str, tuple[Callable[[Components], Sequence[Any]], Callable[..., Face]]]] = (
    MappingProxyType(
        {
            "invention": (_inventions, inventions.invention),
            "guest": (_guests, tiles.guest),
            "cheese": (lambda c: c.data.guests.cheese, tiles.cheese),
            "mission": (lambda c: c.data.missions.mission, missions.mission),
            "objective": (lambda c: c.data.objectives.objective, missions.objective),
            "hero": (lambda c: c.data.heroes.hero, tiles.hero),
            "skill": (lambda c: c.data.skill_tokens.token, tiles.skill),
            "ability": (lambda c: c.data.abilities.ability, tiles.ability),
            "door": (lambda c: c.data.doors.door, tiles.door),
            "sector": (lambda c: c.data.wheel.sector, wheel.sector),
            "action": (lambda c: c.data.bot_actions.card, ratobot.action),
            "exploration": (lambda c: c.data.bot_explorations.card, ratobot.exploration),
            "track": (lambda c: c.data.bot_tracks.side, ratobot.track),
        }
    )
)
#: The kinds of pieces that can be drawn.
KINDS: Final = tuple(_ENTRIES)


def entries(kind: str, components: Components) -> Sequence[Any]:
    """Return the entries of a kind, in the order of their numbers.

    Raises
    ------
    ValueError
        If ``KINDS`` has no such kind.
    """
    arguments.choice("kind", kind, KINDS)
    return _ENTRIES[kind][0](components)


def face(kind: str, number: int, components: Components) -> Face:
    """Return the face of a piece.

    Parameters
    ----------
    kind
        One of ``KINDS``.
    number
        Its printed number or, if it has none, its index in the data plus 1.
    components
        The game's data, as ``components.open_components`` returns it.

    Raises
    ------
    TypeError
        If ``number`` is not an integer.
    ValueError
        If there is no such kind or number.
    """
    found = entries(kind, components)
    number = arguments.integer("number", number, 1, len(found))
    drawn = _ENTRIES[kind][1]
    entry = found[number - 1]
    return drawn(entry, number) if kind == "door" else drawn(entry)


def card(kind: str, number: int, components: Components, with_fonts: bool = True) -> str:
    """Return a piece as an SVG document; arguments as for ``face`` and ``marks.document``."""
    drawn = face(kind, number, components)
    return marks.document(
        drawn.width,
        drawn.height,
        drawn.body,
        title=drawn.title,
        described=drawn.described,
        with_fonts=with_fonts,
    )


def every(components: Components) -> Iterator[tuple[str, int]]:
    """Yield the kind and the number of each piece."""
    for kind in KINDS:
        for number in range(1, len(entries(kind, components)) + 1):
            yield kind, number
