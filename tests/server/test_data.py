"""A server whose games are played with another data folder."""

import random
import shutil
import warnings
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from tests.server.serving import YOU, acted, begin, look, path, service_of
from wistar_env import cli
from wistar_env.explanations import Explanation, Option
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.replays import Replay
from wistar_env.play.server import app
from wistar_env.play.server.hint_points import points_of

OPTIONS = RatsOfWistar.new(1, 5, level=2).options
HEADERS = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = shutil.copytree(reading.DEFAULT, tmp_path / "data")
    heroes = made / "heroes.toml"
    heroes.write_text(heroes.read_text("utf-8").replace("icons = 2", "icons = 3"), "utf-8")
    return made


def test_with_other_cards_a_network_that_reads_them_expects_the_points() -> None:
    game = RatsOfWistar.new(1, 5, data="generated:v1:7", level=5)
    action = int(game.legal_actions()[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        points = points_of(game, Explanation(action, 1.0, (Option(action, 1.0),)))
    assert points.now is not None
    assert [*points.after] == [action]


def serving(database: Path, data: Path | None) -> TestClient:
    return TestClient(app(RatsOfWistar, database, data=data), base_url="http://localhost")


def test_games_are_played_with_the_data_of_the_server_and_go_on_when_it_starts_again(
    tmp_path: Path, folder: Path
) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database, folder) as client:
        state = acted(client, begin(client, YOU, options={"level": 2}, seed=7), random.Random(1))
        game = service_of(client).game(state["id"]).table.game
        assert game.components.folder == str(folder)
    with serving(database, folder) as client:
        again = look(client, state)
        assert again["number"] == state["number"]
        game = service_of(client).game(state["id"]).table.game
        assert game.components.data.heroes.hero[0].icons == 3


def test_a_game_of_other_data_is_rejected_with_the_data_of_the_server(
    tmp_path: Path, folder: Path
) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database, folder) as client:
        state = begin(client, YOU, options={"level": 2}, seed=7)
    with serving(database, None) as client:
        answer = client.get(path(state))
        assert answer.status_code == 409
        assert "the game's data differ from the bundled data" in answer.json()["detail"]


def test_a_replay_is_taken_in_if_it_was_played_with_the_data_of_the_server(
    tmp_path: Path, folder: Path
) -> None:
    replay = Replay(RatsOfWistar, 1, 5, OPTIONS, folder)
    replay.actions.append(int(replay.start().legal_actions()[0]))
    bundled, other = Replay(RatsOfWistar, 1, 5, OPTIONS).to_text(), replay.to_text()
    with serving(tmp_path / "games.sqlite", folder) as client:
        assert client.post("/api/replays", content=other, headers=HEADERS).status_code == 201
        answer = client.post("/api/replays", content=bundled, headers=HEADERS)
        assert answer.status_code == 422
        assert "saved with other data" in answer.json()["detail"]


def test_serve_takes_a_data_folder_and_names_what_is_wrong_in_it(
    tmp_path: Path, folder: Path
) -> None:
    (folder / "doors.toml").unlink()
    arguments = ["--no-browser", "--data", str(folder), "--database", str(tmp_path / "x.sqlite")]
    result = CliRunner().invoke(cli.app, ["serve", "--port", "0", *arguments])
    assert result.exit_code == cli.USER_ERROR
    assert "doors.toml: there is no such file" in result.stderr
    assert not (tmp_path / "x.sqlite").exists()
