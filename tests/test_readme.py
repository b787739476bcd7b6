"""What the README shows first, and its bot on the ladder."""

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.docs import ROOT, blocks, commands
from wistar_env import cli

README = ROOT / "README.md"
PYTHON = [block.text for block in blocks(README) if block.language == "python"]


def test_the_readme_starts_with_make_run_and_make_test() -> None:
    first = blocks(README)[0]
    assert first.language == "bash"
    assert [line.split()[:2] for line in first.text.splitlines()] == [
        ["make", "run"],
        ["make", "test"],
    ]


def test_the_quickstart_is_20_lines_and_plays_a_game_to_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(PYTHON[0].splitlines()) <= 20
    exec(compile(PYTHON[0], "README quickstart", "exec"), {})
    assert re.fullmatch(r"(won|lost) against Rat-o-bot\n", capsys.readouterr().out)


def test_the_bot_of_the_readme_climbs_the_ladder_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_package"
    package.mkdir()
    (bot,) = [source for source in PYTHON if "class MyBot" in source]
    (package / "bots.py").write_text(bot)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (command,) = [each for each in commands(README, "wistar", "ladder") if "random" in each]
    small = ["--levels", "0,9", "--games", "1", "--workers", "1"]
    result = CliRunner().invoke(cli.app, ["ladder", *command, *small])
    assert result.exit_code == 0, result.output
    assert "my_package.bots:MyBot" in result.stdout
