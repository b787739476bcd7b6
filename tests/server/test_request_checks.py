"""Checks of requests: allowed clients, size limits, and headers of every response."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.serving import YOU, begin, path, serving
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.server import app
from wistar_env.play.server.request_checks import HEADERS

NEW = {"seats": [YOU]}
JSON = {"content-type": "application/json"}
#: What a browser sends with a change of the server's own page.
OWN = {
    "origin": "http://localhost",
    "referer": "http://localhost/",
    "sec-fetch-site": "same-origin",
}
#: What questions to the server have to name.
VALUES = {"names": "vp", "number": "0"}


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8017", "LOCALHOST", "127.0.0.1:8017", "[::1]:8017", "192.168.1.5"],
)
def test_a_server_answers_to_its_own_names_and_to_addresses(host: str) -> None:
    with serving() as client:
        assert client.get("/api/options", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "example.org",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "",
        "[",
        "a b",
        "user@localhost",
        "localhost/x",
        "localhost?x",
        "localhost#x",
        "localhost:80:80",
        "localhost:x",
        "localhost, example.org",
        "[::1].example.org",
        "[localhost]",
        "2130706433",
        "0x7f.1",
        "x" * 5000,
    ],
)
def test_another_name_that_was_pointed_at_it_is_rejected(host: str) -> None:
    with serving() as client:
        for method, where in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/games")):
            rejected = client.request(method, where, headers={"host": host, **JSON}, content="{}")
            assert rejected.status_code == 421
            assert "unknown host name" in rejected.json()["detail"]
            assert len(rejected.text) < 1000


def test_a_host_name_that_is_sent_twice_is_none() -> None:
    with serving() as client:
        for hosts in (["localhost", "example.org"], ["example.org", "localhost"]):
            rejected = client.get("/api/games", headers=[("host", host) for host in hosts])
            assert rejected.status_code == 421


def test_a_name_that_it_was_given_is_its_own() -> None:
    with TestClient(
        app(RatsOfWistar, names=["Games.example.org"]), base_url="http://localhost"
    ) as client:
        assert client.get("/", headers={"host": "games.example.org"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://example.org"},
        {"origin": "http://localhost:1"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "localhost"},
        {"origin": "chrome-extension://localhost"},
        {"origin": "file://localhost"},
        {"origin": "http://example.org@localhost"},
        {"origin": "http://localhost/"},
        {"origin": "http://localhost.example.org"},
        {"origin": "http://localhost:443"},
        {"origin": "http://127.0.0.1"},
        {"referer": "http://example.org/http://localhost/"},
        {"referer": "http://localhost.example.org/"},
        {"referer": "http://localhost@example.org/"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("after_its_own", [False, True])
def test_pages_of_others_change_nothing(headers: dict[str, str], after_its_own: bool) -> None:
    own = OWN if after_its_own else {}
    with serving() as client:
        state = begin(client, YOU)
        sent = [*own.items(), *headers.items()]
        changes = [
            client.post("/api/games", json=NEW, headers=sent),
            client.post(f"{path(state)}/actions", json={"number": 0, "action": 2}, headers=sent),
            client.delete(path(state), headers=sent),
            client.post("/api/replays", content=b"{}", headers=[*JSON.items(), *sent]),
        ]
        assert [answer.status_code for answer in changes] == [403] * len(changes)
        assert client.get("/api/games").json()["games"][0]["decisions"] == 0


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),
        ("LOCALHOST:8017", "http://localhost:8017"),
        ("127.0.0.1:8017", "http://127.0.0.1:8017"),
        ("[::1]:8017", "http://[::1]:8017"),
        ("localhost", "https://localhost"),
        ("localhost:443", "https://localhost"),
    ],
)
def test_its_own_pages_do(host: str, origin: str) -> None:
    with serving() as client:
        headers = {**OWN, "host": host, "origin": origin, "referer": f"{origin}/games/x"}
        assert client.post("/api/games", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_what_a_form_of_another_page_could_send_is_rejected(kind: str) -> None:
    with serving() as client:
        headers = {"content-type": kind}
        rejected = client.post("/api/games", content='{"seats": []}', headers=headers)
        assert rejected.status_code == 415
        assert "allowed: application/json" in rejected.json()["detail"]
        twice = [*JSON.items(), *headers.items()]
        rejected = client.post("/api/games", content='{"seats": []}', headers=twice)
        assert rejected.status_code == 415


def test_looking_changes_nothing() -> None:
    with serving() as client:
        state = begin(client, YOU, {"who": "random"}, seed=1)
        document = client.get("/api/openapi.json").json()
        before = client.get("/api/games").content
        for each, methods in document["paths"].items():
            if "get" in methods:
                where = (
                    each.replace("{game}", state["id"])
                    .replace("{number}", "0")
                    .replace("{action}", "0")
                )
                where = where.replace("{name}", "invention-1")
                asked = {each["name"] for each in methods["get"].get("parameters", ())}
                query = {name: value for name, value in VALUES.items() if name in asked}
                assert client.get(where, params=query).status_code in (200, 404, 409), where
        assert client.get("/api/games").content == before


def test_bodies_are_read_no_further_than_their_limit() -> None:
    with serving(request=1024, upload=2048) as client:
        state = begin(client, YOU)
        for where, size in (
            ("/api/games", 1025),
            (f"{path(state)}/actions", 10**6),
            ("/api/replays", 2049),
        ):
            rejected = client.post(where, content=b" " * size, headers=JSON)
            assert rejected.status_code == 413
            assert "a request is limited to" in rejected.json()["detail"]
        assert client.post("/api/replays", content=b" " * 2048, headers=JSON).status_code == 422


def test_every_answer_says_what_a_page_may_do() -> None:
    with serving() as client:
        answers = [
            client.get("/"),
            client.get("/api/games"),
            client.get("/nowhere"),
            client.get("/static/game.js"),
            client.get("/", headers={"host": "example.org"}),
            client.post("/api/games", content=b"{", headers=JSON),
        ]
        for answer in answers:
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        policy = HEADERS["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert {"default-src 'none'", "frame-ancestors 'none'"} <= {*policy.split("; ")}


def test_pages_bring_all_that_they_need_and_nothing_inline() -> None:
    with serving() as client:
        state = begin(client, YOU)
        for where in ("/", f"/games/{state['id']}"):
            page = client.get(where)
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page.text)
            links = re.findall(r'(?:src|href)="([^"#]+)"', page.text)
            assert len(links) > 3
            for link in links:
                assert link.startswith("/"), link
                assert client.get(link).status_code == 200
        styles = client.get("/static/style.css").text
        for link in re.findall(r'url\("([^"]+)"\)', styles):
            assert client.get(link).headers["content-type"] == "font/woff2"


def test_a_failure_of_the_server_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    made = app(RatsOfWistar)

    def fail() -> Any:
        raise RuntimeError("secret")

    with TestClient(made, base_url="http://localhost", raise_server_exceptions=False) as client:
        monkeypatch.setattr(made.state.service.store, "rows", fail)
        answer = client.get("/api/games")
        assert answer.status_code == 500
        assert answer.json()["title"] == "Internal Server Error"
        assert "secret" not in answer.text
