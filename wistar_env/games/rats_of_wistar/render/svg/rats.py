"""Rats: Workers, Chiefs and Explorers, in the colours of their seats."""

from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import ink
from wistar_env.kit.pictures.marks import Value, circle, path

#: A sitting rat that faces right.
_BODY: Final = (
    "M4.2 21.4 C2.6 14.6 5.4 9.4 10.4 8.6 A3.5 3.5 0 1 1 16.4 6.8 C19 7.6 21 9.6 22.8 12.6"
    " C21 14.6 18.8 15.2 16.6 15.2 C17.8 17 18.2 19.2 18 21.4 Z"
)
_CROWN: Final = "M8.2 4.2 L9.4 0.9 L11.6 2.9 L13.6 0.5 L15 3.2 L17.8 1.9 L17.6 6 Z"
_HAT: Final = "M10 6.2 C10.4 1.6 16.6 1.2 17.6 5.4 L21.4 6.8 L7.4 8 Z"
_EDGE: Final[dict[str, Value]] = {
    "stroke": ink.INK,
    "stroke_width": 1.3,
    "stroke_linejoin": "round",
}


def _line(d: str, colour: str, width: float) -> str:
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


#: What a rat wears: a Chief a crown, an Explorer a hat and a staff, a Worker nothing.
_WORN: Final = {
    "worker": "",
    "chief": path(_CROWN, fill=ink.GOLD, **_EDGE),
    "explorer": _line("M21.4 22.4 V9.8", "#6b4423", 1.7) + path(_HAT, fill="#a8774a", **_EDGE),
}
KINDS: Final = tuple(_WORN)


def rat(kind: str, fill: str, edge: str = ink.INK) -> str:
    """Return a rat of a kind in the colours of a seat."""
    tail = _line("M5 20.4 C0.4 20.8 0.6 14.4 3 12", edge, 1.5)
    body = path(_BODY, fill=fill, stroke=edge, stroke_width=1.3, stroke_linejoin="round")
    ear = circle(12.9, 6.8, 1.6, fill=edge, opacity=0.35)
    return tail + body + ear + circle(18, 10.7, 1, fill=edge) + _WORN[kind]
