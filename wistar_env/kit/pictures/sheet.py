"""A picture in parts, so that a page only fetches the parts that have changed.

Parts refer to symbols as ``symbols.use`` does. A page that shows sheets defines the symbols once
(``symbols.body``). ``Sheet.document`` returns a sheet as one SVG document.
"""

import re
from hashlib import blake2b
from typing import Final, NamedTuple

from wistar_env.kit.pictures import marks
from wistar_env.kit.pictures.boxes import Drawn
from wistar_env.kit.pictures.marks import group

_SIZE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_DIGEST: Final = 6


class Part(NamedTuple):
    """A part of a sheet.

    Attributes
    ----------
    name
        What it shows, such as ``"seat 1"``: the same in all positions of a game.
    x
        The left edge, in units of the sheet.
    y
        The upper edge, in the same units.
    svg
        The text of its SVG elements, drawn from (0, 0).
    """

    name: str
    x: float
    y: float
    svg: str

    @property
    def key(self) -> str:
        """A hash of ``svg``, as 12 hexadecimal digits: parts with the same key look the same."""
        return blake2b(self.svg.encode(), digest_size=_DIGEST).hexdigest()


class Sheet(NamedTuple):
    """A picture in parts.

    Attributes
    ----------
    width
        Its width in SVG units; at scale 1 a unit is a pixel.
    height
        Its height in SVG units.
    title
        Its name for screen readers.
    parts
        Its parts, in painting order.
    maps
        The names of parts in which positions matter, not only the number of pieces.
    """

    width: float
    height: float
    title: str
    parts: tuple[Part, ...]
    maps: tuple[str, ...] = ()

    def document(self) -> str:
        """Return the sheet as one SVG document, without fonts, which the page provides."""
        parts = (group(part.svg, x=part.x, y=part.y) for part in self.parts)
        return marks.document(
            self.width, self.height, *parts, title=self.title, with_fonts=False, role="group"
        )


def whole(document: str, title: str) -> Sheet:
    """Return an SVG document as a sheet with one part.

    ``document``: the text of an SVG document whose ``viewBox`` begins at 0 0. Raises ValueError if
    the ``viewBox`` does not begin at 0 0.
    """
    size = _SIZE.search(document)
    if size is None:
        raise ValueError('the document needs a viewBox that begins with "0 0"')
    return Sheet(float(size[1]), float(size[2]), title, (Part("board", 0, 0, document),))


class Stack:
    """A vertical stack of drawings, each of which becomes a part of a sheet.

    ``x``, ``y``: the position of the upper left corner of the first drawing, in units of the sheet.
    """

    def __init__(self, x: float, y: float, gap: float) -> None:
        self.x = x
        self.y = y
        self.gap = gap
        self.parts: list[Part] = []

    def add(self, name: str, drawn: Drawn) -> None:
        """Add a drawing below the others; one of height 0 takes no space."""
        self.add_row((name, drawn))

    def add_row(self, *named: tuple[str, Drawn]) -> None:
        """Add named drawings side by side, below the others, unless all have height 0."""
        high = max(drawn.height for _, drawn in named)
        if not high:
            return
        x = self.x
        for name, drawn in named:
            self.parts.append(Part(name, x, self.y, drawn.svg))
            x += drawn.width + self.gap
        self.y += high + self.gap


def sheet(width: float, title: str, *stacks: Stack, maps: tuple[str, ...] = ()) -> Sheet:
    """Return a sheet of stacks, high enough for all of them, each with a gap below."""
    parts = tuple(part for stack in stacks for part in stack.parts)
    return Sheet(width, max(stack.y for stack in stacks), title, parts, maps)
