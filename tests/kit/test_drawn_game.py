"""A game that draws its positions gets every kind of picture from two functions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from tests.kit.nim import Nim
from wistar_env.kit.game.drawn_game import DrawnGame
from wistar_env.kit.pictures import marks
from wistar_env.kit.pictures.marks import check_width


@dataclass(frozen=True)
class Decision:
    choices: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    viewer: int | None
    names: tuple[str, ...]
    decision: Decision | None
    done: tuple[str, ...]


class DrawnNim(DrawnGame[Table], Nim):
    __slots__ = ()

    def make_scene(self, seat: int | None, done: Sequence[str]) -> Table:
        legal = tuple(self.legal_actions().tolist())
        decision = None if self.finished else Decision(legal)
        return Table(seat, self.seat_names, decision, tuple(done))

    @classmethod
    def draw(
        cls, scene: Table, *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
    ) -> str:
        check_width(width)
        words = f"{scene} {narrow} {with_fonts}"
        size = (400, 300) if narrow else (1600, 900)
        parts = marks.rect(0, 0, *size, fill="#fff"), marks.text(9, 50, words, 20)
        return marks.document(*size, *parts, title="Nim", with_fonts=False, scale=width / size[0])


class Undrawn(DrawnGame[Table], Nim):
    __slots__ = ()


class Unseen(Undrawn):
    __slots__ = ()

    def make_scene(self, seat: int | None, done: Sequence[str]) -> Table:
        return Table(seat, self.seat_names, None, tuple(done))


def middle() -> DrawnNim:
    game = DrawnNim.new(3, 1)
    game.step(game.legal_actions()[0])
    return game


def test_a_scene_has_the_legal_actions_for_the_deciding_seat_and_in_the_full_view() -> None:
    game = middle()
    assert game.seat == 1
    assert [game.shows_choices(viewer) for viewer in (0, 1, 2, None)] == [False, True, False, True]


def test_a_picture_shows_the_view_of_one_seat_by_default_the_deciding_one() -> None:
    game = middle()
    assert game.svg() == game.svg(game.seat) == game.draw(game.scene(game.seat))
    assert game.svg(0) != game.svg(1)
    assert game.svg(0) == DrawnNim.draw(game.scene(0))
    assert game.svg(0, width=300, narrow=True, done=("it is done",)) == DrawnNim.draw(
        game.scene(0, ["it is done"]), width=300, narrow=True
    )


def test_a_notebook_shows_the_picture_of_the_deciding_seat() -> None:
    game = middle()
    assert game._repr_svg_() == game.svg(game.seat)


@pytest.mark.parametrize("seat", [-1, 3, "0", True])
@pytest.mark.parametrize("show", [DrawnNim.scene, DrawnNim.svg, DrawnNim.png, DrawnNim.frame])
def test_a_picture_for_a_missing_seat_is_refused(show: Callable[..., object], seat: object) -> None:
    with pytest.raises((TypeError, ValueError), match="seat must be an integer from 0 to 2"):
        show(middle(), seat)


def test_a_png_has_its_width_and_shows_what_was_done() -> None:
    game = middle()
    with Image.open(BytesIO(game.png(0, width=320))) as image:
        assert image.size == (320, 180)
    with Image.open(BytesIO(game.png(0, width=320, narrow=True))) as image:
        assert image.size == (320, 240)
    assert game.png(0, done=("it is done",)) != game.png(0)


def test_a_frame_fills_a_screen_and_shows_what_was_done() -> None:
    game = middle()
    frame = game.frame()
    assert frame.shape == (1080, 1920, 3)
    assert np.array_equal(frame, game.frame(game.seat))
    assert not np.array_equal(frame, game.frame(game.seat, ("it is done",)))


def test_a_page_has_its_own_names_and_letters_and_choices_if_it_asks_for_them() -> None:
    game, names = middle(), ("Ada", "Bob", "Cyd")
    scene = game.scene(0)
    with_choices = Table(0, names, scene.decision, ())
    without = Table(0, names, Decision(()), ())
    for narrow in (False, True):
        for choices, table in ((True, with_choices), (False, without)):
            page = game.page_picture(0, names, choices=choices, narrow=narrow)
            assert page == DrawnNim.draw(table, narrow=narrow, with_fonts=False)


def test_a_game_that_is_over_has_a_page() -> None:
    game = middle()
    while not game.finished:
        game.step(game.legal_actions()[0])
    names = ("Ada", "Bob", "Cyd")
    assert game.page_picture(None, names, choices=False, narrow=False) == DrawnNim.draw(
        Table(None, names, None, ()), with_fonts=False
    )


@pytest.mark.parametrize(("game", "missing"), [(Undrawn, "make_scene"), (Unseen, "draw")])
def test_a_missing_method_of_a_game_is_named(game: type[Undrawn], missing: str) -> None:
    with pytest.raises(NotImplementedError, match=f"{game.__name__} must define {missing}"):
        game.new(3, 1).svg()


@pytest.mark.parametrize("width", [0, -1, float("nan"), float("inf"), True, "wide", None])
def test_a_width_is_a_number_of_pixels(width: object) -> None:
    with pytest.raises((TypeError, ValueError), match="width must be a number of pixels"):
        check_width(width)
    check_width(0.5)
