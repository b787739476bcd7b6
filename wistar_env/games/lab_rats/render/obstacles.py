"""Symbols of the obstacles behind Doors: monsters, traps and riddles (LAB-26)."""

from collections.abc import Callable
from typing import Final

from wistar_env.games.lab_rats.kinds import NUM_COLOURS
from wistar_env.games.lab_rats.render import ink
from wistar_env.games.lab_rats.render.ink import Hue
from wistar_env.games.lab_rats.render.vials import declare
from wistar_env.kit.pictures.marks import Value, circle, element, group, path, polygon, rect, text


def _eye(x: float, y: float, radius: float, look: float = 0) -> str:
    return circle(x, y, radius, fill=ink.WHITE, stroke=ink.INK, stroke_width=2.5) + circle(
        x + look, y + radius * 0.2, radius * 0.45, fill=ink.INK
    )


def _horned_monster(hue: Hue) -> str:
    edge: dict[str, Value] = {
        "stroke": hue.dark,
        "stroke_width": 4,
        "stroke_linejoin": "round",
    }
    horns = "".join(
        path(
            "M33 34 C20 28 13 18 15 4 C22 16 30 20 42 25 Z",
            fill=ink.PAPER,
            transform=turned,
            **edge,
        )
        for turned in (None, "translate(100 0) scale(-1 1)")
    )
    body = "M13 95 C6 58 20 24 50 24 C80 24 94 58 87 95 L75 86 L63 96 L50 87 L37 96 L25 86 Z"
    brows = path(
        "M25 38 L45 47 M75 38 L55 47",
        stroke=hue.dark,
        stroke_width=6,
        stroke_linecap="round",
        fill="none",
    )
    mouth = path("M26 66 Q50 60 74 66 Q72 84 50 84 Q28 84 26 66 Z", fill=ink.INK)
    teeth = path(
        "M30 65.4 L35 74 L40 63.8 L46 73 L51 63 L57 73 L62 63.9 L67 74 L71 65.6 Q50 60 30 65.4 Z",
        fill=ink.WHITE,
    )
    return (
        horns
        + path(body, fill=hue.fill, **edge)
        + circle(22, 76, 4, fill=hue.dark, opacity=0.4)
        + circle(80, 70, 3, fill=hue.dark, opacity=0.4)
        + _eye(36, 51, 9, 2)
        + _eye(64, 51, 9, -2)
        + brows
        + mouth
        + teeth
    )


def _riddle(hue: Hue) -> str:
    """Draw a maze carved into a tablet, with a question mark."""
    walls = "M24 30 H76 V88 H24 V44 H64 V76 H36 V58 H50"
    return (
        path(
            "M14 94 V30 Q14 6 50 6 Q86 6 86 30 V94 Z",
            fill=hue.fill,
            stroke=hue.dark,
            stroke_width=4.5,
            stroke_linejoin="round",
        )
        + path(walls, fill="none", stroke=hue.dark, stroke_width=7, stroke_linejoin="round")
        + path(walls, fill="none", stroke=hue.pale, stroke_width=2.6, stroke_linejoin="round")
        + circle(50, 52, 22, fill=ink.PAPER, stroke=hue.dark, stroke_width=4)
        + text(50, 67, "?", 43, bold=True, anchor="middle", fill=hue.dark)
    )


def _jaws(hue: Hue) -> str:
    """Draw an open trap with teeth."""
    edge: dict[str, Value] = {
        "stroke": hue.dark,
        "stroke_width": 3.5,
        "stroke_linejoin": "round",
    }

    def jaw(up: bool) -> str:
        teeth = "M10 58 L18 38 L26 54 L34 32 L42 51 L50 29 L58 51 L66 32 L74 54 L82 38 L90 58 Z"
        lip = "M6 60 C14 48 86 48 94 60 L90 72 C70 62 30 62 10 72 Z"
        drawn = path(teeth, fill=ink.GLASS, **edge) + path(lip, fill=hue.fill, **edge)
        return drawn if up else element("g", drawn, transform="translate(0 106) scale(1 -1)")

    chain = "".join(
        element(
            "ellipse", cx=x, cy=y, rx=5.5, ry=3.5, fill="none", stroke=ink.STEEL, stroke_width=3
        )
        for x, y in ((97, 64), (96, 72))
    )
    return (
        chain
        + group(jaw(up=False), y=-27)
        + element(
            "ellipse", cx=50, cy=52, rx=12, ry=5, fill=hue.pale, stroke=hue.dark, stroke_width=3
        )
        + group(jaw(up=True), y=25)
        + circle(8, 53, 8, fill=ink.STEEL, stroke=hue.dark, stroke_width=3)
        + circle(92, 53, 8, fill=ink.STEEL, stroke=hue.dark, stroke_width=3)
    )


def _tentacles(hue: Hue) -> str:
    arms = (
        "M36 60 C24 72 26 86 12 84 C4 82 6 72 13 74",
        "M44 64 C38 80 42 94 28 95 C20 95 20 86 26 86",
        "M56 64 C62 80 58 94 72 95 C80 95 80 86 74 86",
        "M64 60 C76 72 74 86 88 84 C96 82 94 72 87 74",
        "M31 48 C18 50 16 62 7 56 C2 50 9 44 13 49",
        "M69 48 C82 50 84 62 93 56 C98 50 91 44 87 49",
    )
    drawn = "".join(
        path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")
        for colour, width in ((hue.dark, 12), (hue.fill, 6.5))
        for d in arms
    )
    head = path(
        "M26 52 C20 20 36 5 50 5 C64 5 80 20 74 52 C70 72 30 72 26 52 Z",
        fill=hue.fill,
        stroke=hue.dark,
        stroke_width=4,
    )
    spots = "".join(
        circle(x, y, r, fill=hue.pale, opacity=0.65)
        for x, y, r in ((40, 15, 4), (58, 12, 3), (66, 24, 3.5), (33, 25, 2.5))
    )
    mouth = path(
        "M40 59 Q50 53 60 59", fill="none", stroke=ink.INK, stroke_width=3.5, stroke_linecap="round"
    )
    return drawn + head + spots + _eye(50, 38, 14, 3) + mouth


def _mousetrap(hue: Hue) -> str:
    board = polygon(
        (8, 66), (70, 46), (95, 70), (30, 94), fill=ink.WOOD, stroke=ink.WOOD_DARK, stroke_width=4
    )
    grain = path(
        "M22 72 L74 55 M34 83 L84 64",
        stroke=ink.WOOD_DARK,
        stroke_width=2,
        opacity=0.6,
        fill="none",
    )
    bail = path(
        "M42 64 L24 18 L58 6 L72 54",
        fill="none",
        stroke=hue.fill,
        stroke_width=7,
        stroke_linejoin="round",
    )
    rim = path(
        "M42 64 L24 18 L58 6 L72 54",
        fill="none",
        stroke=hue.dark,
        stroke_width=11,
        stroke_linejoin="round",
    )
    spring = "".join(
        element(
            "ellipse",
            cx=42 + 6 * k,
            cy=65 - 2.1 * k,
            rx=3.6,
            ry=8,
            fill="none",
            stroke=ink.STEEL_DARK,
            stroke_width=3,
        )
        for k in range(6)
    )
    bait = (
        polygon(
            (62, 76),
            (86, 66),
            (88, 79),
            (66, 88),
            fill=ink.CHEESE,
            stroke=ink.CHEESE_DARK,
            stroke_width=3,
        )
        + circle(74, 77, 3, fill=ink.CHEESE_DARK)
        + circle(82, 72, 2, fill=ink.CHEESE_DARK)
    )
    snap = path(
        "M8 36 L17 40 M6 50 H15 M74 12 L68 19 M86 24 L77 28",
        stroke=hue.fill,
        stroke_width=5,
        stroke_linecap="round",
        fill="none",
    )
    return board + grain + rim + bail + spring + bait + snap


def _lightning(hue: Hue) -> str:
    def coil(x: float) -> str:
        rings = "".join(
            rect(x - 9, 44 + 11 * k, 18, 6, 3, fill=ink.STEEL_DARK, stroke=ink.INK, stroke_width=2)
            for k in range(4)
        )
        return (
            rect(x - 5, 34, 10, 58, fill=ink.STEEL, stroke=ink.INK, stroke_width=2.5)
            + rings
            + rect(x - 15, 88, 30, 8, 2, fill=ink.STEEL_DARK, stroke=ink.INK, stroke_width=2.5)
            + circle(x, 26, 13, fill=hue.pale, stroke=hue.dark, stroke_width=4)
        )

    sparks = path(
        "M29 24 L42 14 L46 27 L58 15 L61 29 L72 22",
        fill="none",
        stroke=hue.fill,
        stroke_width=5,
        stroke_linejoin="round",
    )
    bolt = polygon(
        (55, 32), (36, 64), (48, 64), (41, 93), (66, 55), (53, 55), (64, 32),
        fill=hue.fill, stroke=hue.dark, stroke_width=4, stroke_linejoin="round",
    )  # fmt: skip
    return coil(18) + coil(82) + sparks + bolt


#: The symbol of each obstacle, by colour.
_DRAWN: Final[tuple[Callable[[Hue], str], ...]] = (
    _horned_monster,
    _riddle,
    _jaws,
    _tentacles,
    _mousetrap,
    _lightning,
)
for _colour in range(NUM_COLOURS):
    declare(f"behind-{_colour}", _DRAWN[_colour](ink.HUES[_colour]), token=True)
