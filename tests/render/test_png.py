from typing import Any

import numpy as np
import pytest

from wistar_env.kit.pictures import marks, png

DRAWN = marks.document(
    40,
    20,
    marks.rect(0, 0, 40, 20, fill="#ffffff"),
    marks.rect(20, 0, 20, 20, fill="#0072b2"),
    title="Two halves",
)


def test_a_document_is_drawn_in_its_own_size_or_as_wide_as_one_likes() -> None:
    assert png.pixels(DRAWN).shape == (20, 40, 3)
    wide = png.pixels(DRAWN, 400)
    assert wide.shape == (200, 400, 3)
    assert wide.dtype == np.uint8
    assert wide[100, 100].tolist() == [255, 255, 255]
    assert wide[100, 300].tolist() == [0x00, 0x72, 0xB2]
    assert png.png(DRAWN).startswith(b"\x89PNG")


def test_pixels_may_be_written_to() -> None:
    drawn = png.pixels(DRAWN)
    drawn[0, 0] = 7
    assert drawn[0, 0].tolist() == [7, 7, 7]


def test_letters_are_those_of_our_font_whatever_the_document_asks_for() -> None:
    def written(family: str) -> Any:
        text = marks.text(2, 30, "Rats of Wistar", 24)
        drawn = marks.document(200, 40, text, title="Text").replace(marks.FAMILY, family)
        return png.png(drawn)

    drawn = written(marks.FAMILY)
    assert drawn == written("Atkinson Hyperlegible Next")
    assert drawn == written("Courier New")
    assert drawn == png.png(
        marks.document(
            200, 40, marks.text(2, 30, "Rats of Wistar", 24), title="A", with_fonts=False
        )
    )
    assert np.unique(png.pixels(marks.document(200, 40, title="Nothing"))).tolist() == [255]


def test_round_corners_are_white_and_not_black() -> None:
    card = marks.document(40, 40, marks.rect(0, 0, 40, 40, 20, fill="#0072b2"), title="A disc")
    drawn = png.pixels(card)
    assert drawn[0, 0].tolist() == [255, 255, 255]
    assert drawn[20, 20].tolist() == [0x00, 0x72, 0xB2]


@pytest.mark.parametrize("width", [0, -1, png.MAX_SIZE + 1])
def test_a_size_beyond_measure_is_rejected(width: int) -> None:
    with pytest.raises(ValueError, match=f"width .* 1 to 8192, found {width}"):
        png.png(DRAWN, width)


@pytest.mark.parametrize("width", [True, 2.5, "300"])
def test_a_size_that_is_no_integer_is_rejected(width: Any) -> None:
    with pytest.raises(TypeError, match=r"width .* 1 to 8192"):
        png.pixels(DRAWN, width)


@pytest.mark.parametrize("text", ["", "no SVG", "<svg", "<html></html>"])
def test_text_that_is_not_svg_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="SVG"):
        png.png(text)


def test_no_font_of_the_system_helps_out() -> None:
    def written(word: str) -> bytes:
        text = marks.text(2, 30, word, 24)
        return png.png(marks.document(60, 40, text, title="Letters", with_fonts=False))

    # Two letters that our font lacks, and many a system has: a box each.
    assert written("\u0416") == written("\u042e") != written("")
