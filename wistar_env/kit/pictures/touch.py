"""Clickable elements: they have the ids of their legal actions, and a halo that marks them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, Self

from wistar_env.kit.pictures.marks import Value, circle, element, rect
from wistar_env.kit.pictures.xml_text import escaped

#: The colour of legal choices.
ACCENT: Final = "#b3400e"
#: The style of clickable elements. A page may style ``.wistar-choice`` further.
STYLE: Final = (
    ".wistar-choice{cursor:pointer}"
    ".wistar-choice:focus{outline:none}"
    ".wistar-choice:hover .wistar-halo,.wistar-choice:focus .wistar-halo"
    f"{{fill:{ACCENT};fill-opacity:.22;stroke-width:4}}"
)


class Answer(Protocol):
    """A legal action, as a picture shows it."""

    @property
    def action(self) -> int:
        """Its id."""
        ...

    @property
    def text(self) -> str:
        """Its effect in words."""
        ...


class Unoffered(tuple[Any, ...]):
    """An element without legal actions, for an action that a player may miss."""

    action: int  # its id

    @classmethod
    def of(cls, action: int) -> Self:
        """Return no legal actions, instead of this one."""
        found = cls()
        found.action = action
        return found

    def __add__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the actions of both, or else the first missing action."""
        return other or self


class Halo(NamedTuple):
    """The mark of a clickable element."""

    under: str  # lies below what is drawn, and takes the pointer in its gaps
    over: str  # lies over it, and lets the pointer through to the pieces below


def answering(
    choices: Sequence[Answer], drawn: str, halo: Halo, words: str = "", *, button: bool = False
) -> str:
    """Return a clickable element for actions; without any, pages may ask why there are none.

    A ``button`` stands for actions that belong to no piece on the table. Pages also show its words
    elsewhere, so they need not scroll to it.
    """
    if isinstance(choices, Unoffered):
        return element("g", drawn, data_refused=str(choices.action))
    if not choices:
        return drawn
    said = words or "; ".join(choice.text for choice in choices)
    return element(
        "g",
        element("title", escaped(said)),
        halo.under,
        drawn,
        halo.over,
        class_="wistar-choice wistar-button" if button else "wistar-choice",
        data_action=" ".join(str(choice.action) for choice in choices),
        role="button",
        tabindex="0",
        aria_label=said,
    )


@lru_cache(maxsize=4096)
def box(x: float, y: float, width: float, height: float, radius: float = 6) -> Halo:
    """Return the halo of a box."""
    glow = rect(x - 2, y - 2, width + 4, height + 4, radius + 2, **_GLOW)
    return Halo(glow, rect(x, y, width, height, radius, **_RIM))


@lru_cache(maxsize=256)
def ring(x: float, y: float, radius: float) -> Halo:
    """Return the halo of a disc."""
    return Halo(circle(x, y, radius + 2, **_GLOW), circle(x, y, radius, **_RIM))


@lru_cache(maxsize=64)
def shape(d: str) -> Halo:
    """Return the halo of a path."""
    return Halo(element("path", d=d, **_GLOW), element("path", d=d, **_RIM))


_GLOW: Final[Mapping[str, Value]] = MappingProxyType(
    {
        "fill": "none",
        "stroke": ACCENT,
        "stroke_opacity": 0.28,
        "stroke_width": 5,
        "pointer_events": "fill",
    }
)
_RIM: Final[Mapping[str, Value]] = MappingProxyType(
    {
        "fill": ACCENT,
        "fill_opacity": 0.03,
        "stroke": ACCENT,
        "stroke_width": 2.2,
        "class_": "wistar-halo",
        "pointer_events": "none",
    }
)
