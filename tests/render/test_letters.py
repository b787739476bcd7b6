"""On the table of a page, no letters are below 11 pixels, from the first decision to the end."""

from collections.abc import Iterator
from math import hypot
from typing import Final
from xml.etree.ElementTree import Element, fromstring

import pytest
from fontTools.misc.transform import Identity, Transform

from tests.games import sampled
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation_parts import PHONE, TABLET, WIDE, WIDEST
from wistar_env.kit.pictures.svg_parts import transform_of

#: The narrowest room of each arrangement, a window of 390 pixels first.
ROOMS: Final = (380.0, PHONE, TABLET, WIDE, WIDEST)
#: What is to be read, in pixels, and what a browser may round away.
LEAST: Final = 11 - 0.05
#: Every so many decisions a position is looked at.
EVERY: Final = 25


def letters(element: Element, matrix: Transform) -> Iterator[tuple[str, float]]:
    """Yield the texts of an element with the sizes of their letters."""
    matrix = matrix.transform(transform_of(element.get("transform", "")))
    if element.tag == "text":
        size = float(element.get("font-size", "16")) * hypot(matrix[0], matrix[1])
        yield "".join(element.itertext()), size
    for each in element:
        yield from letters(each, matrix)


def too_small(
    game: Game, viewer: int | None, seen: set[tuple[float, str]]
) -> set[tuple[float, str, str, float]]:
    """Return the texts that are too small, of parts that were not seen in such a room before."""
    names = [f"Anna Magdalena {seat}" for seat in range(len(game.presentation.seat_names))]
    found = set()
    for room in ROOMS:
        sheet = game.presentation.table_sheet(viewer, names, choices=True, width=room)
        for part in sheet.parts:
            if (room, part.key) in seen:
                continue
            seen.add((room, part.key))
            for words, size in letters(fromstring(f"<g>{part.svg}</g>"), Identity):
                if size * room / sheet.width < LEAST:
                    found.add((room, part.name, words, round(size * room / sheet.width, 1)))
    return found


@pytest.mark.parametrize(
    ("game", "players"), [(RatsOfWistar, 1), (RatsOfWistar, 4), (LabRats, 3), (LabRats, 5)]
)
def test_no_letters_of_a_whole_game_are_too_small(game: type[Game], players: int) -> None:
    seen: set[tuple[float, str]] = set()
    for position in sampled(game.new(players, seed=players), EVERY):
        for viewer in (0, None):
            assert too_small(position, viewer, seen) == set()
