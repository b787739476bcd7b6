"""The command line, run within a test."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from wistar_env import cli
from wistar_env.cli.training import TRAINERS, function_of


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test of an importing module in a separate folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def wistar(*arguments: str, typed: str = "") -> Result:
    """Run ``wistar`` with arguments and typed input."""
    return CliRunner().invoke(cli.app, arguments, input=typed)


def commands(group: Any = None, *above: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command that does something: its words, and the command as it is parsed."""
    group = group or typer.main.get_command(cli.app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *above, name)
        else:
            yield (*above, name), command


def functions(
    app: typer.Typer = cli.app, *above: str
) -> Iterator[tuple[tuple[str, ...], Callable[..., Any]]]:
    """Yield the function of each command; for trainers, the function of their module."""
    for command in app.registered_commands:
        assert command.callback is not None
        name = str(command.name or command.callback.__name__)
        own = above == ("train",) and name in TRAINERS
        yield (*above, name), function_of(name) if own else command.callback
    for group in app.registered_groups:
        assert group.typer_instance is not None
        yield from functions(group.typer_instance, *above, str(group.name))
