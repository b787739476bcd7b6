"""``make regenerate`` runs what writes into the repository, and says what has changed."""

import re
import runpy
from pathlib import Path

import pytest

from tests import regenerate
from tests.docs import ROOT

#: What a test says when a file is not what its program would write.
HINT = re.compile(r'"run: python -m ([\w.]+)')
#: What the docstring of such a program says.
ANEW = re.compile(r"``python -m (tests[\w.]+)``:? writes? [\w ]*anew")


def test_what_tests_tell_people_to_run_is_among_it() -> None:
    told = {
        module
        for file in (ROOT / "tests").rglob("*.py")
        for module in HINT.findall(file.read_text("utf-8"))
    }
    assert len(told) >= 5
    assert told <= {module for module, *_ in regenerate.GENERATORS}


def test_what_writes_tables_into_pages_is_among_it() -> None:
    writers = {
        f"website.{file.stem}"
        for file in (ROOT / "website").glob("*.py")
        if "\nif __name__ ==" in file.read_text("utf-8")
    }
    assert len(writers) > 4
    assert writers <= {module for module, *_ in regenerate.GENERATORS}


def test_what_writes_golden_files_is_among_it() -> None:
    writers = {
        module
        for file in (ROOT / "tests").rglob("*.py")
        for module in ANEW.findall(file.read_text("utf-8"))
    }
    assert {"tests.golden", "tests.lab_rats.golden", "tests.pictures"} <= writers
    assert writers <= {module for module, *_ in regenerate.GENERATORS}


def test_a_file_that_has_changed_is_named_with_the_program_that_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"page.md": b"old", "other.md": b"same"}
    monkeypatch.setattr(regenerate, "contents", files.copy)
    monkeypatch.setattr(
        regenerate, "generate", lambda module, *_: files.update({"page.md": module.encode()})
    )
    assert [*regenerate.regenerate([("first",), ("second",)])] == [
        ("page.md", "first"),
        ("page.md", "second"),
    ]
    assert [*regenerate.regenerate([("second", "--option")])] == []


def test_a_program_that_fails_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise SystemExit(1)

    monkeypatch.setattr(runpy, "run_module", fail)
    with pytest.raises(SystemExit):
        regenerate.generate("tests.golden")
