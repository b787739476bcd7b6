"""A server that is killed during a response: all acknowledged actions are stored."""

import json
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import YOU, look, serving
from tests.server.test_running import COMMAND


@contextmanager
def killed_server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run ``wistar serve`` in a process that is killed at the end; yield it and its address."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        [*COMMAND, "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            found = re.match(r"(http://\S+?)/ ", server.stdout.readline())
            assert found
            yield server, found[1]
        finally:
            server.kill()


def ask(address: str, wanted: Any = None) -> Any:
    """Send a GET or POST request; return the server's response."""
    data = None if wanted is None else json.dumps(wanted).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def play_on(game: str, state: Any, acknowledged: list[Any]) -> None:
    """Play until the server is gone; record each acknowledged state."""
    try:
        while state["status"] == "yours":
            choice = state["decision"]["choices"][0]["action"]
            state = ask(f"{game}/actions", {"number": state["number"], "action": choice})
            acknowledged.append(state)
    except (OSError, ValueError, urllib.error.URLError):
        pass


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.4])
def test_a_killed_server_has_every_action_that_it_acknowledged(
    tmp_path: Path, seconds: float
) -> None:
    acknowledged: list[Any] = []
    with killed_server(tmp_path) as (server, address):
        state = ask(f"{address}/api/games", {"seats": [YOU], "seed": 6})
        acknowledged.append(state)
        game = f"{address}/api/games/{state['id']}"
        player = threading.Thread(target=play_on, args=(game, state, acknowledged))
        player.start()
        time.sleep(seconds)
        server.kill()
        player.join()
    with serving(tmp_path / "wistar-env" / "games.sqlite") as client:
        found = look(client, state)
    last = acknowledged[-1]
    assert found["number"] - last["number"] in (0, 1)  # the answer to the last one may be lost
    assert found == last or found["number"] > last["number"]
