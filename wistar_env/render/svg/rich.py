"""Text with symbols in it, such as ``"take 2 [wood]"``, set to fit into a box.

What stands in brackets is a name of ``icons.ICONS``; with a colon before it, as in
``"[:bed] Bed"``, the symbol only accompanies the words after it.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from wistar_env.render.svg import icons, ink, lettering, marks

#: The edge of a symbol, and the distance of lines, as shares of the font size.
_SYMBOL: Final = 1.22
LEADING: Final = 1.32
_NAMED: Final = re.compile(r"\[:?(\w+)\]")
_BESIDE: Final = re.compile(r"\[:\w+\] *")
#: By how much text gets smaller until it fits.
_STEP: Final = 0.25


@dataclass(frozen=True, slots=True)
class Box:
    """Text that was broken into lines which fit; ``cut`` says that some of it did not."""

    lines: tuple[str, ...]
    size: float
    bold: bool = False
    marked: bool = True
    cut: bool = False

    @property
    def height(self) -> float:
        """How high the lines are together."""
        return len(self.lines) * LEADING * self.size


def plain(marked: str) -> str:
    """Return a text with the names of its symbols in words."""
    return _NAMED.sub(lambda found: icons.title(found[1]), _BESIDE.sub("", marked))


def width(marked: str, size: float, bold: bool = False) -> float:
    """Return how wide a line is."""
    letters, symbols = _NAMED.subn("", marked)
    return lettering.width(letters, size, bold) + symbols * _SYMBOL * size


def _units(text: str) -> list[str]:
    """Return the words of a text, a number or a symbol with the word that it belongs to."""
    found: list[str] = []
    for word in text.split():
        if found and (found[-1].isdecimal() or found[-1].rpartition(" ")[2].startswith("[:")):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _wrap(marked: str, room: float, size: float, bold: bool) -> list[str]:
    """Return a text broken into lines, between words."""
    found: list[str] = []
    current = ""
    for word in _units(marked):
        joined = f"{current} {word}" if current else word
        if current and width(joined, size, bold) > room:
            found.append(current)
            joined = word
        current = joined
    return [*found, current]


def fit(
    text: str,
    room: float,
    height: float,
    size: float,
    least: float,
    *,
    bold: bool = False,
    marked: bool = True,
) -> Box:
    """Return a text at the largest size at which its lines fit into a box.

    Parameters
    ----------
    text
        The text.
    room, height
        The size of the box.
    size, least
        The sizes from which one is taken. If even the last is too large, lines that do not fit are
        left out, and the last ends with an ellipsis.
    bold
        Whether it is set in bold.
    marked
        Whether brackets name symbols; names of things are set as they are.
    """
    while True:
        broken = _wrap(text, room, size, bold) if marked else lettering.wrap(text, room, size, bold)
        high = len(broken) * LEADING * size <= height
        if high and all(width(line, size, bold) <= room for line in broken if marked):
            return Box(tuple(broken), size, bold, marked)
        if size <= least:
            break
        size = max(least, size - _STEP)
    *kept, last = broken[: max(1, int(height / (LEADING * size)))]
    while last and width(f"{last} \u2026", size, bold) > room:
        last = last.rpartition(" ")[0]
    return Box((*kept, f"{last} \u2026".strip()), size, bold, marked, cut=True)


def balanced(box: Box) -> Box:
    """Return the lines of a text broken anew, so that they are about as long as each other."""
    words = " ".join(box.lines)
    if box.cut or len(box.lines) < 2 or not box.marked:
        return box
    found = box.lines
    while True:
        room = max(width(line, box.size, box.bold) for line in found) - 1
        lines = tuple(_wrap(words, room, box.size, box.bold))
        if len(lines) > len(box.lines) or any(width(k, box.size, box.bold) > room for k in lines):
            return replace(box, lines=found)
        found = lines


def draw(box: Box, x: float, y: float, *, anchor: str = "start", fill: str = ink.INK) -> str:
    """Return the lines, the first below ``y``; ``x`` is their left edge, middle or right edge."""
    parts = []
    for k, line in enumerate(box.lines):
        middle = y + (k + 0.5) * LEADING * box.size
        if box.marked:
            parts.append(_line(line, x, middle, box, anchor, fill))
        else:
            baseline = middle + box.size * lettering.CAPITALS / 2
            parts.append(
                marks.text(x, baseline, line, box.size, bold=box.bold, anchor=anchor, fill=fill)
            )
    return "".join(parts)


def _line(marked: str, x: float, middle: float, box: Box, anchor: str, fill: str) -> str:
    """Return one line around the height ``middle``."""
    size, bold = box.size, box.bold
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
