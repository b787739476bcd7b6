"""The marks of tests that `make test-all` runs once more, and where it looks for them."""

import pytest

from tests.docs import ROOT

#: Their runs import only the files that name the mark.
RUN_ONCE_MORE = ("property", "interpreted")


def test_a_test_that_runs_twice_is_in_a_file_that_names_its_mark(
    request: pytest.FixtureRequest,
) -> None:
    for item in request.session.items:
        for mark in RUN_ONCE_MORE:
            if item.get_closest_marker(mark):
                assert item.path.match("test_*.py"), item.nodeid
                assert f"mark.{mark}" in item.path.read_text("utf-8"), item.nodeid


def test_files_are_searched_for_existing_marks() -> None:
    commands = (ROOT / "Makefile").read_text("utf-8")
    for mark in RUN_ONCE_MORE:
        assert f'-m {mark} \\\n\t\t$$(grep -rl --include="test_*.py" "mark\\.{mark}"' in commands
