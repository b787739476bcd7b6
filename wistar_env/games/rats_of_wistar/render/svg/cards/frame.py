"""Common elements of cards and tiles: paper, headings, ribbons and rows of amounts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich
from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.marks import group, path, rect, text

#: The width of a card in units; its text is readable at a width of 200 pixels or more.
WIDTH: Final = 250
TALL: Final = 350
SQUARE: Final = 250
#: The margin of a card.
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
#: Height of the heading.
HEAD: Final = 48
_RADIUS: Final = 14
#: The largest and the smallest font size of running text; the largest that fits is used.
SIZE: Final = 18.5
LEAST: Final = 6.5


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a piece: its size, its elements, its name, and its text."""

    width: float
    height: float
    body: str
    title: str
    described: str

    def placed(self, x: float, y: float, width: float) -> str:
        """Return the face scaled to a width, with its top left corner at (x, y)."""
        return group(self.body, x=x, y=y, scale=width / self.width, title=self.title)


def paper(height: float, colour: str, name: str, symbol: str, below: str = "") -> str:
    """Draw an empty card with its heading: a symbol, a name, and a line below the name."""
    half = 1.5
    band = (
        f"M{half} {HEAD} V{_RADIUS} A{_RADIUS - half} {_RADIUS - half} 0 0 1 {_RADIUS} {half}"
        f" H{WIDTH - _RADIUS} A{_RADIUS - half} {_RADIUS - half} 0 0 1 {WIDTH - half} {_RADIUS}"
        f" V{HEAD} Z"
    )
    left = 50
    room = WIDTH - left - MARGIN
    title = rich.fit(name, room, 26 if below else 42, 18, 8, bold=True, marked=False)
    top = (HEAD - title.height - (15 if below else 0)) / 2 + 1
    return "".join(
        (
            rect(half, half, WIDTH - 3, height - 3, _RADIUS, fill=ink.PAPER),
            path(band, fill=colour),
            rect(8, 7, 35, 35, 9, fill=ink.PAPER),
            icons.draw(symbol, 11.5, 10.5, 28),
            rich.draw(title, left, top, fill=ink.WHITE),
            text(left, top + title.height + 11, below, 13, fill=ink.WHITE) if below else "",
            rect(
                half,
                half,
                WIDTH - 3,
                height - 3,
                _RADIUS,
                fill="none",
                stroke=colour,
                stroke_width=3,
            ),
        )
    )


def panel(y: float, height: float, fill: str) -> str:
    """Draw a coloured area across the card."""
    return rect(MARGIN, y, INNER, height, 9, fill=fill)


def ribbon(y: float, colour: str, symbol: str, words: str) -> str:
    """Draw a heading inside the card, 22 units high."""
    wide = lettering.width(words, 14, bold=True) + 40
    return (
        rect(MARGIN, y, wide, 22, 11, fill=colour)
        + rect(MARGIN + 2, y + 2, 18, 18, 9, fill=ink.PAPER)
        + icons.draw(symbol, MARGIN + 3.5, y + 3.5, 15)
        + text(MARGIN + 26, y + 15.8, words, 14, bold=True, fill=ink.WHITE)
    )


def told(
    words: str,
    y: float,
    height: float,
    size: float = SIZE,
    *,
    marked: bool = True,
) -> str:
    """Draw running text, vertically centred in an area; ``marked``: it may contain symbols."""
    box = rich.fit(words, INNER - 12, height, size, LEAST, marked=marked)
    if len(box.lines) == 2:
        # One line in slightly smaller letters is easier to read than one and a half lines.
        single = rich.fit(words, INNER - 12, rich.LEADING * size, size, 0.85 * size, marked=marked)
        box = box if single.cut else single
    box = rich.balanced(box)
    return rich.draw(box, WIDTH / 2, y + max(0, (height - box.height) / 2), anchor="middle")


def amounts(
    shown: Sequence[tuple[str, str]], x: float, middle: float, room: float, side: float
) -> str:
    """Draw a row of symbols, each with its amount unless that is empty.

    The row is scaled down if it would be wider than ``room``.
    """
    wide = sum(_wide(words, side) for _, words in shown)
    scale = min(1, room / wide) if wide else 1
    parts, at = [], 0.0
    for symbol, words in shown:
        parts.append(icons.draw(symbol, at, -side / 2, side, titled=True))
        baseline = side * 0.72 * lettering.CAPITALS / 2
        if words:
            parts.append(text(at + side * 1.08, baseline, words, side * 0.72, bold=True))
        at += _wide(words, side)
    return group(*parts, x=x, y=middle, scale=scale)


def _wide(words: str, side: float) -> float:
    beside = lettering.width(words, side * 0.72, bold=True) + side * 0.16 if words else 0
    return side * 1.2 + beside
