"""The pictures of the documentation are those that the renderer draws now."""

import re
import xml.etree.ElementTree as ET
from typing import Final

import pytest

from tests.docs import PAGES, ROOT
from website import pictures

SHOWN: Final = re.compile(r"!\[[^\]]*\]\([\w/.]*images/([\w-]+)\.svg\)")
#: Drawn from results: by ``results``, ``card_set_balance`` and ``value_calibration``.
PLOTS: Final = {
    name
    for page in ("results", "card-sets", "value-calibration", "baselines")
    for name in SHOWN.findall((ROOT / "docs" / f"{page}.md").read_text("utf-8"))
}


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_is_current(name: str) -> None:
    file = pictures.FOLDER / f"{name}.svg"
    drawn = pictures.PICTURES[name]()
    assert file.read_text("utf-8") == f"{drawn}\n", "run: python -m website.pictures"


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_has_a_background_and_a_title(name: str) -> None:
    root = ET.fromstring((pictures.FOLDER / f"{name}.svg").read_text("utf-8"))
    svg = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{svg}title")
    width, height = map(float, root.get("viewBox", "").split()[2:])
    grounds = [
        rect
        for rect in root.iter(f"{svg}rect")
        if rect.get("fill", "none") != "none"
        and float(rect.get("width", 0)) >= width - 4
        and float(rect.get("height", 0)) >= height - 4
    ]
    assert grounds


def test_every_picture_is_shown_and_no_other_lies_beside_them() -> None:
    files = {file.stem for file in pictures.FOLDER.glob("*.svg")}
    assert files - PLOTS == {*pictures.PICTURES}
    shown = {name for page in PAGES for name in SHOWN.findall(page.read_text("utf-8"))}
    assert {*pictures.PICTURES} <= shown


def test_numbers_on_a_picture_are_those_of_the_list_below_it() -> None:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    for name in ("wheel", "invention", "mission", "lair"):
        below = text.partition(f"(images/{name}.svg)\n\n")[2].partition("\n\n")[0]
        listed = [int(found) for found in re.findall(r"^(\d)\. ", below, re.MULTILINE)]
        drawn = pictures.PICTURES[name]()
        numbers = re.findall(
            r'font-size="14" font-weight="700"[^>]*fill="#ffffff"[^>]*>(\d)<', drawn
        )
        assert sorted(map(int, numbers)) == listed, name
