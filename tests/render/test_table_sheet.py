"""How the parts of a table are arranged, by the width of the space on the page."""

import pytest

from tests.games import middle
from wistar_env import RatsOfWistar
from wistar_env.kit.game.presentation_parts import PHONE, WIDE, WIDEST
from wistar_env.kit.pictures.sheet import Sheet

WIDTHS = {"phone": PHONE - 1, "stacked": PHONE, "one column": WIDE, "two columns": WIDEST}


def drawn(game: RatsOfWistar, width: float) -> Sheet:
    shown = game.presentation
    return shown.draw_table(shown.page_scene(0), width)


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_every_arrangement_has_all_parts_once(width: float) -> None:
    game = RatsOfWistar.new(4, seed=3)
    names = [part.name for part in drawn(game, width).parts]
    assert len(names) == len(set(names))
    assert {*names} >= {"wheel", "farm", "cards", "objectives"}
    assert sum(name.startswith("seat") for name in names) == 4


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_the_wheel_and_the_farm_are_maps(width: float) -> None:
    sheet = drawn(middle(), width)
    assert {*sheet.maps} == {"wheel", "farm"} <= {part.name for part in sheet.parts}


def test_the_seats_are_in_two_columns_where_there_is_room_for_them() -> None:
    game = RatsOfWistar.new(4, seed=3)
    columns = {
        name: {part.x for part in drawn(game, width).parts if part.name.startswith("seat")}
        for name, width in WIDTHS.items()
    }
    assert [len(columns[name]) for name in WIDTHS] == [1, 2, 1, 2]
    one, two = (drawn(game, WIDTHS[name]) for name in ("one column", "two columns"))
    assert two.width / two.height > 16 / 9 > one.width / one.height


def test_two_seats_are_beside_each_other_on_the_widest_screens() -> None:
    parts = {part.name: part for part in drawn(middle(), WIDEST).parts}
    seats = [part for name, part in parts.items() if name.startswith("seat")]
    assert len({part.y for part in seats}) == 1
