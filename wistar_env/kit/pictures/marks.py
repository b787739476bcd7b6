"""The elements of a picture: functions that return SVG as text."""

import re
from functools import lru_cache
from math import inf
from typing import Final

from wistar_env.kit.pictures import lettering, symbols
from wistar_env.kit.pictures.xml_text import escaped

#: The font family; the fallbacks are not wider.
FAMILY: Final = "'Atkinson Hyperlegible Next', 'Helvetica Neue', Arial, sans-serif"
#: The colour of letters, unless another one is given.
INK: Final = "#2a241e"

_SIZE: Final = re.compile(r' (?:width|height)="[^"]*"')
#: The class of text on the background of a panel, so that dark mode can lighten it.
BARE: Final = "wistar-bare"

Value = str | float | None


def number(value: float) -> str:
    """Return a number as text, rounded to two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0", value > -0.005)


@lru_cache(maxsize=1 << 16)
def _attribute(key: str, value: str | float) -> str:
    """Return an SVG attribute; cached, since consecutive pictures share nearly all attributes."""
    written = escaped(value) if isinstance(value, str) else number(value)
    return f' {key.rstrip("_").replace("_", "-")}="{written}"'


def element(name: str, *parts: str, **attributes: Value) -> str:
    """Return an SVG element.

    ``stroke_width=2`` writes ``stroke-width="2"``, ``class_="x"`` writes ``class="x"``; an
    attribute that is None is left out. ``parts`` are elements or escaped text, written unchanged.
    """
    written = "".join(
        [_attribute(key, value) for key, value in attributes.items() if value is not None]
    )
    return f"<{name}{written}>{''.join(parts)}</{name}>" if parts else f"<{name}{written}/>"


def rect(
    x: float, y: float, width: float, height: float, radius: float = 0, /, **attributes: Value
) -> str:
    """Return an SVG rectangle, with rounded corners if ``radius`` is given."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def circle(x: float, y: float, radius: float, /, **attributes: Value) -> str:
    """Return an SVG circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, /, **attributes: Value) -> str:
    """Return an SVG line from (x1, y1) to (x2, y2)."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def path(d: str, /, **attributes: Value) -> str:
    """Return an SVG path with the data ``d``."""
    return element("path", d=d, **attributes)


def polygon(*points: tuple[float, float], **attributes: Value) -> str:
    """Return an SVG polygon."""
    written = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=written, **attributes)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "start",
    fill: str = INK,
    bare: bool = False,
    **attributes: Value,
) -> str:
    """Return one line of text in SVG; ``y`` is its baseline, ``anchor`` is start, middle or end.

    ``bare`` text is drawn directly on the background of a panel.
    """
    return element(
        "text",
        escaped(words),
        x=x,
        y=y,
        font_size=size,
        font_weight="700" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        class_=BARE if bare else None,
        **attributes,
    )


def fitted(
    x: float,
    y: float,
    words: str,
    size: float,
    room: float,
    *,
    least: float | None = None,
    bold: bool = False,
    anchor: str = "start",
    fill: str = INK,
    bare: bool = False,
) -> str:
    """Return one line of text in SVG that is no wider than ``room``.

    Its size is reduced to ``least`` (by default three quarters of ``size``) before it is cut.
    """
    size, words = lettering.fit(words, room, size, least or 0.75 * size, bold)
    return text(x, y, words, size, bold=bold, anchor=anchor, fill=fill, bare=bare)


def lines(
    x: float,
    y: float,
    words: list[str],
    size: float,
    *,
    leading: float = 1.2,
    bold: bool = False,
    anchor: str = "start",
    fill: str = INK,
) -> str:
    """Return lines of text in SVG, one below the other, the first on the baseline ``y``."""
    return "".join(
        text(x, y + k * leading * size, each, size, bold=bold, anchor=anchor, fill=fill)
        for k, each in enumerate(words)
    )


def group(
    *parts: str,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    turn: float = 0,
    title: str | None = None,
    **attributes: Value,
) -> str:
    """Return an SVG group, scaled, then turned by degrees, then moved; ``title`` is its tooltip."""
    named = f"<title>{escaped(title)}</title>" if title else ""
    return element("g", named, *parts, transform=_transform(x, y, scale, turn), **attributes)


@lru_cache(maxsize=1 << 14)
def _transform(x: float, y: float, scale: float, turn: float) -> str | None:
    moves = [
        f"translate({number(x)} {number(y)})" if x or y else "",
        f"rotate({number(turn)})" if turn else "",
        f"scale({scale:.4g})" if scale != 1 else "",
    ]
    return " ".join(filter(None, moves)) or None


def check_width(width: object) -> None:
    """Check a width in pixels.

    Raises TypeError if the width is not a number. Raises ValueError if it is not above 0, or
    infinite.
    """
    if isinstance(width, bool) or not isinstance(width, int | float):
        raise TypeError(f"width must be a number of pixels, found {width!r}")
    if not 0 < width < inf:
        raise ValueError(f"width must be a number of pixels above 0 and finite, found {width!r}")


def document(
    width: float,
    height: float,
    *parts: str,
    title: str,
    described: str = "",
    with_fonts: bool = True,
    scale: float = 1,
    role: str = "img",
) -> str:
    """Return a whole SVG document.

    ``with_fonts``: whether to embed the fonts (35 kB), for files that are used on their own. A page
    with many pictures needs ``lettering.font_faces()`` once instead. ``role``: the document's ARIA
    role: ``"img"``, or ``"group"`` if parts of it can be chosen.
    """
    style = [element("style", lettering.font_faces())] if with_fonts else []
    desc = [element("desc", escaped(described))] if described else []
    return element(
        "svg",
        element("title", escaped(title)),
        *desc,
        *style,
        symbols.defined("".join(parts)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width * scale,
        height=height * scale,
        font_family=FAMILY,
        role=role,
        aria_label=title,
    )


def resized(svg: str, width: int, height: int) -> str:
    """Return a document at another size in pixels, with its contents centred."""
    head, end, rest = svg.partition(">")
    kept = _SIZE.sub("", head)
    return f'{kept} width="{width}" height="{height}"{end}{rest}'
