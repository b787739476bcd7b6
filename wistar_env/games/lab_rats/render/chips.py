"""Cheese, crumbs and pollution: tokens, chips, and the rows of them on a seat's panel."""

from typing import Final

from wistar_env.games.lab_rats.amounts import CRUMBS_OF_CHEESE, DEADLY, WINS
from wistar_env.games.lab_rats.render import ink
from wistar_env.games.lab_rats.render.happenings import trefoil
from wistar_env.games.lab_rats.render.vials import declare, symbol
from wistar_env.games.lab_rats.scene import Seat
from wistar_env.kit.pictures.boxes import Drawn, below
from wistar_env.kit.pictures.marks import Value, circle, element, group, path, rect, text

_WEDGE: Final = "M5 66 L64 20 Q92 24 95 58 V84 H5 Z"


def _cheese(filled: bool) -> str:
    if not filled:
        return path(
            _WEDGE,
            fill=ink.SUNKEN,
            stroke=ink.LINE,
            stroke_width=5,
            stroke_dasharray="9 7",
            stroke_linejoin="round",
        )
    edge: dict[str, Value] = {"stroke": ink.CHEESE_DARK, "stroke_width": 5.0}
    return (
        path(_WEDGE, fill=ink.CHEESE, stroke_linejoin="round", **edge)
        + path("M5 64 L95 58", **edge)
        + circle(33, 75, 6, fill=ink.CHEESE_DARK)
        + circle(63, 72, 8, fill=ink.CHEESE_DARK)
        + circle(84, 76, 4, fill=ink.CHEESE_DARK)
        + element("ellipse", cx=66, cy=42, rx=9, ry=6, fill=ink.CHEESE_DARK, opacity=0.8)
    )


def _crumb(filled: bool) -> str:
    shape = "M18 52 L26 24 L50 14 L76 26 L86 50 L74 80 L46 88 L22 76 Z"
    if not filled:
        return circle(50, 52, 21, fill=ink.SUNKEN, stroke=ink.LINE, stroke_width=4)
    return (
        path(
            shape,
            fill=ink.CRUMB,
            stroke=ink.CHEESE_DARK,
            stroke_width=7,
            stroke_linejoin="round",
        )
        + circle(42, 42, 5, fill=ink.CHEESE_DARK)
        + circle(62, 54, 6, fill=ink.CHEESE_DARK)
        + circle(45, 66, 4, fill=ink.CHEESE_DARK)
    )


def _pollution(filled: bool) -> str:
    fill, edge = (ink.POLLUTION, ink.POLLUTION_DARK) if filled else (ink.SUNKEN, ink.LINE)
    sign = trefoil(50, 50, 30, ink.INK if filled else ink.LINE)
    return circle(50, 50, 43, fill=fill, stroke=edge, stroke_width=7) + sign


def _first_player() -> str:
    """Draw the first-player token: a bitten piece of cheese with a 1."""
    bitten = "M92.2 41.6 A43 43 0 1 1 70.6 12.2 A20 20 0 0 0 92.2 41.6 Z"
    return path(
        bitten, fill=ink.CHEESE, stroke=ink.CHEESE_DARK, stroke_width=7, stroke_linejoin="round"
    ) + text(47, 72, "1", 62, bold=True, anchor="middle")


def running_rat(fill: str) -> str:
    """Draw a sign of a rat running to the right, in a square of 100 units."""
    return (
        path(
            "M26 60 C10 60 4 50 8 38 C10 32 4 30 2 34",
            fill="none",
            stroke=fill,
            stroke_width=5,
            stroke_linecap="round",
        )
        + element("ellipse", cx=46, cy=55, rx=26, ry=15, fill=fill)
        + path("M60 46 C70 36 84 42 96 56 C88 66 72 68 60 64 Z", fill=fill)
        + circle(67, 38, 9, fill=fill)
        + path(
            "M34 66 L20 82 M44 68 L36 86 M60 66 L74 80 M52 68 L66 88",
            stroke=fill,
            stroke_width=6,
            stroke_linecap="round",
            fill="none",
        )
    )


def _exit_sign() -> str:
    """Draw the sign of a seat that may try an Exit."""
    return (
        rect(3, 12, 94, 76, 10, fill=ink.SIGN, stroke=ink.SIGN_DARK, stroke_width=5)
        + group(running_rat(ink.WHITE), x=8, y=14, scale=0.72)
        + path(
            "M82 34 L92 50 L82 66", fill="none", stroke=ink.WHITE, stroke_width=7,
            stroke_linecap="round", stroke_linejoin="round",
        )
    )  # fmt: skip


for _name, _draw in (("cheese", _cheese), ("crumb", _crumb), ("pollution", _pollution)):
    declare(_name, _draw(filled=True))
    declare(f"{_name}-missing", _draw(filled=False))
declare("first-player", _first_player())
declare("exit-sign", _exit_sign())


def _row(name: str, count: int, room: int, size: float, step: float, title: str) -> Drawn:
    """Draw a row of places for chips, the first ``count`` of them filled."""
    drawn = "".join(
        symbol(name if k < count else f"{name}-missing", k * step, 0, size)
        for k in range(max(room, count))
    )
    return Drawn((max(room, count) - 1) * step + size, size, group(drawn, title=title))


def rows(seat: Seat, width: float) -> Drawn:
    """Draw three rows with the cheese, crumbs and pollution of a seat, each with its number."""
    inner, size = width - 20, 18.0
    found = []
    for name, count, room, rest in (
        ("cheese", seat.cheese, WINS, "4 win the game"),
        ("crumb", seat.crumbs, CRUMBS_OF_CHEESE, "10 are paid for a cheese"),
        ("pollution", seat.pollution, DEADLY, "5 kill"),
    ):
        step = min(size + 5, (inner - size) / (room - 1))
        row = _row(name, count, room, min(size, step + 3), step, f"{name}: {count}; {rest}")
        number = text(0, 14.5, str(count), 14, bold=True, bare=True)
        found.append(Drawn(width, size, number + row.at(18, (size - row.height) / 2)))
    return below(found, 5)
