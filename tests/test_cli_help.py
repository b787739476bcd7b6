"""The help of every command: whole paragraphs, and an example that the page of commands has."""

import re
from itertools import pairwise

import pytest
from typer.testing import CliRunner

from tests import command_line
from tests.docs import ROOT, command_lines
from wistar_env import cli
from wistar_env.cli.help_pages import EXAMPLES, paragraphs

COMMANDS = [words for words, _ in command_line.commands()]
WIDTH = 80


def told(words: tuple[str, ...]) -> str:
    """Return the help of a command as a terminal of 80 columns shows it."""
    result = CliRunner().invoke(cli.app, [*words, "--help"], env={"COLUMNS": str(WIDTH)})
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def test_every_command_has_an_example_and_no_other_has() -> None:
    assert {*EXAMPLES} == {*COMMANDS}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_wraps_at_the_width_only_and_ends_with_its_example(
    words: tuple[str, ...],
) -> None:
    page = told(words)
    about = [line.strip() for line in page.partition("╭")[0].splitlines()]
    for line, following in pairwise(about):
        if line and following and not line.startswith("Usage:"):
            assert len(f" {line} {following.split()[0]}") >= WIDTH - 2, f"ragged: {line}"
    assert EXAMPLES[words] in " ".join(page.split())


def test_every_example_is_on_the_page_of_commands() -> None:
    lines = {re.sub(r"\s+", " ", line) for line in command_lines(ROOT / "docs" / "commands.md")}
    assert [line for line in EXAMPLES.values() if line not in lines] == []


def test_a_paragraph_becomes_one_line() -> None:
    assert paragraphs("One.\n\n    Two lines\n    of it.\n") == "One.\n\nTwo lines of it."
