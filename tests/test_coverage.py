"""The rules of the page and the tests that cite them."""

from pathlib import Path

import pytest

from tests import coverage


def test_every_rule_has_a_test() -> None:
    assert coverage.missing(coverage.citations()) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert coverage.unknown(coverage.citations()) == []


def test_untestable_ids_are_rules_without_tests() -> None:
    cited = coverage.citations()
    assert set(coverage.NOT_TESTABLE) <= set(coverage.ledger_ids())
    assert not [each for each in coverage.NOT_TESTABLE if each in cited]


def test_the_list_of_numbers_is_that_of_the_pages() -> None:
    ids = coverage.defined(coverage.text())
    assert coverage.ledger_ids() == ids, "run: python -m tests.coverage --update"
    assert len(set(ids)) == len(ids)


def test_citations_are_found_wherever_a_mark_stands(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\npytestmark = pytest.mark.ledger("GEN-01")\n'
        '@pytest.mark.ledger("DIG-01", "DIG-02 DIG-03")\ndef test_x():\n    pass\n'
    )
    (tmp_path / "no_test.py").write_text('pytest.mark.ledger("BED-01")\n')
    assert coverage.citations(tmp_path) == {
        "GEN-01": ["test_x.py:2"],
        "DIG-01": ["test_x.py:3"],
        "DIG-02": ["test_x.py:3"],
        "DIG-03": ["test_x.py:3"],
    }


def test_a_citation_that_is_no_literal_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("pytest.mark.ledger(RULE)\n")
    with pytest.raises(coverage.CitationError, match=r"test_x\.py, line 1"):
        coverage.citations(tmp_path)


def test_numbers_are_read_from_the_items_and_rows_that_define_them() -> None:
    page = (
        "- **GEN-01** Two play (AMB-01).\n  **GEN-02** no.\n| **VEC-01** | x |\n| a | **B-1** |\n"
    )
    assert coverage.defined(page) == ["GEN-01", "VEC-01"]


def test_a_mistyped_rule_is_unknown() -> None:
    assert coverage.unknown({"GEN-99": [], "GEN-01": [], "CARD-E38": []}) == ["GEN-99"]
