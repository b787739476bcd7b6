"""A whole position as one SVG document."""

from collections.abc import Iterator
from typing import Final

from wistar_env.games.lab_rats.render import ink, laboratory, prompt, seating
from wistar_env.games.lab_rats.render.drawing import Drawing
from wistar_env.games.lab_rats.scene import Scene
from wistar_env.kit.pictures import marks, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside
from wistar_env.kit.pictures.marks import group, rect

#: The size of a wide picture (16:9), and the width of a narrow picture.
WIDE: Final = (1200.0, 675.0)
NARROW: Final = 390.0
_GAP: Final = 8.0
MARGIN: Final = 12.0
#: The widths of the panels to the left and to the right of the Doors.
_STOCK: Final = 204.0
_EXITS: Final = 196.0
_OWN: Final = 152.0
_PROMPT: Final = 54.0
#: The height of the seats when all hands are shown.
OPEN_HANDS: Final = 208.0
_DONE: Final = 380.0


def picture(
    scene: Scene, *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
) -> str:
    """Return a position as an SVG document.

    Elements for a legal action have the class ``wistar-choice``, the action's id in
    ``data-action``, and its text in ``aria-label``. Each legal action has exactly one element.

    ``width``: width in pixels; wide pictures are 16:9. ``narrow``: use a single column, for a
    phone 390 pixels wide. ``with_fonts``: whether to embed the font (35 kB), for standalone files.
    Raises TypeError if ``scene`` is not a Scene or the width is not a number. Raises ValueError if
    the width is not above 0.
    """
    if not isinstance(scene, Scene):
        raise TypeError(
            f"scene must be a Scene, such as game.presentation.scene(seat), found {scene!r}"
        )
    marks.check_width(width)
    drawing = Drawing(scene, narrow)
    content = _narrow(drawing) if narrow else _wide(drawing)
    size = (NARROW, content.height + 2 * MARGIN) if narrow else WIDE
    return _document(scene, content.at(MARGIN, MARGIN), size, width / size[0], with_fonts)


def screen(scene: Scene, width: int, height: int) -> str:
    """Return a position as an SVG document of exactly this size, for a video or a window."""
    scale = min(width / WIDE[0], height / WIDE[1])
    left, top = (width / scale - WIDE[0]) / 2, (height / scale - WIDE[1]) / 2
    placed = _wide(Drawing(scene, narrow=False)).at(left + MARGIN, top + MARGIN)
    return _document(scene, placed, (width / scale, height / scale), scale, with_fonts=False)


def _document(
    scene: Scene, content: str, size: tuple[float, float], scale: float, with_fonts: bool
) -> str:
    return marks.document(
        *size,
        marks.element("style", touch.STYLE),
        rect(0, 0, *size, fill=ink.TABLE),
        content,
        title=title(scene),
        with_fonts=with_fonts,
        scale=scale,
        role="group",
    )


def title(scene: Scene) -> str:
    """Return the title of a position for screen readers."""
    if scene.totals:
        return f"Lab Rats, won by {scene.names[scene.totals[0].seat]}"
    return f"Lab Rats, round {scene.round}"


def panel(content: Drawn, width: float, edge: str = ink.LINE) -> Drawn:
    """Put a drawing on a white background with a frame."""
    height = content.height + 2 * seating.PADDING
    ground = rect(
        0.8, 0.8, width - 1.6, height - 1.6, 10, fill=ink.WHITE, stroke=edge, stroke_width=1.6
    )
    return Drawn(width, height, ground + content.at(seating.PADDING, seating.PADDING))


def _edge(drawing: Drawing) -> str:
    """Return the colour of the decision's frame, which is strong if the scene has choices."""
    decision = drawing.scene.decision
    return ink.ACCENT if decision is not None and decision.choices else ink.LINE


def _wide(drawing: Drawing) -> Drawn:
    """Draw the laboratory, with the viewer's seat below it and all other seats above it."""
    width = WIDE[0] - 2 * MARGIN
    open_hands = drawing.scene.viewer is None
    above = (drawing.first, *drawing.others) if open_hands else drawing.others
    high = OPEN_HANDS if open_hands else seating.COMPACT
    each = (width - _GAP * (len(above) - 1)) / len(above)
    row = beside([seating.compact(drawing, seat, each, high) for seat in above], _GAP)
    below_all = [] if open_hands else [seating.own(drawing, drawing.first, width, _OWN)]
    head = prompt.title(drawing, width)
    taken = head.height + _PROMPT + row.height + sum(part.height for part in below_all)
    parts = 4 + len(below_all)
    rest = WIDE[1] - 2 * MARGIN - taken - _GAP * (parts - 1)
    shared = laboratory_row(drawing, width, rest)
    # The decision is drawn last, with buttons for the actions that have no element yet.
    return below([head, _decision(drawing, width), row, shared, *below_all], _GAP)


def _decision(drawing: Drawing, width: float) -> Drawn:
    inner = width - 2 * seating.PADDING
    told = prompt.done(drawing, _DONE)
    room = inner - (_DONE + 16 if told.height else 0)
    asked = prompt.prompt(drawing, room)
    ground = rect(
        0.8,
        0.8,
        width - 1.6,
        _PROMPT - 1.6,
        10,
        fill=ink.WHITE,
        stroke=_edge(drawing),
        stroke_width=1.6,
    )
    drawn = ground + asked.at(seating.PADDING, (_PROMPT - asked.height) / 2)
    drawn += told.at(width - seating.PADDING - _DONE, (_PROMPT - told.height) / 2)
    return Drawn(width, _PROMPT, drawn)


def laboratory_row(drawing: Drawing, width: float, height: float) -> Drawn:
    """Draw decks, Doors and Exits side by side on the wall."""
    pad = 12.0
    middle = width - _STOCK - _EXITS - 4 * pad
    gap = 16.0
    room = height - 12
    # The largest width within the height.
    wide = middle
    while laboratory.doors_height(wide, gap) > room:
        wide -= 4
    drawn_doors = laboratory.doors(drawing, wide, gap)
    right = below(
        [
            laboratory.exits(drawing, _EXITS, (_EXITS - 16) / 3),
            laboratory.double_door(drawing, _EXITS, 52),
        ],
        10,
    )
    left = laboratory.stock(drawing, _STOCK)
    x = pad + _STOCK + pad + (middle - wide) / 2
    wall = laboratory.wall(width, height, 34)
    panels = "".join(
        rect(at - 5, 7, each + 10, height - 14, 8, fill=ink.PANEL, opacity=0.93)
        for at, each in ((pad, _STOCK), (width - pad - _EXITS, _EXITS))
    )
    drawn = (
        wall
        + panels
        + drawn_doors.at(x, height - drawn_doors.height - 2)
        + group(left.svg, x=pad, y=12, data_quiet="")
        + right.at(width - pad - _EXITS, 12)
    )
    return Drawn(width, height, drawn)


def _narrow(drawing: Drawing) -> Drawn:
    width = NARROW - 2 * MARGIN
    parts = [drawn for _, drawn in phone_parts(drawing, width)]
    content = prompt.prompt(drawing, width - 2 * seating.PADDING)
    told = prompt.done(drawing, width - 2 * seating.PADDING)
    top = panel(below([content, told], 8), width, _edge(drawing))
    return below([prompt.title(drawing, width), top, *parts], _GAP)


def phone_parts(drawing: Drawing, width: float) -> Iterator[tuple[str, Drawn]]:
    """Yield the names and drawings of the parts below the decision, for a phone."""
    pad, gap = 8.0, 6.0
    doors = laboratory.doors(drawing, width - 2 * pad, gap)
    aside = laboratory.double_door(drawing, width - 2 * pad, 62)
    inside = below([doors, aside], 6)
    height = inside.height + 10
    wall = laboratory.wall(width, height, 37 if not aside.height else height - doors.height + 31)
    yield "doors", Drawn(width, height, wall + inside.at(pad, 6))
    first, others = drawing.first, drawing.others
    if drawing.scene.viewer is None:
        others = (first, *others)
    else:
        yield f"seat {first.number}", seating.tall(drawing, first, width)
    yield "exits", panel(laboratory.exits(drawing, width - 2 * seating.PADDING, 60), width)
    for seat in others:
        high = seating.COMPACT + 16
        yield f"seat {seat.number}", seating.compact(drawing, seat, width, high)
    yield "stock", panel(laboratory.stock(drawing, width - 2 * seating.PADDING), width)
