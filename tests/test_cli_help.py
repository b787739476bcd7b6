"""The help of every command: whole paragraphs, and an example."""

import re
from itertools import pairwise

import pytest
import typer
from typer.testing import CliRunner

from tests import command_line
from wistar_env import cli
from wistar_env.benchmark.protocol.tasks import DEFAULT_TASKS
from wistar_env.cli.help_pages import EXAMPLES, complete, paragraphs

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


def test_a_paragraph_becomes_one_line() -> None:
    assert paragraphs("One.\n\n    Two lines\n    of it.\n") == "One.\n\nTwo lines of it."


def test_a_command_without_an_example_ends_no_other_command() -> None:
    app = typer.Typer()
    app.command("new")(lambda: print("ran"))
    app.command("compile")(lambda: None)
    complete(app)
    assert "Example: wistar compile" in CliRunner().invoke(app, ["compile", "--help"]).output
    assert "ran" in CliRunner().invoke(app, ["new"]).output


def test_the_help_of_a_command_for_a_game_has_the_options_of_the_game() -> None:
    page = " ".join(told(("play",)).split())
    assert "Options of Rats of Wistar: --level: 0 to 9 (default 3, only with 1 player)" in page
    arguments = ["play", "--game", "tests.author.early:Natural", "--help"]
    other = " ".join(CliRunner().invoke(cli.app, arguments).stdout.split())
    assert "Options of Natural: --early: 0 to 1 (default 1); whether equal cards end" in other
    assert "--level: " not in other


def test_the_help_of_a_command_has_no_option_of_the_game_that_its_own_flag_replaces() -> None:
    page = " ".join(told(("ladder",)).split())
    assert "Options of Rats of Wistar" not in page  # --level is one; --tracks replaces it


def test_the_default_tasks_of_the_benchmark_are_those_in_its_help() -> None:
    page = " ".join(re.split(r"[\s│]+", told(("bench", "run"))))
    told_tasks = re.search(r"Default: (solo-[\w,-]+)", page)
    assert told_tasks is not None
    assert told_tasks[1].split(",") == [*DEFAULT_TASKS]
    assert "'wistar bench BOT' is short for 'wistar bench run BOT'" in told(("bench",))
