"""The speed of any game: shown with Nim and Lab Rats."""

from collections.abc import Mapping
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.kit.nim import Nim
from wistar_env import cli
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.speed import any_game, rendering, timing

LAB = ["speed", "--game", "lab-rats", "--repeats", "1"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SECONDS", 0.001)
    monkeypatch.setattr(any_game, "_SPREAD", 3)
    monkeypatch.setattr(rendering, "_FIRST", 1)
    monkeypatch.setattr(rendering, "_GAMES", 1)


@pytest.mark.parametrize("game", [Nim, LabRats])
def test_core_and_batches_are_measured_for_every_number_of_players(
    game: type[Nim] | type[LabRats],
) -> None:
    parts = any_game.parts(game)
    players = range(game.spec.min_players, game.spec.max_players + 1)
    drawn = [f"pictures, {n} players" for n in players] if game is LabRats else []
    assert [part.label for part in parts] == [
        *(f"{section}, {n} players" for n in players for section in ("core", "batch")),
        *drawn,
    ]
    core, batch = (part.measure(2) for part in parts[:2])
    assert [each.column for each in core] == [""]
    assert [each.column for each in batch] == ["no observation", "float32", "uint8", "sparse"]
    assert all(len(each.values) == 2 and min(each.values) > 0 for each in core + batch)


def test_the_game_for_one_player_is_called_solo() -> None:
    labels = [part.label for part in any_game.parts(RatsOfWistar)]
    assert labels[0:2] == ["core, solo", "batch, solo"]
    assert "pictures, solo" in labels
    assert not [label for label in labels if "1 players" in label]


def test_a_section_can_be_chosen_and_others_are_rejected() -> None:
    assert {part.section for part in any_game.parts(Nim, ("core",))} == {"core"}
    with pytest.raises(ValueError, match=r"'pictures' .*; .* core, batch"):
        any_game.parts(Nim, ("pictures",))


def test_pictures_are_measured_of_a_game_that_has_some() -> None:
    (part, *_) = any_game.parts(LabRats, ("pictures",))
    found = part.measure(1)
    assert [each.name for each in found] == ["SVG", "pixels", "frame"]
    assert all(min(each.values) > 0 for each in found)


def test_the_command_takes_a_game() -> None:
    result = CliRunner().invoke(cli.app, [*LAB, "--only", "core"])
    assert result.exit_code == 0, result.output
    assert "Core: random games" in result.stdout
    assert "5 players" in result.stdout
    wrong = CliRunner().invoke(cli.app, [*LAB, "--only", "search"])
    assert wrong.exit_code == cli.USER_ERROR


def test_games_are_measured_with_options_that_they_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    levels = []

    def noted(game: type[Game], num_players: int, options: Mapping[str, Any]) -> None:
        levels.append((num_players, dict(options)))

    monkeypatch.setattr(any_game, "_core", noted)
    monkeypatch.setattr(any_game, "_batch", noted)
    any_game._parts(RatsOfWistar, 1, {"level": 0})
    any_game._parts(RatsOfWistar, 2, {"level": 0})
    assert levels == [(1, {"level": 0})] * 2 + [(2, {})] * 2
