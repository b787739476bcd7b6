"""The board in responses: one picture, or the parts that a page lacks."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation_parts import WIDE, WIDEST, Figure
from wistar_env.kit.pictures.sheet import Sheet
from wistar_env.play.server import responses
from wistar_env.play.server.requests import Layout

#: Style elements of pictures, which are removed, as the page's style sheet has their styles.
_STYLE: Final = re.compile(r"<style>.*?</style>", re.DOTALL)


def picture(
    game: Game, viewer: int | None, names: Sequence[str], layout: Layout, *, yours: bool
) -> str:
    """Return the board as an SVG document; empty if its parts are requested."""
    if layout.width is not None:
        return ""
    return _STYLE.sub(
        "", game.presentation.page_picture(viewer, names, choices=yours, narrow=layout.narrow)
    )


def sheet(
    game: Game, viewer: int | None, names: Sequence[str], layout: Layout, *, yours: bool
) -> responses.Sheet | None:
    """Return the parts of the board that the page lacks; None if parts are not requested."""
    if layout.width is None:
        return None
    draw = partial(game.presentation.table_sheet, viewer, names, choices=yours)
    drawn = (
        _fitted(draw, layout.width, layout.height) if layout.height else draw(width=layout.width)
    )
    parts = []
    for part in drawn.parts:
        key = part.key
        svg = None if key in layout.have else _STYLE.sub("", part.svg)
        parts.append(responses.SheetPart(name=part.name, key=key, x=part.x, y=part.y, svg=svg))
    return responses.Sheet(
        width=drawn.width,
        height=drawn.height,
        title=drawn.title,
        parts=parts,
        maps=[*drawn.maps],
    )


def _fitted(draw: Callable[..., Sheet], width: int, height: int) -> Sheet:
    """Return the arrangement that fits into the available space at the largest scale."""
    drawn = [draw(width=each) for each in {float(width), WIDE, WIDEST}]
    return max(drawn, key=lambda each: min(width / each.width, height / each.height))


def _figure(figure: Figure) -> responses.Figure:
    return responses.Figure(
        name=figure.name,
        value=figure.value,
        symbol=figure.symbol,
        parts=[responses.Part(name=name, points=points) for name, points in figure.parts],
    )


def scoreboard(game: Game, viewer: int | None) -> list[responses.SeatScore]:
    """Return the figures of each seat that the page always shows."""
    return [
        responses.SeatScore(
            seat=each.seat,
            points=_figure(each.points),
            figures=[_figure(figure) for figure in each.figures],
            mark=each.mark,
            written=each.written,
        )
        for each in game.presentation.scoreboard(viewer)
    ]


def held(game: Game, viewer: int | None) -> list[responses.HeldPiece]:
    """Return the pieces that the page always shows."""
    found = game.presentation.held_pieces(viewer)
    return [responses.HeldPiece(**each._asdict()) for each in found]
