"""What README and CONTRIBUTING promise: their Python runs, their commands exist."""

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from wistar_env import cli

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
VECTOR = (ROOT / "docs" / "vector.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(program: str) -> list[str]:
    """Return the command lines of both documents that start this program."""
    lines = [
        line.partition("#")[0].strip().removeprefix(".venv/bin/")
        for text in (README, CONTRIBUTING)
        for block in blocks(text, "bash")
        for line in block.splitlines()
    ]
    return [line for line in lines if line.split()[:1] == [program]]


def test_the_readme_starts_with_make_run_and_make_test() -> None:
    assert [line.split()[1] for line in blocks(README, "bash")[0].splitlines()] == ["run", "test"]


@pytest.mark.parametrize("command", commands("make"))
def test_every_make_target_exists(command: str) -> None:
    assert set(command.split()[1:]) <= TARGETS


def test_the_quickstart_is_20_lines_and_runs(capsys: pytest.CaptureFixture[str]) -> None:
    quickstart = blocks(README, "python")[0]
    assert len(quickstart.splitlines()) <= 20
    exec(compile(quickstart, "README quickstart", "exec"), {})
    assert re.fullmatch(r"(won|lost) against Rat-o-bot\n", capsys.readouterr().out)


def test_the_game_of_the_readme_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(blocks(README, "python")[1], "README game", "exec"), {})
    assert "'total'" in capsys.readouterr().out


def test_the_batch_of_the_readme_is_stepped() -> None:
    names: dict[str, Any] = {}
    exec(compile(blocks(README, "python")[2], "README batch", "exec"), names)
    assert names["observations"].shape[0] == 64
    names["envs"].close()


def test_the_bot_of_the_readme_climbs_the_ladder_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "bots.py").write_text(blocks(README, "python")[3])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (command,) = [each for each in commands("wistar") if "ladder random" in each]
    small = ["--levels", "0,9", "--games", "1", "--workers", "1"]
    result = CliRunner().invoke(cli.app, [*shlex.split(command)[1:], *small])
    assert result.exit_code == 0, result.output
    assert "my_package.bots:MyBot" in result.stdout


@pytest.mark.parametrize("command", commands("wistar"))
def test_every_command_line_is_one_that_wistar_understands(command: str) -> None:
    arguments = shlex.split(command)[1:]
    current: Any = typer.main.get_command(cli.app)
    while arguments and arguments[0] in getattr(current, "commands", {}):
        current = current.commands[arguments.pop(0)]
    if arguments == ["--help"]:
        return
    # A context is made from the arguments, and refuses unknown ones; the command does not run.
    current.make_context("wistar", arguments)


@pytest.mark.parametrize("number", range(len(blocks(VECTOR, "python"))))
def test_the_examples_of_the_vector_page_run(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    example = blocks(VECTOR, "python")[number]
    exec(compile(example, f"docs/vector.md {number}", "exec"), {})
    capsys.readouterr()


def links(text: str) -> list[str]:
    return re.findall(r"\]\((?!https?:)([^)#]+)", text)


@pytest.mark.parametrize("link", links(README + CONTRIBUTING))
def test_every_linked_file_exists(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_every_file_that_the_docs_link_to_exists(page: Path) -> None:
    assert all((page.parent / link).exists() for link in links(page.read_text("utf-8")))
