"""The symbols of the game, each in a square of 24 by 24 units.

They are drawn in ``symbols.svg``, except for the rats. ``ICONS`` has them by name; ``draw`` places
one. Text that is set with symbols in it (see ``rich``) names them in brackets, such as
``"take 2 [wood]"``; ``tables.symbol_words`` has the words for screen readers.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import rats
from wistar_env.games.rats_of_wistar.tables.symbol_words import title
from wistar_env.kit.pictures import lettering, symbols
from wistar_env.kit.pictures.marks import group, text
from wistar_env.kit.pictures.symbols import GRID
from wistar_env.kit.pictures.xml_text import escaped

_FILE: Final = Path(__file__).parents[1] / "symbols.svg"
_SYMBOL: Final = re.compile(r'<symbol id="(\w+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)


def _read() -> dict[str, str]:
    found = _SYMBOL.findall(_FILE.read_text("utf-8"))
    return {name: "".join(map(str.strip, body.splitlines())) for name, body in found}


ICONS: Final[Mapping[str, str]] = MappingProxyType(
    _read() | {kind: rats.rat(kind, "#b9aa94") for kind in rats.KINDS}
)

_TITLED: Final = {name: escaped(title(name)) for name in ICONS}
#: The badge on which VP are written.
_BADGE: Final = "vp-badge"
for _name, _body in ICONS.items():
    symbols.declare(_name, _body)
symbols.declare(_BADGE, ICONS["vp"].partition("<text")[0])


def draw(name: str, x: float, y: float, size: float, titled: bool = False) -> str:
    """Return a symbol in the square of this size with its corner at (x, y).

    Raises KeyError if ``ICONS`` has none of this name.
    """
    return symbols.use(name, x, y, size, _TITLED[name] if titled else "")


def valued(name: str, value: int | str, x: float, y: float, size: float) -> str:
    """Return a symbol with a number, for costs and supplies."""
    return draw(name, x, y, size, titled=True) + text(
        x + size * 1.12,
        y + size * (0.5 + lettering.CAPITALS * 0.42),
        str(value),
        size * 0.84,
        bold=True,
    )


#: The least size of the number on a badge, which a lair shrinks.
_LEAST: Final = 12.0


def victory(value: int | str, x: float, y: float, size: float) -> str:
    """Return VP: the value on their badge."""
    size_of_number = max(_LEAST, (11.5 if len(str(value)) < 3 else 8.6) * size / GRID)
    number = text(
        x + size / 2, y + size * 2 / 3, str(value), size_of_number, bold=True, anchor="middle"
    )
    return group(symbols.use(_BADGE, x, y, size), number, title=f"{value} VP")
