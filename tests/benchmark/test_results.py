"""The results file: its contents, and how it survives an interruption."""

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wistar_env.benchmark.results import Header, Key, ResultRow, Results, lock_of, read
from wistar_env.errors import ResultsError

ROWS = [{"seed": seed, "score": 40 + seed} for seed in range(3)]


def header(**settings: Any) -> Header:
    return Header("ladder", {"seed": 1, **settings}, data="d" * 32, rules="3")


def key_of(row: ResultRow) -> Key:
    if row["seed"] > 5:
        raise ValueError(f"seed {row['seed']}")
    return (row["seed"],)


def opened(path: Path, header: Header, **options: bool) -> list[ResultRow]:
    with Results.open(path, header, key_of, **options) as results:
        return list(results.rows.values())


def saved(path: Path, rows: list[ResultRow]) -> None:
    with Results.open(path, header(), key_of) as results:
        results.add(rows)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "results.jsonl"


def test_rows_are_read_as_they_were_added(path: Path) -> None:
    saved(path, ROWS)
    found, rows = read(path)
    assert found == header()
    assert rows == ROWS
    assert opened(path, header()) == ROWS


def test_the_header_says_versions_rules_data_and_settings() -> None:
    assert set(header().versions) == {"wistar_env", "python", "numpy", "numba"}
    assert header().identity().keys() == {"kind", "rules", "data", "seed"}


def test_another_setting_makes_another_digest() -> None:
    assert header().digest() == header().digest()
    assert header().digest() != header(batch=2).digest()


def test_a_line_that_was_cut_off_is_forgotten(path: Path) -> None:
    saved(path, ROWS)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert opened(path, header()) == ROWS[:2]
    saved(path, ROWS[2:])
    assert path.read_bytes() == whole


def test_a_header_that_was_cut_off_is_written_again(path: Path) -> None:
    opened(path, header())
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    assert opened(path, header()) == []
    assert path.read_bytes() == whole


def test_a_file_of_another_run_is_rejected_and_kept(path: Path) -> None:
    saved(path, ROWS)
    whole = path.read_bytes()
    with pytest.raises(ResultsError, match=r"another run \(seed: 1 in the file, now 2\)"):
        opened(path, header(seed=2))
    assert path.read_bytes() == whole


def test_other_versions_of_the_libraries_do_not_matter(path: Path) -> None:
    saved(path, ROWS)
    newer = Header("ladder", {"seed": 1}, data="d" * 32, rules="3", versions={"numpy": "99"})
    assert opened(path, newer) == ROWS


def test_fresh_begins_anew(path: Path) -> None:
    saved(path, ROWS)
    assert opened(path, header(seed=2), fresh=True) == []
    assert read(path) == (header(seed=2), [])


@pytest.mark.parametrize("text", ["# a list\n", "[1, 2]\n", "{}\n", '{"kind": 1}\n', "notes"])
def test_a_file_that_holds_something_else_is_rejected_and_kept(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(ResultsError, match=r"line 1|complete line|not the header"):
        opened(path, header())
    assert path.read_text() == text


def test_a_damaged_line_in_the_middle_is_named(path: Path) -> None:
    saved(path, ROWS)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[1][:6] + "\n", *lines[2:]]))
    with pytest.raises(ResultsError, match="line 2 is not JSON"):
        read(path)


DAMAGES = {
    '{"seed":1,"score":41}': "repeats the game of line 3",
    '{"seed":9,"score":41}': r"does not belong to this run: seed 9",
    '{"seed":1,"score":NaN}': r"not JSON \(NaN is not a finite number\)",
    '{"seed":1,"score":-Infinity}': "-Infinity is not a finite number",
    '{"seed":1,"score":1e999}': "1e999 is not a finite number",
    '{"seed":' + "9" * 5000 + "}": "not JSON",
    "[" * 10**5: "not JSON",
    "7": "not a JSON object",
}


@pytest.mark.parametrize("line", DAMAGES, ids=lambda line: line[:24])
def test_a_row_that_cannot_be_is_rejected_with_file_and_line(path: Path, line: str) -> None:
    saved(path, ROWS)
    path.write_text(f"{path.read_text()}{line}\n")
    whole = path.read_bytes()
    with pytest.raises(ResultsError, match=f"results.jsonl.* line 5.*{DAMAGES[line]}"):
        opened(path, header())
    assert path.read_bytes() == whole


def test_nothing_is_saved_that_could_not_be_read_again(path: Path) -> None:
    with Results.open(path, header(), key_of) as results, pytest.raises(ValueError, match="JSON"):
        results.add([{"seed": 1, "score": math.nan}])


def test_a_file_that_is_being_written_is_rejected_with_its_writer(path: Path) -> None:
    with Results.open(path, header(), key_of) as results:
        results.add(ROWS)
        whole = path.read_bytes()
        for fresh in (False, True):
            with pytest.raises(ResultsError, match=f"process {os.getpid()} on "):
                opened(path, header(), fresh=fresh)
        assert path.read_bytes() == whole
    assert not lock_of(path).exists()
    assert opened(path, header()) == ROWS


def test_what_a_killed_run_left_is_removed_when_the_file_is_written_again(path: Path) -> None:
    saved(path, ROWS)
    mine, others = (path.with_name(f".{name}.123") for name in (path.name, "other.jsonl"))
    for file in (mine, others):
        file.write_text("half a l")
    assert opened(path, header()) == ROWS
    assert not mine.exists()
    assert others.exists()


def test_a_link_to_a_file_that_is_being_written_is_rejected_too(path: Path) -> None:
    other = path.parent.parent / "link.jsonl"
    other.symlink_to(path)
    with Results.open(path, header(), key_of), pytest.raises(ResultsError, match="being written"):
        opened(other, header())


HOLD = """
import sys, time
from pathlib import Path
from wistar_env.benchmark.results import exclusive_writer
with exclusive_writer(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_writer_that_was_killed_holds_nothing(path: Path) -> None:
    saved(path, ROWS)
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"held\n"
        with pytest.raises(ResultsError, match=f"by process {writer.pid} on "):
            opened(path, header())
        writer.kill()
    assert lock_of(path).exists()
    assert opened(path, header()) == ROWS
    assert not lock_of(path).exists()
