"""A whole position as one SVG document."""

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from wistar_env.games.rats_of_wistar.render.svg import ink, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import (
    bot,
    farm,
    header,
    market,
    seat,
    wheel,
)
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing, drawing_of
from wistar_env.games.rats_of_wistar.render.svg.position.panels import GAP, PADDING, Panel, columns
from wistar_env.games.rats_of_wistar.scene.parts import Scene, Seat
from wistar_env.kit.pictures import marks, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside, snapped
from wistar_env.kit.pictures.marks import group

#: The width of a picture in units, whatever its width in pixels.
_WIDE: Final = 1200.0
_NARROW: Final = 400.0
_WHEEL: Final = 468.0
_TRACK: Final = 468.0
#: The width of the column of last actions.
_DONE: Final = 380.0


def picture(
    scene: Scene, *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
) -> str:
    """Draw a position as an SVG document.

    Elements that play a legal action have the class ``wistar-choice``, the action's id in
    ``data-action`` (several ids are separated by spaces), and its text in ``aria-label``. The
    document contains no script, and different pictures have no element id in common.

    Parameters
    ----------
    scene
        The position as a viewer sees it: ``game.presentation.scene(seat)``.
    width
        Width in pixels; the height follows. It does not change the contents.
    narrow
        Use a single column, for a phone about 400 pixels wide.
    with_fonts
        Whether to embed the font (35 kB), for files that are used on their own. A page with many
        pictures should include ``lettering.font_faces()`` once instead.

    Raises
    ------
    TypeError
        If ``scene`` is not a Scene, or ``width`` is not a number.
    ValueError
        If ``width`` is not above 0.
    """
    if not isinstance(scene, Scene):
        raise TypeError(
            f"scene must be a Scene, such as game.presentation.scene(seat), found {scene!r}"
        )
    marks.check_width(width)
    drawing = drawing_of(scene, narrow)
    whole = _NARROW if narrow else _WIDE
    content = _narrow(drawing) if narrow else _wide(drawing)
    size = (whole, content.height + 2 * GAP)
    return _document(drawing, content.at(GAP, GAP), size, width / whole, with_fonts)


def screen(scene: Scene, width: int, height: int) -> str:
    """Draw a position as an SVG document of exactly this size, for a video or a window.

    The seats are beside the board. If the drawing would not fit, it is scaled down in steps. Panels
    begin at whole pixels, so that consecutive positions have many pixels in common, which need not
    be drawn again.
    """
    drawing = drawing_of(scene, narrow=False)
    parts = _parts(drawing)

    def unit_of(number: int) -> float:
        content = _spread(parts, number)
        return max((content.width + 2 * GAP) / width, (content.height + 2 * GAP) / height)

    number = min((1, 2), key=unit_of)
    unit = _unit(unit_of(number))
    content = _spread(parts, number, unit)
    left, top = snapped((width * unit - content.width) / 2, unit), snapped(GAP, unit)
    placed = group(content.svg, x=left, y=top)
    return _document(drawing, placed, (width * unit, height * unit), 1 / unit, with_fonts=False)


def _unit(least: float) -> float:
    """Return ``least`` rounded up to a multiple of 0.05, or of 0.01 if it is at most 0.5."""
    step = 0.05 if least > 0.5 else 0.01
    return round(ceil(least / step) * step, 2)


def _document(
    drawing: Drawing, content: str, size: tuple[float, float], scale: float, with_fonts: bool
) -> str:
    return marks.document(
        *size,
        marks.element("style", touch.STYLE),
        marks.rect(0, 0, *size, fill=ink.TABLE),
        content,
        title=title(drawing.scene),
        with_fonts=with_fonts,
        scale=scale,
        role="group",
    )


def title(scene: Scene) -> str:
    """Return the title of a position for screen readers."""
    if scene.totals:
        return f"Rats of Wistar, won by {scene.names[scene.totals[0].seat]}"
    if not scene.round:
        return "Rats of Wistar, starting hands"
    return f"Rats of Wistar, round {scene.round} of {scene.rounds}, turn {scene.turn}"


def _inner(width: float) -> float:
    return width - 2 * PADDING


def _wide(drawing: Drawing) -> Drawn:
    width = _WIDE - 2 * GAP
    seats, table = columns(_seat_panels(drawing, (width - GAP) / 2), 2), _table(drawing, width)
    return below([*_top(drawing, width), *table.rows(0), seats], GAP)


class _Parts(NamedTuple):
    """The drawings of a picture, before they are placed."""

    top: list[Drawn]
    table: "_Table"
    seats: list[Panel]


def _parts(drawing: Drawing) -> _Parts:
    width = _WIDE - 2 * GAP
    seats, table = _seat_panels(drawing, (width - GAP) / 2), _table(drawing, width)
    return _Parts([*_top(drawing, width)], table, seats)


def _spread(parts: _Parts, number: int, step: float = 0) -> Drawn:
    """Draw the common parts and, to their right, the seats in ``number`` columns."""
    shared = below([*parts.top, *parts.table.rows(step)], GAP, step)
    return beside([shared, columns(parts.seats, number, step)], GAP, step)


class _Table(NamedTuple):
    """The drawings of the common board and market, before they are placed."""

    wheel: Panel
    supply: Panel
    rooms: Panel
    cards: Panel
    goals: tuple[Panel, Panel]

    def rows(self, step: float) -> list[Drawn]:
        """Return the drawings in rows; panels begin at multiples of ``step``."""
        left = below([self.wheel.drawn, self.supply.drawn], GAP, step)
        return [
            beside([left, self.rooms.drawn], GAP, step),
            self.cards.drawn,
            columns(self.goals, 2, step),
        ]


def _table(drawing: Drawing, width: float) -> _Table:
    """Draw the common board and market."""
    farm_width = width - _WHEEL - GAP
    rooms = Panel(farm.farm(drawing, _inner(farm_width)), farm_width)
    supply = Panel(market.supply(drawing, _inner(_WHEEL)), _WHEEL)
    high = max(rooms.height, wheel.HEIGHT + 2 * PADDING + GAP + supply.height)
    turned = wheel.wheel(drawing, _inner(_WHEEL), high - supply.height - GAP - 2 * PADDING)
    goals = Panel(market.objectives(drawing, _inner(width - _TRACK - GAP)), width - _TRACK - GAP)
    vp = Panel(header.track(drawing, _inner(_TRACK)), _TRACK)
    cards = Panel(_cards(drawing, _inner(width)), width)
    rooms = rooms._replace(least=high)
    return _Table(Panel(turned, _WHEEL), supply, rooms, cards, (goals, vp))


def _seat_panels(drawing: Drawing, width: float) -> list[Panel]:
    return [
        Panel(_seat(drawing, each, _inner(width)), width, *_colours(drawing, each))
        for each in drawing.seats
    ]


def _narrow(drawing: Drawing) -> Drawn:
    width = _NARROW - 2 * GAP
    inner = _inner(width)
    parts = [
        wheel.wheel(drawing, inner),
        market.supply(drawing, inner),
        farm.farm(drawing, inner),
        _cards(drawing, inner),
        market.objectives(drawing, inner),
        header.track(drawing, inner),
    ]
    panels = [*(Panel(part, width) for part in parts), *_seat_panels(drawing, width)]
    return below([*_top(drawing, width), *(each.drawn for each in panels)], GAP)


def _top(drawing: Drawing, width: float) -> Iterator[Drawn]:
    """Yield title, scores and decision; call it last: its buttons are the actions left over."""
    yield header.title(drawing, width)
    inner = _inner(width)
    if (scores := header.totals(drawing, inner)).height:
        yield Panel(scores, width, ink.WHITE).drawn
    content = _told(drawing, inner)
    if content.height:
        decision = drawing.scene.decision
        edge = tokens.ink_of(drawing.who(decision.seat)).fill if decision else ink.LINE
        yield Panel(content, width, ink.WHITE, edge).drawn


def _told(drawing: Drawing, width: float) -> Drawn:
    """Draw the current decision and the last actions."""
    if drawing.narrow or drawing.scene.decision is None or not drawing.scene.done:
        return below([header.decision(drawing, width), header.done(drawing, width)], 10)
    left = header.decision(drawing, width - _DONE - 2 * GAP)
    return beside([left._replace(width=width - _DONE - GAP), header.done(drawing, _DONE)])


def _cards(drawing: Drawing, width: float) -> Drawn:
    if drawing.scene.round == 0:
        return market.pairs(drawing, width)
    if drawing.narrow:
        return below((market.display(drawing, tier, width) for tier in range(2)), 10)
    each = (width - 2 * GAP) / 2
    return beside((market.display(drawing, tier, each) for tier in range(2)), 2 * GAP)


def _seat(drawing: Drawing, shown: Seat, width: float) -> Drawn:
    return bot.rat_o_bot(drawing, shown, width) if shown.bot else seat.player(drawing, shown, width)


def _colours(drawing: Drawing, shown: Seat) -> tuple[str, str]:
    colours = tokens.ink_of(drawing.who(shown.number))
    return ink.PAPER, colours.fill
