"""Connections that send nothing, or send slowly, do not block other clients."""

import json
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.server import connections, running
from wistar_env.play.server.request_limits import Limits

HEAD = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, int]]:
    """Run a server that serves 25 requests at a time, and has little patience."""
    monkeypatch.setattr(running, "_MAX_CONCURRENCY", 25)
    monkeypatch.setattr(running, "Limits", lambda games: Limits(games, seconds=1))
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 15)
    servers: list[running._Server] = []

    class Server(running._Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            servers.append(self)
            await super().startup(sockets)

    monkeypatch.setattr(running, "_Server", Server)
    found: list[str] = []
    ready = threading.Event()

    def on_ready(url: str) -> None:
        found.append(url)
        ready.set()

    thread = threading.Thread(
        target=running.run,
        args=(RatsOfWistar, "127.0.0.1", 0, tmp_path / "games.sqlite"),
        kwargs={"on_ready": on_ready},
    )
    thread.start()
    assert ready.wait(60)
    yield "127.0.0.1", int(urlsplit(found[0]).port or 0)
    servers[0].should_exit = True
    thread.join(30)
    assert not thread.is_alive()


def status(address: tuple[str, int]) -> int:
    with urllib.request.urlopen("http://{}:{}/api/options".format(*address), timeout=20) as answer:
        found: int = answer.status
        return found


def test_idle_connections_are_closed_before_requests_are_rejected() -> None:
    assert connections.MAX_CONNECTIONS < running._MAX_CONCURRENCY


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: local"])
def test_half_open_connections_shut_nobody_out(address: tuple[str, int], sent: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(60):
            half_open = stack.enter_context(socket.create_connection(address, timeout=20))
            half_open.sendall(sent)
        assert [status(address) for _ in range(5)] == [200] * 5


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n"])
def test_a_connection_that_asks_for_nothing_is_closed(
    address: tuple[str, int], sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.3)
    with socket.create_connection(address, timeout=20) as half_open:
        half_open.sendall(sent)
        started = time.monotonic()
        assert half_open.recv(1000) == b""
        assert time.monotonic() - started < 10


def test_a_body_that_does_not_come_is_not_waited_for(address: tuple[str, int]) -> None:
    with socket.create_connection(address, timeout=20) as slow:
        slow.sendall(HEAD + b"Content-Length: 50\r\n\r\n{")
        answer = slow.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in answer.lower()
    assert status(address) == 200


def test_a_connection_that_is_used_now_and_then_stays_open(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 1.0)
    with closing(HTTPConnection(*address, timeout=20)) as used:
        used.connect()
        opened = used.sock
        for _ in range(4):
            used.request("GET", "/api/games", headers={"Host": "localhost"})
            assert json.loads(used.getresponse().read())["games"] == []
            time.sleep(0.7)
        assert used.sock is opened
