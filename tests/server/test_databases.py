"""The database of ``wistar serve``: restarts, versions, permissions and forgeries."""

import os
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from tests.server.serving import (
    GREEDY,
    YOU,
    act,
    begin,
    look,
    path,
    played,
    service_of,
    serving,
)
from wistar_env.play.server.bot_moves import BotMoves
from wistar_env.play.server.database import StoreError


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as client:
        state = played(client, begin(client, YOU, GREEDY, seed=6), decisions=10)
        listed = client.get("/api/games").json()
    with serving(tmp_path / "games.sqlite") as client:
        assert look(client, state) == state
        assert client.get("/api/games").json() == listed
        assert played(client, state, decisions=2)["number"] > state["number"]


def test_bots_whose_turn_it_was_answer_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotMoves, "ask", lambda *_, **__: None)
    with serving(tmp_path / "games.sqlite") as client:
        answer = client.post("/api/games", json={"seats": [GREEDY, YOU], "seed": 1}).json()
        game = answer if answer["decision"]["seat"] == 0 else None
        if game is None:
            game = act(client, answer, answer["decision"]["choices"][0]["action"]).json()
        assert game["decision"]["seat"] == 0
    monkeypatch.undo()
    with serving(tmp_path / "games.sqlite") as client:
        end = time.monotonic() + 30
        while client.get("/api/games").json()["games"][0]["status"] != "yours":
            assert time.monotonic() < end
            time.sleep(0.01)


def test_two_servers_on_one_database_see_each_others_changes(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as one, serving(file) as two:
        state = begin(one, YOU, seed=1)
        assert look(two, state) == state
        action = state["decision"]["choices"][0]["action"]
        now = act(two, state, action).json()
        assert act(one, state, action).status_code == 409
        assert look(one, state) == now


def until_rejected(
    client: TestClient, states: list[dict[str, Any]]
) -> tuple[dict[str, Any], Response]:
    """Play games until an action is rejected; return the game, and the rejection."""
    rng = random.Random(1)
    for state in states:
        while state["status"] == "yours":
            answer = act(client, state, rng.choice(state["decision"]["choices"])["action"])
            if answer.status_code != 200:
                return state, answer
            state = answer.json()
    raise AssertionError("nothing was rejected")


def test_what_cannot_be_stored_has_not_happened() -> None:
    with serving() as client:
        begin(client, YOU, seed=1)
        with service_of(client).store._db.read() as database:
            database.execute("PRAGMA max_page_count = 1")  # no more than there are
        answers: list[Response] = []
        while not answers or answers[-1].status_code == 201:
            answers.append(client.post("/api/games", json={"seats": [YOU], "seed": 1}))
        assert answers[-1].status_code == 507
        assert "delete finished games" in answers[-1].json()["detail"]
        assert len(client.get("/api/games").json()["games"]) == len(answers)
        state, rejected = until_rejected(client, [each.json() for each in answers[:-1]])
        assert rejected.status_code == 507
        assert look(client, state) == state
        assert client.delete(path(state)).status_code == 204


def test_the_database_is_for_its_user_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with serving(tmp_path / "new" / "games.sqlite") as client:
            begin(client, YOU)
            files = [*(tmp_path / "new").iterdir()]
            assert "games.sqlite" in {file.name for file in files}
            assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
            assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


@pytest.mark.parametrize("seats", ['[{"who": "os:system:x"}]', '[{"who": "mcts", "seconds": "x"}]'])
def test_a_database_that_names_code_runs_none(tmp_path: Path, seats: str) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        state = begin(client, YOU)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            "UPDATE games SET settings = json_set(settings, '$.seats', json(?))", [seats]
        )
    with serving(file) as client:
        assert client.get(path(state)).status_code == 409


@pytest.mark.parametrize("version", [0, 3, 5])
def test_a_database_of_another_version_is_rejected_and_left_as_it_is(
    version: int, tmp_path: Path
) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        begin(client, YOU)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match=f"its user_version is {version}"), serving(file):
        pass
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (version,)
        assert database.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_a_game_of_another_version_is_listed_and_rejected_and_can_be_deleted(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        state = begin(client, YOU, seed=1)
    with sqlite3.connect(file) as database:
        database.execute("""UPDATE games SET settings = json_set(settings, '$.rules', 0)""")
    with serving(file) as client:
        assert len(client.get("/api/games").json()["games"]) == 1
        rejected = client.get(path(state))
        assert rejected.status_code == 409
        assert "game has rules version 0" in rejected.json()["detail"]
        assert client.delete(path(state)).status_code == 204
