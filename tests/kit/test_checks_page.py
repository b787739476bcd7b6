"""The page on ``wistar check`` has a table of the faults that tests plant."""

from pathlib import Path
from typing import Final

from tests.kit.test_conformance import BROKEN
from tests.kit.test_conformance_faults import CAUSES, FAULTS
from wistar_env.kit.conformance.runner import CHECKS

PAGE: Final = Path(__file__).parents[2] / "docs" / "checks.md"


def rows() -> list[str]:
    """Return a row for each planted fault, in the order of the checks that find them."""
    found = [
        (check, (game.__doc__ or "").splitlines()[0])
        for game, check, _ in (*CAUSES, *FAULTS, *BROKEN)
    ]
    order = [*CHECKS]
    rows = sorted(dict.fromkeys(found), key=lambda row: order.index(row[0]))
    return [f"| {fault} | {check.replace('_', ' ')} |" for check, fault in rows]


def test_the_page_has_the_faults_and_the_checks_that_find_them() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    table = "\n".join(["| fault | found by |", "| --- | --- |", *rows()])
    assert [line for line in lines if line.startswith("| ")] == table.splitlines(), table
