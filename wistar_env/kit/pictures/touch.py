"""Clickable elements: they have the ids of their legal actions, and a halo that marks them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from wistar_env.kit.pictures.marks import circle, element, group, rect
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
        """What it does, in words."""
        ...


def answering(
    choices: Sequence[Answer], drawn: str, halo: str, words: str = "", *, button: bool = False
) -> str:
    """Return a clickable element for actions; unchanged if there are none.

    A ``button`` stands for actions that belong to no piece on the table: pages have its words
    elsewhere, too, so they need not scroll to it.
    """
    if not choices:
        return drawn
    said = words or "; ".join(choice.text for choice in choices)
    return element(
        "g",
        element("title", escaped(said)),
        drawn,
        halo,
        class_="wistar-choice wistar-button" if button else "wistar-choice",
        data_action=" ".join(str(choice.action) for choice in choices),
        role="button",
        tabindex="0",
        aria_label=said,
    )


@lru_cache(maxsize=4096)
def box(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """Return the halo of a box."""
    return group(
        rect(
            x - 2,
            y - 2,
            width + 4,
            height + 4,
            radius + 2,
            **_GLOW,  # type: ignore[arg-type]
        )
        + rect(x, y, width, height, radius, **_RIM)  # type: ignore[arg-type]
    )


@lru_cache(maxsize=256)
def ring(x: float, y: float, radius: float) -> str:
    """Return the halo of a disc."""
    return circle(x, y, radius + 2, **_GLOW) + circle(x, y, radius, **_RIM)  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def shape(d: str) -> str:
    """Return the halo of a path."""
    return element("path", d=d, **_GLOW) + element("path", d=d, **_RIM)  # type: ignore[arg-type]


_GLOW: Final = {
    "fill": "none",
    "stroke": ACCENT,
    "stroke_opacity": 0.28,
    "stroke_width": 5,
}
_RIM: Final = {
    "fill": ACCENT,
    "fill_opacity": 0.03,
    "stroke": ACCENT,
    "stroke_width": 2.2,
    "class_": "wistar-halo",
}
