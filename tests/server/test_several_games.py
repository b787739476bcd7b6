"""A server of several games: the first page asks which, and all are played side by side."""

import random
from pathlib import Path

import pytest

from tests.kit.nim import Nim
from tests.server.serving import (
    GREEDY,
    RANDOM,
    YOU,
    acted,
    begin,
    look,
    path,
    played,
    service_of,
    serving,
)
from wistar_env.games import lab_rats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit import game as kit
from wistar_env.kit.replays import Replay

HEADERS = {"Content-Type": "application/x-ndjson"}
#: Bytes of a position on the wire, as a browser asks for it.
MOST_BYTES = 20_000


def test_the_options_are_those_of_the_game_that_is_asked_for() -> None:
    with serving(others=[lab_rats.LabRats, Nim]) as client:
        offered = client.get("/api/options").json()
        assert [each["name"] for each in offered["games"]] == ["rats-of-wistar", "lab-rats", "nim"]
        assert (offered["game"], offered["players"][0]) == ("rats-of-wistar", 1)
        other = client.get("/api/options", params={"game": "lab-rats"}).json()
        assert (other["game"], other["title"], other["players"]) == (
            "lab-rats",
            "Lab Rats",
            [3, 4, 5],
        )
        assert other["numbers"] == []
        assert "Lab Rats belongs to its authors" in other["footer"]
        assert other["games"] == offered["games"]
        rejected = client.get("/api/options", params={"game": "chess"})
        assert rejected.status_code == 422
        assert rejected.json()["detail"] == (
            "game must be one of rats-of-wistar, lab-rats, nim, found 'chess'"
        )


def test_the_game_of_the_command_is_the_one_that_is_asked_for_at_first() -> None:
    with serving(game=lab_rats.LabRats, others=[RatsOfWistar]) as client:
        assert client.get("/api/options").json()["game"] == "lab-rats"
        assert "<title>Lab Rats</title>" in client.get("/").text
        assert begin(client, YOU, RANDOM, RANDOM)["seats"][0]["you"]


def test_games_of_several_kinds_are_played_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file, others=[lab_rats.LabRats, Nim]) as client:
        wistar = begin(client, YOU, seed=1)
        rats = begin(client, YOU, RANDOM, RANDOM, seed=2, game="lab-rats")
        nim = begin(client, YOU, GREEDY, seed=3, game="nim")
        entries = {each["id"]: each for each in client.get("/api/games").json()["games"]}
        assert [entries[each["id"]]["game"] for each in (wistar, rats, nim)] == [
            "rats-of-wistar",
            "lab-rats",
            "nim",
        ]
        assert {each["status"] for each in entries.values()} == {"yours"}
        assert "<title>Lab Rats</title>" in client.get(f"/games/{rats['id']}").text
        assert "<title>Rats of Wistar</title>" in client.get(f"/games/{wistar['id']}").text
        assert client.get("/games/0123456789abcdef").status_code == 404
        ended = played(client, rats)
        assert ended["status"] == "finished"
        assert ended["result"].endswith("cheese")
        text = client.get(f"{path(rats)}/replay").content
        stored = client.post("/api/replays", content=text, headers=HEADERS)
        assert stored.status_code == 201, stored.text
        assert stored.json()["game"] == "lab-rats"
    with serving(file, others=[lab_rats.LabRats, Nim]) as client:
        assert look(client, ended)["scores"] == ended["scores"]
        assert look(client, nim) == nim
    with serving(file) as client:
        rejected = client.get(path(nim))
        assert rejected.status_code == 409
        assert "open it with wistar serve --game nim" in rejected.json()["detail"]


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"seats": [YOU], "game": "lab-rats"}, "Lab Rats has 3 to 5 seats, found 1"),
        ({"seats": [YOU], "game": "chess"}, "game must be one of rats-of-wistar, lab-rats"),
        (
            {"seats": [YOU, RANDOM, RANDOM], "game": "lab-rats", "options": {"level": 3}},
            "Lab Rats has no option 'level'",
        ),
    ],
)
def test_a_game_that_cannot_be_is_rejected(wanted: dict[str, object], reason: str) -> None:
    with serving(others=[lab_rats.LabRats]) as client:
        answer = client.post("/api/games", json=wanted)
        assert answer.status_code == 422
        assert reason in answer.json()["detail"]


def test_a_replay_that_names_no_game_of_the_server_is_rejected() -> None:
    text = Replay(Nim, 2, 1, actions=[0]).to_text()
    with serving(others=[lab_rats.LabRats]) as client:
        answer = client.post("/api/replays", content=text, headers=HEADERS)
        assert answer.status_code == 422
        assert "game 'nim', not of 'rats-of-wistar'" in answer.json()["detail"]
        assert client.post("/api/replays", content=b"\xff", headers=HEADERS).status_code == 422


def test_the_data_of_a_game_are_opened_when_it_is_played() -> None:
    with serving(others=[Nim]) as client:
        offer = service_of(client).offers["nim"]
        assert "data" not in vars(offer)
        begin(client, YOU, RANDOM, game="nim")
        assert "data" in vars(offer)


def test_bots_of_a_game_are_offered_for_it_alone() -> None:
    with serving(others=[lab_rats.LabRats]) as client:
        offered = client.get("/api/options", params={"game": "lab-rats"}).json()["bots"]
        (careful,) = [each for each in offered if each["name"] == "careful"]
        assert (careful["title"], careful["players"]) == ("Careful", [3, 4, 5])
        assert careful["about"] == "a bot that plays Lab Rats only"
        names = [each["name"] for each in client.get("/api/options").json()["bots"]]
        assert "careful" not in names
        player = {"who": "careful"}
        state = begin(client, YOU, player, RANDOM, game="lab-rats", seed=3)
        assert [each["name"] for each in state["seats"]] == ["You", "Careful", "Random"]
        assert acted(client, state, random.Random(1))["number"] > state["number"]
        rejected = client.post("/api/games", json={"seats": [YOU, player]})
        assert rejected.status_code == 422
        assert "Rats of Wistar has no player 'careful'" in rejected.json()["detail"]


@pytest.mark.parametrize(
    "game", [RatsOfWistar, lab_rats.LabRats], ids=["Rats of Wistar", "Lab Rats"]
)
def test_what_a_move_sends_is_compressed(game: type[kit.Game]) -> None:
    with serving(game=game) as client:
        found = begin(client, YOU, *[RANDOM] * 3, seed=1)
        for decisions in (1, 10, 20):
            found = played(client, found, decisions)
            answer = client.get(path(found), headers={"Accept-Encoding": "gzip"})
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.num_bytes_downloaded < MOST_BYTES
