"""The strength of search by its simulations: measurements, table and plot."""

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from experiments import search_scaling
from experiments.best_responses import measured, write
from experiments.search_scaling import Point, points, scaling


def row_of(point: Point, **changed: Any) -> dict[str, Any]:
    """Return an invented measurement."""
    return {"key": point.key, "margin": [20.0, 15.0, 25.0], "ms": 1.25} | changed


def test_every_player_count_has_every_number_of_simulations() -> None:
    found = [(each.players, each.simulations) for each in points()]
    assert len(found) == len(set(found)) == 15
    assert found[:3] == [(1, 25), (2, 25), (4, 25)]


@pytest.mark.parametrize("players", [1, 4])
def test_a_measurement_plays_its_games(players: int, tmp_path: Path) -> None:
    point = Point(players, 2, games=4)
    row = search_scaling.measure(point, tmp_path, workers=1, repeats=1)
    assert row["key"] == point.key
    assert len(point.match.rows(tmp_path)) == max(4, 2 * players)
    value, low, high = row["margin"]
    assert low <= value <= high
    assert row["ms"] > 0


def test_only_missing_measurements_are_made_and_the_plot_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Point] = []

    def measure(point: Point, *_: Any) -> dict[str, Any]:
        made.append(point)
        return row_of(point)

    monkeypatch.setattr(search_scaling, "measure", measure)
    file, picture = tmp_path / "measured.json", tmp_path / "plot.svg"
    stale = Point(4, 25)
    old = [*stale.key[:3], "0" * 16, stale.key[-1]]
    write([row_of(Point(2, 25)), row_of(stale, key=old)], file)
    words = ["--simulations", "1600,25", "--file", str(file), "--picture", str(picture)]
    result = CliRunner().invoke(_app(), words)
    assert result.exit_code == 0, result.output
    found = [(each.players, each.simulations) for each in made]
    assert found == [(1, 25), (4, 25), (1, 1600), (2, 1600), (4, 1600)]
    kept = [row["key"] for row in measured(file)]
    assert kept == sorted(Point(*key[:2]).key for key in kept)
    assert "milliseconds per decision" in picture.read_text("utf-8")


def test_the_table_shows_measurements_with_the_bundled_network(tmp_path: Path) -> None:
    file = tmp_path / "measured.json"
    assert scaling(file) == "Not measured yet."
    former = Point(2, 25)
    old = row_of(former, key=[*former.key[:3], "0" * 16, former.key[-1]])
    write([old, row_of(Point(1, 25)), row_of(Point(2, 100))], file)
    _, _, first, second = scaling(file).splitlines()
    assert first == "| 25 | +20.0 (+15.0 to +25.0), 1.2 ms |  |  |"
    assert second == "| 100 |  | +20.0 (+15.0 to +25.0), 1.2 ms |  |"


def _app() -> Any:
    app = typer.Typer()
    app.command()(search_scaling.main)
    return app
