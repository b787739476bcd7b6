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
    """A legal action to be chosen in a picture."""

    @property
    def action(self) -> int:
        """Its id."""
        ...

    @property
    def text(self) -> str:
        """The effect of the action in words."""
        ...


class Unoffered(tuple[Any, ...]):
    """An empty list of legal actions, for an action whose absence may surprise the player."""

    action: int  # its id

    @classmethod
    def of(cls, action: int) -> Self:
        """Return an empty list that names an action which is not legal."""
        found = cls()
        found.action = action
        return found

    def __add__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return ``other`` if it has actions, else this list."""
        return other or self


class Halo(NamedTuple):
    """The mark of a clickable element."""

    under: str  # drawn below the element; catches the pointer in gaps
    over: str  # drawn above the element; lets the pointer through


def answering(
    choices: Sequence[Answer], drawn: str, halo: Halo, words: str = "", *, button: bool = False
) -> str:
    """Return a clickable element for actions; for ``Unoffered``, pages can show the reason.

    A ``button`` is for actions that belong to no piece. Pages also show its words elsewhere, so
    they need not scroll to it.
    """
    if isinstance(choices, Unoffered):
        return element("g", drawn, data_rejected=str(choices.action))
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
