"""Boxes: parts of a picture with a size, and their layout in rows and columns."""

from collections.abc import Iterable
from math import ceil
from typing import Final, NamedTuple

from wistar_env.kit.pictures.marks import group

#: The gap in rows.
_GAP: Final = 12.0


class Drawn(NamedTuple):
    """A drawing in a box with its corner at (0, 0)."""

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float) -> str:
        """Return the drawing with its corner at (x, y)."""
        return group(self.svg, x=x, y=y) if self.svg else ""


NOTHING: Final = Drawn(0, 0, "")


def snapped(at: float, step: float) -> float:
    """Round up to a multiple of ``step``, such as a pixel; with 0, return ``at``."""
    return ceil(at / step - 0.001) * step if step else at


def below(drawn: Iterable[Drawn], gap: float = 8, step: float = 0) -> Drawn:
    """Stack drawings vertically, at multiples of ``step``; empty ones take no space."""
    parts: list[str] = []
    width = y = 0.0
    for each in drawn:
        if not each.height:
            continue
        y = snapped(y + gap, step) if parts else 0
        parts.append(each.at(0, y))
        width, y = max(width, each.width), y + each.height
    return Drawn(width, y, "".join(parts))


def beside(drawn: Iterable[Drawn], gap: float = _GAP, step: float = 0) -> Drawn:
    """Stack drawings horizontally, at multiples of ``step``; empty ones take no space."""
    parts: list[str] = []
    height = x = 0.0
    for each in drawn:
        if not each.width:
            continue
        x = snapped(x + gap, step) if parts else 0
        parts.append(each.at(x, 0))
        height, x = max(height, each.height), x + each.width
    return Drawn(x, height, "".join(parts))


def flow(drawn: Iterable[Drawn], width: float, gap: float = 6) -> Drawn:
    """Wrap drawings into rows, like words on a page."""
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
    """Return the width of each column if as many as fit, at most ``most``, share ``width``.

    Each is at least ``least`` wide, unless there is only one.
    """
    columns = max(1, min(most, int((width + gap) / (least + gap))))
    return (width - gap * (columns - 1)) / columns
