"""Lengths of games, and shares of sealed decisions."""

import pytest
import typer
from typer.testing import CliRunner

from experiments import game_lengths
from experiments.game_lengths import in_words, measure
from tests.kit.goofspiel import Goofspiel
from tests.kit.nim import Nim
from wistar_env.games.lab_rats import LabRats


def test_the_games_of_a_bot_are_measured_from_their_first_decision_to_their_last() -> None:
    found = measure(Goofspiel, "random", 2, games=5, seed=1)
    assert (found.low, found.high, found.decisions.value) == (10, 10, 10)
    assert [*found.sealed.values()] == [1.0]


def test_lengths_differ_from_game_to_game() -> None:
    found = measure(LabRats, "random", 3, games=20, seed=1)
    assert found.low < found.decisions.low < found.decisions.value < found.decisions.high
    assert found.decisions.high < found.high
    assert measure(LabRats, "random", 3, games=20, seed=1) == found
    assert measure(LabRats, "random", 3, games=20, seed=2) != found


def test_what_all_choose_at_the_same_time_is_sealed_and_nothing_else() -> None:
    found = measure(LabRats, "random", 4, games=10, seed=1).sealed
    assert [*found] == ["lay Doors", "Confusion", "keep two Potions"]
    assert 0.4 < sum(found.values()) < 0.6
    assert measure(Nim, "random", 3, games=3, seed=1).sealed == {}


def test_lengths_are_reported_in_a_sentence() -> None:
    assert in_words(measure(Goofspiel, "random", 2, games=5, seed=1)) == (
        "10 decisions (10 to 10), 10 to 10 in nine of ten games; 100.0% of them sealed"
    )
    assert in_words(measure(Nim, "random", 3, games=3, seed=1)).endswith("; 0.0% of them sealed")
    assert "sealed (lay Doors " in in_words(measure(LabRats, "random", 3, games=3, seed=1))


@pytest.mark.parametrize(
    ("arguments", "exit_code", "found"),
    [
        (["lab-rats", "--games", "2", "--bot", "careful"], 0, "careful, 5 players, 2 games: "),
        (["rats-of-wistar", "--games", "2"], 0, "random, solo, 2 games: "),
        (["lab-rats", "--bot", "carful"], 2, "carful"),
        (["no-game"], 2, "no-game"),
    ],
)
def test_the_program_says_what_it_found(arguments: list[str], exit_code: int, found: str) -> None:
    app = typer.Typer()
    app.command()(game_lengths.main)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == exit_code, result.output
    assert found in result.output
