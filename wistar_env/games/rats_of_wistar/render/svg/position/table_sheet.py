"""The table of a page: a position as a sheet of panels, arranged for the width of the page.

It omits what the page shows itself: the round, the scores and the current decision.
"""

from collections.abc import Callable, Iterator
from functools import partial
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
from wistar_env.games.rats_of_wistar.render.svg.position.panels import GAP, PADDING, Panel
from wistar_env.games.rats_of_wistar.render.svg.position.picture import title
from wistar_env.games.rats_of_wistar.scene.parts import Scene, Seat
from wistar_env.kit.game.presentation_parts import PHONE, TABLET, WIDE, WIDEST
from wistar_env.kit.pictures.boxes import Drawn, below, flow
from wistar_env.kit.pictures.marks import group
from wistar_env.kit.pictures.sheet import Part, Sheet, Stack, sheet

#: Widths in units: of the sheet on a phone, of the board, and of a seat beside it.
_NARROW: Final = 352.0
_BOARD: Final = 920.0
_SEAT: Final = 490.0
#: The wheel's share of the board's width.
_WHEEL: Final = 0.45
#: Parts in which positions of pieces matter.
_MAPS: Final = ("wheel", "farm")
#: The factor by which cards are enlarged.
_CARDS: Final = 1.12


def table(scene: Scene, width: float) -> Sheet:
    """Draw a position as a sheet.

    ``scene``: the position, without information hidden from its viewer. ``width``: the available
    width on the page, in pixels. On a wide page the seats are beside the board, in two columns if
    there is room. A narrower page has two columns (on a tablet, equally wide), a phone a single
    column.
    """
    drawing = drawing_of(scene, narrow=width < TABLET, explains=True)
    if width < PHONE:
        return _phone(drawing)
    if drawing.narrow:
        return _stacked(drawing, (_NARROW - 2 * GAP, _NARROW - 2 * GAP))
    if width < WIDE:
        return _stacked(drawing, (_BOARD * _WHEEL, _BOARD * (1 - _WHEEL) - GAP))
    return _spread(drawing, columns=1 if width < WIDEST else 2)


def _spread(drawing: Drawing, columns: int) -> Sheet:
    """Arrange the board and, to its right, the seats and the Objectives in columns."""
    panels = _panels(drawing, _BOARD)
    goals = Panel(market.objectives(drawing, _SEAT - 2 * PADDING), _SEAT).drawn
    first, *others = drawing.seats
    left = [_BOARD + 2 * GAP + column * (_SEAT + GAP) for column in range(columns)]
    stacks = [Stack(x, GAP, GAP) for x in left]
    stacks[0].add(_name(first), _seat(drawing, first, _SEAT))
    stacks[0].add("objectives", goals)
    for shown in others:
        least = min(stacks, key=lambda stack: stack.y)
        least.add(_name(shown), _seat(drawing, shown, _SEAT))
    board = _board(drawing, panels)
    return sheet(left[-1] + _SEAT + GAP, title(drawing.scene), board, *stacks, maps=_MAPS)


def _stacked(drawing: Drawing, wide: tuple[float, float]) -> Sheet:
    """Arrange two columns that start with the wheel, the Farm and the viewer's seat.

    The first screen of a laptop shows these three. ``wide``: the widths of the columns.
    """
    whole = sum(wide) + GAP
    inner = [each - 2 * PADDING for each in wide]
    first, *others = drawing.seats
    columns: list[list[tuple[str, Drawn]]] = [
        [("wheel", Panel(wheel.wheel(drawing, inner[0]), wide[0]).drawn)],
        [
            ("farm", Panel(farm.farm(drawing, inner[1]), wide[1]).drawn),
            ("cards", Panel(_cards(drawing, inner[1], columns=2), wide[1]).drawn),
        ],
    ]
    columns[0].append((_name(first), _seat(drawing, first, wide[0])))

    def high(column: int) -> float:
        return sum(drawn.height + GAP for _, drawn in columns[column])

    def place(name: str, draw: Callable[[float], Drawn]) -> None:
        column = min((0, 1), key=high)
        columns[column].append((name, draw(wide[column])))

    def panel(draw: Callable[[Drawing, float], Drawn], width: float) -> Drawn:
        return Panel(draw(drawing, width - 2 * PADDING), width).drawn

    place("supply", partial(panel, market.supply))
    place("objectives", partial(panel, market.objectives))
    for shown in others:
        place(_name(shown), partial(_seat, drawing, shown))
    top = Stack(GAP, GAP, GAP)
    for name, drawn in _above(drawing, whole):
        top.add(name, drawn)
    stacks = [Stack(GAP, top.y, GAP), Stack(2 * GAP + wide[0], top.y, GAP)]
    for stack, column in zip(stacks, columns, strict=True):
        for name, drawn in column:
            stack.add(name, drawn)
    return sheet(whole + 2 * GAP, title(drawing.scene), top, *stacks, maps=_MAPS)


def _phone(drawing: Drawing) -> Sheet:
    """Arrange a single column: the parts used for playing, the viewer's seat, the rest."""
    width = _NARROW - 2 * GAP
    inner = width - 2 * PADDING
    panels = {
        "wheel": wheel.wheel(drawing, inner),
        "farm": farm.farm(drawing, inner),
        "cards": _cards(drawing, inner),
    }
    others = {
        "objectives": market.objectives(drawing, inner),
        "supply": market.supply(drawing, inner),
    }
    first, *rest = [(_name(shown), _seat(drawing, shown, width)) for shown in drawing.seats]
    stack = Stack(GAP, GAP, GAP)
    for name, drawn in _above(drawing, width):
        stack.add(name, drawn)
    for name, content in panels.items():
        stack.add(name, Panel(content, width).drawn)
    stack.add(*first)
    for name, content in others.items():
        stack.add(name, Panel(content, width).drawn)
    for name, drawn in rest:
        stack.add(name, drawn)
    return sheet(_NARROW, title(drawing.scene), stack, maps=_MAPS)


class _Panels(NamedTuple):
    """The panels of the common board, before they are placed."""

    wheel: Drawn
    supply: Drawn
    farm: Drawn
    cards: Drawn


def _panels(drawing: Drawing, width: float) -> _Panels:
    left = width * _WHEEL
    right, across = width - left - GAP, left - 2 * PADDING
    rooms = farm.farm(drawing, right - 2 * PADDING)
    supply = Panel(market.supply(drawing, across), left)
    least = max(rooms.height, wheel.wheel(drawing, across).height + supply.height + GAP)
    turned = wheel.wheel(drawing, across, least - supply.height - GAP)
    return _Panels(
        Panel(turned, left).drawn,
        supply.drawn,
        Panel(rooms, right, least=least + 2 * PADDING).drawn,
        Panel(_cards(drawing, width - 2 * PADDING), width).drawn,
    )


def _board(drawing: Drawing, panels: _Panels) -> Stack:
    """Arrange the common board, below the final scores and the cards to choose from.

    Call it after drawing everything else: it shows the actions without an element.
    """
    stack = Stack(GAP, GAP, GAP)
    for name, drawn in _above(drawing, panels.cards.width):
        stack.add(name, drawn)
    top = stack.y
    stack.add_row(("wheel", panels.wheel), ("farm", panels.farm))
    stack.parts.append(Part("supply", GAP, top + panels.wheel.height + GAP, panels.supply.svg))
    stack.add("cards", panels.cards)
    return stack


def _above(drawing: Drawing, width: float) -> Iterator[tuple[str, Drawn]]:
    """Yield the final scores, and the cards to choose from that are not on the board."""
    inner = width - 2 * PADDING
    if (scores := header.totals(drawing, inner)).height:
        yield "totals", Panel(scores, width, ink.WHITE).drawn
    if found := header.loose(drawing, inner):
        yield "asked", Panel(flow(found, inner), width, ink.WHITE, ink.ACCENT).drawn


def _cards(drawing: Drawing, width: float, columns: int = 4) -> Drawn:
    if drawing.scene.round == 0:
        return _larger(partial(market.pairs, drawing), width)
    shown = [
        _larger(partial(market.display, drawing, tier, columns=columns), width)
        for tier in range(len(drawing.scene.tiers))
    ]
    return below(shown, 10)


def _larger(draw: Callable[[float], Drawn], width: float) -> Drawn:
    """Return a drawing of this width, with its contents enlarged by ``_CARDS``."""
    drawn = draw(width / _CARDS)
    return Drawn(width, drawn.height * _CARDS, group(drawn.svg, scale=_CARDS))


def _name(shown: Seat) -> str:
    return f"seat {shown.number}"


def _seat(drawing: Drawing, shown: Seat, width: float) -> Drawn:
    inner = width - 2 * PADDING
    draw = bot.rat_o_bot if shown.bot else seat.player
    edge = tokens.ink_of(drawing.who(shown.number)).fill
    return Panel(draw(drawing, shown, inner), width, ink.PAPER, edge).drawn
