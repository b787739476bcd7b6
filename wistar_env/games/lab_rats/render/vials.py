"""Potions: a shape of container for each colour, with the letter of the colour (LAB-57)."""

from math import cos, pi, sin
from typing import Final

from wistar_env.games.lab_rats.kinds import (
    COLOURS,
    NUM_COLOURS,
    POTION_COLOURS,
    POTION_KINDS,
)
from wistar_env.games.lab_rats.render import ink
from wistar_env.kit.pictures import symbols
from wistar_env.kit.pictures.marks import circle, group, path, polygon, rect, text
from wistar_env.kit.pictures.symbols import GRID
from wistar_env.kit.pictures.xml_text import escaped

#: The prefix of this game's symbol names.
_OURS: Final = "lab-rats"
#: The size of a drawing in units.
UNITS: Final = 100
#: The outlines of the bodies by colour: a round flask, a conical flask, a test tube, a diamond, a
#: square bottle, and a hexagonal jar.
_BODIES: Final = (
    "M42 34 A31 31 0 1 0 58 34 Z",
    "M41 32 L15 84 Q12 93 22 93 H78 Q88 93 85 84 L59 32 Z",
    "M31 20 V72 A19 20 0 0 0 69 72 V20 Z",
    "M42 32 L88 62 L50 95 L12 62 L58 32 Z",
    "M24 30 H76 Q84 30 84 38 V86 Q84 93 76 93 H24 Q16 93 16 86 V38 Q16 30 24 30 Z",
    "M32 28 H68 L90 60 L70 93 H30 L10 60 Z",
)
#: The outlines of the liquid in each body.
_LIQUIDS: Final = (
    "M23 50 A31 31 0 1 0 77 50 Z",
    "M29 56 L15 84 Q12 93 22 93 H78 Q88 93 85 84 L71 56 Z",
    "M31 40 V72 A19 20 0 0 0 69 72 V40 Z",
    "M33 42 L12 62 L50 95 L88 62 L67 42 Z",
    "M16 46 V86 Q16 93 24 93 H76 Q84 93 84 86 V46 Z",
    "M18 48 L10 60 L30 93 H70 L90 60 L82 48 Z",
)
#: The positions of the letters, by colour.
_BASELINES: Final = (77.0, 87.0, 72.0, 80.0, 82.0, 82.0)
#: The rim of the test tube and the necks of all other vials: x, y, width, height.
_NECKS: Final = tuple(
    (29.0, 10.0, 42.0, 12.0) if colour == 2 else (41.0, 12.0, 18.0, 24.0)
    for colour in range(NUM_COLOURS)
)


def vial(colour: int) -> str:
    """Draw the vial of a colour in a square of ``UNITS`` units."""
    hue = ink.HUES[colour]
    x, y, width, height = _NECKS[colour]
    neck = rect(x, y, width, height, 2, fill=ink.GLASS, stroke=hue.dark, stroke_width=4)
    cork = rect(x + 3, y - 8, width - 6, 11, 3, fill=ink.CORK, stroke=hue.dark, stroke_width=3)
    size = 34 if colour == 2 else 38
    return (
        cork
        + neck
        + path(_BODIES[colour], fill=ink.GLASS)
        + path(_LIQUIDS[colour], fill=hue.fill)
        + circle(61, 50, 4, fill=ink.WHITE, opacity=0.55)
        + circle(52, 43, 2.5, fill=ink.WHITE, opacity=0.55)
        + path(
            _BODIES[colour], fill="none", stroke=hue.dark, stroke_width=4.5, stroke_linejoin="round"
        )
        + text(50, _BASELINES[colour], hue.letter, size, bold=True, anchor="middle", fill=hue.text)
    )


def _wedge(k: int) -> str:
    """Draw a sixth of the ball of the multicolour Potion."""
    x, y, radius = 50, 60, 33
    corners = [
        f"{x + radius * sin(pi * at / 3):.1f} {y - radius * cos(pi * at / 3):.1f}"
        for at in (k, k + 1)
    ]
    return path(
        f"M{x} {y} L{corners[0]} A{radius} {radius} 0 0 1 {corners[1]} Z", fill=ink.HUES[k].fill
    )


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.45) -> str:
    """Return the corners of a star as an SVG path."""
    found = []
    for k in range(2 * points):
        long = radius if k % 2 == 0 else radius * inner
        found.append(f"{x + long * sin(pi * k / points):.1f} {y - long * cos(pi * k / points):.1f}")
    return f"M{' L'.join(found)} Z"


def _multicolour() -> str:
    return (
        rect(44, 4, 12, 11, 3, fill=ink.CORK, stroke=ink.INK, stroke_width=3)
        + rect(41, 12, 18, 20, 2, fill=ink.GLASS, stroke=ink.INK, stroke_width=4)
        + "".join(_wedge(k) for k in range(NUM_COLOURS))
        + circle(50, 60, 33, fill="none", stroke=ink.INK, stroke_width=4.5)
        + circle(50, 60, 18, fill=ink.WHITE, stroke=ink.INK, stroke_width=2.5)
        + path(star(50, 61, 15), fill=ink.INK)
    )


def _double(one: int, other: int) -> str:
    """Draw two vials, with a sign between them that means only one is used."""
    return (
        group(vial(one), x=-2, y=-2, scale=0.6)
        + group(vial(other), x=42, y=40, scale=0.6)
        + polygon((14, 92), (86, 8), (89, 11), (17, 95), fill=ink.MUTED, opacity=0.55)
    )


def colours_of(kind: int) -> tuple[int, ...]:
    """Return the colours that a kind of Potion can have."""
    return tuple(k for k in range(NUM_COLOURS) if POTION_COLOURS[kind] >> k & 1)


def _potion(kind: int) -> str:
    colours = colours_of(kind)
    if len(colours) == 1:
        return vial(colours[0])
    return _double(*colours) if len(colours) == 2 else _multicolour()


def _pip(colour: int) -> str:
    """Draw a colour as a disc with its letter."""
    hue = ink.HUES[colour]
    return circle(50, 50, 45, fill=hue.fill, stroke=hue.dark, stroke_width=8) + text(
        50, 74, hue.letter, 68, bold=True, anchor="middle", fill=hue.text
    )


def declare(name: str, body: str, *, token: bool = False) -> None:
    """Declare a symbol that is drawn in a square of ``UNITS`` units."""
    symbols.declare(f"{_OURS}-{name}", group(body, scale=GRID / UNITS), token=token)


def symbol(name: str, x: float, y: float, size: float, title: str = "") -> str:
    """Draw a symbol of this game in the square of this size with its corner at (x, y)."""
    return symbols.use(f"{_OURS}-{name}", x, y, size, escaped(title))


for _kind in range(POTION_KINDS):
    declare(f"potion-{_kind}", _potion(_kind), token=True)
for _colour in range(NUM_COLOURS):
    declare(f"pip-{_colour}", _pip(_colour))


def potion(kind: int, x: float, y: float, size: float, title: str = "") -> str:
    """Draw a Potion of a kind in the square of this size with its corner at (x, y)."""
    return symbol(f"potion-{kind}", x, y, size, title)


def pip(colour: int, x: float, y: float, size: float, title: str | None = None) -> str:
    """Draw a colour as a disc with its letter, in the square with its corner at (x, y)."""
    return symbol(f"pip-{colour}", x, y, size, escaped(COLOURS[colour] if title is None else title))
