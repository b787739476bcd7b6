"""The MCP server's protocol: invalid lines, and unreasonable arguments."""

import json
import os
import random
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from queue import Queue
from threading import Thread
from typing import Any, Final

import pytest

from tests.kit.nim import Nim
from wistar_env.play.mcp_sessions import LONGEST_ACTION, Sessions

pytest.importorskip("mcp")

#: Maximum characters of an error response, even for very long requests.
LONGEST_ERROR: Final = 3000
#: Seconds after which a response counts as missing.
PATIENCE: Final = 30


class Wire:
    """A server on the pipes that stand for stdin and stdout, and a client that knows no rules."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from wistar_env.play.mcp_server import make_server

        server_in, self._out = os.pipe()
        answers, server_out = os.pipe()
        # Referenced here, as a stream that nobody knows is closed.
        self._ends = {
            "stdin": TextIOWrapper(os.fdopen(server_in, "rb")),
            "stdout": TextIOWrapper(os.fdopen(server_out, "wb")),
        }
        for name, end in self._ends.items():
            monkeypatch.setattr(sys, name, end)
        self.sessions = Sessions(Nim, ["random"], seed=3)
        server = make_server(self.sessions)
        self._server = Thread(target=lambda: server.run("stdio"), daemon=True)
        self._server.start()
        self._answers: Queue[dict[str, Any]] = Queue()
        Thread(target=self._listen, args=(answers,), daemon=True).start()
        self._asked = 0
        self.ask("initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo=CLIENT)
        self.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))

    def _listen(self, answers: int) -> None:
        with os.fdopen(answers, "rb") as lines:
            for line in lines:
                self._answers.put(json.loads(line))

    def send(self, line: str | bytes) -> None:
        """Send a line, whatever it is."""
        data = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
        rest = memoryview(data.replace(b"\n", b" ") + b"\n")
        while rest:
            rest = rest[os.write(self._out, rest) :]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request, and return its answer; answers to other lines are dropped."""
        self._asked += 1
        number = f"asked-{self._asked}"
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.send(json.dumps(request))
        while (answer := self._answers.get(timeout=PATIENCE)).get("id") != number:
            pass
        return answer

    def call(self, tool: Any, arguments: Any) -> tuple[bool, str]:
        """Call a tool; return whether it succeeded, and what it says."""
        answer = self.ask("tools/call", name=tool, arguments=arguments)
        if "error" in answer:
            return False, answer["error"]["message"]
        result = answer["result"]
        return not result.get("isError"), result["content"][0]["text"]

    def close(self) -> None:
        """End the input, and so the server."""
        os.close(self._out)
        self._server.join(PATIENCE)
        assert not self._server.is_alive()


CLIENT: Final = {"name": "fuzzer", "version": "1"}


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """Yield a client of a server, which must have survived the test."""
    connected = Wire(monkeypatch)
    yield connected
    succeeded, text = connected.call("new_game", {})
    assert succeeded
    assert text.startswith("game_id: game-")
    connected.close()


def request(**fields: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/list", **fields})


IDS: Final[list[Any]] = [None, 1.5, -1, 10**400, [], {}, "", "x" * 10_000, True]
METHODS: Final[list[Any]] = [None, 1, [], {}, "", "no/such", "x" * 10_000, "initialize"]
PARAMS: Final[list[Any]] = [None, 1, "x", [], [[]], {"cursor": 5}, {"_meta": 3}]
CALLS: Final[list[Any]] = [None, {}, {"name": 1}, {"name": "look"}]
LINES: Final[list[str | bytes]] = [
    *(
        "",
        " ",
        "x",
        "null",
        "0",
        '"text"',
        "[]",
        "[[]]",
        "{}",
        "{",
        "}",
        '{"jsonrpc"',
        "\x00",
        "\ufeff",
    ),
    *("NaN", "1e999", "9" * 10_000, "[" * 100_000, '{"a":' * 50_000, '"' + "x" * 10**6),
    *(b"\xff\xfe\x00", b'{"jsonrpc": "2.0", "id": 1, "method": "\xc3\x28"}', "\ud800", '"\\ud800"'),
    '{"jsonrpc": "2.0", "jsonrpc": "1.0", "id": 1, "id": 2, "method": "ping"}',
    request(jsonrpc="1.0"),
    request(jsonrpc=2),
    request(jsonrpc=None),
    *(request(id=each) for each in IDS),
    *(request(method=each) for each in METHODS),
    *(request(params=each) for each in PARAMS),
    *(request(method="tools/call", params=each) for each in CALLS),
    request(method="notifications/cancelled", params={"requestId": 10**400}),
    json.dumps({"jsonrpc": "2.0", "method": "notifications/no_such", "params": {"a": [1] * 9999}}),
    json.dumps({"jsonrpc": "2.0", "id": 1, "result": {}}),
    json.dumps({"jsonrpc": "2.0", "id": 99, "error": {"code": 10**400, "message": []}}),
    f"[{request()}, {request(id=8)}]",
]


def test_lines_that_are_no_requests_do_not_stop_the_server(wire: Wire) -> None:
    for line in LINES:
        wire.send(line)
        assert "result" in wire.ask("ping")


HOSTILE: Final = (
    "",
    "x" * 10**6,
    "../../etc/passwd",
    "os:system",
    "%s%n{0}{game_id}${HOME}`id`",
    "\x00\x1b[2J\r\n\x07",
    "game-1\n\ngame_id: game-2",
    "\u202e1-emag\u200b",
    "😀" * 1000,
    "None",
    "__class__",
)


@pytest.mark.parametrize("tool", ["look", "act", "rules", "new_game"])
def test_hostile_names_are_rejected_in_short(wire: Wire, tool: str) -> None:
    for name in HOSTILE:
        arguments = {"game_id": name, "action": name, "game": name, "options": {name: name}}
        for given in (arguments, {**arguments, name: name}, {**arguments, "game": None}):
            succeeded, text = wire.call(tool, given)
            assert not succeeded, given
            assert len(text) < LONGEST_ERROR


def test_unknown_tools_are_rejected(wire: Wire) -> None:
    for name in HOSTILE:
        assert not wire.call(name, {})[0]


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


PLAYERS: Final[list[Any]] = [10**9, 10**18, 10**400, -1, 0, 1.5, 1e300, "many", []]
SEATS: Final[list[Any]] = [10**9, 10**400, -1, 2, None, {}, "x"]
OPTIONS: Final[list[Any]] = [[], 1, "x", {"level": 10**400}, {"level": nested(150)}]


@pytest.mark.parametrize(
    "arguments",
    [
        *({"players": each} for each in PLAYERS),
        *({"seat": each} for each in SEATS),
        *({"options": each} for each in OPTIONS),
        {"options": {f"option {k}": k for k in range(100_000)}},
        {"players": 10**9, "seat": 10**9 - 1, "game": "rats-of-wistar"},
        {"game": 1},
        {"game": ["lab-rats"]},
    ],
    ids=lambda arguments: ascii(arguments)[:50],
)
def test_a_new_game_of_impossible_numbers_is_rejected_before_it_is_made(
    wire: Wire, arguments: dict[str, Any]
) -> None:
    succeeded, text = wire.call("new_game", arguments)
    assert not succeeded
    assert len(text) < LONGEST_ERROR
    assert "game-1" in wire.call("new_game", {})[1]


def test_an_action_of_impossible_length_is_rejected(wire: Wire) -> None:
    wire.call("new_game", {})
    for action in ("1" + " " * LONGEST_ACTION, "[" * 10**6, "<answer>" * 10**5, "1" * 10**6):
        succeeded, text = wire.call("act", {"game_id": "game-1", "action": action})
        assert not succeeded
        assert f"the limit is {LONGEST_ACTION}" in text
    assert wire.call("act", {"game_id": "game-1", "action": "1"})[0]


def mutants(count: int) -> Iterator[bytes]:
    """Yield valid requests that were damaged."""
    chance = random.Random(52)
    calls = [
        {"name": "new_game", "arguments": {"players": 2, "seat": 1, "options": {}}},
        {"name": "act", "arguments": {"game_id": "game-1", "action": "1"}},
        {"name": "look", "arguments": {"game_id": "game-1"}},
    ]
    for k in range(count):
        line = bytearray(request(method="tools/call", params=chance.choice(calls), id=k).encode())
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(line))
            if chance.random() < 0.3:
                line[place : place + chance.randrange(20)] = b""
            elif chance.random() < 0.5:
                line[place] = chance.randrange(256)
            else:
                line[place:place] = chance.choice(
                    (b"{", b"[", b'"', b"9" * 400, b"null", b"-", b"\\u")
                )
            line = line or bytearray(b" ")
        yield bytes(line)


def test_damaged_requests_do_not_stop_the_server(wire: Wire) -> None:
    for k, line in enumerate(mutants(600)):
        wire.send(line)
        if k % 20 == 0:
            assert "result" in wire.ask("ping")
