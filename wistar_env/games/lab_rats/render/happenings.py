"""Symbols of the events behind Doors (LAB-16 to LAB-22)."""

from math import cos, pi, sin
from typing import Final

from wistar_env.games.lab_rats.kinds import (
    CONFUSION,
    DOUBLE_DOOR,
    EXPLOSION,
    INSTANT_DEATH,
    POTION_BOX,
    RADIOACTIVE_EXPLOSION,
    RESURRECTION,
)
from wistar_env.games.lab_rats.render import ink
from wistar_env.games.lab_rats.render.vials import declare, star, vial
from wistar_env.kit.pictures.marks import Value, circle, element, group, path, polygon, rect, text


def trefoil(x: float, y: float, radius: float, fill: str) -> str:
    """Draw the sign of radiation: three blades around a dot."""
    blades = ""
    for k in range(3):
        middle = pi * (2 * k / 3 + 1)
        inner, outer = radius * 0.3, radius
        at = [
            (x + far * sin(middle + side), y - far * cos(middle + side))
            for far, side in (
                (inner, -pi / 6),
                (outer, -pi / 6),
                (outer, pi / 6),
                (inner, pi / 6),
            )
        ]
        a, b, c, d = (f"{px:.1f} {py:.1f}" for px, py in at)
        blades += f"M{a} L{b} A{outer:.1f} {outer:.1f} 0 0 1 {c} L{d} "
        blades += f"A{inner:.1f} {inner:.1f} 0 0 0 {a} Z"
    return path(blades, fill=fill) + circle(x, y, radius * 0.19, fill=fill)


def skull(x: float, y: float, scale: float) -> str:
    """Draw the skull of a rat around a point, about 90 units wide before it is scaled."""
    bone: dict[str, Value] = {"fill": ink.FUR, "stroke": ink.INK, "stroke_width": 3.5}
    ears = circle(-29, -25, 15, **bone) + circle(29, -25, 15, **bone)
    head = path(
        "M-33 -8 C-33 -34 33 -34 33 -8 C33 8 24 12 17 18"
        " L14 34 H-14 L-17 18 C-24 12 -33 8 -33 -8 Z",
        stroke_linejoin="round",
        **bone,
    )
    eyes = "".join(
        element("ellipse", cx=cx, cy=-5, rx=9, ry=10, fill=ink.INK) for cx in (-14.5, 14.5)
    )
    nose = polygon((-4.5, 15), (0, 7), (4.5, 15), fill=ink.INK)
    teeth = path("M-5 22 V34 M0 22 V34 M5 22 V34", stroke=ink.INK, stroke_width=2.4, fill="none")
    return group(ears, head, eyes, nose, teeth, x=x, y=y, scale=scale)


def _potion_box() -> str:
    planks = "".join(
        rect(12, 54 + 13 * k, 76, 12, 1, fill=ink.WOOD, stroke=ink.WOOD_DARK, stroke_width=2.5)
        for k in range(3)
    )
    posts = "".join(
        rect(x, 51, 10, 44, 1, fill=ink.WOOD, stroke=ink.WOOD_DARK, stroke_width=3)
        for x in (10, 80)
    )
    inside = polygon((16, 44), (84, 44), (89, 55), (11, 55), fill=ink.WOOD_DARK)
    vials = (
        group(vial(2), x=27, y=6, turn=-8, scale=0.46)
        + group(vial(0), x=2, y=12, turn=-14, scale=0.48)
        + group(vial(4), x=54, y=4, turn=14, scale=0.46)
    )
    label = rect(34, 64, 32, 20, 3, fill=ink.PAPER, stroke=ink.WOOD_DARK, stroke_width=2)
    return inside + vials + planks + posts + label + group(vial(1), x=41.5, y=65, scale=0.18)


def _confusion() -> str:
    """Draw arrows in a circle around a dizzy head."""
    arc = "M82 38 A36 36 0 0 0 22 28"
    arrows = "".join(
        element(
            "g",
            path(arc, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round"),
            polygon(
                (28, 10), (12, 32), (37, 36),
                fill=colour, stroke=colour, stroke_width=width - 7, stroke_linejoin="round",
            ),
            transform=f"rotate({turn} 50 50)",
        )
        for colour, width in ((ink.INK, 15), ("#27b3a6", 9))
        for turn in (0, 180)
    )  # fmt: skip
    spiral = path(
        "M50 50 C50 44 58 45 58 51 C58 59 44 60 42 51 C40 40 56 35 64 44 C72 56 60 70 46 68",
        fill="none",
        stroke="#d6418f",
        stroke_width=5.5,
        stroke_linecap="round",
    )
    stars = "".join(
        path(star(x, y, size), fill=ink.HAZARD, stroke=ink.INK, stroke_width=1.5)
        for x, y, size in ((9, 52, 8), (91, 50, 8), (50, 7, 6), (53, 93, 6))
    )
    return circle(50, 51, 25, fill=ink.PAPER) + arrows + spiral + stars


def _radioactive() -> str:
    cloud = path(
        "M40 95 C44 78 44 70 38 64 C14 66 6 48 18 38 C12 20 32 8 44 18 C52 4 76 6 78 22"
        " C96 24 96 50 80 54 C76 66 64 64 60 64 C56 72 57 80 62 95 Z",
        fill=ink.POLLUTION,
        stroke=ink.POLLUTION_DARK,
        stroke_width=4.5,
        stroke_linejoin="round",
    )
    dust = element("ellipse", cx=50, cy=93, rx=38, ry=5.5, fill=ink.POLLUTION_DARK)
    sign = circle(50, 40, 21, fill=ink.HAZARD, stroke=ink.INK, stroke_width=3.5)
    return dust + cloud + sign + trefoil(50, 40, 16, ink.INK)


def _explosion() -> str:
    flame = path(star(50, 50, 48, 11, 0.66), fill="#e2491f", stroke="#7d1e08", stroke_width=4)
    heart = path(star(50, 51, 36, 11, 0.62), fill="#fbb524")
    bomb = circle(48, 57, 20, fill=ink.DARK, stroke=ink.WHITE, stroke_width=2.5)
    neck = group(rect(-5, -5, 11, 10, 1, fill=ink.DARK), x=62, y=40, turn=40)
    fuse = path("M65 37 C70 28 76 32 78 24", fill="none", stroke=ink.WOOD_DARK, stroke_width=4.5)
    spark = path(star(79, 20, 10, 6, 0.4), fill=ink.WHITE, stroke="#e2491f", stroke_width=2)
    shine = path(
        "M36 54 A13 13 0 0 1 44 45", fill="none", stroke=ink.WHITE, stroke_width=4,
        stroke_linecap="round",
    )  # fmt: skip
    return flame + heart + fuse + bomb + neck + spark + shine


def _instant_death() -> str:
    bones = "".join(
        group(
            rect(-46, -4.5, 92, 9, fill=ink.FUR, stroke=ink.INK, stroke_width=3),
            *(
                circle(x, y, 7, fill=ink.FUR, stroke=ink.INK, stroke_width=3)
                for x in (-44, 44)
                for y in (-6, 6)
            ),
            rect(-42, -3, 84, 6, fill=ink.FUR),
            x=50,
            y=62,
            turn=turn,
        )
        for turn in (33, -33)
    )
    return bones + skull(50, 47, 1.02)


def _resurrection() -> str:
    wing = "M40 58 C20 58 6 44 4 26 C14 34 20 34 26 33 C22 28 20 24 19 18 C32 26 40 32 44 44 Z"
    wings = "".join(
        path(wing, fill=ink.WHITE, stroke=ink.STEEL_DARK, stroke_width=3.5, transform=turned)
        for turned in (None, "translate(100 0) scale(-1 1)")
    )
    heart = path(
        "M50 92 C20 70 24 42 40 42 C46 42 50 47 50 51 C50 47 54 42 60 42 C76 42 80 70 50 92 Z",
        fill="#df3d55",
        stroke="#7a0f22",
        stroke_width=4.5,
        stroke_linejoin="round",
    )
    beat = path(
        "M28 64 H41 L45 56 L51 74 L56 60 L59 64 H72",
        fill="none",
        stroke=ink.WHITE,
        stroke_width=4,
        stroke_linejoin="round",
    )
    halo = "".join(
        element(
            "ellipse", cx=50, cy=18, rx=23, ry=8, fill="none", stroke=colour, stroke_width=width
        )
        for colour, width in ((ink.CHEESE_DARK, 8.5), (ink.CHEESE, 5))
    )
    return wings + heart + beat + halo


def small_door(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Draw a door as a sign, with its upper left corner at (x, y)."""
    return (
        rect(x, y, width, height, 3, fill=fill, stroke=ink.INK, stroke_width=3.5)
        + rect(x + 6, y + 8, width - 12, height * 0.3, 2, fill=ink.GLASS, opacity=0.8)
        + circle(x + width - 7, y + height * 0.6, 3, fill=ink.HAZARD, stroke=ink.INK)
    )


def _double_door() -> str:
    return (
        small_door(6, 20, 42, 74, ink.STEEL)
        + small_door(52, 20, 42, 74, ink.STEEL)
        + circle(50, 22, 18, fill=ink.HAZARD, stroke=ink.INK, stroke_width=3.5)
        + text(50, 33, "2", 30, bold=True, anchor="middle")
    )


_DRAWN: Final = {
    POTION_BOX: _potion_box,
    CONFUSION: _confusion,
    RADIOACTIVE_EXPLOSION: _radioactive,
    EXPLOSION: _explosion,
    INSTANT_DEATH: _instant_death,
    RESURRECTION: _resurrection,
    DOUBLE_DOOR: _double_door,
}
for _kind, _draw in _DRAWN.items():
    declare(f"behind-{_kind}", _draw(), token=True)
