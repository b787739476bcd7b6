"""Any game as text and as a picture, from its declaration."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game.error_messages import DescribableGame
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.layout import Described, FloatVector

#: Widths of pictures on pages, which are scaled to the room there.
_PAGE_WIDTH: Final = 1400
_PHONE_WIDTH: Final = 560
_MARGIN: Final = 48
_LINE: Final = 30
_LETTERS: Final = 22
#: Lines that fit, and legal actions that the text names.
_MOST_LINES: Final = (FRAME_SIZE[1] - 2 * _MARGIN) // _LINE
_MOST_ACTIONS: Final = 24


class ShownGame(DescribableGame, Protocol):
    """What these pictures show of a game."""

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state."""
        ...

    @property
    def moment(self) -> str:
        """The part of the game that is being played."""
        ...

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        ...

    @property
    def num_seats(self) -> int:
        """Seats, those of automata included."""
        ...

    @property
    def num_players(self) -> int:
        """Players: the seats without those of automata."""
        ...

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of all seats."""
        ...

    @classmethod
    def automata_names(cls, num_players: int) -> tuple[str, ...]:
        """Return the names of the seats that the rules play."""
        ...

    def ranks(self) -> list[int]:
        """Return the place of each seat."""
        ...

    def scores(self) -> list[dict[str, int]]:
        """Return the points of each seat by category."""
        ...

    def observe(self, seat: int) -> FloatVector:
        """Return the observation of a seat."""
        ...

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation holds."""
        ...


def position_lines(game: ShownGame, seat: int, done: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a position as a seat sees it, without the legal actions."""
    names = game.seat_names
    yield from _state_lines(game, names)
    for sentence in done:
        yield f"  {sentence}"
    yield from _view_lines(game, seat, names)


def plain_lines(game: ShownGame, seat: int, done: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a position as a seat sees it."""
    yield from position_lines(game, seat, done)
    if not game.finished and seat == game.seat:
        legal = game.legal_actions().tolist()
        yield "Legal actions:"
        for action in legal[:_MOST_ACTIONS]:
            yield f"  {action}: {game.describe(action)}"
        if len(legal) > _MOST_ACTIONS:
            yield f"  and {len(legal) - _MOST_ACTIONS} more"


def _state_lines(game: ShownGame, names: Sequence[str]) -> Iterator[str]:
    """Yield public information: the deciding seat, or the winners."""
    yield game.spec.title + (f", {game.moment}" if game.moment else "")
    if game.finished:
        ranks, scores = game.ranks(), game.scores()
        for k in range(game.num_seats):
            parts = ", ".join(f"{name} {value}" for name, value in scores[k].items())
            yield f"{names[k]}: place {ranks[k]}, {parts}"
    else:
        what = f", {game.decision}" if game.decision else ""
        yield f"To decide: {names[game.seat]}{what}"


def _view_lines(game: ShownGame, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Yield the view of a seat."""
    yield f"Seen by {names[seat]}:"
    for line in seen_lines(game, seat):
        yield f"  {line}"


def seen_lines(game: ShownGame, seat: int) -> Iterator[str]:
    """Yield the nonempty blocks of an observation in words."""
    for name, value in game.describe_observation(game.observe(seat)).items():
        if value not in (0, [], {}):
            yield f"{name}: {_in_words(value)}"


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_in_words(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(value)
    return str(value)


def plain_text(game: ShownGame, seat: int) -> str:
    """Return a position as a seat sees it, as text."""
    return "\n".join(plain_lines(game, seat))


def plain_svg(lines: Sequence[str]) -> str:
    """Return lines of text as an SVG document of FRAME_SIZE; what does not fit is left out."""
    shown = [*lines[: _MOST_LINES - 1], "..."] if len(lines) > _MOST_LINES else lines
    return _svg(shown, *FRAME_SIZE)


def plain_page(game: ShownGame, seats: Sequence[int], names: Sequence[str], *, narrow: bool) -> str:
    """Return a position as some seats see it, as an SVG document as high as its text.

    Parameters
    ----------
    game
        The game.
    seats
        The seats whose views are shown.
    names
        The names of all seats.
    narrow
        Make it as narrow as a phone.
    """
    from wistar_env.kit.pictures.lettering import wrap

    lines = [*_state_lines(game, names)]
    for seat in seats:
        lines += _view_lines(game, seat, names)
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


def plain_frame(
    game: ShownGame, seat: int, done: Sequence[str], size: FrameSize
) -> npt.NDArray[np.uint8]:
    """Return a position as a seat sees it, as pixels: uint8, shape (height, width, 3)."""
    from wistar_env.kit.pictures import frames, marks

    return frames.shared.pixels(marks.resized(plain_svg([*plain_lines(game, seat, done)]), *size))
