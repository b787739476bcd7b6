"""Frames show what whole pictures show, and keep no more than they may."""

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.kit.nim import Nim
from wistar_env.games import lab_rats, rats_of_wistar
from wistar_env.kit.game import Game
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.pictures import frames, marks, png, symbols
from wistar_env.kit.pictures.frames import Frames
from wistar_env.kit.pictures.marks import circle, group, path, polygon, rect, text

#: A pixel has four rows of samples: along edges, one of them may fall on the other side.
LARGEST = 66
#: How many pixels may differ by more than the rounding of two layers.
SHARE = 0.01
ROUNDING = 2

#: Half as wide and high as by default: the same parts, of a quarter of the pixels.
SMALL = (960, 540)
WIDE, HIGH = 120, 90


def screen(game: Game, seat: int, size: FrameSize = FRAME_SIZE) -> str:
    """Return the picture of a position for a frame."""
    shown = game.presentation
    assert isinstance(shown, DrawnPresentation)
    return shown.draw_screen(shown.scene(seat), size)


def documents(game: Game, seed: int, pictures: int, size: FrameSize = FRAME_SIZE) -> list[str]:
    """Return pictures of a whole game that is played at random, its beginning and end too."""
    chance = Random(seed)
    played, positions = game.clone(), []
    while not played.finished:
        positions.append(played.clone())
        played.step(chance.choice(played.legal_actions().tolist()))
    positions.append(played)
    last = len(positions) - 1
    chosen = [positions[k * last // (pictures - 1)] for k in range(pictures)]
    return [screen(each, each.seat, size) for each in chosen]


def whole(_svg: str) -> npt.NDArray[np.uint8]:
    raise AssertionError("this document was not divided")


def check(shown: npt.NDArray[np.uint8], expected: npt.NDArray[np.uint8]) -> None:
    assert shown.shape == expected.shape
    apart = np.abs(shown.astype(np.int16) - expected).max(axis=-1)
    assert apart.max() <= LARGEST
    assert np.mean(apart > ROUNDING) <= SHARE


@pytest.mark.parametrize(
    "game",
    [
        rats_of_wistar.RatsOfWistar.new(1, 1, level=5),
        rats_of_wistar.RatsOfWistar.new(2, 2),
        rats_of_wistar.RatsOfWistar.new(3, 3),
        rats_of_wistar.RatsOfWistar.new(4, 4),
        lab_rats.LabRats.new(3, 5),
        lab_rats.LabRats.new(5, 6),
    ],
    ids=["solo", "rats 2", "rats 3", "rats 4", "lab 3", "lab 5"],
)
def test_a_frame_is_the_whole_picture_in_every_part_of_a_game(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, kept = documents(game, 7, 4, SMALL), Frames()
    expected = [png.pixels(each) for each in drawn]
    with monkeypatch.context() as patched:
        patched.setattr(png, "pixels", whole)
        shown = [kept.pixels(each) for each in drawn]
    for each in zip(shown, expected, strict=True):
        check(*each)


def test_a_frame_does_not_depend_on_those_before_it() -> None:
    drawn = documents(lab_rats.LabRats.new(3, 8), 8, 3, (480, 270))
    used, small = Frames(), Frames(max_bytes=1 << 19)
    for each in (*drawn, *drawn):
        shown = used.pixels(each)
        assert np.array_equal(shown, Frames().pixels(each))
        assert np.array_equal(shown, small.pixels(each))


def test_the_cache_is_bounded_and_drops_the_least_recently_used_part() -> None:
    def square(colour: int) -> str:
        return marks.document(100, 100, rect(10, 10, 80, 80, fill=f"#0000{colour:02x}"), title="")

    kept = Frames(max_bytes=200_000)
    for colour in range(50):
        kept.pixels(square(colour))
        kept.pixels(square(0))
        assert 0 < kept.num_bytes <= kept.max_bytes
    held = kept.num_bytes
    kept.pixels(square(0))
    assert kept.num_bytes == held
    nothing = Frames(max_bytes=0)
    assert np.array_equal(nothing.pixels(square(3)), png.pixels(square(3)))
    assert nothing.num_bytes == 0


def test_consecutive_positions_share_most_of_their_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    draw = frames._drawn

    def watched(numbers: str, inherited: str, svg: str, *others: Any) -> Any:
        made.append(svg)
        return draw(numbers, inherited, svg, *others)

    monkeypatch.setattr(frames, "_drawn", watched)
    games: tuple[Game, ...] = (rats_of_wistar.RatsOfWistar.new(2, 1), lab_rats.LabRats.new(4, 1))
    for game in games:
        kept, chance, numbers = Frames(), Random(1), []
        for _ in range(12):
            made.clear()
            kept.pixels(screen(game, 0))
            numbers.append(len(made))
            game.step(chance.choice(game.legal_actions().tolist()))
        assert sum(numbers[1:]) / 11 < numbers[0] / 4


symbols.declare("frames-test-star", polygon((12, 0), (24, 24), (0, 9), fill="#0072b2"))


@pytest.mark.parametrize(
    "drawn",
    [
        rect(10, 10, 50, 30, 6, fill="#b3400e", stroke="#2a241e", stroke_width=7),
        circle(40, 40, 20, fill="none", stroke="#2a241e", stroke_width=9),
        marks.element("ellipse", cx=50, cy=40, rx=40, ry=10, fill="#d55e00"),
        marks.line(10, 70, 100, 20, stroke="#2a241e", stroke_width=12, stroke_linecap="square"),
        polygon((10, 60), (110, 55), (12, 50), fill="none", stroke="#2a241e", stroke_width=6),
        path("M10 40c20-60 60 40 90-20a30 20 30 1 1-40 30z", stroke="#009e73", stroke_width=4),
        path("M20 20h30v30q-30 20-30-10", fill="#cc79a7", transform="rotate(30 40 40)"),
        text(60, 40, "Wijf & gadget", 22, anchor="middle", bold=True),
        text(110, 40, "\u6f22\u2714 foreign", 14, anchor="end"),
        symbols.use("frames-test-star", 30, 20, 40),
        group(symbols.use("frames-test-star", 0, 0, 24), x=60, y=50, turn=40, scale=1.7),
        group(rect(0, 0, 30, 30, fill="#000"), rect(10, 10, 30, 30), x=20, y=20, opacity=0.5),
        group(circle(0, 0, 30), rect(5, 5, 90, 9), x=100, y=80, fill="#56b4e9", stroke="#000"),
        rect(-30, -20, 200, 50, fill="#e69f00"),
        '<g class="wistar-choice" aria-label="a" data-action="3"><title>b</title>'
        '<rect width="9" height="9" class="wistar-halo"/></g>',
        "",
    ],
)
@pytest.mark.parametrize("large", [0, 600])
def test_every_element_is_where_it_is_and_all_of_it(
    drawn: str, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wistar_env.kit.pictures.svg_parts._LARGE", large)
    body = rect(0, 0, WIDE, HIGH, fill="#fbf7ee") + group(drawn, drawn, x=3.37, y=1.21, scale=1.1)
    document = marks.document(WIDE, HIGH, body, title="Shapes", scale=1.5)
    expected = png.pixels(document)
    monkeypatch.setattr(png, "pixels", whole)
    apart = np.abs(Frames().pixels(document).astype(np.int16) - expected)
    assert apart.max() <= LARGEST
    assert np.mean(apart > ROUNDING) <= SHARE


@pytest.mark.parametrize(
    "drawn",
    [
        '<style>rect{fill:red}</style><rect width="9" height="9"/>',
        '<style>.a:nth-child(2){fill:red}</style><rect class="a" width="9" height="9"/>',
        '<clipPath id="c"><path d="M0 0h9v9"/></clipPath><rect clip-path="url(#c)"/>',
        '<defs><linearGradient id="l"><stop stop-color="red"/></linearGradient></defs>'
        '<rect width="30" height="9" fill="url(#missing)"/>',
        '<g style="opacity:.5"><rect width="30" height="9"/></g>',
        '<rect width="50%" height="9"/>',
        '<g transform="skewX(20)"><rect width="30" height="9"/></g>',
        '<text y="20"><tspan x="50">far</tspan></text>',
        '<text y="20" letter-spacing="9">far</text>',
        '<rect id="r" width="3" height="9"/><use href="#r" x="60"/>',
        '<svg x="9" y="9"><rect width="30" height="9"/></svg>',
        '<circle r="2000" fill="red"/>',
    ],
)
def test_a_document_that_cannot_be_split_is_rasterized_as_a_whole(drawn: str) -> None:
    document = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60" width="90" height="60">'
        f"{drawn}</svg>"
    )
    assert np.array_equal(Frames().pixels(document), png.pixels(document))


def test_a_text_that_is_no_document_is_rejected() -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Frames().pixels("<svg")
    with pytest.raises(ValueError, match="cannot be drawn"):
        Frames().pixels("no picture")


@pytest.mark.parametrize("size", [(640, 360), (1280, 1024), (500, 900), (3840, 1200)])
@pytest.mark.parametrize(
    "game",
    [rats_of_wistar.RatsOfWistar.new(2, 1), lab_rats.LabRats.new(3, 1), Nim.new(3, 1)],
    ids=str,
)
def test_frames_have_any_size_and_show_the_same(size: tuple[int, int], game: Any) -> None:
    frame = game.presentation.frame(size=size)
    assert frame.shape == (size[1], size[0], 3)
    # As much of it is drawn on as of a frame of the usual size, where it fits as well.
    shown = np.argwhere((frame != frame[0, 0]).any(axis=-1))
    assert (np.ptp(shown, axis=0) > 0.3 * np.array(size[::-1])).any()


@pytest.mark.parametrize(
    ("size", "kind", "problem"),
    [
        (720, TypeError, "size must be two integers, width and height in pixels, found 720"),
        ("16", TypeError, "size must be two integers"),
        ((640, 360, 3), TypeError, "size must be two integers"),
        ((640.0, 360), TypeError, "the width of size must be an integer from 16 to 8192"),
        ((640, 15), ValueError, "the height of size must be an integer from 16 to 8192, found 15"),
        ((8193, 360), ValueError, "the width of size"),
    ],
)
def test_a_size_is_checked(size: Any, kind: type[Exception], problem: str) -> None:
    games: tuple[Game, ...] = (Nim.new(3, 1), lab_rats.LabRats.new(3, 1))
    for game in games:
        with pytest.raises(kind, match=problem):
            game.presentation.frame(size=size)
