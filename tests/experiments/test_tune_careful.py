"""The search for the weights of ``careful``: a log resumes it exactly, or is rejected."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.progress import Progress
from typer.testing import CliRunner

from experiments import tune_careful
from wistar_env.errors import FileError
from wistar_env.games.lab_rats.careful.agent import CarefulAgent
from wistar_env.games.lab_rats.careful.weights import MEANINGS

SETTINGS = {"games": 1, "seed": 1}
RATES = [0.5] * tune_careful.RIVALS


def life(agent: CarefulAgent) -> float:
    return float(agent._weights["life"][0])


@pytest.fixture
def without_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def win_rate(rival: CarefulAgent, other: CarefulAgent, *_: int) -> float:
        return life(rival) / (life(rival) + life(other))

    monkeypatch.setattr(tune_careful, "win_rate", win_rate)


def tuned(log: Path, generations: int, games: int = 1) -> dict[str, float]:
    return tune_careful.tune(log, generations, games, 1, Progress(disable=True))


def log_of(folder: Path, **row: Any) -> Path:
    """Return a log of one generation with this row."""
    log = folder / "log"
    log.write_text(f"{json.dumps({**SETTINGS, 'rates': RATES, **row})}\n", "utf-8")
    return log


@pytest.mark.usefixtures("without_games")
def test_a_search_goes_where_more_games_are_won(tmp_path: Path) -> None:
    assert tuned(tmp_path / "log", 6)["life"] > 1.5 * MEANINGS["life"][0]


@pytest.mark.usefixtures("without_games")
def test_an_interrupted_search_is_resumed_with_the_same_result(tmp_path: Path) -> None:
    whole = tuned(tmp_path / "whole", 6)
    tuned(tmp_path / "part", 2)
    with (tmp_path / "part").open("a", encoding="utf-8") as stream:
        stream.write('{"games": 1, "rat')
    assert tuned(tmp_path / "part", 6) == whole
    assert (tmp_path / "part").read_text("utf-8") == (tmp_path / "whole").read_text("utf-8")


@pytest.mark.usefixtures("without_games")
def test_what_is_logged_is_not_played_again(tmp_path: Path, monkeypatch: Any) -> None:
    found = tuned(tmp_path / "log", 2)
    monkeypatch.delattr(tune_careful, "win_rate")
    assert tuned(tmp_path / "log", 2) == found


def test_a_log_of_other_settings_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"'games': 2.*'games': 1.*use another --log"):
        tuned(log_of(tmp_path, games=2), 2)


@pytest.mark.parametrize("rates", [None, 3, [0.5], [2.0] * 12, ["a"] * 12])
def test_invalid_win_rates_in_a_log_are_rejected(tmp_path: Path, rates: Any) -> None:
    with pytest.raises(FileError, match="not a log of this search"):
        tuned(log_of(tmp_path, rates=rates), 2)


def test_the_program_plays_prints_the_weights_and_resumes(tmp_path: Path) -> None:
    app, log = typer.Typer(), tmp_path / "runs" / "log"
    app.command()(tune_careful.main)
    options = ["--generations", "1", "--games", "1", "--log", str(log)]
    printed = [CliRunner().invoke(app, options) for _ in range(2)]
    for each in printed:
        assert each.exit_code == 0, each.output
        assert [line.split()[0] for line in each.stdout.splitlines()[-16:]] == [*MEANINGS]
    assert printed[0].stdout.splitlines()[-16:] == printed[1].stdout.splitlines()[-16:]
    other = CliRunner().invoke(app, [*options, "--seed", "2"])
    assert other.exit_code == 2
    assert "use another --log" in " ".join(other.output.replace("│", " ").split())
