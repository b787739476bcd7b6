"""A whole position as one SVG."""

from collections.abc import Iterator
from typing import Final

from wistar_env.render.svg import ink, marks, tokens
from wistar_env.render.svg.position import bot, farm, head, market, seat, touch, wheel
from wistar_env.render.svg.position.panels import (
    GAP,
    PADDING,
    Drawn,
    below,
    beside,
    panel,
    stretched,
)
from wistar_env.render.svg.position.view import View, view_of
from wistar_env.scene.parts import Scene, Seat

#: Units along the lower edge of what is drawn, whatever its width in pixels.
_WIDE: Final = 1200.0
_NARROW: Final = 400.0
_WHEEL: Final = 468.0


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
    side = panel(farm.farm(view, _inner(farm_width)), farm_width)
    round_table = panel(wheel.wheel(view, _inner(_WHEEL)), _WHEEL)
    supply = panel(market.supply(view, _inner(_WHEEL)), _WHEEL)
    board = beside([below([round_table, supply], GAP), side], GAP)
    cards = panel(_cards(view, _inner(width)), width)
    goals = panel(market.objectives(view, _inner(width)), width)
    vp = panel(head.track(view, _inner(width)), width)
    shown = [(_seat(view, each, _inner(half)), *_colours(view, each)) for each in _seats(view)]
    rows = [beside(stretched(shown[k : k + 2], half), GAP) for k in range(0, len(shown), 2)]
    return below([*_top(view, width), board, cards, goals, vp, *rows], GAP)


def _narrow(view: View) -> Drawn:
    width = _NARROW - 2 * GAP
    inner = _inner(width)
    panels = [
        panel(each, width)
        for each in (
            wheel.wheel(view, inner),
            market.supply(view, inner),
            farm.farm(view, inner),
            _cards(view, inner),
            market.objectives(view, inner),
            head.track(view, inner),
        )
    ]
    seats = [panel(_seat(view, each, inner), width, *_colours(view, each)) for each in _seats(view)]
    return below([*_top(view, width), *panels, *seats], GAP)


def _top(view: View, width: float) -> Iterator[Drawn]:
    """Yield title, scores and decision; last, since the decision shows what nothing else did."""
    yield head.title(view, width)
    inner = _inner(width)
    if view.scene.totals:
        yield panel(head.totals(view, inner), width, ink.WHITE)
    if view.narrow or not view.scene.done:
        content = below([head.decision(view, inner), head.done(view, inner)], 10)
    else:
        column = 380.0
        left = head.decision(view, inner - column - 2 * GAP)
        right = head.done(view, column if left.height else inner)
        content = beside([left._replace(width=inner - column), right]) if left.height else right
    if content.height:
        decision = view.scene.decision
        edge = tokens.ink_of(view.who(decision.seat)).fill if decision else ink.LINE
        yield panel(content, width, ink.WHITE, edge)


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
