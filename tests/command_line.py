"""The command line, run within a test."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from wistar_env import cli


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test of a module that imports this in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def wistar(*arguments: str, typed: str = "") -> Result:
    """Run ``wistar`` with arguments, and with what is typed."""
    return CliRunner().invoke(cli.app, arguments, input=typed)
