"""The page for designers of cards says what the code says."""

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.docs import ROOT, blocks
from website import cards
from website.doc_tables import present, written
from website.fields import MEANINGS
from wistar_env.games.rats_of_wistar.tables import codes, language, load, reading, schema
from wistar_env.games.rats_of_wistar.tables.ops import OPS

PAGE = ROOT / cards.PAGE
TEXT = PAGE.read_text("utf-8")


def test_the_tables_of_the_page_are_current() -> None:
    assert written(TEXT, cards.TABLES) == TEXT, "run: python -m website.cards"


def test_every_word_of_the_language_is_documented_with_its_arguments() -> None:
    for word, op in OPS.items():
        assert re.search(f"^- `{' '.join([word, *op.arguments])}`[ :]", TEXT, re.MULTILINE)
    for word in language.GUARDS:
        assert f"| `{word} " in TEXT
    for word in language.code_words("EVENT"):
        family = language.EVENT_ARGUMENTS.get(word)
        form = f"{word} {family}" if family else word
        assert f"`{form}`" in present(TEXT)["events"]
    for word in language.code_words("COUNT"):
        assert f"`{word}`" in present(TEXT)["counts"]


def test_every_family_that_is_named_has_its_words() -> None:
    told = dict(re.findall(r"^- ([A-Z_]+) \(.*\): (.*)$", TEXT, re.MULTILINE))
    arguments = [*(op.arguments for op in OPS.values()), *language.GUARDS.values()]
    named = {family for families in arguments for family in families if family.isupper()}
    named |= {*language.EVENT_ARGUMENTS.values()}
    for family in named - {"COUNT", "EVENT"}:
        assert re.findall("`(.*?)`", told[family]) == [*codes.names(family)]


def test_every_file_and_field_is_documented_once() -> None:
    files = {each.removesuffix(".toml") for each in reading.CARD_FILES}
    bundled = {file.stem for file in reading.DEFAULT.glob("*.toml")}
    assert {*cards.FILES} - {"inventions"} == bundled - files
    told = [
        (m, f)
        for file in cards.FILES.values()
        for _, m in cards.entries(file)
        for f in cards.fields(m)
    ]
    assert sorted(map(str, told)) == sorted(map(str, MEANINGS))


def test_the_card_of_the_page_is_one_that_the_check_accepts(tmp_path: Path) -> None:
    (block,) = [block.text for block in blocks(PAGE) if block.language == "toml"]
    card: dict[str, Any] = tomllib.loads(block)["card"][0]
    folder = shutil.copytree(reading.DEFAULT, tmp_path / "my-cards")
    file = folder / "inventions_structures.toml"
    head, first, *others = file.read_text("utf-8").split("[[card]]")
    assert f"number = {card['number']}\n" in first
    file.write_text(f"{head}{block}\n[[card]]" + "[[card]]".join(others), "utf-8")
    assert load.check(folder) == []
    bundled = {each.number: each for _, each in load.validated().cards()}[card["number"]]
    assert {name: getattr(bundled, name) for name in card if name != "source"} == {
        name: value for name, value in card.items() if name != "source"
    }


@pytest.mark.parametrize("source", re.findall(r'^- `"(.*?)"`: ', TEXT, re.MULTILINE))
def test_every_source_of_the_page_is_one_that_the_check_accepts(source: str) -> None:
    schema.Door(effect="wood 1", source=source)
