"""The pieces of a seat, in its colour and with its mark, which identifies seats without colour.

Each seat has a shape (a disc, a square, a diamond, a hexagon; Rat-o-bot a gear) that contains its
number. Like ``icons``, all pieces are drawn in a square of 24 by 24 units.
"""

from math import cos, pi, sin
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink
from wistar_env.kit.pictures import symbols
from wistar_env.kit.pictures.marks import (
    Value,
    circle,
    document,
    element,
    group,
    path,
    polygon,
    rect,
    text,
)
from wistar_env.kit.pictures.xml_text import escaped

#: The value of ``seat`` for the pieces of Rat-o-bot.
BOT: Final = -1
#: The kinds of pieces that ``draw`` draws.
PIECES: Final = (*icons.RATS, "tent", "cube", "disc", "mark")

_TEETH: Final = 8
_GEAR: Final = tuple(
    (12 + radius * cos(angle), 12 + radius * sin(angle))
    for tooth in range(_TEETH)
    for radius, turned in ((9, -0.3), (11.4, -0.2), (11.4, 0.2), (9, 0.3))
    for angle in [2 * pi * (tooth + turned) / _TEETH]
)


def ink_of(seat: int) -> ink.SeatInk:
    """Return the colours of a seat, or of ``BOT``."""
    return ink.BOT if seat == BOT else ink.SEATS[seat]


def _mark(seat: int, fill: str, written: str) -> str:
    """Draw the shape of a seat, with its number in it."""
    edge: dict[str, Value] = {
        "fill": fill,
        "stroke": ink_of(seat).edge,
        "stroke_width": 1.6,
        "stroke_linejoin": "round",
    }
    diamond = ((12, 0.8), (23.2, 12), (12, 23.2), (0.8, 12))
    hexagon = ((6.2, 1.8), (17.8, 1.8), (23.4, 12), (17.8, 22.2), (6.2, 22.2), (0.6, 12))
    shapes = {
        0: circle(12, 12, 10.4, **edge),
        1: rect(2.2, 2.2, 19.6, 19.6, 2.6, **edge),
        2: polygon(*diamond, **edge),
        3: polygon(*hexagon, **edge),
        BOT: polygon(*_GEAR, **edge),
    }
    word = "R" if seat == BOT else str(seat)
    return shapes[seat] + text(12, 16.6, word, 13.5, bold=True, anchor="middle", fill=written)


def _body(kind: str, seat: int) -> str:
    colours = ink_of(seat)
    if kind == "mark":
        return _mark(seat, colours.fill, colours.text)
    edge: dict[str, Value] = {
        "stroke": colours.edge,
        "stroke_width": 1.3,
        "stroke_linejoin": "round",
    }
    paper = _mark(seat, ink.PAPER, ink.INK)
    if kind == "tent":
        return (
            path("M12 2.5 L23 21.4 H1 Z", fill=colours.fill, **edge)
            + path("M12 2.5 L10.6 0.6 M12 2.5 L13.4 0.6", fill="none", **edge)
            + group(paper, x=6.4, y=9.6, scale=0.47)
        )
    if kind == "cube":
        return (
            polygon((12, 1.6), (22, 6.4), (12, 11.2), (2, 6.4), fill=colours.pale, **edge)
            + polygon((2, 6.4), (12, 11.2), (12, 22.4), (2, 17.6), fill=colours.fill, **edge)
            + polygon((22, 6.4), (12, 11.2), (12, 22.4), (22, 17.6), fill=colours.edge, **edge)
            + group(paper, x=5.6, y=7, scale=0.53)
        )
    if kind == "disc":
        return (
            element("ellipse", cx=12, cy=15, rx=10.6, ry=6.6, fill=colours.edge, **edge)
            + element("ellipse", cx=12, cy=11, rx=10.6, ry=6.6, fill=colours.fill, **edge)
            + group(paper, x=6.6, y=5.6, scale=0.45)
        )
    return icons.rat(kind, colours.fill, colours.edge) + group(paper, x=5.4, y=11.4, scale=0.5)


for _kind in PIECES:
    for _seat in (*range(len(ink.SEATS)), BOT):
        _name = f"{_kind}-{'bot' if _seat == BOT else _seat}"
        symbols.declare(_name, _body(_kind, _seat), token=_kind != "mark")


def draw(kind: str, seat: int, x: float, y: float, size: float, title: str | None = None) -> str:
    """Draw a piece of a seat, or of ``BOT``, in a square with its top left corner at (x, y).

    Raises KeyError if ``PIECES`` has no such kind, or there is no such seat.
    """
    name = f"{kind}-{'bot' if seat == BOT else seat}"
    return symbols.use(name, x, y, size, escaped(title) if title else "")


def mark_of(seat: int) -> str:
    """Draw the mark of a seat as an SVG document."""
    return document(24, 24, _body("mark", seat), title=f"seat {seat}", with_fonts=False)
