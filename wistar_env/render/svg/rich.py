"""Text with symbols in it, such as ``"take 2 [wood]"``, set to fit into a box.

What stands in brackets is a name of ``icons.ICONS``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wistar_env.render.svg import icons, ink, lettering, marks

#: The edge of a symbol, and the distance of lines, as shares of the font size.
_SYMBOL: Final = 1.22
LEADING: Final = 1.32
_NAMED: Final = re.compile(r"\[(\w+)\]")
#: By how much text gets smaller until it fits.
_STEP: Final = 0.25


@dataclass(frozen=True, slots=True)
class Box:
    """Text that was broken into lines which fit; ``cut`` says that some of it did not."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False

    @property
    def height(self) -> float:
        """How high the lines are together."""
        return len(self.lines) * LEADING * self.size


def plain(marked: str) -> str:
    """Return a text with the names of its symbols in words."""
    return _NAMED.sub(lambda found: icons.title(found[1]), marked)


def width(marked: str, size: float, bold: bool = False) -> float:
    """Return how wide a line is."""
    letters, symbols = _NAMED.subn("", marked)
    return lettering.width(letters, size, bold) + symbols * _SYMBOL * size


def wrap(marked: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Return a text broken into lines; a line break begins another one."""
    found: list[str] = []
    for part in marked.split("\n"):
        current = ""
        for word in part.split():
            joined = f"{current} {word}" if current else word
            if current and width(joined, size, bold) > room:
                found.append(current)
                joined = word
            if "[" not in joined and width(joined, size, bold) > room:
                *whole, joined = lettering.wrap(joined, room, size, bold)
                found += whole
            current = joined
        found.append(current)
    return found


def fit(
    marked: str, room: float, height: float, size: float, least: float, bold: bool = False
) -> Box:
    """Return a text at the largest size at which its lines fit into a box.

    Below ``least`` it is not set: lines that do not fit then are left out, and the last ends
    with an ellipsis.
    """
    while True:
        found = wrap(marked, room, size, bold)
        if len(found) * LEADING * size <= height:
            return Box(tuple(found), size)
        if size <= least:
            break
        size = max(least, size - _STEP)
    kept = found[: max(1, int(height / (LEADING * size)))]
    last = kept[-1]
    while last and width(f"{last} \u2026", size, bold) > room:
        last = last.rpartition(" ")[0]
    return Box((*kept[:-1], f"{last} \u2026"), size, cut=True)


def draw(
    box: Box | Sequence[str],
    x: float,
    y: float,
    size: float | None = None,
    *,
    anchor: str = "start",
    bold: bool = False,
    fill: str = ink.INK,
) -> str:
    """Return the lines, the first below ``y``; ``x`` is their left edge, middle or right edge."""
    found = box.lines if isinstance(box, Box) else box
    size = box.size if isinstance(box, Box) and size is None else size or 0
    return "".join(
        _line(each, x, y + (k + 0.5) * LEADING * size, size, anchor, bold, fill)
        for k, each in enumerate(found)
    )


def _line(
    marked: str, x: float, middle: float, size: float, anchor: str, bold: bool, fill: str
) -> str:
    """Return one line around the height ``middle``."""
    x -= width(marked, size, bold) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    baseline = middle + size * lettering.CAPITALS / 2
    parts: list[str] = []
    for k, piece in enumerate(_NAMED.split(marked)):
        if k % 2:
            side = _SYMBOL * size
            parts.append(icons.draw(piece, x, middle - side / 2, side, titled=True))
            x += side
            continue
        if written := piece.strip():
            indent = lettering.width(piece[: len(piece) - len(piece.lstrip())], size, bold)
            parts.append(marks.text(x + indent, baseline, written, size, bold=bold, fill=fill))
        x += lettering.width(piece, size, bold)
    return "".join(parts)
