"""What is in an SVG document, for tests: its texts with where they are."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from wistar_env.render.svg import lettering

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
            assert name in ("", "rotate"), move
    return x, y, scale


def texts(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Written]:
    """Yield every line of text with its box, but for those within symbols that are turned."""
    for child in element:
        dx, dy, by = _moved(child.get("transform"))
        if "rotate" in (child.get("transform") or ""):
            continue
        at = (x + dx * scale, y + dy * scale, scale * by)
        if child.tag != f"{SVG}text":
            yield from texts(child, *at)
            continue
        words = child.text or ""
        size = float(child.get("font-size", 0))
        wide = lettering.width(words, size, child.get("font-weight") == "700")
        anchor = {"middle": 0.5, "end": 1.0}.get(child.get("text-anchor", ""), 0.0)
        left = at[0] + (float(child.get("x", 0)) - anchor * wide) * at[2]
        baseline = at[1] + float(child.get("y", 0)) * at[2]
        yield Written(
            words,
            left,
            baseline - lettering.CAPITALS * size * at[2],
            left + wide * at[2],
            baseline + lettering.DESCENT * size * at[2] * any(c in "gjpqy,;()Q" for c in words),
            size * at[2],
        )
