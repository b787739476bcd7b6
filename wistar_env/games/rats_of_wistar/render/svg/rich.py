"""Text with symbols in it, such as ``"take 2 [wood]"``, fitted into a box.

Brackets contain a name in ``icons.ICONS``. After a colon, as in ``"[:bed] Bed"``, the symbol only
accompanies the words after it.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink
from wistar_env.kit.pictures import lettering, marks

#: The size of a symbol and the distance between baselines, relative to the font size.
_SYMBOL: Final = 1.22
LEADING: Final = 1.32
_NAMED: Final = re.compile(r"\[:?(\w+)\]")
#: The units that are cut off to shorten a word: a letter, or a whole symbol.
_LETTER: Final = re.compile(r"\[:?\w+\]|.")
_ELLIPSIS: Final = "\u2026"
#: The step by which the font size is reduced until the text fits.
_STEP: Final = 0.25
#: The least font size in a whole position; on the table of a page, it is 11 pixels or more.
LEAST: Final = 10.4


@dataclass(frozen=True, slots=True)
class Box:
    """Text broken into lines; ``cut`` if some of it did not fit."""

    lines: tuple[str, ...]
    size: float
    bold: bool = False
    marked: bool = True
    cut: bool = False

    @property
    def height(self) -> float:
        """The height of all lines together, in SVG units."""
        return len(self.lines) * LEADING * self.size


def width(marked: str, size: float, bold: bool = False) -> float:
    """Return the width of a line in SVG units."""
    letters, symbols = _NAMED.subn("", marked)
    return lettering.width(letters, size, bold) + symbols * _SYMBOL * size


def _units(text: str) -> list[str]:
    """Return the words of a text; numbers and ``[:symbols]`` stay together with the next word."""
    found: list[str] = []
    for word in text.split():
        if found and (found[-1].isdecimal() or found[-1].rpartition(" ")[2].startswith("[:")):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _shortened(word: str, room: float, size: float, bold: bool) -> str:
    """Return a word; if wider than ``room``, cut and ended with an ellipsis."""
    if width(word, size, bold) <= room:
        return word
    letters = _LETTER.findall(word)
    while letters and width("".join(letters) + _ELLIPSIS, size, bold) > room:
        letters.pop()
    return "".join(letters).rstrip() + _ELLIPSIS


class _Text:
    """A text to be broken into lines: its words, with their widths at font size 1."""

    def __init__(self, words: list[str], bold: bool, marked: bool) -> None:
        measure = width if marked else lettering.width
        self.words = [(word, measure(word, 1, bold)) for word in words]
        self.space = lettering.width(" ", 1, bold)

    def lines(self, room: float) -> tuple[list[str], float]:
        """Break the text at width ``room``; return the lines and their greatest width, in ems."""
        found: list[list[str]] = []
        end = widest = 0.0
        for word, wide in self.words:
            if found and end + self.space + wide <= room:
                found[-1].append(word)
                end += self.space + wide
            else:
                found.append([word])
                end = wide
            widest = max(widest, end)
        return [" ".join(line) for line in found], widest


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
    """Return a text at the largest font size at which its lines fit into a box.

    ``size``, ``least``: the largest and the smallest size. If even the smallest is too large,
    words wider than the box are cut, lines that do not fit are omitted, and the rest ends with
    an ellipsis.
    """
    least = min(least, size)
    words = _units(text) if marked else text.split()
    shorten, measure = (_shortened, width) if marked else (lettering.shorten, lettering.width)
    kept = [shorten(word, room, least, bold) for word in words]
    whole, cut = _Text(kept, bold, marked), kept != words

    def fits(tried: float) -> bool:
        lines, widest = whole.lines(room / tried)
        return len(lines) * LEADING * tried <= height and widest * tried <= room

    sizes = [size - k * _STEP for k in range(int((size - least) / _STEP) + 1)]
    found = bisect_left(sizes, True, key=fits)
    if found < len(sizes):
        return Box(tuple(whole.lines(room / sizes[found])[0]), sizes[found], bold, marked, cut)
    lines, _ = whole.lines(room / least)
    if fits(least):
        return Box(tuple(lines), least, bold, marked, cut)
    *first, last = lines[: max(1, int(height / (LEADING * least)))]
    while last and measure(f"{last} {_ELLIPSIS}", least, bold) > room:
        last = last.rpartition(" ")[0]
    return Box((*first, f"{last} {_ELLIPSIS}".strip()), least, bold, marked, cut=True)


def balanced(box: Box) -> Box:
    """Return a text with its line breaks moved, so that all lines have about the same length."""
    if box.cut or len(box.lines) < 2 or not box.marked:
        return box
    whole = _Text(_units(" ".join(box.lines)), box.bold, box.marked)
    lines, room = list(box.lines), max(width(line, 1, box.bold) for line in box.lines)
    while True:
        narrower = room - 0.05
        tried, room = whole.lines(narrower)
        if len(tried) > len(lines) or room > narrower:
            return replace(box, lines=tuple(lines))
        lines = tried


def draw(box: Box, x: float, y: float, *, anchor: str = "start", fill: str = ink.INK) -> str:
    """Draw the lines, the first below ``y``; ``x`` is their left edge, middle or right edge."""
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
    """Draw one line of text, vertically centred at ``middle``."""
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
