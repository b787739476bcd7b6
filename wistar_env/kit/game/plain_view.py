"""Any game as lines of text, and the lines as a picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.position import Position
from wistar_env.kit.layout import Described

#: Widths of pictures in pixels; web pages scale them to fit.
_PAGE_WIDTH: Final = 1400
_PHONE_WIDTH: Final = 560
_MARGIN: Final = 48
_LINE: Final = 30
_LETTERS: Final = 22
#: Maximum lines of a picture, and legal actions listed.
_MOST_LINES: Final = (FRAME_SIZE[1] - 2 * _MARGIN) // _LINE
_MOST_ACTIONS: Final = 24


def state_lines(game: Position, stage: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the title and stage of a game, and its deciding seat or its final ranking."""
    yield game.spec.title + (f", {stage}" if stage else "")
    if game.finished:
        ranks, scores = game.ranks(), game.scores()
        for k in range(game.num_seats):
            parts = ", ".join(f"{name} {value}" for name, value in scores[k].items())
            yield f"{names[k]}: place {ranks[k]}, {parts}"
    else:
        what = f", {game.decision}" if game.decision else ""
        yield f"To decide: {names[game.seat]}{what}"


def seen_lines(seen: Mapping[str, Described]) -> Iterator[str]:
    """Yield the nonempty blocks of an observation in words."""
    for name, value in seen.items():
        if value not in (0, [], {}):
            yield f"{name}: {_in_words(value)}"


def action_lines(game: Position) -> Iterator[str]:
    """Yield a heading, and a line for each legal action, up to 24."""
    legal = game.legal_actions().tolist()
    yield "Legal actions:"
    for action in legal[:_MOST_ACTIONS]:
        yield f"  {action}: {game.describe(action)}"
    if len(legal) > _MOST_ACTIONS:
        yield f"  and {len(legal) - _MOST_ACTIONS} more"


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_in_words(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(value)
    return str(value)


def plain_svg(lines: Sequence[str]) -> str:
    """Return lines of text as an SVG document of FRAME_SIZE, truncated to fit."""
    shown = [*lines[: _MOST_LINES - 1], "..."] if len(lines) > _MOST_LINES else lines
    return _svg(shown, *FRAME_SIZE)


def plain_page(lines: Iterable[str], *, narrow: bool) -> str:
    """Return lines of text as an SVG document of the height that they need.

    ``lines``: the lines, which are wrapped. ``narrow``: use the width of a phone.
    """
    from wistar_env.kit.pictures.lettering import wrap

    width = _PHONE_WIDTH if narrow else _PAGE_WIDTH
    rows = [
        " " * (len(line) - len(line.lstrip())) + row
        for line in lines
        for row in wrap(line, width - 2 * _MARGIN, _LETTERS)
    ]
    return _svg(rows, width, 2 * _MARGIN + _LINE * len(rows))


def _svg(rows: Sequence[str], width: int, height: int) -> str:
    """Return an SVG document with a line of text for each row."""
    from wistar_env.kit.pictures.lettering import FONT
    from wistar_env.kit.pictures.xml_text import escaped

    texts = "".join(
        f'<text x="{_MARGIN}" y="{_MARGIN + _LINE * (k + 1)}" xml:space="preserve">'
        f"{escaped(row)}</text>"
        for k, row in enumerate(rows)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#fbf7ee"/>'
        f'<g font-family="{FONT}" font-size="{_LETTERS}" fill="#2b2b2b">{texts}</g></svg>'
    )


def plain_frame(lines: Sequence[str], size: FrameSize) -> npt.NDArray[np.uint8]:
    """Return lines of text as pixels: uint8, shape (height, width, 3)."""
    from wistar_env.kit.pictures import frames, marks

    return frames.shared.pixels(marks.resized(plain_svg(lines), *size))
