"""Splits an SVG document into parts that are rasterized one by one, in painting order.

A part is a small group, or a run of neighbouring elements of a larger group. Consecutive positions
of a game have nearly all parts in common, so the pixels of most parts can be reused.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import radians
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from fontTools.misc.transform import Identity, Transform

from wistar_env.kit.pictures import symbols

#: Groups whose text has more bytes are divided.
_LARGE: Final = 600
#: Elements that draw nothing themselves.
_SILENT: Final = frozenset({"title", "desc", "defs", "style"})
#: Attributes that do not change any pixel.
UNSEEN: Final = re.compile(r"class|role|tabindex|id|pointer-events|(aria|data)-.*")
#: Attributes that elements inherit: outside of its group a part needs its group's values.
INHERITED: Final = frozenset(
    "fill fill-opacity fill-rule font-family font-size font-weight stroke stroke-dasharray "
    "stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor".split()
)
_ROOT: Final = frozenset({"width", "height", "viewBox", "xmlns"})
_STEP: Final = re.compile(r"\s*(\w+)\(([^()]*)\)[\s,]*")
_REFERENCE: Final = re.compile(r'(?:href="|url\()#([^")]+)')
_RULE: Final = re.compile(r"([^{}]*)\{([^{}]*)\}")


class UnknownSvgError(Exception):
    """The document uses SVG that this module does not support; rasterize it as a whole instead."""


class Part(NamedTuple):
    """A part of an SVG document."""

    # The SVG text of its elements, without titles and attributes that do not change any pixel.
    svg: str
    matrix: Transform  # the transform from the units of the elements to pixels
    inherited: str  # the attributes that the surrounding groups set, as text: ``' fill="#fff"'``
    definitions: str  # the SVG text of the definitions that it refers to


class Document(NamedTuple):
    """An SVG document in parts."""

    # ``width``, ``height``: its size in pixels.
    width: int
    height: int
    parts: list[Part]  # its parts, in painting order


@dataclass(slots=True)
class _Node:
    name: str
    attributes: Mapping[str, str]
    start: int
    #: Byte offset of its closing tag, as ``start`` is that of its opening tag.
    close: int = 0
    children: list["_Node"] = field(default_factory=list)

    def spans(self) -> Iterator[tuple["_Node", int]]:
        """Yield each child and the byte offset at which its text ends."""
        ends = [*(child.start for child in self.children[1:]), self.close]
        return zip(self.children, ends, strict=True) if self.children else iter(())


def split(svg: str) -> Document:
    """Split a document into parts.

    Raises UnknownSvgError if the parts might look different from the document.
    """
    data = symbols.without_mark(svg).encode()
    root = _parsed(data)
    if root.name != "svg" or any(
        name not in _ROOT | INHERITED and not UNSEEN.fullmatch(name) for name in root.attributes
    ):
        raise UnknownSvgError("the root element is not svg, or has an unknown attribute")
    width, height, matrix = _frame(root.attributes)
    definitions: dict[str, str] = {}
    for child, end in root.spans():
        if child.name == "style":
            _check_style(data[child.start : end].decode())
        elif child.name == "defs":
            for each, last in child.spans():
                text = data[each.start : last].decode()
                definitions[each.attributes.get("id", "")] = text
    splitter = _Splitter(data, definitions)
    splitter.divide(root, matrix, _inherited(root.attributes))
    return Document(width, height, splitter.found)


def _parsed(data: bytes) -> _Node:
    """Parse a document; return its root."""
    whole = _Node("", {}, 0)
    open_nodes = [whole]
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        node = _Node(name, attributes, parser.CurrentByteIndex)
        open_nodes[-1].children.append(node)
        open_nodes.append(node)

    def end(_name: str) -> None:
        open_nodes.pop().close = parser.CurrentByteIndex

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise UnknownSvgError(str(error)) from None
    return whole.children[0]


def _frame(attributes: Mapping[str, str]) -> tuple[int, int, Transform]:
    """Return width and height of a document in pixels, and the transform from units to pixels."""
    try:
        wide, high = float(attributes["width"]), float(attributes["height"])
        left, top, across, down = map(float, attributes["viewBox"].split())
    except (KeyError, ValueError):
        raise UnknownSvgError("width, height or viewBox is missing or malformed") from None
    width, height = round(wide), round(high)
    if min(width, height, across, down) <= 0 or max(abs(width - wide), abs(height - high)) > 0.01:
        raise UnknownSvgError("width and height must be whole pixels, at least 1")
    scale = min(wide / across, high / down)
    x, y = (wide - across * scale) / 2 - left * scale, (high - down * scale) / 2 - top * scale
    return width, height, Transform(scale, 0, 0, scale, x, y)


@lru_cache(maxsize=64)
def _check_style(element: str) -> None:
    """Check that a style sheet only has fonts, cursors, and styles of ``:hover`` and ``:focus``."""
    sheet = element.partition(">")[2].partition("</style")[0]
    for selectors, looks in _RULE.findall(sheet):
        pointed = all(re.search(":(hover|focus)", each) for each in selectors.split(","))
        if not (pointed or selectors.strip() == "@font-face" or looks.startswith("cursor:")):
            raise UnknownSvgError(f"unsupported style {selectors}")
    if _RULE.sub("", sheet).strip():
        raise UnknownSvgError("malformed style sheet")


@lru_cache(maxsize=1 << 14)
def transform_of(text: str) -> Transform:
    """Parse the value of an attribute ``transform``.

    ``text``: ``translate``, ``scale`` and ``rotate`` steps, such as ``"translate(4 2)
    rotate(90)"``. Raises UnknownSvgError if ``text`` is invalid or has other steps.
    """
    found = Identity
    try:
        for name, numbers in _STEP.findall(text):
            values = [float(each) for each in numbers.replace(",", " ").split()]
            if name == "rotate":
                turn, *centre = values
                x, y = centre or (0.0, 0.0)
                found = found.translate(x, y).rotate(radians(turn)).translate(-x, -y)
            else:
                step = {"translate": found.translate, "scale": found.scale}
                found = step[name](*values)
    except (KeyError, TypeError, ValueError):
        raise UnknownSvgError(f"unsupported transform {text!r}") from None
    if _STEP.sub("", text):
        raise UnknownSvgError(f"malformed transform {text!r}")
    return found


class _Cleaned(NamedTuple):
    svg: str
    references: tuple[str, ...]


@lru_cache(maxsize=1 << 13)
def _cleaned(text: str) -> _Cleaned:
    """Return elements without anything invisible, and the ids that they refer to."""
    try:
        whole = ElementTree.fromstring(f"<g>{text}</g>")
    except ElementTree.ParseError as error:
        raise UnknownSvgError(str(error)) from None
    for element in whole.iter():
        for child in [child for child in element if child.tag in _SILENT]:
            element.remove(child)
        for name in filter(UNSEEN.fullmatch, [*element.attrib]):
            del element.attrib[name]
    svg = "".join(ElementTree.tostring(element, "unicode") for element in whole)
    return _Cleaned(svg, tuple(dict.fromkeys(_REFERENCE.findall(svg))))


def _written(inherited: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(inherited[name])}" for name in sorted(inherited))


class _Splitter:
    """Collects the parts of a document in ``found``.

    ``data``: the document, encoded as UTF-8.
    """

    def __init__(self, data: bytes, definitions: Mapping[str, str]) -> None:
        self._data = data
        self._definitions = definitions
        self._needed: dict[tuple[str, ...], str] = {}
        self.found: list[Part] = []

    def divide(self, group: _Node, matrix: Transform, inherited: Mapping[str, str]) -> None:
        """Add the parts of a group: each inner group separately, other elements in runs."""
        around = _written(inherited)
        first: int | None = None
        for child, end in group.spans():
            apart = child.name == "g" or child.name in _SILENT
            if apart and first is not None:
                self._add(first, child.start, matrix, around)
                first = None
            if child.name == "g":
                if end - child.start > _LARGE and _divisible(child.attributes):
                    moved = matrix.transform(transform_of(child.attributes.get("transform", "")))
                    self.divide(child, moved, {**inherited, **_inherited(child.attributes)})
                else:
                    self._add(child.start, end, matrix, around)
            elif not apart:
                first = child.start if first is None else first
                if end - first > _LARGE or end == group.close:
                    self._add(first, end, matrix, around)
                    first = None

    def _add(self, start: int, end: int, matrix: Transform, inherited: str) -> None:
        cleaned = _cleaned(self._data[start:end].decode())
        if cleaned.svg:
            needed = self._need(cleaned.references)
            self.found.append(Part(cleaned.svg, matrix, inherited, needed))

    def _need(self, references: tuple[str, ...]) -> str:
        """Return the definitions with these ids, and all definitions that they refer to."""
        if references not in self._needed:
            texts: dict[str, str] = {}
            missing = [*references]
            while missing:
                name = missing.pop()
                if name not in texts:
                    if name not in self._definitions:
                        raise UnknownSvgError(f"undefined reference #{name}")
                    texts[name] = self._definitions[name]
                    missing += _REFERENCE.findall(texts[name])
            self._needed[references] = "".join(texts[name] for name in sorted(texts))
        return self._needed[references]


def _divisible(attributes: Mapping[str, str]) -> bool:
    """Return whether the parts of a group can be drawn one by one: no opacity and no filter."""
    return all(
        name in INHERITED or name == "transform" or UNSEEN.fullmatch(name) for name in attributes
    )


def _inherited(attributes: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in attributes.items() if name in INHERITED}
