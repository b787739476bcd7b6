"""Every rule of ``docs/rules-lab-rats.md`` is cited by a test, and every cited one is on a page."""

import re

from tests.coverage import ROOT, RULE, defined, text
from tests.lab_rats.citing import citations
from wistar_env.games.lab_rats import LabRats

TEXT = (ROOT / "docs" / "rules-lab-rats.md").read_text("utf-8")
RULES = set(re.findall(r"\*\*([A-Z]+-\d+)\*\*", TEXT))
FAMILIES = {number.partition("-")[0] for number in RULES}
#: What nothing in the rules could break, with the reason.
NOT_TESTABLE = {"CONF-27": "two names of one chip"}


def test_every_rule_has_a_test() -> None:
    assert sorted(RULES - citations() - set(NOT_TESTABLE)) == []


def test_tests_cite_rules_of_the_page_only() -> None:
    assert len(RULES) > 100
    assert sorted(citations() - RULES) == []


def test_every_number_that_code_and_pages_cite_is_on_a_page() -> None:
    folders = ("agents", "docs", "experiments", "notebooks", "tests", "website", "wistar_env")
    known = RULES | set(defined(text()))
    endings = {".py", ".md", ".toml"}
    found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    paths = [path for path in found if path.suffix in endings]
    cited = {number for path in paths for number in RULE.findall(path.read_text("utf-8"))}
    ours = {number for number in cited if number.partition("-")[0] in FAMILIES}
    assert sorted(ours - known) == []


def test_the_rules_with_ids_have_the_rules_and_the_rulings() -> None:
    rules = LabRats.presentation.ledger()
    assert [name for name in ("LAB-01", "AMB-91") if f"**{name}**" not in rules] == []
