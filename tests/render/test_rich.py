import xml.etree.ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.render.drawings import symbols, texts
from wistar_env.games.rats_of_wistar.render.svg import rich
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain
from wistar_env.kit.pictures import lettering, marks

MARKED = "Open a [:door] Door and take 2 [wood] and 10 [metal]: score 1 [vp]."


def test_symbols_are_said_in_words_unless_they_accompany_them() -> None:
    assert plain(MARKED) == "Open a Door and take 2 Wood and 10 Metal: score 1 VP."


def test_text_is_as_large_as_fits() -> None:
    roomy = rich.fit(MARKED, 1000, 100, 18, 6)
    assert (roomy.lines, roomy.size, roomy.cut) == ((MARKED,), 18, False)
    tight = rich.fit(MARKED, 160, 60, 18, 6)
    assert 6 < tight.size < 18
    assert tight.height <= 60
    assert all(rich.width(line, tight.size) <= 160 for line in tight.lines)
    assert " ".join(tight.lines) == MARKED
    larger = rich.fit(MARKED, 160, 60, tight.size + 0.25, tight.size + 0.25)
    assert larger.cut


def test_a_number_stays_with_what_it_counts_and_a_symbol_with_its_word() -> None:
    for room in range(60, 300, 7):
        for line in rich.fit(MARKED, room, 400, 14, 6).lines:
            assert not line.endswith(("2", "10", "[:door]"))


words = st.text("abc xyzW\u2026[] ", min_size=1) | st.sampled_from([MARKED, "10 [:door] Doorways"])


@example("aaaaaaaaaa a", 30.0, 16.0)
@example("2 [wood] [:door] Exploration", 30.0, 16.0)
@given(words, st.floats(30, 300), st.floats(12, 100))
def test_lines_never_leave_their_box(text: str, room: float, height: float) -> None:
    for marked in (True, False):
        box = rich.fit(text, room, height, 16, 6, marked=marked)
        measure = rich.width if marked else lettering.width
        assert box.height <= height + 0.01
        assert all(measure(line, box.size) <= room + 0.01 for line in box.lines)
        if not box.cut:
            assert " ".join(box.lines) == " ".join(text.split())
        if marked:
            balanced = rich.balanced(box)
            assert all(measure(line, box.size) <= room + 0.01 for line in balanced.lines)


def test_a_word_that_is_too_wide_is_cut_between_its_letters_and_symbols() -> None:
    box = rich.fit("aaaaaaaaaa a", 30, 16, 16, 6)
    assert box.cut
    assert box.lines == ("aaaaaaaa\u2026", "a")
    assert rich.fit("[wood]" * 5, 30, 16, 16, 6).lines == ("[wood][wood][wood]\u2026",)


def test_what_does_not_fit_at_all_ends_with_an_ellipsis() -> None:
    box = rich.fit("many words " * 40, 100, 30, 14, 9)
    assert box.cut
    assert box.lines[-1].endswith("\u2026")
    assert box.size == 9


def test_names_are_set_as_they_are() -> None:
    box = rich.fit("[wood] & <metal>", 300, 30, 14, 9, marked=False)
    drawn = ET.fromstring(
        marks.document(300, 30, rich.draw(box, 0, 0), title="Name", with_fonts=False)
    )
    assert [each.words for each in texts(drawn)] == ["[wood] & <metal>"]
    assert not list(symbols(drawn))


def test_balanced_lines_are_as_many_and_more_alike() -> None:
    box = rich.fit("Whenever you take a [:guest_home] Home Guest score", 226, 60, 18, 18)
    balanced = rich.balanced(box)
    assert len(balanced.lines) == len(box.lines) == 2
    assert " ".join(balanced.lines) == " ".join(box.lines)

    def longest(lines: tuple[str, ...]) -> float:
        return max(rich.width(line, 18) for line in lines)

    assert longest(balanced.lines) <= longest(box.lines)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_lines_lie_where_they_are_anchored_with_symbols_between_words(
    anchor: str, share: float
) -> None:
    box = rich.fit("take 2 [wood] now", 200, 30, 14, 9)
    drawn = ET.fromstring(
        marks.document(
            400, 30, rich.draw(box, 200, 2, anchor=anchor), title="Text", with_fonts=False
        )
    )
    left = 200 - share * rich.width(box.lines[0], box.size)
    first, last = texts(drawn)
    ((x, _, side),) = symbols(drawn)
    assert (first.words, last.words) == ("take 2", "now")
    assert first.left == pytest.approx(left, abs=0.01)
    assert first.right < x < x + side < last.left
    assert last.right == pytest.approx(left + rich.width(box.lines[0], box.size), abs=0.02)
