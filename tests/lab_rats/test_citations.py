"""Every rule of the ledger is cited by a test."""

from tests.lab_rats.citing import citations

RULES = {
    *(f"LAB-{number:02}" for number in (*range(1, 48), *range(50, 65), *range(70, 78))),
    *(f"AMB-{number}" for number in (*range(30, 40), *range(80, 99))),
    *(f"VEC-{number}" for number in range(30, 47)),
    *(f"CONF-{number}" for number in (24, 25, 26, 27, 40, 41, 42, 43, 44)),
}
#: What nothing in the rules could break, with the reason.
NOT_TESTABLE = {"CONF-27": "two names of one chip"}


def test_every_rule_has_a_test() -> None:
    assert sorted(RULES - citations() - set(NOT_TESTABLE)) == []


def test_tests_cite_existing_rules_only() -> None:
    assert sorted(citations() - RULES) == []
