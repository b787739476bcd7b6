"""Best responses to the bundled networks: their runs, measurements and table."""

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from experiments import best_responses
from experiments.best_responses import Response, measured, responses, write

SMALL = Response("rats-of-wistar", 3, 2_000)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs of a few updates."""
    monkeypatch.setattr(best_responses, "GAMES", 4)
    monkeypatch.setattr(best_responses, "_NUM_ENVS", 16)
    monkeypatch.setattr(best_responses, "_NUM_STEPS", 32)
    monkeypatch.setattr(best_responses, "_MINIBATCH_SIZE", 128)


def row_of(response: Response, **changed: Any) -> dict[str, Any]:
    """Return an invented measurement."""
    curve = [[k * response.steps // 4, 0.25 + k / 10] for k in (1, 2, 3, 4)]
    return {"key": response.key, "games": 4000, "curve": curve} | changed


def test_every_table_with_other_players_has_a_run_of_each_budget() -> None:
    found = [(each.game, each.num_players, each.steps) for each in responses()]
    assert len(found) == len(set(found)) == 12


@pytest.mark.usefixtures("small")
def test_a_run_measures_four_networks_in_the_course_of_training(tmp_path: Path) -> None:
    row = best_responses.measure(SMALL, tmp_path / "run", threads=1)
    assert row["key"] == SMALL.key
    assert [steps for steps, _ in row["curve"]] == [512, 1024, 1536, 2048]
    assert all(0 <= rate <= 1 for _, rate in row["curve"])


def test_only_runs_that_the_file_lacks_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Response] = []

    def measure(response: Response, folder: Path, threads: int) -> dict[str, Any]:
        made.append(response)
        return row_of(response)

    monkeypatch.setattr(best_responses, "measure", measure)
    file = tmp_path / "measured.json"
    stale = Response("rats-of-wistar", 4, 1000)
    old = [*stale.key[:3], "0" * 16, stale.key[-1]]
    write([row_of(Response("rats-of-wistar", 2, 1000)), row_of(stale, key=old)], file)
    result = CliRunner().invoke(_app(), ["--steps", "1e3", "--file", str(file)])
    assert result.exit_code == 0, result.output
    assert [(each.game, each.num_players) for each in made] == [
        *(("rats-of-wistar", each) for each in (3, 4)),
        *(("lab-rats", each) for each in (3, 4, 5)),
    ]
    assert [row["key"] for row in measured(file)] == [each.key for each in responses([1000])]


def test_the_table_shows_runs_against_the_bundled_network(tmp_path: Path) -> None:
    file = tmp_path / "measured.json"
    assert best_responses.best_responses(file) == "Not measured yet."
    run, former = (Response("rats-of-wistar", n, 20_000_000) for n in (4, 2))
    write([row_of(former, key=[*former.key[:3], "0" * 16, former.key[-1]]), row_of(run)], file)
    _, _, line = best_responses.best_responses(file).splitlines()
    assert line == "| Rats of Wistar | 4 | 20 M | 25.0 | 65.0 (63.5-66.5) |"


def _app() -> Any:
    app = typer.Typer()
    app.command()(best_responses.main)
    return app
