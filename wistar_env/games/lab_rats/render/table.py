"""A position as a table to play on: a sheet of panels, laid out for the room that a page has.

It leaves out what the page says itself: the round and the open decision.
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
from wistar_env.kit.pictures.sheet import Sheet, Stack, sheet

#: Pixels below which a room is that of a phone, and from which on it is wide.
_PHONE: Final = 620.0
_SPREAD: Final = 1280.0
#: Units across a phone, a screen and a wide one.
_NARROW: Final = 372.0
_MIDDLE: Final = 1020.0
_WIDE: Final = 1200.0
#: Units from the top to the bottom of a wide screen, and of what lies before the viewer.
_HIGH: Final = 750.0
_OWN: Final = 190.0
#: Of the panel of another seat.
_OTHER: Final = 172.0
#: The same of another screen, and of the laboratory at least.
_LOW: Final = 706.0
_ROOM: Final = 250.0
_GAP: Final = 10.0
#: The least width of another seat beside others.
_LEAST: Final = 270.0


def table(scene: Scene, width: float) -> Sheet:
    """Return a position as a sheet.

    Parameters
    ----------
    scene
        The position, as far as it is to be shown.
    width
        The width of the room, in pixels. Below that of a phone everything is in one column.
    """
    if width < _PHONE:
        return _phone(Drawing(scene, narrow=True))
    return _screen(Drawing(scene, narrow=False), _WIDE if width >= _SPREAD else _MIDDLE)


def _phone(drawing: Drawing) -> Sheet:
    stack = Stack(MARGIN, MARGIN, _GAP)
    for name, drawn in phone_parts(drawing, _NARROW - 2 * MARGIN):
        stack.add(name, drawn)
    return sheet(_NARROW, title(drawing.scene), stack)


def _screen(drawing: Drawing, width: float) -> Sheet:
    """Return the others above, the laboratory between, the viewer below; or all above."""
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
    high = _HIGH if width == _WIDE else _LOW
    rest = max(high - stack.y - own - MARGIN, _ROOM)
    stack.add("laboratory", laboratory_row(drawing, inner, rest))
    if not everybody:
        first = drawing.first
        stack.add(f"seat {first.number}", seating.own(drawing, first, inner, _OWN))
    return sheet(width, title(drawing.scene), stack)


def _rows(seats: tuple[Seat, ...], width: float) -> list[tuple[Seat, ...]]:
    """Return seats in as few rows as leave each of them its width."""
    fitting = max(1, int((width + _GAP) / (_LEAST + _GAP)))
    number = -(-len(seats) // fitting)
    each = -(-len(seats) // number)
    return [seats[k : k + each] for k in range(0, len(seats), each)]
