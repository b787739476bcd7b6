"""A whole position as one SVG."""

from collections.abc import Iterator
from typing import Final

from wistar_env.render.svg import ink, marks, tokens
from wistar_env.render.svg.position import bot, farm, head, market, seat, touch, wheel
from wistar_env.render.svg.position.panels import GAP, PADDING, Drawn, Panel, below, beside, columns
from wistar_env.render.svg.position.view import View, view_of
from wistar_env.scene.parts import Scene, Seat

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
    """Return a position as an SVG document."""
    view = view_of(scene, narrow)
    whole = _NARROW if narrow else _WIDE
    content = _narrow(view) if narrow else _wide(view)
    height = content.height + 2 * GAP
    return marks.document(
        whole,
        height,
        marks.element("style", touch.STYLE),
        marks.rect(0, 0, whole, height, fill=ink.TABLE),
        content.at(GAP, GAP),
        title="Rats of Wistar",
        with_fonts=with_fonts,
        scale=width / whole,
        role="group",
    )


def _inner(width: float) -> float:
    return width - 2 * PADDING


def _wide(view: View) -> Drawn:
    width = _WIDE - 2 * GAP
    farm_width, half = width - _WHEEL - GAP, (width - GAP) / 2
    rooms = Panel(farm.farm(view, _inner(farm_width)), farm_width)
    supply = Panel(market.supply(view, _inner(_WHEEL)), _WHEEL)
    high = max(rooms.height, wheel.HEIGHT + 2 * PADDING + GAP + supply.height)
    turned = wheel.wheel(view, _inner(_WHEEL), high - supply.height - GAP - 2 * PADDING)
    left = below([Panel(turned, _WHEEL).drawn, supply.drawn], GAP)
    goals = Panel(market.objectives(view, _inner(width - _TRACK - GAP)), width - _TRACK - GAP)
    vp = Panel(head.track(view, _inner(_TRACK)), _TRACK)
    seats = [
        Panel(_seat(view, each, _inner(half)), half, *_colours(view, each)) for each in _seats(view)
    ]
    parts = [
        beside([left, rooms._replace(least=high).drawn], GAP),
        Panel(_cards(view, _inner(width)), width).drawn,
        columns([goals, vp], 2),
        columns(seats, 2),
    ]
    return below([*_top(view, width), *parts], GAP)


def _narrow(view: View) -> Drawn:
    width = _NARROW - 2 * GAP
    inner = _inner(width)
    parts = [
        wheel.wheel(view, inner),
        market.supply(view, inner),
        farm.farm(view, inner),
        _cards(view, inner),
        market.objectives(view, inner),
        head.track(view, inner),
    ]
    panels = [Panel(part, width) for part in parts]
    panels += [
        Panel(_seat(view, each, inner), width, *_colours(view, each)) for each in _seats(view)
    ]
    return below([*_top(view, width), *(each.drawn for each in panels)], GAP)


def _top(view: View, width: float) -> Iterator[Drawn]:
    """Yield title, scores and decision; last, since the decision shows what nothing else did."""
    yield head.title(view, width)
    inner = _inner(width)
    if view.scene.totals:
        yield Panel(head.totals(view, inner), width, ink.WHITE).drawn
    content = _told(view, inner)
    if content.height:
        decision = view.scene.decision
        edge = tokens.ink_of(view.who(decision.seat)).fill if decision else ink.LINE
        yield Panel(content, width, ink.WHITE, edge).drawn


def _told(view: View, width: float) -> Drawn:
    """Return the open decision and what was just done."""
    if view.narrow or view.scene.decision is None or not view.scene.done:
        return below([head.decision(view, width), head.done(view, width)], 10)
    left = head.decision(view, width - _DONE - 2 * GAP)
    return beside([left._replace(width=width - _DONE - GAP), head.done(view, _DONE)])


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
