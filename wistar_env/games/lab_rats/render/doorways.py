"""The five Doors of the table, as doors in the wall of a laboratory."""

from typing import Final

from wistar_env.games.lab_rats.kinds import NUM_COLOURS
from wistar_env.games.lab_rats.render import ink
from wistar_env.games.lab_rats.render.vials import declare, pip, symbol
from wistar_env.games.lab_rats.words import door_name
from wistar_env.kit.pictures.marks import circle, group, line, path, polygon, rect

#: The size of a doorway before it is scaled.
WIDTH: Final = 100.0
HEIGHT: Final = 150.0


def _hazard(y: float, height: float) -> str:
    stripes = "".join(
        polygon((x, y + height), (x + 9, y), (x + 18, y), (x + 9, y + height), fill=ink.DARK)
        for x in (12, 30, 48, 66)
    )
    return rect(11, y, 78, height, fill=ink.HAZARD) + stripes


def _frame() -> str:
    return (
        rect(0, 0, WIDTH, HEIGHT, 7, fill=ink.FRAME)
        + rect(
            2.5,
            2.5,
            WIDTH - 5,
            HEIGHT - 2.5,
            5,
            fill="none",
            stroke=ink.STEEL_DARK,
            stroke_width=1.5,
        )
        + rect(9, 10, 82, HEIGHT - 10, fill=ink.DARK)
    )


def _closed() -> str:
    rivets = "".join(
        circle(x, y, 1.8, fill=ink.STEEL_DARK) for x in (15, 85) for y in (17, 44, 71, 98, 120)
    )
    wheel = (
        circle(50, 96, 14, fill="none", stroke=ink.FRAME, stroke_width=4.5)
        + line(36, 96, 64, 96, stroke=ink.FRAME, stroke_width=3.5)
        + line(50, 82, 50, 110, stroke=ink.FRAME, stroke_width=3.5)
        + circle(50, 96, 4.5, fill=ink.STEEL_LIGHT, stroke=ink.FRAME, stroke_width=2)
    )
    window = (
        circle(50, 46, 23, fill=ink.STEEL_DARK)
        + circle(50, 46, 18, fill="#22363f")
        + path(
            "M38 46 A12 12 0 0 1 47 34",
            fill="none",
            stroke="#8fc3d0",
            stroke_width=3.5,
            stroke_linecap="round",
        )
        + path("M50 28 V64 M32 46 H68", stroke="#35525d", stroke_width=1.5)
    )
    return (
        rect(10.5, 11.5, 79, HEIGHT - 11.5, 2, fill=ink.STEEL)
        + path(f"M10.5 {HEIGHT} V11.5 H89.5", fill="none", stroke=ink.STEEL_LIGHT, stroke_width=2.5)
        + rivets
        + window
        + wheel
        + _hazard(128, 14)
    )


def _open() -> str:
    """Draw an empty open doorway."""
    return (
        polygon((9, HEIGHT), (91, HEIGHT), (78, 128), (22, 128), fill="#31434b")
        + polygon((22, 128), (78, 128), (78, 22), (22, 22), fill="#222f35")
        + polygon((9, 10), (22, 20), (22, 132), (9, HEIGHT), fill=ink.STEEL_LIGHT)
        + polygon((9, 10), (12, 12.3), (12, 146.5), (9, HEIGHT), fill=ink.STEEL)
        + circle(18.5, 82, 2, fill=ink.FRAME)
    )


def _missing() -> str:
    return rect(
        9.5, 10.5, 81, HEIGHT - 11, 2, fill=ink.SUNKEN, stroke=ink.LINE, stroke_width=2,
        stroke_dasharray="6 5",
    )  # fmt: skip


#: Symbols are square, so a doorway is drawn in a square of its height.
_SCALE: Final = 100 / HEIGHT
for _name, _drawn in (("closed", _closed()), ("open", _open()), ("missing", _missing())):
    declare(f"doorway-{_name}", group(_frame() + _drawn, scale=_SCALE))


def doorway(state: str, kind: int | None, width: float) -> str:
    """Draw a doorway in the state ``"closed"``, ``"open"`` or ``"missing"``.

    An open door shows its card; a closed door has a note if its card is known.
    """
    scale = width / WIDTH
    drawn = symbol(f"doorway-{state}", 0, 0, HEIGHT * scale)
    if kind is None:
        return drawn
    if state == "open":
        drawn += symbol(f"behind-{kind}", 13 * scale, 38 * scale, 80 * scale)
        if kind < NUM_COLOURS:
            drawn += pip(kind, 68 * scale, 13 * scale, 21 * scale)
        return drawn
    return drawn + group(_note(kind, scale), x=27 * scale, y=74 * scale, turn=-4)


def _note(kind: int, scale: float) -> str:
    """Draw a note on a closed door, for the player who laid it."""
    side = 46 * scale
    drawn = (
        rect(0, 0, side, side * 1.02, 1.5, fill=ink.PAPER, stroke=ink.CHEESE_DARK)
        + symbol(f"behind-{kind}", side * 0.1, side * 0.12, side * 0.8)
        + circle(side / 2, side * 0.06, max(2.0, 3 * scale), fill=ink.BLOOD)
    )
    return group(drawn, title=f"you know: {door_name(kind)}")
