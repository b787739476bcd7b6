"""Damaged rows, failing disks and files that vanish: the server goes on, and says what is wrong."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.serving import GREEDY, YOU, act, begin, look, path, played, service_of, serving
from wistar_env.play.server import routes

#: Values of a text that hold no JSON of the right kind.
TEXTS: list[Any] = ["", "{", "null", "[]", '"x"', "{}", "NaN", "[" * 10**5, b"\xff\xfe", "1" * 5000]
#: Values of a field of JSON; each field rejects most of them.
VALUES: list[Any] = [
    None,
    "",
    "x",
    -1,
    2**63,
    1e300,
    [],
    {},
    [None],
    [-1],
    [10**6],
    True,
    "os:system",
]
#: Columns, and the values that damage them.
COLUMNS: dict[str, list[Any]] = {
    "created": [float("inf"), -1.0, 1e300],
    "changed": [float("-inf"), 1e300],
    "revision": [-1, 2**63 - 1],
    "settings": TEXTS,
    "summary": TEXTS,
}
#: The fields of columns of JSON.
FIELDS = {
    "settings": "game kind seats num_players seed options rules data tutorial lesson",
    "summary": "awaits progress decisions finished totals winners",
}


@contextmanager
def edited(file: Path) -> Iterator[sqlite3.Connection]:
    """Edit a database by hand."""
    with closing(sqlite3.connect(file)) as opened, opened:
        yield opened


def damages() -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """Yield statements that damage a game: table, what is set, and the values."""
    for column, values in COLUMNS.items():
        for value in values:
            yield "games", f"{column} = {_kept(value)}", (value,)
    for column, names in FIELDS.items():
        for name in names.split():
            yield "games", f"{column} = json_remove({column}, ?)", (f"$.{name}",)
            for value in VALUES:
                changed = f"{column} = json_set({column}, '$.{name}', json(?))"
                yield "games", changed, (json.dumps(value),)
    for value in (-1, 10**6, 2**62, -(2**63)):
        yield "actions", "action = ?", (value,)
    for value in TEXTS:
        yield "actions", f"explanation = {_kept(value)}", (value,)
    yield "actions", "number = number + ?", (1000,)  # the first ones are missing


def _kept(value: Any) -> str:
    """Return how SQL writes a value; STRICT tables take bytes as text only."""
    return "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"


def asked(client: TestClient, game: str) -> dict[str, int]:
    """Return the status of each endpoint that a damaged game failed."""
    where = f"/api/games/{game}"
    answers = {
        "page": client.get(f"/games/{game}"),
        "state": client.get(where),
        "position": client.get(f"{where}/positions/0"),
        "replay": client.get(f"{where}/replay"),
        "action": client.post(f"{where}/actions", json={"number": 3, "action": 0}),
        "undo": client.post(f"{where}/undo", json={"number": 3, "to": 0}),
        "step": client.post(f"{where}/step", json={"number": 3}),
    }
    return {name: each.status_code for name, each in answers.items() if each.status_code >= 500}


def test_a_damaged_game_fails_no_request_and_hides_no_other_game(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        good = begin(client, YOU, seed=2)["id"]
        bad = played(client, begin(client, YOU, {"who": "network"}, seed=1), decisions=3)["id"]
    ids = {}
    with edited(file) as opened:
        for number, (table, change, values) in enumerate(damages()):
            game = f"damaged-{number}"
            ids[game] = f"{table}: {change} {str(values)[:40]}"
            for copied in ("games", "actions"):
                columns = [each[1] for each in opened.execute(f"PRAGMA table_info({copied})")][1:]
                told, key = ", ".join(columns), "id" if copied == "games" else "game"
                opened.execute(
                    f"INSERT INTO {copied} SELECT ?, {told} FROM {copied} WHERE {key} = ?",
                    (game, bad),
                )
            key = "id" if table == "games" else "game"
            opened.execute(f"UPDATE {table} SET {change} WHERE {key} = ?", (*values, game))
    assert len(ids) > 200
    with serving(file) as client:
        listed = client.get("/api/games")
        assert listed.status_code == 200
        games, damaged = listed.json()["games"], listed.json()["damaged"]
        assert {each["id"] for each in [*games, *damaged]} == {good, bad, *ids}
        assert {good, bad} <= {each["id"] for each in games}
        # Others have only a value that is rare, or damaged actions, which no list reads.
        assert len(damaged) > 100
        for each in damaged:
            assert each["id"] in each["detail"]
            assert len(each["detail"]) < 500
            assert client.get(f"/api/games/{each['id']}").status_code == 409
        failed = {ids[game]: statuses for game in ids if (statuses := asked(client, game))}
        assert failed == {}
        for game in ids:
            assert client.delete(f"/api/games/{game}").status_code == 204
        assert [each["id"] for each in client.get("/api/games").json()["games"]] == [bad, good]


def new(client: TestClient) -> int:
    return client.post("/api/games", json={"seats": [YOU], "seed": 1}).status_code


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 3 MB, which takes a user that may."""
    if not shutil.which("mount") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    where = tmp_path / "disk"
    where.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", where], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this container may not mount a small disk")
    yield where
    subprocess.run(["umount", where], check=True)


def test_deleting_a_game_works_on_a_full_disk_and_makes_room(small_disk: Path) -> None:
    folder = small_disk / "games"
    with serving(folder / "games.sqlite") as client:
        states = [begin(client, YOU, seed=seed) for seed in range(4)]
        long = played(client, states[0], decisions=30)
        with (small_disk / "other").open("wb", buffering=0) as other, suppress(OSError):
            while True:
                other.write(bytes(512))
        while new(client) == 201:
            pass
        assert new(client) == 507
        assert client.delete(path(long)).status_code == 204
        assert new(client) == 201
        for state in states[1:]:
            assert client.delete(path(state)).status_code == 204
        remaining = client.get("/api/games").json()["games"]
    with serving(folder / "games.sqlite") as client:  # it also starts on a full disk
        assert client.get("/api/games").json()["games"] == remaining


class FailingDisk:
    """A connection whose statements of a kind fail."""

    def __init__(self, opened: sqlite3.Connection, failing: str, code: int) -> None:
        self._opened = opened
        self._failing = failing
        self._code = code

    def __getattr__(self, name: str) -> Any:
        return getattr(self._opened, name)

    def execute(self, statement: str, *values: Any) -> Any:
        if statement.startswith(self._failing):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = self._code
            raise error
        return self._opened.execute(statement, *values)

    def executemany(self, statement: str, rows: Any) -> None:
        for row in rows:
            self.execute(statement, row)


@contextmanager
def failing(client: TestClient, statements: str, code: int) -> Iterator[None]:
    """Let statements of a server fail."""
    database: Any = service_of(client).store._db
    sound = database._db
    database._db = FailingDisk(sound, statements, code)
    yield
    database._db = sound


#: SQLite's codes of failures, with the answer and what it says.
CODES = {
    sqlite3.SQLITE_FULL: (507, "is full; "),
    sqlite3.SQLITE_BUSY: (503, "locked by another program"),
    sqlite3.SQLITE_IOERR_FSYNC: (500, "cannot be used: disk I/O error; check its disk"),
    sqlite3.SQLITE_READONLY: (500, "check its disk and permissions"),
    sqlite3.SQLITE_CORRUPT: (500, "is damaged"),
}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("statement", ["BEGIN", "COMMIT", "INSERT", "UPDATE"])
def test_a_change_that_fails_has_not_happened(
    statement: str, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    status, words = CODES[code]
    with serving() as client:
        state = begin(client, YOU, seed=1)
        action = state["decision"]["choices"][0]["action"]
        with failing(client, statement, code):
            answers = [act(client, state, action)]
            if statement != "UPDATE":
                answers.append(client.post("/api/games", json={"seats": [YOU], "seed": 1}))
        for answer in answers:
            assert answer.status_code == status
            assert answer.headers["content-type"] == "application/problem+json"
            assert words in answer.json()["detail"]
        assert look(client, state) == state
        assert len(client.get("/api/games").json()["games"]) == 1
        assert act(client, state, action).status_code == 200


@pytest.mark.parametrize("code", CODES)
def test_a_failing_disk_is_a_sentence_in_every_answer(
    code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    status, words = CODES[code]
    with serving() as client:
        state = begin(client, YOU, seed=1)
        document = client.get("/api/openapi.json").json()
        capsys.readouterr()
        with failing(client, "", code):
            asked = 0
            for where, methods in document["paths"].items():
                if "{game}" not in where and where != "/api/games":
                    continue
                place = where.replace("{game}", state["id"]).replace("{number}", "0")
                place = place.replace("{action}", "0?number=0")
                bodies: dict[str, Any] = {"number": 0, "action": 0, "to": 0}
                for method in methods:
                    wanted: dict[str, Any] = {} if where.endswith("review") else bodies
                    if method == "post":
                        names = {
                            "actions": "number action",
                            "undo": "number to",
                            "{number}": "action",
                        }
                        kept = names.get(where.rpartition("/")[2], "number").split()
                        wanted = {name: value for name, value in wanted.items() if name in kept}
                    if where == "/api/games":
                        wanted = {"seats": [YOU]}
                    answer = client.request(
                        method, place, json=None if method != "post" else wanted
                    )
                    assert answer.status_code == status, (method, where, answer.text)
                    assert words in answer.json()["detail"]
                    asked += 1
            page = client.get(f"/games/{state['id']}", headers={"accept": "text/html"})
            assert page.status_code == status
            assert "<html" in page.text
        assert asked >= 8
        written = capsys.readouterr().err
        # One line each, if an administrator has to do something.
        assert len(written.splitlines()) == (asked + 1 if status == 500 else 0)
        assert "Traceback" not in written
        assert look(client, state) == state


def test_a_bot_that_cannot_store_its_move_says_why_and_can_be_asked_again() -> None:
    with serving() as client:
        state = client.post("/api/games", json={"seats": [GREEDY, {"who": "random"}]}).json()
        assert state["status"] == "step"
        with failing(client, "UPDATE", sqlite3.SQLITE_IOERR):
            where, wanted = f"{path(state)}/step", {"number": 0}
            client.post(where, json=wanted)
            stopped = look(client, state)
        assert stopped["status"] == "stopped"
        assert "disk I/O error" in stopped["error"]
        assert client.post(where, json=wanted).json()["number"] > 0


@pytest.mark.parametrize("name", ["games.sqlite", "games.sqlite-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_that_vanished_takes_no_more_games(
    name: str, replaced: bool, tmp_path: Path
) -> None:
    file = tmp_path / name
    with serving(tmp_path / "games.sqlite") as client:
        state = begin(client, YOU, seed=1)
        away = file.rename(tmp_path / "away")
        if replaced:
            shutil.copy(away, file)
        for answer in (
            client.get(path(state)),
            client.get("/api/games"),
            client.post("/api/games", json={"seats": [YOU]}),
            client.delete(path(state)),
        ):
            assert answer.status_code == 503
            assert "moved, deleted or replaced" in answer.json()["detail"]
        away.rename(file)
        assert look(client, state) == state


def test_a_database_that_another_program_locks_is_asked_for_later(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        state = begin(client, YOU, seed=1)
        with service_of(client).store._db.read() as database:
            database.execute("PRAGMA busy_timeout = 0")
        with edited(file) as other:
            other.execute("BEGIN IMMEDIATE")
            locked = client.delete(path(state))
            assert locked.status_code == 503
            assert locked.headers["retry-after"] == "5"
            assert look(client, state) == state
            other.execute("ROLLBACK")
        assert client.delete(path(state)).status_code == 204


def test_a_file_of_the_server_that_cannot_be_read_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO), "secret.html")

    with serving() as client:
        monkeypatch.setattr(routes, "files", fail)
        answer = client.get("/")
        assert answer.status_code == 500
        assert answer.json()["detail"] == (
            "the server cannot read or write one of its files: Input/output error"
        )
        assert len(capsys.readouterr().err.splitlines()) == 1
