"""What is in an SVG document, for tests: its texts and symbols with where they are."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.symbols import GRID

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Written:
    """A line of text, and the box that its letters take."""

    words: str
    left: float
    top: float
    right: float
    bottom: float
    size: float

    def meets(self, other: "Written") -> bool:
        """Return whether letters of both may touch."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.5


def _moved(transform: str | None) -> tuple[float, float, float]:
    """Return the shift and the scale of a group."""
    x = y = 0.0
    scale = 1.0
    for move in (transform or "").replace(") ", ")|").split("|"):
        name, _, rest = move.partition("(")
        numbers = [float(number) for number in rest.rstrip(")").split()]
        if name == "translate":
            x, y = numbers
        elif name == "scale":
            (scale,) = numbers
        else:
            assert name == "", move
    return x, y, scale


def _at(child: ET.Element, at: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, scale = at
    dx, dy, by = _moved(child.get("transform"))
    return x + dx * scale, y + dy * scale, scale * by


def symbols(
    element: ET.Element, at: tuple[float, float, float] = (0, 0, 1)
) -> Iterator[tuple[float, float, float]]:
    """Yield where every symbol lies: its corner, and the edge of its square."""
    for child in element:
        if child.tag == f"{SVG}use":
            x, y, scale = _at(child, at)
            yield x, y, GRID * scale
        elif child.tag != f"{SVG}defs":
            yield from symbols(child, _at(child, at))


def texts(element: ET.Element, at: tuple[float, float, float] = (0, 0, 1)) -> Iterator[Written]:
    """Yield every line of text, but for those within symbols."""
    for child in element:
        if child.tag == f"{SVG}defs":
            continue
        if child.tag != f"{SVG}text":
            yield from texts(child, _at(child, at))
            continue
        x, y, scale = at
        words = child.text or ""
        size = float(child.get("font-size", 0))
        wide = lettering.width(words, size, child.get("font-weight") == "700")
        anchor = {"middle": 0.5, "end": 1.0}.get(child.get("text-anchor", ""), 0.0)
        left = x + (float(child.get("x", 0)) - anchor * wide) * scale
        baseline = y + float(child.get("y", 0)) * scale
        hanging = any(letter in "gjpqy,;()Q" for letter in words)
        yield Written(
            words=words,
            left=left,
            top=baseline - lettering.CAPITALS * size * scale,
            right=left + wide * scale,
            bottom=baseline + lettering.DESCENT * size * scale * hanging,
            size=size * scale,
        )
