"""The width of text in the bundled font, and line breaking.

The font is Atkinson Hyperlegible Next, in two weights, reduced to Latin letters. ``widths.json``
has the advances of its letters in thousandths of the font size, so no font needs to be parsed;
``tests/render/test_lettering.py`` compares it with the fonts.
"""

import base64
import json
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

FONT: Final = "Atkinson Hyperlegible Next"
FOLDER: Final = Path(__file__).parent / "fonts"
#: The font files by weight.
FILES: Final = MappingProxyType(
    {
        400: FOLDER / "AtkinsonHyperlegibleNext-Regular.ttf",
        700: FOLDER / "AtkinsonHyperlegibleNext-Bold.ttf",
    }
)
#: The height of capitals and of the highest letters above the baseline, in font sizes.
CAPITALS: Final = 0.67
ASCENT: Final = 0.76
#: The depth of letters below the baseline, in font sizes.
DESCENT: Final = 0.22
#: The assumed width of a letter that the font lacks, in thousandths of the font size.
_FOREIGN: Final = 1000
_ELLIPSIS: Final = "\u2026"


@cache
def _advances(bold: bool) -> dict[str, int]:
    found = json.loads((FOLDER / "widths.json").read_text("utf-8"))
    advances: dict[str, int] = found["700" if bold else "400"]
    return advances


@cache
def font_faces() -> str:
    """Return CSS rules that embed the font."""
    return "".join(
        f"@font-face{{font-family:'{FONT}';"
        f"font-weight:{weight};src:url(data:font/woff2;base64,"
        f"{base64.b64encode(file.with_suffix('.woff2').read_bytes()).decode()}) format('woff2')}}"
        for weight, file in FILES.items()
    )


def width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text, in the unit of ``size``."""
    advances = _advances(bold)
    return sum([advances.get(letter, _FOREIGN) for letter in text]) * size / 1000


def shorten(text: str, room: float, size: float, bold: bool = False) -> str:
    """Return a text; if it is wider than ``room``, cut it to that width with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + _ELLIPSIS, size, bold) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def fit(text: str, room: float, size: float, least: float, bold: bool = False) -> tuple[float, str]:
    """Return the font size, at least ``least``, for a text to fit; and the text, cut if needed."""
    needed = width(text, 1, bold)
    if needed * size > room:
        size = max(least, int(room / needed * 10) / 10)
    return size, shorten(text, room, size, bold)


def wrap(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Return a text broken into lines between words, and within words longer than a line."""
    found: list[str] = []
    current = ""
    for word in text.split():
        joined = f"{current} {word}" if current else word
        if width(joined, size, bold) <= room:
            current = joined
            continue
        if current:
            found.append(current)
        *whole, current = _pieces(word, room, size, bold)
        found += whole
    return [*found, current] if current else found


def _pieces(word: str, room: float, size: float, bold: bool) -> list[str]:
    """Return a word cut into pieces that fit, each as long as possible."""
    found = [""]
    for letter in word:
        if found[-1] and width(found[-1] + letter, size, bold) > room:
            found.append("")
        found[-1] += letter
    return found
