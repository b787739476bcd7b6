"""Where the text of a picture lies, and whether anything of it lies on other text."""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from wistar_env.render.svg import lettering

#: Left, top, right and bottom.
Box: TypeAlias = tuple[float, float, float, float]

_SVG: Final = "{http://www.w3.org/2000/svg}"
_MOVE: Final = re.compile(r"translate\(([-\d.e]+) ([-\d.e]+)\)")
_SCALE: Final = re.compile(r"scale\(([-\d.e]+)\)")
#: Letters may come as near as this.
_TOUCHING: Final = 0.4


def _walk(element: Element, x: float, y: float, scale: float) -> Iterator[tuple[str, Box]]:
    transform = element.get("transform", "")
    if moved := _MOVE.search(transform):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if scaled := _SCALE.search(transform):
        scale *= float(scaled[1])
    if element.tag == f"{_SVG}text" and element.text:
        size = float(element.get("font-size", "0"))
        width = lettering.width(element.text, size, element.get("font-weight") == "700")
        left = float(element.get("x", "0"))
        left -= {"start": 0.0, "middle": width / 2, "end": width}[
            element.get("text-anchor", "start")
        ]
        base = float(element.get("y", "0"))
        box = (left, base - lettering.CAPITALS * size, left + width, base)
        yield (
            element.text,
            (x + scale * box[0], y + scale * box[1], x + scale * box[2], y + scale * box[3]),
        )
    if element.tag == f"{_SVG}defs":
        return
    for child in element:
        yield from _walk(child, x, y, scale)


def boxes(root: Element) -> list[tuple[str, Box]]:
    """Return each text, and the box from its baseline to the top of its capitals."""
    return list(_walk(root, 0, 0, 1))


def overlaps(found: list[tuple[str, Box]]) -> list[tuple[str, str]]:
    """Return the texts that lie on each other."""
    ordered = sorted(found, key=lambda each: each[1][1])
    wrong = []
    for k, (words, (left, _, right, bottom)) in enumerate(ordered):
        for other, (other_left, top, other_right, _) in ordered[k + 1 :]:
            if top >= bottom - _TOUCHING:
                break
            if other_left < right - _TOUCHING and left < other_right - _TOUCHING:
                wrong.append((words, other))
    return wrong
