"""A server of Nim, a game without pictures, stories and networks of its own."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from tests.author.early import Natural, Silent
from tests.kit.nim import Nim
from tests.server.serving import (
    GREEDY,
    RANDOM,
    YOU,
    act,
    begin,
    look,
    path,
    played,
    serving,
)
from tests.server.test_reviews import reviewed
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay
from wistar_env.play.server import app

MCTS = {"who": "mcts", "seconds": 0.1}
HEADERS = {"Content-Type": "application/x-ndjson"}


@pytest.mark.parametrize("seats", [[YOU, RANDOM], [GREEDY, YOU, GREEDY], [YOU, MCTS]])
def test_a_game_is_played_to_its_end(seats: list[dict[str, Any]]) -> None:
    with serving(game=Nim) as client:
        state = begin(client, *seats, seed=3)
        assert state["status"] == "yours"
        assert all(each["text"].startswith("take ") for each in state["decision"]["choices"])
        ElementTree.fromstring(state["picture"])
        state = played(client, state)
        assert state["status"] == "finished"
        assert "You" in state["title"]
        assert state["log"][0]["text"][0].partition(":")[2].startswith(" take ")
        words = str({**state, "log": None}).lower()
        assert not any(word in words for word in (" vp", "round", "level", "rat-o-bot"))
        replay = Replay.from_text(client.get(f"{path(state)}/replay").content, "it", game=Nim)
        game = replay.resume()
        assert game.finished
        totals = {each["seat"]: each["total"] for each in state["scores"]}
        assert totals == {seat: each["total"] for seat, each in enumerate(game.scores())}
        assert state["result"].endswith(f"with {max(totals.values())} points")
        (listed,) = client.get("/api/games").json()["games"]
        assert listed["game"] == "nim"
        assert listed["result"].endswith(" points")


def test_the_page_offers_what_the_game_has() -> None:
    with serving(game=Nim) as client:
        offered = client.get("/api/options").json()
        assert (offered["game"], offered["players"], offered["numbers"]) == ("nim", [2, 3, 4], [])
        assert {each["name"] for each in offered["bots"]} == {"mcts", "greedy", "random"}
        for page in ("/", "/games/none"):
            text = client.get(page).text
            assert "<title>Nim with a hidden card</title>" in text
            assert "Wistar" not in text


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"seats": [YOU]}, "Nim with a hidden card has 2 to 4 seats, found 1"),
        ({"seats": [YOU] + 4 * [RANDOM]}, "has 2 to 4 seats, found 5"),
        ({"seats": [YOU, {"who": "network"}]}, "has no player 'network'"),
        ({"seats": [YOU, RANDOM], "options": {"level": 3}}, "options: Nim .* has no option 'lev"),
        ({"seats": [YOU, RANDOM], "level": 3}, "level: Extra inputs are not permitted"),
    ],
)
def test_a_game_that_it_does_not_have_is_rejected(wanted: dict[str, Any], reason: str) -> None:
    with serving(game=Nim) as client:
        answer = client.post("/api/games", json=wanted)
        assert answer.status_code == 422
        assert re.search(reason, answer.json()["detail"])


def test_an_action_that_the_game_does_not_have_is_rejected_in_its_words() -> None:
    with serving(game=Nim) as client:
        state = begin(client, YOU, RANDOM, seed=3)
        rejected = act(client, state, 970)
        assert rejected.status_code == 422
        assert "action 970 is not legal: seat 0 has to decide" in rejected.json()["detail"]


def test_a_hint_is_a_search_without_a_network() -> None:
    with serving(game=Nim) as client:
        state = begin(client, YOU, RANDOM, seed=3)
        wanted = {"number": state["number"], "simulations": 200}
        hint = client.post(f"{path(state)}/hint", json=wanted).json()
        assert sum(each["visits"] for each in hint["options"]) == 200


def test_games_of_another_game_are_listed_rejected_and_deleted(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        wistar = begin(client, YOU, seed=1)
        text = client.get(f"{path(wistar)}/positions/0").json()
        assert text["progress"] == "starting hands"
    with serving(file, game=Nim) as client:
        nim = begin(client, YOU, GREEDY, seed=3)
        entries = {each["id"]: each for each in client.get("/api/games").json()["games"]}
        other = entries[wistar["id"]]
        assert (other["status"], other["title"]) == ("other", "rats-of-wistar: You")
        assert other["result"] == "opens with wistar serve --game rats-of-wistar"
        assert entries[nim["id"]]["title"] == "You and Greedy"
        rejected = client.get(path(wistar))
        assert rejected.status_code == 409
        assert "is a game of rats-of-wistar, but this server plays nim" in rejected.json()["detail"]
    with serving(file) as client:
        assert look(client, wistar) == wistar
        assert client.get(path(nim)).status_code == 409
        assert client.delete(path(nim)).status_code == 204


def test_a_replay_is_taken_in_only_if_it_is_of_the_game_that_is_played() -> None:
    text = Replay(Nim, 2, 1, actions=[0]).to_text()
    with serving(game=Nim) as client:
        answer = client.post("/api/replays", content=text, headers=HEADERS)
        assert answer.status_code == 201, answer.text
        state = look(client, answer.json())
        assert [each["name"] for each in state["seats"]] == ["player_0", "player_1"]
        assert "Seen by player_1:" in state["picture"]
    with serving() as client:
        answer = client.post("/api/replays", content=text, headers=HEADERS)
        assert answer.status_code == 422
        assert "game 'nim', not of 'rats-of-wistar'" in answer.json()["detail"]


def test_the_form_of_a_new_game_begins_with_the_options_of_the_server() -> None:
    server = app(RatsOfWistar, options={"level": 7}, others=["lab-rats"])
    with TestClient(server, base_url="http://localhost") as client:
        (level,) = client.get("/api/options").json()["numbers"]
        assert (level["name"], level["default"]) == ("level", 7)
    for wrong, problem in (
        ({"level": 12}, "level must be"),
        ({"tracks": (1, 1, 1)}, "the new-game form"),
    ):
        with pytest.raises(ValueError, match=problem):
            app(RatsOfWistar, options=wrong)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(Natural, [YOU, RANDOM]), (Natural, [GREEDY, RANDOM]), (Silent, [RANDOM, YOU])],
)
def test_a_game_without_a_decision_of_yours_is_over_and_reviewed(
    game: type[Any], seats: list[dict[str, Any]]
) -> None:
    with serving(game=game) as client:
        state = begin(client, *seats, seed=1)
        assert state["status"] == "finished"
        assert "win" in state["result"]
        number = {"number": state["number"]}
        rejected = {
            "actions": {**number, "action": 0},
            "hint": {**number, "simulations": 100},
            "step": number,
            "rest": number,
            "undo": {**number, "to": 0},
            "analysis/search": {**number, "simulations": 100},
        }
        for what, body in rejected.items():
            answer = client.post(f"{path(state)}/{what}", json=body)
            assert answer.status_code == 409, (what, answer.text)
        assert reviewed(client, state["id"])["ready"]
        for told in ("replay", "review", "analysis", "analysis/positions/0", "positions/0"):
            assert client.get(f"{path(state)}/{told}").status_code == 200
        for page in ("", "/analysis", "/review"):
            assert client.get(f"/games/{state['id']}{page}").status_code == 200
        text = client.get(f"{path(state)}/replay").content
        opened = client.post("/api/replays", content=text, headers=HEADERS)
        assert look(client, opened.json())["status"] == "finished"
