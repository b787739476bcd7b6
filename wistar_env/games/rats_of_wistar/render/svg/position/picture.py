"""A whole position as one SVG."""

from collections.abc import Iterator
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import ink, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import (
    bot,
    farm,
    header,
    market,
    seat,
    wheel,
)
from wistar_env.games.rats_of_wistar.render.svg.position.panels import GAP, PADDING, Panel, columns
from wistar_env.games.rats_of_wistar.render.svg.position.view import View, view_of
from wistar_env.games.rats_of_wistar.scene.parts import Scene, Seat
from wistar_env.kit.pictures import marks, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside
from wistar_env.kit.pictures.marks import group

#: Units along the lower edge of what is drawn, whatever its width in pixels.
_WIDE: Final = 1200.0
_NARROW: Final = 400.0
_WHEEL: Final = 468.0
_TRACK: Final = 468.0
#: Of what was just done.
_DONE: Final = 380.0


def picture(
    scene: Scene, *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
) -> str:
    """Return a position as an SVG document.

    Elements that answer to a legal action have the class ``wistar-choice``, its id in
    ``data-action`` (several ids are separated by spaces), and what it does in ``aria-label``. There
    is no script in it, and pictures that differ have no id in common.

    Parameters
    ----------
    scene
        The position, as far as it is to be shown: ``Game.scene(seat)``.
    width
        Pixels from the left to the right; the height follows. What is drawn is the same.
    narrow
        Lay everything below each other, for a phone: made for a width of about 400.
    with_fonts
        Whether the font comes with it (35 kB), which a file that stands alone wants. A page with
        many pictures gives ``lettering.font_faces()`` once instead.

    Raises
    ------
    TypeError
        If the scene is none, or the width is no number.
    ValueError
        If the width is not above 0.
    """
    if not isinstance(scene, Scene):
        raise TypeError(f"scene must be a Scene, as Game.scene(seat) returns it, found {scene!r}")
    marks.check_width(width)
    view = view_of(scene, narrow)
    whole = _NARROW if narrow else _WIDE
    content = _narrow(view) if narrow else _wide(view)
    return _document(view, content, (whole, content.height + 2 * GAP), width / whole, with_fonts)


def screen(scene: Scene, width: int, height: int) -> str:
    """Return a position as an SVG document of exactly this size, for a film or a window.

    The seats stand beside the board. Whatever does not fit otherwise makes everything smaller.
    """
    view = view_of(scene, narrow=False)

    def scale_of(content: Drawn) -> float:
        return min(width / (content.width + 2 * GAP), height / (content.height + 2 * GAP))

    content = max(_spread(view), key=scale_of)
    scale = scale_of(content)
    whole = (width / scale, height / scale)
    left = (whole[0] - content.width) / 2
    placed = Drawn(content.width, content.height, group(content.svg, x=left - GAP))
    return _document(view, placed, whole, scale, with_fonts=False)


def _document(
    view: View, content: Drawn, size: tuple[float, float], scale: float, with_fonts: bool
) -> str:
    return marks.document(
        *size,
        marks.element("style", touch.STYLE),
        marks.rect(0, 0, *size, fill=ink.TABLE),
        content.at(GAP, GAP),
        title=title(view.scene),
        with_fonts=with_fonts,
        scale=scale,
        role="group",
    )


def title(scene: Scene) -> str:
    """Return what a screen reader calls a position."""
    if scene.totals:
        return f"Rats of Wistar, won by {scene.names[scene.totals[0].seat]}"
    if not scene.round:
        return "Rats of Wistar, starting hands"
    return f"Rats of Wistar, round {scene.round} of {scene.rounds}, turn {scene.turn}"


def _inner(width: float) -> float:
    return width - 2 * PADDING


def _wide(view: View) -> Drawn:
    width = _WIDE - 2 * GAP
    seats, parts = columns(_seat_panels(view, (width - GAP) / 2), 2), _table(view, width)
    return below([*_top(view, width), *parts, seats], GAP)


def _spread(view: View) -> list[Drawn]:
    """Return the seats at the right of everything else, in one column or in two."""
    width = _WIDE - 2 * GAP
    seats, parts = _seat_panels(view, (width - GAP) / 2), _table(view, width)
    shared = below([*_top(view, width), *parts], GAP)
    return [beside([shared, columns(seats, number)], GAP) for number in (1, 2)]


def _table(view: View, width: float) -> list[Drawn]:
    """Return what everybody shares."""
    farm_width = width - _WHEEL - GAP
    rooms = Panel(farm.farm(view, _inner(farm_width)), farm_width)
    supply = Panel(market.supply(view, _inner(_WHEEL)), _WHEEL)
    high = max(rooms.height, wheel.HEIGHT + 2 * PADDING + GAP + supply.height)
    turned = wheel.wheel(view, _inner(_WHEEL), high - supply.height - GAP - 2 * PADDING)
    left = below([Panel(turned, _WHEEL).drawn, supply.drawn], GAP)
    goals = Panel(market.objectives(view, _inner(width - _TRACK - GAP)), width - _TRACK - GAP)
    vp = Panel(header.track(view, _inner(_TRACK)), _TRACK)
    return [
        beside([left, rooms._replace(least=high).drawn], GAP),
        Panel(_cards(view, _inner(width)), width).drawn,
        columns([goals, vp], 2),
    ]


def _seat_panels(view: View, width: float) -> list[Panel]:
    return [
        Panel(_seat(view, each, _inner(width)), width, *_colours(view, each))
        for each in _seats(view)
    ]


def _narrow(view: View) -> Drawn:
    width = _NARROW - 2 * GAP
    inner = _inner(width)
    parts = [
        wheel.wheel(view, inner),
        market.supply(view, inner),
        farm.farm(view, inner),
        _cards(view, inner),
        market.objectives(view, inner),
        header.track(view, inner),
    ]
    panels = [*(Panel(part, width) for part in parts), *_seat_panels(view, width)]
    return below([*_top(view, width), *(each.drawn for each in panels)], GAP)


def _top(view: View, width: float) -> Iterator[Drawn]:
    """Yield title, scores and decision; last, since the decision shows what nothing else did."""
    yield header.title(view, width)
    inner = _inner(width)
    if view.scene.totals:
        yield Panel(header.totals(view, inner), width, ink.WHITE).drawn
    content = _told(view, inner)
    if content.height:
        decision = view.scene.decision
        edge = tokens.ink_of(view.who(decision.seat)).fill if decision else ink.LINE
        yield Panel(content, width, ink.WHITE, edge).drawn


def _told(view: View, width: float) -> Drawn:
    """Return the open decision and what was just done."""
    if view.narrow or view.scene.decision is None or not view.scene.done:
        return below([header.decision(view, width), header.done(view, width)], 10)
    left = header.decision(view, width - _DONE - 2 * GAP)
    return beside([left._replace(width=width - _DONE - GAP), header.done(view, _DONE)])


def _cards(view: View, width: float) -> Drawn:
    if view.scene.round == 0:
        return market.pairs(view, width)
    if view.narrow:
        return below((market.display(view, tier, width) for tier in range(2)), 10)
    each = (width - 2 * GAP) / 2
    return beside((market.display(view, tier, each) for tier in range(2)), 2 * GAP)


def _seats(view: View) -> list[Seat]:
    """Return the seats, the viewer's first."""
    first = view.scene.viewer or 0
    return [*view.scene.seats[first:], *view.scene.seats[:first]]


def _seat(view: View, shown: Seat, width: float) -> Drawn:
    return bot.rat_o_bot(view, shown, width) if shown.bot else seat.player(view, shown, width)


def _colours(view: View, shown: Seat) -> tuple[str, str]:
    colours = tokens.ink_of(view.who(shown.number))
    return ink.PAPER, colours.fill
