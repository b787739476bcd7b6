"""The table on a page: a position as a sheet of panels, laid out for the page's width.

It omits the round and the current decision, which the page itself shows.
"""

from typing import Final

from wistar_env.games.lab_rats.render import seating
from wistar_env.games.lab_rats.render.composition import (
    MARGIN,
    OPEN_HANDS,
    laboratory_row,
    phone_parts,
    title,
)
from wistar_env.games.lab_rats.render.drawing import Drawing
from wistar_env.games.lab_rats.scene import Scene, Seat
from wistar_env.kit.game.presentation_parts import PHONE, TABLET, WIDE
from wistar_env.kit.pictures.sheet import Sheet, Stack, sheet

#: Widths of the sheet on a phone, a normal screen and a wide screen, in its units.
_NARROW: Final = 372.0
_MIDDLE: Final = 1000.0
_BROAD: Final = 1200.0
#: Heights of a wide sheet, the viewer's panel and panels of other seats.
_HIGH: Final = 750.0
_OWN: Final = 190.0
_OTHER: Final = 172.0
#: Height of the sheet on a normal screen, and least height of the laboratory.
_LOW: Final = 706.0
_ROOM: Final = 250.0
_GAP: Final = 10.0
#: Least width of other seats' panels.
_LEAST: Final = 270.0


def table(scene: Scene, width: float) -> Sheet:
    """Lay out a position as a sheet of panels for a page.

    ``scene``: the position, without information hidden from its viewer. ``width``: the width of the
    space on the page, in pixels. On a phone everything is in one column, on a tablet in two.
    """
    if width < TABLET:
        return _phone(Drawing(scene, narrow=True, explains=True), columns=1 if width < PHONE else 2)
    return _screen(
        Drawing(scene, narrow=False, explains=True), _BROAD if width >= WIDE else _MIDDLE
    )


def _phone(drawing: Drawing, columns: int) -> Sheet:
    across = _NARROW - MARGIN
    stacks = [Stack(MARGIN + column * across, MARGIN, _GAP) for column in range(columns)]
    for name, drawn in phone_parts(drawing, _NARROW - 2 * MARGIN):
        min(stacks, key=lambda stack: stack.y).add(name, drawn)
    width = MARGIN + columns * across
    return sheet(width, title(drawing.scene), *stacks, maps=("doors",))


def _screen(drawing: Drawing, width: float) -> Sheet:
    """Lay out other seats, the laboratory, then the viewer; without a viewer, all seats on top."""
    inner = width - 2 * MARGIN
    everybody = drawing.scene.viewer is None
    above = (drawing.first, *drawing.others) if everybody else drawing.others
    high = OPEN_HANDS if everybody else _OTHER
    stack = Stack(MARGIN, MARGIN, _GAP)
    for row in _rows(above, inner):
        each = (inner - _GAP * (len(row) - 1)) / len(row)
        drawn = [seating.compact(drawing, seat, each, high) for seat in row]
        stack.add_row(*((f"seat {seat.number}", one) for seat, one in zip(row, drawn, strict=True)))
    own = 0 if everybody else _OWN + _GAP
    high = _HIGH if width == _BROAD else _LOW
    rest = max(high - stack.y - own - MARGIN, _ROOM)
    stack.add("laboratory", laboratory_row(drawing, inner, rest))
    if not everybody:
        first = drawing.first
        stack.add(f"seat {first.number}", seating.own(drawing, first, inner, _OWN))
    return sheet(width, title(drawing.scene), stack, maps=("laboratory",))


def _rows(seats: tuple[Seat, ...], width: float) -> list[tuple[Seat, ...]]:
    """Split seats into the fewest rows with panels at least ``_LEAST`` wide.

    If not even one such panel fits, each row has one seat.
    """
    fitting = max(1, int((width + _GAP) / (_LEAST + _GAP)))
    number = -(-len(seats) // fitting)
    each = -(-len(seats) // number)
    return [seats[k : k + each] for k in range(0, len(seats), each)]
