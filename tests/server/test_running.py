"""``wistar serve`` as a command: what it says, when it ends, what it rejects."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wistar_env import cli
from wistar_env.play.server import running

COMMAND = [sys.executable, "-c", "from wistar_env.cli import app; app()", "serve", "--no-browser"]


@pytest.mark.parametrize(
    ("options", "title"),
    [([], b"Rats of Wistar"), (["--game", "tests.kit.nim:Nim"], b"Nim with a hidden card")],
    ids=["rats-of-wistar", "nim"],
)
def test_it_says_where_it_is_keeps_its_games_and_ends_with_ctrl_c(
    options: list[str], title: bytes, tmp_path: Path
) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*COMMAND, *options, "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:\d+/) \(Ctrl-C stops it; games are stored in", said)
        assert found, said
        with urllib.request.urlopen(found[1], timeout=10) as answer:
            assert title in answer.read()
        server.send_signal(signal.SIGINT)
        _, messages = server.communicate(timeout=30)
    assert "Traceback" not in messages
    assert (tmp_path / "wistar-env" / "games.sqlite").stat().st_size > 0


def rejected(*arguments: str) -> str:
    result = CliRunner().invoke(cli.app, ["serve", "--no-browser", "--port", "0", *arguments])
    assert result.exit_code == cli.USER_ERROR, result.output
    return " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    "name",
    ["http://games.example.org", "games.example.org:80", "games.example.org/", "", "*.org", "a b"],
)
def test_a_name_that_no_request_can_have_is_rejected(tmp_path: Path, name: str) -> None:
    file = tmp_path / "games.sqlite"
    # With data that are missing, which would be the next mistake: a server would not end.
    given = ("--database", str(file), "--data", "missing")
    said = rejected(*given, "--name", "games.example.org", "--name", name)
    assert f"{name!r} is not a host name such as games.example.org" in said
    assert not file.exists()


def test_a_file_that_is_no_database_of_games_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_text("no database")
    assert "cannot be opened" in rejected("--database", str(file))
    assert file.read_text() == "no database"


def test_a_database_of_something_else_is_rejected(tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "other.sqlite"
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE other (x)")
    database.close()
    assert "is not a game database of this version" in rejected("--database", str(file))


def test_a_port_in_use_is_rejected(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "error: " in rejected("--port", port, "--database", str(tmp_path / "x.sqlite"))


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "wistar_env.play.server.running")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "needs the extra 'web'" in rejected()


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("example.org", False),
    ],
)
def test_serving_other_machines_prints_a_warning(host: str, here: bool) -> None:
    assert running._is_loopback(host) is here
