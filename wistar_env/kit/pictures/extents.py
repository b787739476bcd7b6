"""Bounding boxes of SVG elements, computed from their attributes without drawing them.

Boxes may be too large, but never too small.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path

from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.svg_parts import INHERITED, UNSEEN, UnknownSvgError, transform_of

#: Maximum extent of a mitre beyond an outline, in stroke widths.
_MITRE: Final = 2.0
#: Maximum extent of letters above the baseline, below it, and beyond their advance, in font sizes.
_ABOVE, _BELOW, _ASIDE = 1.1, 0.4, 0.5
_KNOWN: Final = INHERITED | frozenset(
    "x y width height rx ry cx cy r x1 y1 x2 y2 d points href transform opacity "
    "{http://www.w3.org/XML/1998/namespace}space".split()
)


class Box(NamedTuple):
    """A rectangle in the units of its document; empty if ``left`` is greater than ``right``."""

    left: float
    top: float
    right: float
    bottom: float


NOWHERE: Final = Box(inf, inf, -inf, -inf)


def extent(
    element: Element,
    matrix: Transform,
    definitions: Mapping[str, Element],
    around: Mapping[str, str],
) -> Box:
    """Return the bounding box of an element; ``NOWHERE`` if it draws nothing.

    ``matrix``: the transform from the units around it to those of the box. ``definitions``: the
    elements that it may refer to, by id. ``around``: the attributes that it inherits. Raises
    UnknownSvgError if the element or one of its attributes is not supported.
    """
    looks = {**around, **element.attrib}
    if any(name not in _KNOWN and not UNSEEN.fullmatch(name) for name in element.attrib):
        raise UnknownSvgError(
            f"{element.tag} has an unknown attribute among {', '.join(element.attrib)}"
        )
    matrix = matrix.transform(transform_of(element.get("transform", "")))
    match element.tag:
        case "title" | "desc":
            return NOWHERE
        case "g":
            inherited = {name: looks[name] for name in looks.keys() & INHERITED}
            return union(extent(each, matrix, definitions, inherited) for each in element)
        case "use":
            meant = definitions.get(element.get("href", "").removeprefix("#"))
            if meant is None or {"x", "y"} & element.attrib.keys():
                raise UnknownSvgError("a use element has x, y or an undefined href")
            inherited = {name: looks[name] for name in looks.keys() & INHERITED}
            return extent(meant, matrix, definitions, inherited)
        case _:
            try:
                return _moved(_shape(element, looks), matrix)
            except ValueError as error:
                raise UnknownSvgError(str(error)) from None


def union(boxes: Iterable[Box]) -> Box:
    """Return the smallest rectangle that contains all boxes; ``NOWHERE`` without boxes."""
    found = NOWHERE
    for box in boxes:
        found = Box(
            min(found.left, box.left),
            min(found.top, box.top),
            max(found.right, box.right),
            max(found.bottom, box.bottom),
        )
    return found


def _moved(box: Box, matrix: Transform) -> Box:
    if box.left > box.right:
        return NOWHERE
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    xs, ys = zip(*matrix.transformPoints(corners), strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _shape(element: Element, looks: Mapping[str, str]) -> Box:
    """Return the bounding box of an element without children, in its own units."""
    if element.tag == "text":
        return _text(element, looks)
    left, top, right, bottom = _outline(element)
    wide = 0.0
    if looks.get("stroke", "none") != "none":
        wide = float(looks.get("stroke-width", 1)) * _MITRE
    return Box(left - wide, top - wide, right + wide, bottom + wide)


def _outline(element: Element) -> Box:
    def number(name: str, default: float = 0) -> float:
        return float(element.get(name, default))

    match element.tag:
        case "rect":
            x, y = number("x"), number("y")
            return Box(x, y, x + number("width"), y + number("height"))
        case "circle" | "ellipse":
            x, y = number("cx"), number("cy")
            across, down = number("rx", number("r")), number("ry", number("r"))
            return Box(x - across, y - down, x + across, y + down)
        case "line":
            xs, ys = (number("x1"), number("x2")), (number("y1"), number("y2"))
            return Box(min(xs), min(ys), max(xs), max(ys))
        case "polygon" | "polyline":
            return _curve(f"M{element.get('points', '')}")
        case "path":
            return _curve(element.get("d", ""))
    raise UnknownSvgError(f"unsupported element {element.tag}")


@lru_cache(maxsize=1 << 13)
def _curve(d: str) -> Box:
    pen = ControlBoundsPen(None)
    parse_path(d, pen)
    return NOWHERE if pen.bounds is None else Box(*pen.bounds)


def _text(element: Element, looks: Mapping[str, str]) -> Box:
    if len(element):
        raise UnknownSvgError("a text element has child elements")
    words = element.text or ""
    size = float(looks.get("font-size", 16))
    wide = max(lettering.width(words, size, bold) for bold in (False, True))
    start = {"start": 0.0, "middle": -wide / 2, "end": -wide}[looks.get("text-anchor", "start")]
    x, y = float(element.get("x", 0)) + start, float(element.get("y", 0))
    aside = _ASIDE * size
    return Box(x - aside, y - _ABOVE * size, x + wide + aside, y + _BELOW * size)
