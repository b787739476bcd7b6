"""Every test is in one tier, and each run has those of its own."""

import pytest

from tests.mutation.targets import GROUPS, group_tests
from tests.tiers import FAST, REST, TESTS, is_left_out, tier_of


def test_every_folder_and_file_of_tests_is_in_one_tier() -> None:
    without = [
        path.relative_to(TESTS).as_posix()
        for path in sorted(TESTS.rglob("test_*.py"))
        if tier_of(path) is None
    ]
    assert not without, "add these, or their folders, to FAST or REST of tests/tiers.py"
    assert FAST.isdisjoint(REST)
    assert [name for name in sorted(FAST | REST) if not (TESTS / name).exists()] == []


@pytest.mark.parametrize(
    ("name", "tier"),
    [
        ("rules/test_turn.py", "fast"),
        ("kit/test_ahead_of_time.py", "rest"),
        ("benchmark/test_paired.py", "fast"),
        ("benchmark/test_arena.py", "rest"),
        ("server", "rest"),
        ("unheard_of", None),
    ],
)
def test_the_name_that_fits_best_decides(name: str, tier: str | None) -> None:
    assert tier_of(TESTS / name) == tier


def test_a_folder_is_left_out_if_all_in_it_is() -> None:
    assert is_left_out(TESTS / "server", "fast")
    assert not is_left_out(TESTS / "benchmark", "fast")
    assert not is_left_out(TESTS / "kit", "rest")
    assert is_left_out(TESTS / "rules", "rest")


def test_mutants_are_noticed_by_the_fast_tier() -> None:
    tests = {test for group in GROUPS for test in group_tests(group)}
    assert [test for test in sorted(tests) if tier_of(TESTS.parent / test) != "fast"] == []
