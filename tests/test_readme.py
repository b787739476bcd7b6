"""What the README shows first, and what other pages must be complete in: extras, bots, commands."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests import command_line
from tests.docs import PAGES, ROOT, blocks, commands
from wistar_env import LabRats, RatsOfWistar, cli
from wistar_env.kit.bots.registry import REGISTRY, load

README = ROOT / "README.md"
INSTALL = ROOT / "docs" / "install.md"
BOTS = ROOT / "docs" / "agents.md"
PYTHON = [block.text for block in blocks(README) if block.language == "python"]


def test_the_readme_starts_with_the_commands_of_make() -> None:
    first = blocks(README)[0]
    assert first.language == "bash"
    assert [line.split()[:2] for line in first.text.splitlines()] == [
        ["make", "run"],
        ["make", "test"],
        ["make", "test-all"],
    ]


def test_the_readme_is_short_and_its_first_code_is_early() -> None:
    text = README.read_text("utf-8")
    assert len(text.split()) <= 1000
    assert text[: text.index("```")].count("\n") < 30


def test_the_quickstart_is_20_lines_and_plays_a_game_to_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(PYTHON[1].splitlines()) <= 20
    exec(compile(PYTHON[1], "README quickstart", "exec"), {})
    assert re.fullmatch(r"(won|lost) against Rat-o-bot\n", capsys.readouterr().out)


def test_the_bot_of_the_page_climbs_the_ladder_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_package"
    package.mkdir()
    (bot,) = [block.text for block in blocks(BOTS) if "class MyBot" in block.text]
    (package / "bots.py").write_text(bot)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (command,) = [each for each in commands(BOTS, "wistar", "ladder") if "random" in each]
    small = ["--levels", "0,9", "--games", "1", "--workers", "1"]
    result = CliRunner().invoke(cli.app, ["ladder", *command, *small])
    assert result.exit_code == 0, result.output
    assert "my_package.bots:MyBot" in result.stdout


def rows(page: Path, heading: str) -> list[str]:
    """Return the first cells of the table of a page whose head begins so."""
    table = page.read_text("utf-8").partition(f"| {heading} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)


def test_every_extra_is_documented() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(rows(INSTALL, "extra")) == sorted(project["optional-dependencies"])


def test_every_bot_of_the_package_is_documented_with_its_parameters() -> None:
    told = rows(BOTS, "bot | policy | parameters")
    missing = {*REGISTRY} - {spec.partition(":")[0] for spec in told}
    assert not missing, f"add a row to the table of bots in docs/agents.md for: {sorted(missing)}"
    for spec in told:
        if not spec.endswith(":FILE"):
            load(spec, {**RatsOfWistar.spec.bots.classes, **LabRats.spec.bots.classes})


def test_every_command_is_documented() -> None:
    words = {tuple(line) for page in PAGES for line in commands(page, "wistar")}
    every = [words for words, _ in command_line.commands()]
    assert len(every) > 10
    missing = [
        " ".join(leaf) for leaf in every if not any(line[: len(leaf)] == leaf for line in words)
    ]
    assert not missing, f"name on a page of docs: wistar {missing}"


@pytest.mark.parametrize("command", ["ladder", "arena"])
def test_the_help_of_a_command_that_takes_bots_names_all_of_the_package(command: str) -> None:
    said = CliRunner().invoke(cli.app, [command, "--help"]).stdout
    assert [name for name in REGISTRY if name not in said] == []
