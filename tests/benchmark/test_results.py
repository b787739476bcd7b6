"""The results file: what it holds, and how it survives an interruption."""

from pathlib import Path
from typing import Any

import pytest

from wistar_env.benchmark.results import Header, Results, ResultsError, read

ROWS = [{"seed": seed, "score": 40 + seed} for seed in range(3)]


def header(**settings: Any) -> Header:
    return Header("ladder", {"seed": 1, **settings}, data="d" * 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "results.jsonl"


def test_rows_are_read_as_they_were_added(path: Path) -> None:
    Results.open(path, header()).add(ROWS)
    found, rows = read(path)
    assert found == header()
    assert rows == ROWS
    assert Results.open(path, header()).rows == ROWS


def test_the_header_says_versions_rules_data_and_settings() -> None:
    assert set(header().versions) == {"wistar_env", "python", "numpy", "numba"}
    assert header().identity().keys() == {"kind", "rules", "data", "seed"}


def test_another_setting_makes_another_digest() -> None:
    assert header().digest() == header().digest()
    assert header().digest() != header(batch=2).digest()


def test_a_line_that_was_cut_off_is_forgotten(path: Path) -> None:
    Results.open(path, header()).add(ROWS)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    results = Results.open(path, header())
    assert results.rows == ROWS[:2]
    results.add(ROWS[2:])
    assert path.read_bytes() == whole


def test_a_header_that_was_cut_off_is_written_again(path: Path) -> None:
    Results.open(path, header())
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    assert Results.open(path, header()).rows == []
    assert path.read_bytes() == whole


def test_a_file_of_another_run_is_refused_and_kept(path: Path) -> None:
    Results.open(path, header()).add(ROWS)
    whole = path.read_bytes()
    with pytest.raises(ResultsError, match=r"another run \(seed: 1 in the file, now 2\)"):
        Results.open(path, header(seed=2))
    assert path.read_bytes() == whole


def test_other_versions_of_the_libraries_do_not_matter(path: Path) -> None:
    Results.open(path, header()).add(ROWS)
    newer = Header("ladder", {"seed": 1}, data="d" * 32, versions={"numpy": "99"})
    assert Results.open(path, newer).rows == ROWS


def test_fresh_begins_anew(path: Path) -> None:
    Results.open(path, header()).add(ROWS)
    assert Results.open(path, header(seed=2), fresh=True).rows == []
    assert read(path) == (header(seed=2), [])


@pytest.mark.parametrize("text", ["# a list\n", "[1, 2]\n", "{}\n", '{"kind": 1}\n', "notes"])
def test_a_file_that_holds_something_else_is_refused_and_kept(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(ResultsError, match=r"line 1|does not begin with the header"):
        Results.open(path, header())
    assert path.read_text() == text


def test_a_damaged_line_in_the_middle_is_named(path: Path) -> None:
    Results.open(path, header()).add(ROWS)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[1][:6] + "\n", *lines[2:]]))
    with pytest.raises(ResultsError, match="line 2: not JSON"):
        read(path)
