"""A presentation that draws positions gets every kind of picture from two functions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from tests.kit.nim import Nim
from wistar_env.kit.game import Presented
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
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


class Drawing(DrawnPresentation[Table]):
    __slots__ = ()

    def make_scene(self, seat: int | None, done: Sequence[str]) -> Table:
        legal = tuple(self.game.legal_actions().tolist())
        decision = None if self.game.finished else Decision(legal)
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


class DrawnNim(Nim):
    presentation = Presented(Drawing)

    __slots__ = ()


class Undrawn(DrawnPresentation[Table]):
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
    assert [game.presentation.shows_choices(viewer) for viewer in (0, 1, 2, None)] == [
        False,
        True,
        False,
        True,
    ]


def test_a_picture_shows_the_view_of_one_seat_by_default_the_deciding_one() -> None:
    game = middle()
    assert (
        game.presentation.svg()
        == game.presentation.svg(game.seat)
        == game.presentation.draw(game.presentation.scene(game.seat))
    )
    assert game.presentation.svg(0) != game.presentation.svg(1)
    assert game.presentation.svg(0) == Drawing.draw(game.presentation.scene(0))
    assert game.presentation.svg(0, width=300, narrow=True, done=("it is done",)) == Drawing.draw(
        game.presentation.scene(0, ["it is done"]), width=300, narrow=True
    )


def test_a_notebook_shows_the_picture_of_the_deciding_seat() -> None:
    game = middle()
    assert game._repr_svg_() == game.presentation.svg(game.seat)


@pytest.mark.parametrize("seat", [-1, 3, "0", True])
@pytest.mark.parametrize("show", [Drawing.scene, Drawing.svg, Drawing.png, Drawing.frame])
def test_a_picture_for_a_missing_seat_is_rejected(
    show: Callable[..., object], seat: object
) -> None:
    with pytest.raises((TypeError, ValueError), match=r"seat .* 0 to 2"):
        show(middle().presentation, seat)


def test_a_png_has_its_width_and_shows_what_was_done() -> None:
    game = middle()
    with Image.open(BytesIO(game.presentation.png(0, width=320))) as image:
        assert image.size == (320, 180)
    with Image.open(BytesIO(game.presentation.png(0, width=320, narrow=True))) as image:
        assert image.size == (320, 240)
    assert game.presentation.png(0, done=("it is done",)) != game.presentation.png(0)


def test_a_frame_fills_a_screen_and_shows_what_was_done() -> None:
    game = middle()
    frame = game.presentation.frame()
    assert frame.shape == (1080, 1920, 3)
    assert np.array_equal(frame, game.presentation.frame(game.seat))
    assert not np.array_equal(frame, game.presentation.frame(game.seat, ("it is done",)))


def test_a_page_has_its_own_names_and_letters_and_choices_if_it_asks_for_them() -> None:
    game, names = middle(), ("Ada", "Bob", "Cyd")
    scene = game.presentation.scene(0)
    with_choices = Table(0, names, scene.decision, ())
    without = Table(0, names, Decision(()), ())
    for narrow in (False, True):
        for choices, table in ((True, with_choices), (False, without)):
            page = game.presentation.page_picture(0, names, choices=choices, narrow=narrow)
            assert page == Drawing.draw(table, narrow=narrow, with_fonts=False)


def test_a_game_that_is_over_has_a_page() -> None:
    game = middle()
    while not game.finished:
        game.step(game.legal_actions()[0])
    names = ("Ada", "Bob", "Cyd")
    assert game.presentation.page_picture(None, names, choices=False, narrow=False) == Drawing.draw(
        Table(None, names, None, ()), with_fonts=False
    )


@pytest.mark.parametrize(("made", "missing"), [(Undrawn, "make_scene"), (Unseen, "draw")])
def test_a_missing_method_is_named(made: type[Undrawn], missing: str) -> None:
    with pytest.raises(NotImplementedError, match=f"{made.__name__} must define {missing}"):
        made(middle()).svg()


@pytest.mark.parametrize("width", [0, -1, float("nan"), float("inf"), True, "wide", None])
def test_a_width_is_a_number_of_pixels(width: object) -> None:
    with pytest.raises((TypeError, ValueError), match="width must be a number of pixels"):
        check_width(width)
    check_width(0.5)
