"""The symbols of the game, each in a square of 24 by 24 units.

They are drawn in ``symbols.svg``, except for the rats: Workers, Chiefs and Explorers. ``ICONS`` has
them by name; ``draw`` draws one. Texts with symbols (see ``rich``) contain their names in brackets,
such as ``"take 2 [wood]"``; ``tables.symbol_words`` has the words for screen readers.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import ink
from wistar_env.games.rats_of_wistar.tables.symbol_words import title
from wistar_env.kit.pictures import lettering, symbols
from wistar_env.kit.pictures.marks import Value, circle, group, path, text
from wistar_env.kit.pictures.symbols import GRID
from wistar_env.kit.pictures.xml_text import escaped

#: A sitting rat that faces right.
_BODY: Final = (
    "M4.2 21.4 C2.6 14.6 5.4 9.4 10.4 8.6 A3.5 3.5 0 1 1 16.4 6.8 C19 7.6 21 9.6 22.8 12.6"
    " C21 14.6 18.8 15.2 16.6 15.2 C17.8 17 18.2 19.2 18 21.4 Z"
)
_CROWN: Final = "M8.2 4.2 L9.4 0.9 L11.6 2.9 L13.6 0.5 L15 3.2 L17.8 1.9 L17.6 6 Z"
_HAT: Final = "M10 6.2 C10.4 1.6 16.6 1.2 17.6 5.4 L21.4 6.8 L7.4 8 Z"
_EDGE: Final[dict[str, Value]] = {
    "stroke": ink.INK,
    "stroke_width": 1.3,
    "stroke_linejoin": "round",
}


def _line(d: str, colour: str, width: float) -> str:
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


#: What each rat wears: a Chief a crown, an Explorer a hat and a staff, a Worker nothing.
_WORN: Final = {
    "worker": "",
    "chief": path(_CROWN, fill=ink.GOLD, **_EDGE),
    "explorer": _line("M21.4 22.4 V9.8", "#6b4423", 1.7) + path(_HAT, fill="#a8774a", **_EDGE),
}
RATS: Final = tuple(_WORN)


def rat(kind: str, fill: str, edge: str = ink.INK) -> str:
    """Draw a rat: a kind of ``RATS``, with a fill colour and an edge colour."""
    tail = _line("M5 20.4 C0.4 20.8 0.6 14.4 3 12", edge, 1.5)
    body = path(_BODY, fill=fill, stroke=edge, stroke_width=1.3, stroke_linejoin="round")
    ear = circle(12.9, 6.8, 1.6, fill=edge, opacity=0.35)
    return tail + body + ear + circle(18, 10.7, 1, fill=edge) + _WORN[kind]


_FILE: Final = Path(__file__).parents[1] / "symbols.svg"
_SYMBOL: Final = re.compile(r'<symbol id="(\w+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)


def _read() -> dict[str, str]:
    found = _SYMBOL.findall(_FILE.read_text("utf-8"))
    return {name: "".join(map(str.strip, body.splitlines())) for name, body in found}


ICONS: Final[Mapping[str, str]] = MappingProxyType(
    _read() | {kind: rat(kind, "#b9aa94") for kind in RATS}
)

_TITLED: Final = {name: escaped(title(name)) for name in ICONS}
#: The badge with a number of VP.
_BADGE: Final = "vp-badge"
for _name, _body in ICONS.items():
    symbols.declare(_name, _body)
symbols.declare(_BADGE, ICONS["vp"].partition("<text")[0])


def draw(name: str, x: float, y: float, size: float, titled: bool = False) -> str:
    """Draw a symbol in a square with its top left corner at (x, y).

    Raises KeyError if ``ICONS`` has no symbol with this name.
    """
    return symbols.use(name, x, y, size, _TITLED[name] if titled else "")


def valued(name: str, value: int | str, x: float, y: float, size: float) -> str:
    """Draw a symbol with a number, for costs and supplies."""
    return draw(name, x, y, size, titled=True) + text(
        x + size * 1.12,
        y + size * (0.5 + lettering.CAPITALS * 0.42),
        str(value),
        size * 0.84,
        bold=True,
    )


#: The least font size of the number on a badge; the picture of a lair may scale it down.
_LEAST: Final = 12.0


def victory(value: int | str, x: float, y: float, size: float) -> str:
    """Draw a badge with a number of VP."""
    size_of_number = max(_LEAST, (11.5 if len(str(value)) < 3 else 8.6) * size / GRID)
    number = text(
        x + size / 2, y + size * 2 / 3, str(value), size_of_number, bold=True, anchor="middle"
    )
    return group(symbols.use(_BADGE, x, y, size), number, title=f"{value} VP")
