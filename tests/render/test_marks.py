import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wistar_env.kit.pictures import marks, xml_text

HOSTILE = [
    "</text></svg><script>alert(1)</script>",
    "&amp; & &#0; <!-- ]]>",
    "\" onload='alert(1)'",
    "\x00\x08\x1f\ufffe\ud800",
    "\u202eright to left",
]


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_text_stays_text(words: str) -> None:
    drawn = marks.document(
        10, 10, marks.text(0, 0, words, 9), title=words, described=words, with_fonts=False
    )
    root = ET.fromstring(drawn.encode())
    assert [element.tag.partition("}")[2] for element in root] == ["title", "desc", "text"]
    assert set(root.attrib) == {
        *("viewBox", "width", "height", "font-family", "role", "aria-label")
    }
    legal = xml_text.escaped(words)
    assert root[2].text == ET.fromstring(f"<a>{legal}</a>").text


@given(st.text(st.characters(codec=None)))
def test_any_text_at_all_makes_valid_xml(words: str) -> None:
    legal = xml_text.escaped(words)
    root = ET.fromstring(f'<a b="{legal}">{legal}</a>'.encode())
    wanted = xml_text._ILLEGAL.sub("\ufffd", words)
    assert (root.text or "") == wanted.replace("\r\n", "\n").replace("\r", "\n")


def test_numbers_are_written_short() -> None:
    numbers = [0, -0.0, 1.0, 2.5, -0.001, 1 / 3, 1234.5678, -7.10]
    assert [marks.number(each) for each in numbers] == [
        *("0", "0", "1", "2.5", "0", "0.33", "1234.57", "-7.1")
    ]


def test_attributes_are_called_as_svg_calls_them() -> None:
    assert marks.rect(1, 2, 3, 4, stroke_width=2, class_="x", fill=None) == (
        '<rect x="1" y="2" width="3" height="4" stroke-width="2" class="x"/>'
    )


def test_a_group_is_moved_then_scaled_and_says_its_title() -> None:
    assert marks.group("<a/>", x=3, y=0.5, scale=2, title="A & B") == (
        '<g transform="translate(3 0.5) scale(2)"><title>A &amp; B</title><a/></g>'
    )


def test_a_document_brings_its_letters_along_if_it_is_to_stand_alone() -> None:
    alone = marks.document(10, 10, title="A")
    assert "font-face" in alone
    assert "font-face" not in marks.document(10, 10, title="A", with_fonts=False)
    assert marks.FAMILY.partition(",")[0].strip("'") in alone
    assert len(alone) < 45_000
