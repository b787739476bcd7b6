"""Replays that are uploaded to ``wistar serve``, and those of its games."""

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.server.serving import (
    YOU,
    begin,
    look,
    path,
    played,
    serving,
)
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay


@pytest.fixture(scope="module")
def text() -> bytes:
    """Return the replay of a game that was played on a server."""
    with serving() as client:
        state = played(client, begin(client, YOU, seed=3))
        found = client.get(f"{path(state)}/replay").content
    assert len(Replay.from_text(found, "it").actions) == state["number"]
    return found


def test_a_replay_is_handed_in_and_stepped_through(text: bytes) -> None:
    with serving() as client:
        headers = {"content-type": "application/x-ndjson"}
        answer = client.post("/api/replays", content=text, headers=headers)
        assert answer.status_code == 201, answer.text
        found = look(client, answer.json())
        assert (found["kind"], found["status"], found["number"]) == (
            "replay",
            "finished",
            len(Replay.from_text(text, "it").actions),
        )
        first = client.get(f"{path(found)}/positions/0").json()
        assert (first["progress"], first["decision"]) == ("starting hands", "choose pair")
        assert "as starting hand" in first["next"]
        last = client.get(f"{path(found)}/positions/{found['number']}").json()
        assert (last["next"], last["picture"]) == ("", found["picture"])
        over = client.get(f"{path(found)}/positions/{found['number'] + 1}")
        assert over.status_code == 404
        assert client.get(f"{path(found)}/replay").content == text


def test_names_in_a_replay_are_shown_as_text_whatever_they_hold_and_nothing_is_built() -> None:
    names = ("<img src=x onerror=alert(1)>", "os:system:touch x")
    replay = Replay(RatsOfWistar, 2, 1, players=names)
    with serving() as client:
        headers = {"content-type": "application/x-ndjson"}
        answer = client.post("/api/replays", content=replay.to_text(), headers=headers)
        assert answer.status_code == 201, answer.text
        state = look(client, answer.json())
        assert [player["name"] for player in state["seats"]] == [
            "<img src=x onerror=alert…",
            "os:system:touch x",
        ]
        assert "&lt;img src" in state["picture"]
        ElementTree.fromstring(state["picture"])
        kept = client.get(f"{path(state)}/replay").content
        assert Replay.from_text(kept, "it").players == names


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace(b'"rules_version": ', b'"rules_version": 9'), "rules version"),
        (lambda text: text.replace(b'"data": "', b'"data": "0'), "other data"),
        (lambda text: text + b'{"action": 1}\n', "action number"),
        (lambda _: b"", "is not a replay"),
        (lambda _: b"\xff", "UTF-8"),
    ],
)
def test_a_replay_that_cannot_be_replayed_is_rejected_with_the_reason(
    text: bytes, change: Any, reason: str
) -> None:
    with serving() as client:
        begin(client, YOU, seed=3)
        headers = {"content-type": "application/x-ndjson"}
        rejected = client.post("/api/replays", content=change(text), headers=headers)
        assert rejected.status_code == 422
        assert reason in rejected.json()["detail"]
        assert len(client.get("/api/games").json()["games"]) == 1
