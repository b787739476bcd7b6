"""The page about games of one's own: it shows what is written, and everything in it runs."""

import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from tests.docs import ROOT, commands
from tests.new_game_page import BY_HAND, DECLARED, PAGE, PROGRAMS
from wistar_env.new_game import TEMPLATES, template_files, write_game

#: What a player enters who always takes the first choice.
ENTERED: Final = "1\n" * 60
LINES_ALLOWED: Final = 35
#: What makes the commands shorter: steps of training, and games of the arena.
SHORTER: Final = {"2e5": "8e3", "20": "2"}


def run(folder: Path, *arguments: str, entered: str = "") -> str:
    """Run Python in a folder and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, input=entered,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the game as the page has it."""
    made = tmp_path_factory.mktemp("new") / "my-nim"
    write_game(made)
    (made / "my_nim.py").write_text(DECLARED, "utf-8")
    (made / "nim_by_hand.py").write_text(BY_HAND, "utf-8")
    return made


def solid(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_page_shows_the_game_that_is_written() -> None:
    written = template_files("my_nim")["my_nim.py"]
    assert solid(DECLARED) == solid(written)
    assert len(solid(written)) < LINES_ALLOWED


def test_its_tests_pass_and_it_is_checked_beside_them(folder: Path) -> None:
    # Its own four, and one for each player count; `wistar check` runs all checks below.
    plugin = ("-p", "wistar_env.kit.conformance.pytest_plugin", "--wistar-game", "my_nim:MyNim")
    told = run(folder, "-m", "pytest", "-q", *plugin, "-k", "test_my_nim or games_end")
    assert "7 passed" in told


@pytest.mark.parametrize(("module", "game"), [("my_nim", "MyNim"), ("nim_by_hand", "Nim")])
def test_it_is_the_same_game_without_compiled_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, module: str, game: str
) -> None:
    code = (
        f"from {module} import {game}\ngame = {game}.new(3, 5)\n"
        "while not game.finished: game.step(game.legal_actions()[-1])\n"
        "print(game.to_bytes().hex())"
    )
    compiled = run(folder, "-c", code)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert run(folder, "-c", code) == compiled


def test_the_python_examples_of_the_page_run(folder: Path) -> None:
    """Each as a program of its own, in one process: most of the time goes into imports."""
    if find_spec("sb3_contrib") is None:
        pytest.skip('needs the extra "train"')
    run(folder, "-c", f"for text in {PROGRAMS!r}: exec(text, {{'__name__': '__main__'}})")


def test_the_commands_of_the_page_run(folder: Path) -> None:
    given = [each for each in commands(PAGE, "wistar") if "my_nim:MyNim" in each]
    assert {each[0] for each in given} >= {"check", "train", "arena", "play"}
    for each in given:
        if each[0] != "serve":  # below
            # Less training makes a worse player, which the commands after it play with as well.
            each = [SHORTER.get(word, word) for word in each]
            printed = run(folder, "-m", "wistar_env", *each, entered=ENTERED)
            print(shlex.join(each), printed)
            if each[0] == "play":
                assert "the end" in printed
            if each[0] == "check":
                assert printed.endswith("all checks passed\n")


def test_the_game_is_played_on_a_page(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    (serving,) = [each for each in commands(PAGE, "wistar") if each[0] == "serve"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "wistar_env", *serving, "--no-browser", "--port", "0"],
        cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        said = server.stdout.readline()
        try:
            address = said.split()[0]
            with urllib.request.urlopen(address, timeout=60) as answer:
                assert b"Nim with a hidden card" in answer.read()
        finally:
            server.send_signal(signal.SIGINT)


def test_the_game_by_hand_passes_the_checks(folder: Path) -> None:
    checks = ["games repeat", "reshuffles reveal nothing", "every block occurs"]
    checks += ["forged saves are rejected or played on", "every position can be saved"]
    only = [word for check in checks for word in ("--only", check)]
    printed = run(folder, "-m", "wistar_env", "check", "nim_by_hand:Nim", *only)
    assert printed.endswith("all checks passed\n")


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_game_is_named_after_its_folder(tmp_path: Path, template: str) -> None:
    files = write_game(tmp_path / "late-show", template)
    assert [file.name for file in files] == ["late_show.py", "test_late_show.py", "pyproject.toml"]
    texts = [file.read_text("utf-8") for file in files]
    module, game = TEMPLATES[template]
    old = rf"my.game|{module}:[A-Z]|import {module}|from {module}|{game}(?:\(|\.[a-z])"
    named = re.compile(old, re.ASCII)
    assert [named.search(text) for text in texts] == [None] * 3
    assert re.search(r"class LateShow\(Declared[,)]", texts[0])
    assert re.search(r"from late_show import .*LateShow$", texts[1], re.MULTILINE)
    assert 'late-show = "late_show:LateShow"' in texts[2]


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_passes_its_tests_and_the_checks_of_its_rules(
    tmp_path: Path, template: str
) -> None:
    made = tmp_path / "late-show"
    write_game(made, template)
    plugin = ("-p", "wistar_env.kit.conformance.pytest_plugin")
    game = ("--wistar-game", "late_show:LateShow")
    chosen = "test_late_show or games_end or forged or reshuffle or every or sealed or option"
    told = run(made, "-m", "pytest", "-q", *plugin, *game, "-k", chosen)
    assert "failed" not in told
    find = "from late_show import LateShow; print(LateShow.spec.name)"
    assert run(made, "-c", find) == "late-show\n"


def test_an_unknown_template_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="board, cards, sealed, poker, found 'chess'"):
        write_game(tmp_path / "game", "chess")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["9lives", "class", "né", "a.b"])
def test_an_invalid_module_name_is_rejected(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"module, found '{name}'"):
        write_game(tmp_path / name)
    assert [*tmp_path.iterdir()] == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_game(tmp_path / "nim")
    before = (tmp_path / "nim" / "nim.py").read_text("utf-8")
    with pytest.raises(FileExistsError, match="not an empty folder"):
        write_game(tmp_path / "nim")
    assert (tmp_path / "nim" / "nim.py").read_text("utf-8") == before
