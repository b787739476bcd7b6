"""Draws the pictures of the documentation: ``python -m website.pictures`` writes ``docs/images``.

They show pieces, and parts of games played from fixed seeds, drawn by the package's renderer. The
text below each picture explains the numbers on it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from website import lab_rats_pictures
from website.moving_turn import moving_turn
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.render.svg import cards, ink, picture
from wistar_env.games.rats_of_wistar.render.svg.position import bot, farm, seat, wheel
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing, drawing_of
from wistar_env.kit.bots import Batch
from wistar_env.kit.bots import View as Decision
from wistar_env.kit.bots.registry import load
from wistar_env.kit.pictures import marks
from wistar_env.kit.pictures.boxes import Drawn, below

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "images"
_MARGIN: Final = 14.0
#: The margin next to a card, for numbers.
_ASIDE: Final = 42.0
_RADIUS: Final = 11.0

#: The position of a number, and the end of its line.
Note = tuple[float, float, float, float]


@cache
def _components() -> Components:
    return open_components()


@cache
def _played(num_players: int, level: int | None, seed: int, decisions: int) -> RatsOfWistar:
    """Return a game after some decisions by ``greedy``."""
    game = RatsOfWistar.new(num_players=num_players, seed=seed, level=level)
    player = load("greedy")
    player.reset(seed)
    for _ in range(decisions):
        batch = Batch((Decision(game, game.seat),), np.array([seed], np.int64))
        game.step(int(player.act(batch)[0]))
    return game


def _two() -> RatsOfWistar:
    return _played(2, None, 50, 223)


def _solo() -> RatsOfWistar:
    return _played(1, 4, 7, 104)


def _drawing(game: RatsOfWistar) -> Drawing:
    return drawing_of(game.presentation.scene(0), narrow=False)


def _document(drawn: Drawn, title: str) -> str:
    """Draw a picture on a background, readable on any page."""
    width, height = drawn.width + 2 * _MARGIN, drawn.height + 2 * _MARGIN
    ground = marks.rect(0, 0, width, height, 12, fill=ink.TABLE)
    return marks.document(width, height, ground, drawn.at(_MARGIN, _MARGIN), title=title)


def _note(number: int, note: Note) -> str:
    """Draw a number in a circle, with a line to its target."""
    x, y, to_x, to_y = note
    return (
        marks.line(x, y, to_x, to_y, stroke=ink.INK, stroke_width=1.4)
        + marks.circle(to_x, to_y, 2.6, fill=ink.INK)
        + marks.circle(x, y, _RADIUS, fill=ink.INK, stroke=ink.WHITE, stroke_width=1.5)
        + marks.text(x, y + 4.9, str(number), 14, bold=True, anchor="middle", fill=ink.WHITE)
    )


def _noted(drawn: Drawn, notes: Sequence[Note]) -> Drawn:
    numbers = "".join(_note(number, note) for number, note in enumerate(notes, start=1))
    return drawn._replace(svg=drawn.svg + numbers)


def _labelled_card(
    kind: str, number: int, left: Mapping[int, float], right: Mapping[int, float]
) -> str:
    """Draw a card with numbers at its sides, at the heights of their targets."""
    face = cards.face(kind, number, _components())
    across = face.width + 2 * _ASIDE
    places: dict[int, Note] = {}
    places |= {n: (_RADIUS, y, _ASIDE + 9, y) for n, y in left.items()}
    places |= {n: (across - _RADIUS, y, across - _ASIDE - 9, y) for n, y in right.items()}
    drawn = Drawn(across, face.height, face.placed(_ASIDE, 0, face.width))
    return _document(_noted(drawn, [places[n] for n in sorted(places)]), face.title)


def _alone(kind: str, number: int, width: float) -> str:
    """Draw a piece without a background, with this width in pixels."""
    face = cards.face(kind, number, _components())
    return marks.document(
        face.width, face.height, face.body, title=face.title, described=face.described,
        scale=width / face.width,
    )  # fmt: skip


def board() -> str:
    """Draw a whole position of a two-player game."""
    return picture(_two().presentation.scene(0))


def action_wheel() -> str:
    """Draw the wheel with its Areas and the Hut."""
    drawn = wheel.wheel(_drawing(_two()), wheel.WIDTH)
    notes = [
        (148, 14, 150, 42),
        (240, 14, 236, 92),
        (84, 94, 146, 104),
        (304, 14, 277, 94),
        (18, 118, 40, 78),
        (426, 118, 404, 78),
    ]
    return _document(_noted(drawn, notes), "The Action Wheel")


def invention() -> str:
    """Draw an Invention with numbers for explanation."""
    left = {1: 24.0, 2: 62.0, 3: 91.0, 5: 152.0, 7: 209.0}
    return _labelled_card("invention", 110, left, {4: 91, 6: 152, 8: 262})


def mission() -> str:
    """Draw a Mission card with numbers for explanation."""
    return _labelled_card("mission", 1, {1: 75, 2: 151, 6: 311}, {3: 115, 4: 151, 5: 195})


def the_farm() -> str:
    """Draw the explored Farm."""
    return _document(farm.farm(_drawing(_two()), 640), "The Farm")


def lair() -> str:
    """Draw the lair of a player, with its ability spaces."""
    drawing = _drawing(_two())
    mine = drawing.scene.seats[0]
    rooms, spaces = seat.lair(drawing, mine, 570), seat.abilities(drawing, mine, 570)
    drawn = below([rooms, spaces], 12)
    middles = [rooms.height / 4, rooms.height * 3 / 4, drawn.height - spaces.height / 2]
    left = _ASIDE - _MARGIN
    drawn = Drawn(drawn.width + left, drawn.height, drawn.at(left, 0))
    return _document(_noted(drawn, [(_RADIUS - 4, y, left - 6, y) for y in middles]), "A lair")


def rat_o_bot() -> str:
    """Draw the board of Rat-o-bot."""
    drawing = _drawing(_solo())
    return _document(bot.rat_o_bot(drawing, drawing.scene.seats[1], 560), "Rat-o-bot")


#: Single pieces: kind, number, and width in pixels.
_PIECES: Final[Mapping[str, tuple[str, int, float]]] = MappingProxyType(
    {
        "sector": ("sector", 1, 220),
        "guest-immediate": ("guest", 1, 170),
        "guest-permanent": ("guest", 14, 170),
        "cheese": ("cheese", 1, 170),
        "door": ("door", 1, 170),
        "objective": ("objective", 1, 170),
        "hero": ("hero", 1, 170),
        "skill-token": ("skill", 1, 170),
        "rat-o-bot-action": ("action", 1, 220),
        "rat-o-bot-exploration": ("exploration", 1, 220),
        "rat-o-bot-track": ("track", 2, 220),
    }
)
#: The functions that draw each picture, by file name.
PICTURES: Final[Mapping[str, Callable[[], str]]] = MappingProxyType(
    {
        "board": board,
        "farm": the_farm,
        "invention": invention,
        "lair": lair,
        "mission": mission,
        "turn": moving_turn,
        "rat-o-bot": rat_o_bot,
        "wheel": action_wheel,
        **{name: partial(_alone, *piece) for name, piece in _PIECES.items()},
        **lab_rats_pictures.PICTURES,
    }
)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        file = FOLDER / f"{name}.svg"
        file.write_text(draw() + "\n", "utf-8")
        print(file.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
