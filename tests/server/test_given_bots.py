"""Bots of `wistar serve --bot`: the page offers these specs and no others."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.server.serving import GREEDY, YOU, begin, look, path
from wistar_env.errors import BotError
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.networks.loading import load_network
from wistar_env.play.server import app


def serving(bots: list[str], database: Path | None = None) -> TestClient:
    return TestClient(app(LabRats, database, bots=bots), base_url="http://localhost")


@pytest.fixture
def network(tmp_path: Path) -> str:
    file = tmp_path / "own network.npz"
    load_network("lab-rats", LabRats).save(file)
    return f"network:{file}"


def test_a_network_in_a_file_is_offered_and_plays(network: str) -> None:
    with serving([network]) as client:
        offered = client.get("/api/options").json()["bots"]
        assert [each["name"] for each in offered][:2] == [network, "network"]
        state = begin(client, YOU, {"who": network}, GREEDY, seed=1)
        assert (state["status"], state["error"]) == ("yours", "")


def test_a_spec_that_was_not_given_is_rejected() -> None:
    with serving(["greedy"]) as client:
        seats = [YOU, {"who": "tests.benchmark.bots:FirstBot"}, GREEDY]
        assert client.post("/api/games", json={"seats": seats}).status_code == 422


def test_a_game_of_a_bot_that_is_no_longer_offered_says_how_to_open_it(
    network: str, tmp_path: Path
) -> None:
    database = tmp_path / "games.sqlite"
    with serving([network], database) as client:
        state = begin(client, YOU, {"who": network}, GREEDY, seed=1)
    with serving([], database) as client:
        answer = client.get(path(state))
        assert answer.status_code == 409
        assert answer.json()["detail"].endswith(f"wistar serve --bot '{network}'")
    with serving([network], database) as client:
        assert look(client, state)["number"] == state["number"]


def test_a_bot_that_cannot_be_built_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"none\.npz"):
        serving([f"network:{tmp_path / 'none.npz'}"])
