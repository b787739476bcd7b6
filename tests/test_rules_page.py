"""The rules, rulings and values resolve every citation, and agree with the data."""

import re
import subprocess
from pathlib import Path

from tests.coverage import ROOT, RULE, defined, text
from website.doc_tables import written
from website.rules_tables import PAGE, TABLES

TEXT = text()
VALUES = (ROOT / PAGE).read_text("utf-8")
NUMBERS = set(defined(TEXT))
#: Sections of the page that the data cites, such as R10 and D4.
SECTIONS = set(re.findall(r"^## ([RD]\d+) ", VALUES, re.MULTILINE))
#: The other game, whose numbers are on a page of its own (``tests/lab_rats/test_citations.py``).
OF_LAB_RATS = re.compile(r"lab[_-]rats")
FAMILIES = {number.partition("-")[0] for number in NUMBERS}
_SECTION = re.compile(r"\b(?:reconstructed|known|see|counts of|ops? of|fit) ((?:[RD]\d+(?:, )?)+)")


def files() -> list[Path]:
    """Return all texts of the project in which a rule may be cited."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.toml", "*.md", "*.ipynb"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return [ROOT / name for name in listed if not OF_LAB_RATS.search(name)]


def cited_in(path: Path) -> set[str]:
    """Return the numbers that a file cites; those that tests make up are not of a family."""
    found = set(RULE.findall(path.read_text("utf-8")))
    return {number for number in found if number.partition("-")[0] in FAMILIES}


def test_every_number_that_is_cited_anywhere_is_defined_on_the_page() -> None:
    made_up = {"GEN-99"}  # by a test of what becomes of such a number
    lost = {
        str(path.relative_to(ROOT)): sorted(cited_in(path) - NUMBERS)
        for path in files()
        if cited_in(path) - NUMBERS - made_up
    }
    assert lost == {}


def test_most_rules_are_cited_by_the_code() -> None:
    sources = [path for path in files() if path.is_relative_to(ROOT / "wistar_env")]
    cited = set().union(*map(cited_in, sources))
    assert len(cited & NUMBERS) > 250


def test_every_section_that_the_data_gives_as_a_source_is_on_the_page() -> None:
    assert {"R1", "R10", "R15", "D4"} <= SECTIONS
    for path in (ROOT / "wistar_env" / "games" / "rats_of_wistar" / "data").glob("*.toml"):
        data = path.read_text("utf-8")
        for found in _SECTION.findall(data) + re.findall(r"\((R\d+(?:, R\d+)*)\)", data):
            assert set(re.findall(r"[RD]\d+", found)) <= SECTIONS, f"{path.name}: {found}"


def test_the_values_of_the_page_are_those_of_the_data() -> None:
    assert written(VALUES, TABLES) == VALUES, "run: python -m website.rules_tables"


def test_no_ruling_rests_on_a_text_that_is_no_source() -> None:
    """The page of the values says which texts are sources."""
    assert not re.search(r"\b(?:published|reviews?|blog|forum)\b", TEXT)


def test_nothing_of_the_page_is_left_to_do() -> None:
    assert not re.search(r"TODO|shared/|0:L|1:L|ledger", TEXT)
