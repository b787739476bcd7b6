import xml.etree.ElementTree as ET

import numpy as np
import numpy.typing as npt
import pytest

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, tokens
from wistar_env.games.rats_of_wistar.tables.symbol_words import title
from wistar_env.kit.pictures import marks
from wistar_env.kit.pictures.png import pixels

SIZE = 48


def drawn(part: str) -> npt.NDArray[np.uint8]:
    """Return a symbol in the middle of white paper, with a border that it must leave free."""
    paper = marks.rect(0, 0, SIZE + 8, SIZE + 8, fill=ink.WHITE)
    document = marks.document(SIZE + 8, SIZE + 8, paper, part, title="One", with_fonts=False)
    ET.fromstring(document)
    return pixels(document)


@pytest.mark.parametrize("name", icons.ICONS)
def test_a_symbol_fills_its_square_and_stays_in_it(name: str) -> None:
    image = drawn(icons.draw(name, 4, 4, SIZE))
    marked = (image != 255).any(axis=2)
    edge = np.ones_like(marked)
    edge[3:-3, 3:-3] = False
    assert not marked[edge].any()
    assert marked.sum() > 0.04 * SIZE * SIZE


def test_symbols_differ_in_grey_and_not_in_colour_alone() -> None:
    # Cubes differ by what is written beside them; Electricity is shown by its Basic side.
    alike = [{"cube", "cube_brown", "cube_grey"}, {"electricity", "electricity_basic"}]
    seen: dict[bytes, str] = {}
    for name in icons.ICONS:
        grey = drawn(icons.draw(name, 4, 4, SIZE)).mean(axis=2) // 48
        same = seen.setdefault(grey.astype(np.uint8).tobytes(), name)
        assert same == name or any({same, name} <= each for each in alike), (same, name)


def test_a_symbol_says_its_name_where_it_is_asked_to() -> None:
    assert "<title>Wild token</title>" in icons.draw("wild", 0, 0, 20, titled=True)
    assert "<title>" not in icons.draw("wild", 0, 0, 20)
    assert title("guest_home") == "Guest of the Home"
    assert title("wood") == "Wood"


def test_a_symbol_that_does_not_exist_is_rejected() -> None:
    with pytest.raises(KeyError, match="no symbol 'gold'"):
        icons.draw("gold", 0, 0, 20)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((ink.INK, ground) for ground in (ink.PAPER, ink.SUNKEN, ink.TABLE)),
        *((ink.MUTED, ground) for ground in (ink.PAPER, ink.SUNKEN)),
        *((ink.WHITE, ground) for ground in ink.TYPES.values()),
        *((ink.WHITE, ground) for ground in ink.TIMINGS.values()),
        *((seat.text, seat.fill) for seat in (*ink.SEATS, ink.BOT)),
        *((ink.INK, seat.pale) for seat in (*ink.SEATS, ink.BOT)),
        (ink.WHITE, ink.ACCENT),
    ],
)
def test_text_stands_out_from_its_ground(text: str, ground: str) -> None:
    # 4.5 is for small text; letters on pieces of seats are bold and large.
    enough = 3.0 if any(ground == seat.fill for seat in ink.SEATS) else 4.5
    assert contrast(text, ground) >= enough


@pytest.mark.parametrize("kind", tokens.PIECES)
def test_whose_a_piece_is_is_seen_without_colour(kind: str) -> None:
    seats = [*range(len(ink.SEATS)), tokens.BOT]
    shapes = [drawn(tokens.draw(kind, seat, 4, 4, SIZE)).min(axis=2) < 128 for seat in seats]
    for k, shape in enumerate(shapes):
        for other in shapes[:k]:
            assert (shape != other).sum() > 10


def test_a_piece_that_does_not_exist_is_rejected() -> None:
    with pytest.raises(KeyError):
        tokens.draw("worker", 4, 0, 0, 20)
