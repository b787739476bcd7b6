"""Framed panels with headings, and their layout in columns."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from wistar_env.games.rats_of_wistar.render.svg import ink
from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.boxes import Drawn, below, beside
from wistar_env.kit.pictures.marks import rect, text

#: The padding of a panel.
PADDING: Final = 12.0
#: The gap between panels.
GAP: Final = 12.0


def heading(words: str, width: float, note: str = "") -> Drawn:
    """Draw a heading, with a note on the right."""
    size = 13.0
    noted = lettering.shorten(note, max(0, width - lettering.width(words, size, True) - 12), 11)
    return Drawn(
        width,
        18,
        text(0, 13, words, size, bold=True, bare=True)
        + (text(width, 13, noted, 11, anchor="end", fill=ink.MUTED, bare=True) if note else ""),
    )


class Panel(NamedTuple):
    """A framed box as high as its content, but at least as high as ``least``."""

    content: Drawn
    width: float
    fill: str = ink.PAPER
    edge: str = ink.LINE
    least: float = 0

    @property
    def height(self) -> float:
        """Its height in SVG units."""
        return max(self.least, self.content.height + 2 * PADDING)

    @property
    def drawn(self) -> Drawn:
        """The frame and its contents."""
        ground = rect(
            0.5, 0.5, self.width - 1, self.height - 1, 10, fill=self.fill, stroke=self.edge
        )
        return Drawn(self.width, self.height, ground + self.content.at(PADDING, PADDING))


def columns(panels: Sequence[Panel], number: int, step: float = 0) -> Drawn:
    """Arrange panels in columns of equal height, adding each to the shortest column.

    Panels begin at multiples of ``step``.
    """
    found: list[list[Panel]] = [[] for _ in range(min(number, len(panels)))]

    def high(column: list[Panel]) -> float:
        return sum(each.height for each in column) + GAP * (len(column) - 1)

    for each in panels:
        min(found, key=high).append(each)
    most = max(map(high, found))
    for column in found:
        column[-1] = column[-1]._replace(least=column[-1].height + most - high(column))
    stacks = [below([each.drawn for each in column], GAP, step) for column in found]
    return beside(stacks, GAP, step)
