"""Pieces of a picture that know their size, and how they are put beside and below each other."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from wistar_env.games.rats_of_wistar.render.svg import ink
from wistar_env.games.rats_of_wistar.render.svg.marks import group, rect, text
from wistar_env.kit.pictures import lettering

#: Between the edge of a panel and what is in it.
PADDING: Final = 12.0
#: Between panels.
GAP: Final = 12.0


class Drawn(NamedTuple):
    """Something drawn in a box with its corner at (0, 0)."""

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float) -> str:
        """Return it with its corner at (x, y)."""
        return group(self.svg, x=x, y=y) if self.svg else ""


NOTHING: Final = Drawn(0, 0, "")


def below(drawn: Iterable[Drawn], gap: float = 8) -> Drawn:
    """Return things below each other; what is empty takes no room."""
    parts: list[str] = []
    width = y = 0.0
    for each in drawn:
        if not each.height:
            continue
        y += gap if parts else 0
        parts.append(each.at(0, y))
        width, y = max(width, each.width), y + each.height
    return Drawn(width, y, "".join(parts))


def beside(drawn: Iterable[Drawn], gap: float = GAP) -> Drawn:
    """Return things beside each other; what is empty takes no room."""
    parts: list[str] = []
    height = x = 0.0
    for each in drawn:
        if not each.width:
            continue
        x += gap if parts else 0
        parts.append(each.at(x, 0))
        height, x = max(height, each.height), x + each.width
    return Drawn(x, height, "".join(parts))


def flow(drawn: Iterable[Drawn], width: float, gap: float = 6) -> Drawn:
    """Return things in rows, like words on a page; each row is as high as its highest."""
    rows: list[list[Drawn]] = [[]]
    x = 0.0
    for each in drawn:
        if rows[-1] and x + each.width > width + 0.01:
            rows.append([])
            x = 0.0
        rows[-1].append(each)
        x += each.width + gap
    return below((beside(row, gap) for row in rows), gap)._replace(width=width)


def share(width: float, least: float, gap: float = 6, most: int = 99) -> float:
    """Return how wide each of as many columns is that fit, none narrower than ``least``."""
    columns = max(1, min(most, int((width + gap) / (least + gap))))
    return (width - gap * (columns - 1)) / columns


def heading(words: str, width: float, note: str = "") -> Drawn:
    """Return the title of a panel, and at its right a note."""
    size = 13.0
    noted = lettering.shorten(note, max(0, width - lettering.width(words, size, True) - 12), 11)
    return Drawn(
        width,
        18,
        text(0, 13, words, size, bold=True)
        + (text(width, 13, noted, 11, anchor="end", fill=ink.MUTED) if note else ""),
    )


class Panel(NamedTuple):
    """A framed box of some width around its content, as high as that, or as ``least``."""

    content: Drawn
    width: float
    fill: str = ink.PAPER
    edge: str = ink.LINE
    least: float = 0

    @property
    def height(self) -> float:
        """How high it is."""
        return max(self.least, self.content.height + 2 * PADDING)

    @property
    def drawn(self) -> Drawn:
        """The frame, and what is in it."""
        ground = rect(
            0.5, 0.5, self.width - 1, self.height - 1, 10, fill=self.fill, stroke=self.edge
        )
        return Drawn(self.width, self.height, ground + self.content.at(PADDING, PADDING))


def columns(panels: Sequence[Panel], number: int) -> Drawn:
    """Return panels in columns: each goes to the one that is shortest, and all end together."""
    found: list[list[Panel]] = [[] for _ in range(min(number, len(panels)))]

    def high(column: list[Panel]) -> float:
        return sum(each.height for each in column) + GAP * (len(column) - 1)

    for each in panels:
        min(found, key=high).append(each)
    most = max(map(high, found))
    for column in found:
        column[-1] = column[-1]._replace(least=column[-1].height + most - high(column))
    return beside([below([each.drawn for each in column], GAP) for column in found], GAP)
