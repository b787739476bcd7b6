"""A picture in parts, each at its place: a page fetches those parts again that have changed.

What is drawn names symbols as ``symbols.use`` does; whoever shows a sheet defines them, once for
all sheets (``symbols.body``). ``Sheet.document`` returns all of it as one SVG document.
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
        Where its left edge is.
    y
        Where its upper edge is.
    svg
        The elements of SVG.
    """

    name: str
    x: float
    y: float
    svg: str

    @property
    def key(self) -> str:
        """What is equal for equal elements."""
        return blake2b(self.svg.encode(), digest_size=_DIGEST).hexdigest()


class Sheet(NamedTuple):
    """A picture in parts.

    Attributes
    ----------
    width
        Its width, in the units of what is drawn.
    height
        Its height, in the same units.
    title
        What a screen reader calls it.
    parts
        What is on it.
    """

    width: float
    height: float
    title: str
    parts: tuple[Part, ...]

    def document(self) -> str:
        """Return it as an SVG document, without letters, which a page brings along."""
        parts = (group(part.svg, x=part.x, y=part.y) for part in self.parts)
        return marks.document(
            self.width, self.height, *parts, title=self.title, with_fonts=False, role="group"
        )


def whole(document: str, title: str) -> Sheet:
    """Return an SVG document as a sheet with one part."""
    size = _SIZE.search(document)
    if size is None:
        raise ValueError("the document has no viewBox that begins at 0 0")
    return Sheet(float(size[1]), float(size[2]), title, (Part("board", 0, 0, document),))


class Stack:
    """Things below each other, each of them a part of a sheet.

    Parameters
    ----------
    x, y
        The corner of the first one.
    gap
        Between two of them.
    """

    def __init__(self, x: float, y: float, gap: float) -> None:
        self.x = x
        self.y = y
        self.gap = gap
        self.parts: list[Part] = []

    def add(self, name: str, drawn: Drawn) -> None:
        """Put something below the others; what is empty takes no room."""
        self.add_row((name, drawn))

    def add_row(self, *named: tuple[str, Drawn]) -> None:
        """Put things side by side below the others."""
        high = max(drawn.height for _, drawn in named)
        if not high:
            return
        x = self.x
        for name, drawn in named:
            self.parts.append(Part(name, x, self.y, drawn.svg))
            x += drawn.width + self.gap
        self.y += high + self.gap


def sheet(width: float, title: str, *stacks: Stack) -> Sheet:
    """Return stacks side by side as a sheet, as high as the highest."""
    parts = tuple(part for stack in stacks for part in stack.parts)
    return Sheet(width, max(stack.y for stack in stacks), title, parts)
