import json

import pytest
from fontTools.ttLib import TTFont

from wistar_env.kit.pictures import lettering

#: Letters of other languages, dashes, quotation marks, an ellipsis, times and minus.
_OTHERS = "äöüßéèñçøåŁłŐő\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u00d7\u2212"


@pytest.mark.parametrize("weight", lettering.FILES)
def test_the_widths_are_those_of_the_font(weight: int) -> None:
    font = TTFont(lettering.FILES[weight])
    em = font["head"].unitsPerEm
    advances = {
        chr(code): round(font["hmtx"][glyph][0] * 1000 / em)
        for code, glyph in font.getBestCmap().items()
    }
    kept = json.loads((lettering.FOLDER / "widths.json").read_text("utf-8"))[str(weight)]
    assert kept == advances
    assert {*map(chr, range(32, 127)), *_OTHERS} <= advances.keys()


def test_the_heights_are_those_of_the_font() -> None:
    font = TTFont(lettering.FILES[400])
    assert lettering.CAPITALS == pytest.approx(font["OS/2"].sCapHeight / 1000, abs=0.005)
    glyphs = font["glyf"]
    highest = max(glyphs[letter].yMax for letter in ("b", "d", "f", "l"))
    assert highest / 1000 <= lettering.ASCENT
    lowest = min(glyphs[letter].yMin for letter in ("g", "j", "p", "q", "y", "parenleft"))
    assert -lowest / 1000 <= lettering.DESCENT


def test_the_licence_lies_beside_the_font() -> None:
    text = (lettering.FOLDER / "OFL.txt").read_text("utf-8")
    assert "SIL Open Font License, Version 1.1" in text
    assert sum(file.stat().st_size for file in lettering.FOLDER.iterdir()) < 300_000


def test_width_grows_with_letters_and_size() -> None:
    assert lettering.width("", 20) == 0
    assert lettering.width("ab", 20) == pytest.approx(
        lettering.width("a", 20) + lettering.width("b", 20)
    )
    assert lettering.width("ab", 40) == pytest.approx(2 * lettering.width("ab", 20))
    assert lettering.width("\u9f20", 20) == 20


@pytest.mark.parametrize("text", ["Rats", "a b c d e f", "W" * 60, "one " + "W" * 40 + " two", ""])
def test_lines_hold_all_the_text_and_none_is_too_wide(text: str) -> None:
    lines = lettering.wrap(text, 80, 14)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(lettering.width(line, 14) <= 80 for line in lines)


def test_words_stay_whole_where_they_fit() -> None:
    text = "the rats of Wistar dig a room and build a bed"
    assert " ".join(lettering.wrap(text, 90, 14)) == text


def test_what_does_not_fit_is_set_smaller_and_then_cut() -> None:
    room = lettering.width("Clockwork Lockpick", 14)
    assert lettering.fit("Clockwork Lockpick", room + 1, 14, 10) == (14, "Clockwork Lockpick")
    size, words = lettering.fit("Clockwork Lockpick", room * 0.8, 14, 10)
    assert 10 < size < 14
    assert words == "Clockwork Lockpick"
    size, words = lettering.fit("Clockwork Lockpick", room * 0.4, 14, 10)
    assert size == 10
    assert words.startswith("Clock")
    assert words.endswith("\u2026")
    assert lettering.width(words, size) <= room * 0.4
