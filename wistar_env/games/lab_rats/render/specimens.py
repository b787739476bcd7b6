"""Specimens: mutated rats, healthy, injured or dead; and the marks of seats."""

from typing import Final

from wistar_env.games.lab_rats.kinds import COLOURS, NUM_COLOURS
from wistar_env.games.lab_rats.render import ink
from wistar_env.games.lab_rats.render.happenings import skull
from wistar_env.games.lab_rats.render.vials import declare, pip, star, symbol
from wistar_env.games.lab_rats.scene import Seat
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import Value, circle, element, group, path, rect, text

#: The outline of the shapes behind a head.
_OUTLINE: Final[dict[str, Value]] = {"stroke_width": 3.2, "stroke_linejoin": "round"}


def _both(drawn: str) -> str:
    """Add mirror images on the right to shapes drawn on the left."""
    return drawn + element("g", drawn, transform="translate(100 0) scale(-1 1)")


def _behind(colour: int) -> str:
    """Draw a mutation's shape behind the head, if any: horns, feelers, fins or a burning crest."""
    hue = ink.HUES[colour]
    edge = {"stroke": hue.dark, **_OUTLINE}
    drawn = {
        0: _both(path("M40 26 C32 18 30 8 33 0 C38 10 44 14 50 18 Z", fill=ink.PAPER, **edge)),
        1: _both(
            path("M43 26 C40 14 34 10 30 6", fill="none", stroke=hue.dark, stroke_width=4)
            + circle(30, 6, 5.5, fill=hue.fill, **edge)
        ),
        2: _both(path("M24 50 L2 40 L9 54 L1 62 L12 66 L6 78 L28 66 Z", fill=hue.fill, **edge)),
        4: path(
            "M32 28 C30 14 38 14 37 4 C44 8 45 12 47 16 C48 8 51 4 56 0 C55 8 60 10 60 16"
            " C64 12 66 10 66 6 C72 14 70 22 68 30 Z",
            fill=hue.fill,
            **edge,
        ),
    }
    return drawn.get(colour, "")


def _before(colour: int) -> str:
    """Draw a mutation's shape in front of the head, if any: a third eye or lightning whiskers."""
    hue = ink.HUES[colour]
    edge: dict[str, Value] = {"stroke": hue.dark, "stroke_width": 3.0}
    if colour == 3:
        return (
            element("ellipse", cx=50, cy=33, rx=10, ry=7.5, fill=ink.WHITE, **edge)
            + circle(50, 33, 4.6, fill=hue.fill)
            + circle(50, 33, 2, fill=ink.INK)
        )
    if colour == 5:
        bolt = "M32 68 L12 62 L17 70 L1 72 L19 78 L15 70 L31 73 Z"
        return _both(path(bolt, fill=hue.fill, stroke_linejoin="round", **edge))
    return ""


def _rat(colour: int, eyes: str, more: str = "") -> str:
    """Draw the head and the shoulders of a rat from the front."""
    hue = ink.HUES[colour]
    edge: dict[str, Value] = {"stroke": hue.dark, "stroke_width": 3.6}
    shoulders = path("M14 100 C16 82 32 78 50 78 C68 78 84 82 86 100 Z", fill=hue.fill, **edge)
    ears = _both(
        circle(22, 28, 19, fill=hue.fill, **edge) + circle(22, 29, 11.5, fill=ink.PINK, opacity=0.9)
    )
    head = path(
        "M50 20 C70 20 80 36 78 52 C76 68 64 88 50 88 C36 88 24 68 22 52 C20 36 30 20 50 20 Z",
        fill=hue.fill,
        **edge,
    )
    muzzle = element("ellipse", cx=50, cy=73, rx=17, ry=13, fill=ink.FUR)
    teeth = rect(44.5, 78, 5.5, 9, 1, fill=ink.WHITE, stroke=hue.dark, stroke_width=1.8) + rect(
        50, 78, 5.5, 9, 1, fill=ink.WHITE, stroke=hue.dark, stroke_width=1.8
    )
    nose = element(
        "ellipse", cx=50, cy=66, rx=7, ry=5, fill="#d9627a", stroke=hue.dark, stroke_width=2
    )
    whiskers = (
        ""
        if colour == 5
        else _both(
            path("M36 72 L16 68 M36 76 L17 79", stroke=ink.INK, stroke_width=1.8, fill="none")
        )
    )
    return (
        _behind(colour)
        + shoulders
        + ears
        + head
        + muzzle
        + whiskers
        + teeth
        + nose
        + eyes
        + _before(colour)
        + more
    )


_OPEN: Final = "".join(
    circle(x, 51, 8, fill=ink.WHITE, stroke=ink.INK, stroke_width=2.4)
    + circle(x + look, 52, 4.2, fill=ink.INK)
    + circle(x + look + 1.3, 50.5, 1.4, fill=ink.WHITE)
    for x, look in ((37, 1.2), (63, -1.2))
)
_HURT: Final = (
    circle(37, 51, 8, fill=ink.WHITE, stroke=ink.INK, stroke_width=2.4)
    + circle(38, 53, 3.6, fill=ink.INK)
    + path("M55 47 L70 54 M55 56 L70 49", stroke=ink.INK, stroke_width=3.6, stroke_linecap="round")
)
_PLASTER: Final = (
    path(
        "M22 43 C30 30 44 24 60 22 L67 33 C50 34 36 40 25 55 Z",
        fill=ink.WHITE,
        stroke=ink.INK,
        stroke_width=2.2,
    )
    + path("M38 27 L42 41 M50 24 L53 35", stroke=ink.LINE, stroke_width=1.8, fill="none")
    + path("M30 42 H40 M35 37 V47", stroke=ink.BLOOD, stroke_width=4.6, fill="none")
)


def _mark(colour: int) -> str:
    """Draw a small head in a colour, on which ``mark`` writes a number."""
    hue = ink.HUES[colour]
    edge: dict[str, Value] = {"stroke": hue.dark, "stroke_width": 6}
    ears = _both(circle(20, 26, 17, fill=hue.fill, **edge))
    return ears + circle(50, 57, 39, fill=hue.fill, **edge)


for _colour in range(NUM_COLOURS):
    declare(f"rat-{_colour}-healthy", _rat(_colour, _OPEN))
    declare(f"rat-{_colour}-injured", _rat(_colour, _HURT, _PLASTER))
    declare(f"mark-{_colour}", _mark(_colour))
declare("skull", skull(50, 52, 1.05))


def mark(seat: Seat, x: float, y: float, size: float, title: str = "") -> str:
    """Draw the mark of a seat: a small head in the colour of its Specimen, with its number."""
    drawn = symbol(f"mark-{seat.specimen}", x, y, size, title) + text(
        x + size / 2,
        y + size * 0.755,
        str(seat.number),
        size * 0.56,
        bold=True,
        anchor="middle",
        fill=ink.HUES[seat.specimen].text,
    )
    return group(drawn)


def specimen(seat: Seat, size: float) -> str:
    """Draw the card of a Specimen in a square: upright, lying when injured, face down when dead.

    This is how cards lie on a real table (LAB-50).
    """
    hue = ink.HUES[seat.specimen]
    short = size * 0.8
    title = f"{COLOURS[seat.specimen]} mutation, {seat.condition}"
    piece = name_of("specimen", seat.specimen + 1)
    if seat.condition == "dead":
        inset = (size - short) / 2
        drawn = (
            rect(inset, 0, short, size, 7, fill=ink.DARK, stroke=hue.dark, stroke_width=2)
            + rect(inset + 4, 4, short - 8, size - 8, 4, fill="none", stroke=hue.fill, opacity=0.8)
            + symbol("skull", inset + short * 0.14, size * 0.16, short * 0.72)
            + pip(seat.specimen, inset + short - size * 0.27, size * 0.74, size * 0.21)
        )
        return group(drawn, title=title, data_piece=piece)
    lying = seat.condition == "injured"
    width, height = (size, short) if lying else (short, size)
    x, y = (size - width) / 2, (size - height) / 2
    rat = min(width, height) * 0.96
    edge = ink.BLOOD if lying else hue.dark
    drawn = rect(x, y, width, height, 7, fill=hue.pale, stroke=edge, stroke_width=2)
    head = symbol(f"rat-{seat.specimen}-{seat.condition}", 0, 0, rat)
    if lying:
        drawn += group(head, x=x + width - 1.5, y=y + (height - rat) / 2, turn=90)
    else:
        drawn += group(head, x=x + (width - rat) / 2, y=y + height - rat - 1.5)
    corner = size * 0.23
    drawn += pip(seat.specimen, x + 2.5, y + 2.5, corner)
    if lying:
        drawn += path(
            star(x + width - size * 0.13, y + height - size * 0.13, size * 0.12, 8, 0.6),
            fill=ink.BLOOD,
            stroke=ink.WHITE,
        )
    return group(drawn, title=title, data_piece=piece)
