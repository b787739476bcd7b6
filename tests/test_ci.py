"""CI runs both halves and the gates whose files have changed, and goes on where it was killed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.ci import DONE, GATES, HALVES, PASSED, code_of, digest_of, due, known, run_all
from tests.docs import ROOT

GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a repository with targets of the same names, which print like pytest."""
    for path in " ".join(GATES.values()).split():
        file = tmp_path / path if Path(path).suffix else tmp_path / path / "file"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("old\n")
    targets = [f"{name}:\n\t@echo '== 3 passed in 1.00s =='" for name in (*HALVES, *GATES)]
    (tmp_path / "Makefile").write_text("\n".join(targets))
    (tmp_path / ".gitignore").write_text("build/\n")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*GIT, *command], cwd=tmp_path, check=True)
    return tmp_path


def ran(out: str) -> list[str]:
    """Return the stages that ran: the halves in their order, then gates in that of their names."""
    stages: list[str] = re.findall(r"^--- make (\S+)", out, re.MULTILINE)
    return [stage for stage in stages if stage in HALVES] + sorted({*stages} & {*GATES})


EVERYTHING = [*HALVES, *sorted(GATES)]


def test_everything_runs_once_and_then_one_gate_in_rotation(
    clone: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_all(clone) == 0
    assert ran(capfd.readouterr().out) == EVERYTHING
    shutil.rmtree(clone / "build")
    assert run_all(clone) == 0
    (turn,) = {*ran(capfd.readouterr().out)} - {*HALVES}
    assert turn in GATES
    assert run_all(clone, release=True) == 0
    assert ran(capfd.readouterr().out) == EVERYTHING


def test_a_gate_runs_when_a_file_that_it_guards_has_changed(
    clone: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run_all(clone)
    capfd.readouterr()
    (clone / "docs/clients.md").write_text("new")
    run_all(clone)
    out = capfd.readouterr().out
    assert "--- make clients (changed)" in out
    assert out.count("(changed)") == 1


TEXT = '''"""A module."""

LIMIT = 3  # of simulations


def play(game: str = "# none") -> None:
    """Play.

    In full.
    """
    print(game)
'''


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("A module", "The module", False),
        ("In full", "Until the end", False),
        ("  # of simulations", "", False),
        ("\n\n\ndef", "\n\n\n#: It plays.\ndef", False),
        ("LIMIT = 3", "LIMIT = 4", True),
        ("# none", "# some", True),
        ("print(game)", 'print("""Play."""), game', True),
    ],
)
def test_comments_and_docstrings_do_not_count(old: str, new: str, counts: bool) -> None:
    assert old in TEXT
    assert (code_of(TEXT.replace(old, new).encode()) != code_of(TEXT.encode())) is counts


def test_characters_that_end_a_line_only_for_python_do_not_move_comments() -> None:
    found = {code_of(f'MARK = "\u2028"\nLIMIT = 3  # {word}\n'.encode()) for word in ("a", "b")}
    assert len(found) == 1


def test_a_gate_does_not_run_for_a_comment(clone: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = clone / "experiments/leaderboard.py"
    for text, reason in (("LIMIT = 3  # games\n", "changed"), ("LIMIT = 3\n", "its turn")):
        file.write_text(text)
        run_all(clone)
        told = dict(re.findall(r"^--- make (\S+) \((.*)\)", capfd.readouterr().out, re.MULTILINE))
        assert told.get("leaderboard", "its turn") == reason


def test_a_stage_that_has_passed_is_not_repeated_until_a_file_changes(
    clone: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    makefile = (clone / "Makefile").read_text()
    (clone / "Makefile").write_text(makefile.replace("packs:", "packs:\n\tfalse"))
    assert run_all(clone) == 1
    out = capfd.readouterr().out
    assert re.search(r"^packs +\d+  FAILED$", out, re.MULTILINE)
    assert "packs" not in known(clone / PASSED)
    assert run_all(clone) == 1
    out = capfd.readouterr().out
    assert re.search(r"^test +-  passed before with the same files; 3 passed in 1.00s$", out, re.M)
    assert {"setup", "packs"} <= {*ran(out)} <= {*EVERYTHING} - {"test", "test-all"}
    (clone / "Makefile").write_text(makefile)
    assert run_all(clone) == 0
    assert {*HALVES, "packs"} <= {*ran(capfd.readouterr().out)}


def test_stages_may_be_named(clone: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_all(clone, only=["packs"]) == 0
    out = capfd.readouterr().out
    assert re.search(
        r"\npacks +\d+  3 passed in 1.00s\ntotal +\d+\n=== 3 passed in \d+.0s ===\n$", out
    )
    assert run_all(clone) == 0
    assert "packs" not in ran(capfd.readouterr().out)


def test_without_git_everything_runs(tmp_path: Path) -> None:
    assert digest_of(tmp_path) == ""
    assert due(dict.fromkeys(GATES, ""), dict.fromkeys(GATES, ""), "") == dict.fromkeys(
        GATES, "changed"
    )


def test_every_gate_has_its_turn() -> None:
    digests = dict.fromkeys(GATES, "same")
    turns = {gate for k in range(40) for gate in due(digests, digests, f"{k:x}")}
    assert turns == {*GATES}


def test_what_gates_guard_exists() -> None:
    names = " ".join(GATES.values()).split()
    assert [name for name in names if not any(ROOT.glob(name))] == []


def test_stages_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert [name for name in (*HALVES, *GATES) if f"\n{name}:" not in makefile] == []
    assert DONE.startswith("build/")
