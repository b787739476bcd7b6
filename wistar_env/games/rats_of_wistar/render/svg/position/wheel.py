"""The Action Wheel with Sectors, spaces and Chiefs, its Areas with Workers, and the Hut."""

from math import cos, pi, sin
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import short
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing
from wistar_env.games.rats_of_wistar.scene.parts import Sector
from wistar_env.games.rats_of_wistar.tables.symbol_words import counted
from wistar_env.kit.pictures import touch
from wistar_env.kit.pictures.boxes import Drawn
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import (
    circle,
    element,
    group,
    number,
    path,
    rect,
    text,
)

#: The width at which the wheel is drawn before it is scaled.
WIDTH: Final = 444.0
HEIGHT: Final = 396.0
_X, _Y = WIDTH / 2, 198.0
_HUB, _RIM, _OUTER = 27.0, 131.0, 178.0
#: Angles of the Main actions in degrees, clockwise; the two of the first Area are at the top.
_FIRST: Final = -120
_STEP: Final = 60
_SPACE: Final = 21.5
#: The least font size after scaling.
_LEAST: Final = 10.4
#: Positions of the spaces of a Sector, outermost first: distance from the hub, and angle.
_SPACES: Final = {
    1: ((92, 0),),
    2: ((106, 0), (59, 0)),
    3: ((105, -15.5), (105, 15.5), (58, 0)),
}
_AREAS: Final = ("forest", "lair", "farm")
_AREA_NAMES: Final = ("Forest", "Lair", "Farm")
_BOX: Final = (112.0, 92.0)
#: Corners of the boxes of the Areas, and of the Hut.
_CORNERS: Final = ((0.0, 0.0), (WIDTH - _BOX[0], HEIGHT - _BOX[1]), (0.0, HEIGHT - _BOX[1]))
_HUT: Final = (WIDTH - _BOX[0], 0.0)
#: The length and the width of an arrow, large enough to touch on a phone.
_ARROW: Final = (58.0, 34.0)
#: For two Areas: the middle of the arrow between them, next to the first and outside the wheel,
#: and its direction in degrees clockwise from the right.
_WAYS: Final = {
    (0, 2): (20, 130, 90),
    (2, 0): (20, 266, -90),
    (0, 1): (144, 18, 0),
    (1, 0): (WIDTH - 20, 266, -90),
    (2, 1): (144, HEIGHT - 18, 0),
    (1, 2): (WIDTH - 144, HEIGHT - 18, 180),
}


def _at(radius: float, degrees: float) -> tuple[float, float]:
    angle = degrees * pi / 180
    return _X + radius * cos(angle), _Y + radius * sin(angle)


def _wedge(inner: float, outer: float, first: float, last: float) -> str:
    """Return the outline of a sector of a ring."""
    (ax, ay), (bx, by) = _at(outer, first), _at(outer, last)
    (cx, cy), (dx, dy) = _at(inner, last), _at(inner, first)
    n = number
    return (
        f"M{n(ax)} {n(ay)} A{n(outer)} {n(outer)} 0 0 1 {n(bx)} {n(by)} "
        f"L{n(cx)} {n(cy)} A{n(inner)} {n(inner)} 0 0 0 {n(dx)} {n(dy)} Z"
    )


def wheel(drawing: Drawing, width: float, high: float = 0) -> Drawn:
    """Draw the wheel, its Areas and the Hut, centred in a box of height ``high`` or more."""
    scale = min(1.0, width / WIDTH)
    least = _LEAST / scale
    parts = [circle(_X, _Y, _OUTER + 3, fill=ink.SUNKEN, stroke=ink.LINE)]
    for position, sector in enumerate(drawing.scene.wheel):
        parts.append(_sector(drawing, position, sector, least))
    parts.append(circle(_X, _Y, _HUB, fill=ink.EARTH, stroke=ink.INK, stroke_width=1.4))
    parts.append(icons.draw("turn", _X - 13, _Y - 13, 26))
    parts += [_area(drawing, area, least) for area in range(3)]
    parts += [_hut(drawing, least), *(_way(drawing, *way) for way in _WAYS)]
    left = (width - WIDTH * scale) / 2
    high = max(high, HEIGHT * scale)
    top = (high - HEIGHT * scale) / 2
    return Drawn(width, high, group(*parts, x=left, y=top, scale=scale))


def _sector(drawing: Drawing, position: int, sector: Sector, least: float) -> str:
    middle = _FIRST + _STEP * position
    return _main(drawing, position, sector, middle, least) + _spaces(drawing, sector, middle, least)


def _main(drawing: Drawing, position: int, sector: Sector, middle: float, least: float) -> str:
    """Draw the part of the board outside a Sector, which shows its Main action."""
    word = drawing.scene.printed.wheel.position[position].main
    symbol, name = short.MAINS[word]
    outline = _wedge(_RIM + 3, _OUTER, middle - 29.6, middle + 29.6)
    colour = ink.AREAS[_AREAS[sector.area]]
    x, y = _at(155, middle)
    due = drawing.scene.due
    is_due = due is not None and due.main and due.position == position
    drawn = (
        path(outline, fill=colour, fill_opacity=0.34, stroke=colour, stroke_width=1)
        + (path(outline, fill="none", stroke=ink.INK, stroke_width=2.4) if is_due else "")
        + icons.draw(symbol, x - 13, y - 20, 26)
        + text(x, y + 18, name, max(12, least), bold=True, anchor="middle")
    )
    title = f"Main action: {sector.main}" + (" (due)" if is_due else "")
    main = list(short.MAINS).index(word)
    named = group(drawn, title=title)
    return touch.answering(drawing.answers.about("MAIN", main), named, touch.shape(outline))


def _spaces(drawing: Drawing, sector: Sector, middle: float, least: float) -> str:
    outline = _wedge(_HUB + 2, _RIM, middle - 29.4, middle + 29.4)
    piece = name_of("sector", sector.sector.number + 1)
    parts = [path(outline, fill="#f4ead2", stroke=ink.LINE, stroke_width=1.2)]
    for space, (radius, turn) in enumerate(_SPACES.get(len(sector.spaces), _SPACES[3])):
        if space < len(sector.spaces):
            parts.append(_space(drawing, sector, space, *_at(radius, middle + turn), least))
    return group(*parts, data_piece=piece)


def _space(drawing: Drawing, sector: Sector, space: int, x: float, y: float, least: float) -> str:
    bonuses, chief = sector.spaces[space].bonuses, sector.spaces[space].chief
    told = sector.spaces[space].words
    title = f"{sector.main}, space {space + 1}: {told}"
    if chief is not None:
        colours = tokens.ink_of(drawing.who(chief))
        drawn = circle(x, y, _SPACE, fill=colours.pale, stroke=colours.edge, stroke_width=2)
        drawn += tokens.draw("chief", drawing.who(chief), x - 17, y - 18, 35)
        title += f"; Chief of {drawing.name(chief)}"
    else:
        drawn = circle(x, y, _SPACE, fill=ink.WHITE, stroke=ink.MUTED, stroke_width=1.2)
        drawn += _bonuses(bonuses, x, y, least)
    choices = drawing.answers.about("PLACE", sector.sector.number, space)
    words = f"{choices[0].text}: {told}" if choices else ""
    return touch.answering(choices, group(drawn, title=title), touch.ring(x, y, _SPACE), words)


def _bonuses(bonuses: str, x: float, y: float, least: float) -> str:
    shown = short.bonuses(bonuses)
    size = 26.0 if len(shown) == 1 else 19.0
    left = x - size * len(shown) / 2
    return "".join(
        bonus(each, left + k * size, y - size / 2, size, least) for k, each in enumerate(shown)
    )


def bonus(shown: tuple[str, str], x: float, y: float, size: float, least: float = _LEAST) -> str:
    """Draw the symbol of a Bonus action with its text, in letters of at least a given size."""
    symbol, written = shown
    drawn = icons.draw(symbol, x + 0.5, y + 0.5, size - 1)
    if written:
        letters = max(size * 0.56, least)
        cx, cy, radius = x + size * 0.72, y + size * 0.74, letters / 1.75
        drawn += circle(cx, cy, radius, fill=ink.INK)
        drawn += text(
            cx, cy + radius * 0.66, written, letters, bold=True, anchor="middle",
            fill=ink.WHITE,
        )  # fmt: skip
    return drawn


def _area(drawing: Drawing, area: int, least: float) -> str:
    x, y = _CORNERS[area]
    width, height = _BOX
    name, colour = _AREAS[area], ink.AREAS[_AREAS[area]]
    drawn = (
        rect(x, y, width, height, 9, fill=ink.PAPER)
        + rect(
            x, y, width, height, 9, fill=colour, fill_opacity=0.2, stroke=colour, stroke_width=1.2
        )
        + icons.draw(name, x + 6, y + 5, 20)
        + text(x + 31, y + 19.5, _AREA_NAMES[area], max(12.5, least), bold=True)
    )
    n = 0
    for seat in drawing.scene.seats:
        count = sum(each.count for each in seat.workers if each.number == area)
        if not count:
            continue
        at_x, at_y = x + 6 + 52 * (n % 2), y + 31 + 29 * (n // 2)
        title = f"{counted(count, 'Worker')} of {drawing.name(seat.number)}"
        drawn += tokens.draw("worker", drawing.who(seat.number), at_x, at_y, 26, title)
        drawn += text(at_x + 28, at_y + 19, str(count), 15, bold=True)
        n += 1
    choices = drawing.answers.about("DEPLOY", area)
    return touch.answering(choices, drawn, touch.box(x, y, width, height, 9))


def _way(drawing: Drawing, start: int, end: int) -> str:
    """Draw a clickable arrow between two Areas, if a Worker may move from the first to the second.

    The arrow starts next to the first Area and has the symbol of the second at its tip.
    """
    choices = drawing.answers.about("MOVE_WORKER", start, end)
    decision = drawing.scene.decision
    if not choices or decision is None:
        return ""
    x, y, degrees = _WAYS[start, end]
    outline = _arrow(x, y, degrees)
    forward, colour = degrees * pi / 180, ink.AREAS[_AREAS[end]]
    sign_x, sign_y = x + 8 * cos(forward) - 9, y + 8 * sin(forward) - 9
    worker_x, worker_y = x - 16 * cos(forward) - 8, y - 16 * sin(forward) - 8
    drawn = (
        path(outline, fill=ink.WHITE, stroke=colour, stroke_width=1.6)
        + tokens.draw("worker", drawing.who(decision.seat), worker_x, worker_y, 16)
        + icons.draw(_AREAS[end], sign_x, sign_y, 18)
    )
    return touch.answering(choices, drawn, touch.shape(outline))


def _arrow(x: float, y: float, degrees: float) -> str:
    """Return the outline of a broad arrow, centred at a point."""
    length, width = _ARROW[0] / 2, _ARROW[1] / 2
    head, shaft = length - width * 0.8, width * 0.72
    corners = (
        (-length, -shaft), (head, -shaft), (head, -width), (length, 0),
        (head, width), (head, shaft), (-length, shaft),
    )  # fmt: skip
    turn = degrees * pi / 180
    places = (
        (x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn)) for u, v in corners
    )
    return "M" + " L".join(f"{number(u)} {number(v)}" for u, v in places) + " Z"


def _hut(drawing: Drawing, least: float) -> str:
    x, y = _HUT
    width, height = _BOX
    colour = ink.POTION
    drawn = (
        rect(x, y, width, height, 9, fill=ink.PAPER)
        + rect(
            x, y, width, height, 9, fill=colour, fill_opacity=0.16, stroke=colour, stroke_width=1.2
        )
        + icons.draw("hut", x + 6, y + 5, 20)
        + text(x + 31, y + 19.5, "Alchemist", max(12.5, least), bold=True)
    )
    hut = drawing.scene.hut
    size = 26.0 if len(hut) <= 8 else 20.0
    columns = 4 if len(hut) <= 8 else 5
    for k, seat in enumerate(hut):
        at_x, at_y = x + 4 + (size + 0.5) * (k % columns), y + 30 + (size + 2) * (k // columns)
        title = f"Chief of {drawing.name(seat)}, place {k + 1}"
        drawn += tokens.draw("chief", drawing.who(seat), at_x, at_y, size, title)
    if not hut:
        drawn += text(
            x + width / 2, y + 62, "nobody", max(12.5, least), anchor="middle", fill=ink.MUTED
        )
    named = element("g", drawn)
    return touch.answering(drawing.answers.about("HUT"), named, touch.box(x, y, width, height, 9))
