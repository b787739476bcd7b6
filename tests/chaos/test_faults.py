"""A program that is killed, or whose disk fails, keeps what it reported as saved."""

import errno
import re
from pathlib import Path

import pytest

from tests.chaos import interrupted
from tests.chaos.faults import Disk, Killed
from tests.chaos.programs import PROGRAMS, Program
from tests.command_line import wistar
from wistar_env.system.atomic_files import append_lines, replacing

#: Every this many writes one fails; ``make chaos`` tries all.
EVERY = {"ladder": 9, "dataset": 9, "save": 2}


@pytest.mark.parametrize(
    "program", [each for each in PROGRAMS if each.name in EVERY], ids=lambda each: each.name
)
@pytest.mark.filterwarnings("ignore")
def test_nothing_promised_is_lost(program: Program) -> None:
    assert interrupted.check(program, EVERY[program.name], first=1) == []


def test_a_program_that_loses_something_is_noticed() -> None:
    def work(folder: Path, told: object) -> None:
        (folder / "a").write_text("promised", "utf-8")
        told(8)  # type: ignore[operator]
        (folder / "a").write_text("promised!", "utf-8")

    def saved(folder: Path) -> int:
        file = folder / "a"
        return len(file.read_text("utf-8")) if file.exists() else 0

    problems = interrupted.check(Program("careless", work, saved, lambda folder: 0))
    assert any("told of 8" in each for each in problems)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, None])
def test_lines_are_appended_whole_or_not_at_all(tmp_path: Path, number: int | None) -> None:
    file = tmp_path / "log"
    for place in range(8):
        file.write_bytes(b"one\npart of a li")
        try:
            with Disk(tmp_path, place, number).mounted():
                append_lines(file, "two\nthree\n")
        except (OSError, Killed):
            if number is not None:
                assert file.read_bytes() in (b"one\npart of a li", b"one\n")
        append_lines(file, "four\n")
        assert file.read_bytes() in (
            b"one\nfour\n",
            b"one\ntwo\nthree\nfour\n",
            b"one\ntwo\nfour\n",
        )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, None])
def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, number: int | None) -> None:
    file = tmp_path / "file.txt"
    for place in range(8):
        file.write_bytes(b"before")
        try:
            with Disk(tmp_path, place, number).mounted(), replacing(file) as unfinished:
                unfinished.write_text("after", "utf-8")
        except (OSError, Killed):
            pass
        assert file.read_bytes() in (b"before", b"after")


def test_a_full_disk_ends_a_command_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Disk(tmp_path, 2, errno.ENOSPC).mounted():
        done = wistar("dataset", "games", "--bot", "random", "--games", "1")
    assert done.exit_code == 2
    assert re.search(r"error: \S*games/\S+\.(npz|json): No space left on device\s*\Z", done.stderr)
