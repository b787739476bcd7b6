"""Information hidden from a seat never reaches the browser: the tests read everything sent."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.hidden import hidden_names, name
from tests.kit.nim import Nim
from tests.server.serving import (
    GREEDY,
    RANDOM,
    YOU,
    acted,
    begin,
    look,
    path,
    service_of,
    serving,
)
from tests.server.test_analysis import searched
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit import game as kit
from wistar_env.kit.replays import Replay

NETWORK = {"who": "network"}  # which tells what it thought


def bodies(client: TestClient, state: dict[str, Any], *, hint: bool) -> Iterator[bytes]:
    """Yield all responses about a game that do not change it."""
    yield client.get(path(state)).content
    yield client.get(f"{path(state)}?narrow=true").content
    yield client.get(f"{path(state)}?width=1060").content
    yield client.get(f"{path(state)}?width=390").content
    yield client.get("/api/games").content
    yield client.get(f"{path(state)}/replay").content
    number = state["number"]
    yield client.get(f"{path(state)}/positions/{number}").content
    yield client.get(f"{path(state)}/positions/{number // 2}?narrow=true").content
    yield client.get(f"{path(state)}/positions/{max(0, number - 1)}").content
    yield client.get(f"{path(state)}/positions/{max(0, number - 1)}?width=1400").content
    for what in ("", f"/positions/{number}"):
        yield client.get(f"{path(state)}/analysis{what}").content
    if hint:
        wanted = {"number": number, "simulations": 20}
        yield client.post(f"{path(state)}/hint", json=wanted).content
        yield from boards(client, state)
    for method, what, body in (
        ("POST", "/actions", {"number": number, "action": 0}),
        ("POST", "/actions", {"number": number + 1, "action": 0}),
        ("POST", "/undo", {"number": number, "to": number}),
        ("POST", "/step", {"number": number}),
        ("POST", "/analysis/attempts/0", {"action": 0}),
    ):
        if what != "/actions" or 0 not in actions(state) or body["number"] != number:
            yield client.request(method, path(state) + what, json=body).content


def boards(client: TestClient, state: dict[str, Any]) -> Iterator[bytes]:
    """Yield what analyses make of positions of you and of others, with cards drawn at random."""
    number, board = state["number"], f"{path(state)}/analysis"
    for place, then in ((number, actions(state)[-1]), (max(0, number - 1), "")):
        yield client.get(f"{board}/positions/{place}?then={then}&width=1000").content
        searched(client, state["id"], number=place)
        yield client.get(f"{board}/search").content
        yield client.get(f"{board}/tree").content


def actions(state: dict[str, Any]) -> list[int]:
    return [choice["action"] for choice in state["decision"]["choices"]]


@pytest.mark.parametrize(
    ("game", "seats", "often", "hint"),
    [
        (RatsOfWistar, [YOU], 0.08, True),
        (RatsOfWistar, [RANDOM, YOU, NETWORK], 0.08, True),
        (Nim, [RANDOM, YOU, GREEDY], 1, False),
        (LabRats, [RANDOM, YOU, RANDOM], 0.15, False),
    ],
)
def test_what_is_sent_is_the_same_whatever_is_hidden(
    game: type[kit.Game],
    seats: list[dict[str, Any]],
    often: float,
    hint: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(len(seats))
    at = Replay.at
    differed = 0
    with serving(game=game) as client:
        state = begin(client, *seats, seed=len(seats))
        you = state["you"]
        while state["status"] == "yours":
            if rng.random() < often:
                shuffle = rng.randrange(2**32)
                table = service_of(client).game(state["id"]).table
                sent = list(bodies(client, state, hint=hint))
                kept, table.game = table.game, table.game.determinize(you, shuffle)
                differed += table.game != kept
                with monkeypatch.context() as patch:
                    patch.setattr(
                        Replay, "at", lambda *args, s=shuffle: at(*args).determinize(you, s)
                    )
                    assert list(bodies(client, state, hint=hint)) == sent
                table.game = kept
            state = acted(client, state, rng)
        assert state["status"] == "finished"
    assert differed > 3


@pytest.mark.parametrize("seats", [[YOU], [YOU, NETWORK], [GREEDY, RANDOM, YOU]], ids=len)
def test_no_body_of_a_whole_game_names_an_invention_that_you_never_saw_or_the_seed(
    seats: list[dict[str, Any]],
) -> None:
    seed = 2**52 + 12_345
    rng = random.Random(len(seats))
    with serving() as client:
        state = begin(client, *seats, seed=seed)
        table = service_of(client).game(state["id"]).table
        you, game, done = state["you"], table.replay().start(), 0
        every = {name(text) for text in game.components.entries.cards}
        never = hidden_names(game, you)
        assert '"' not in "".join(never)
        read: set[str] = set()
        while state["status"] == "yours":
            table = service_of(client).game(state["id"]).table
            for action in table.replay().actions[done:]:
                game.step(action)
                never -= every - hidden_names(game, you)
            done = table.position
            assert never
            sent = [json.dumps(state, ensure_ascii=False)]
            if rng.random() < 0.1:
                sent += [body.decode() for body in bodies(client, state, hint=False)]
            # Most strings of a body were in one before, and what was never seen only shrinks.
            fresh = {part for body in sent for part in body.split('"')} - read
            read |= fresh
            text = "\n".join(fresh)
            assert str(seed) not in text
            assert [each for each in never if each in text] == []
            state = acted(client, state, rng)
        assert look(client, state)["seed"] == str(seed)
