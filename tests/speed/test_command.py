"""``wistar speed``."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from wistar_env import cli
from wistar_env.speed import any_game, speed_tables
from wistar_env.speed.timing import Measurement, Part


def wistar(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["speed", *arguments])


def fake_parts(calls: list[int]) -> Callable[..., list[Part]]:
    def measure(repeats: int) -> list[Measurement]:
        calls.append(repeats)
        return [Measurement("Table", "thing", (1.0, 4.0, 2.0), "s", "column")]

    return lambda game, only, options: [Part("core", "thing", measure)]


def test_the_command_prints_the_tables_and_writes_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(any_game, "parts", fake_parts(calls))
    path = tmp_path / "speed.json"
    result = wistar("--repeats", "3", "--json", str(path))
    assert result.exit_code == 0, result.output
    assert calls == [3]
    assert "Table (s)" in result.stdout
    assert "2.00" in result.stdout
    report = json.loads(path.read_text())
    assert report.keys() == {"machine", "versions", "repeats", "measurements"}
    assert report["machine"].keys() == {"processor", "cores", "system"}
    assert report["versions"]["numpy"] == np.__version__
    assert report["repeats"] == 3
    assert report["measurements"] == [
        {
            "table": "Table",
            "name": "thing",
            "values": [1.0, 4.0, 2.0],
            "unit": "s",
            "column": "column",
            "median": 2.0,
        }
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--only", "speed"), "there is no section 'speed'"),
        (("--repeats", "0"), "--repeats"),
        (("--json", "no/such/folder/speed.json"), "there is no folder"),
        (("--json", "."), "is a directory"),
    ],
)
def test_bad_options_are_rejected_before_anything_is_measured(
    arguments: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(speed_tables, "measure", lambda *_: pytest.fail("was measured"))
    result = wistar(*arguments)
    assert result.exit_code == 2
    assert message in result.output
