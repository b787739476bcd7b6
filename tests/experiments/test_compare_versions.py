"""Two versions side by side: which ratios are told, not how fast this machine is."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import wistar_env
from experiments import compare_versions
from experiments.compare_versions import AFTER, BEFORE, NULL, Rates, compare, read_rates

GAMES, STEPS = ("Batch", "64 games", "1 thread"), ("Core", "playouts", "")


def test_rates_are_read_and_what_is_derived_from_them_is_not(tmp_path: Path) -> None:
    common = {"table": "Batch", "name": "64 games", "values": [1.0]}
    rows = [
        {**common, "column": "1 thread", "unit": "decisions/s", "median": 500.0},
        {**common, "column": "cost", "unit": "ns/decision", "median": 2.0},
    ]
    file = tmp_path / "speed.json"
    file.write_text(json.dumps({"measurements": rows}), "utf-8")
    assert read_rates(file) == {GAMES: 500.0}


def test_ratios_are_of_medians_of_what_all_runs_have() -> None:
    before: list[Rates] = [{GAMES: 10, STEPS: 4}, {GAMES: 30, STEPS: 4}, {GAMES: 20, STEPS: 4}]
    after: list[Rates] = [{GAMES: 40, STEPS: 4, ("Batch", "new", ""): 1}] * 3
    again: list[Rates] = [{GAMES: 20, STEPS: 5}] * 3
    batch, core = compare({BEFORE: before, AFTER: after, NULL: again})
    assert batch == ("Batch", [2.0], [0.5])
    assert core == ("Core", [1.0], [1.25])


def test_versions_without_a_common_rate_are_refused() -> None:
    with pytest.raises(ValueError, match="no rate was measured in all runs"):
        compare({BEFORE: [{GAMES: 1.0}], AFTER: [{STEPS: 1.0}], NULL: [{STEPS: 1.0}]})


def test_each_round_begins_with_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def measured(folder: Path, only: Sequence[str], repeats: int) -> Rates:
        assert (only, repeats) == (["core"], 2)
        asked.append(folder.name)
        return {STEPS: 8.0 if folder.name == "new" else 4.0}

    monkeypatch.setattr(compare_versions, "measure", measured)
    for name in ("old", "new"):
        package = tmp_path / name / "wistar_env"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
    app = typer.Typer()
    app.command()(compare_versions.main)
    words = (str(tmp_path / "old"), str(tmp_path / "new"), "--only", "core", "--repeats", "2")
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert asked == [*("old", "new", "new"), *("new", "new", "old"), *("new", "old", "new")]
    assert "| Core | 1 | 2.00 | 2.00 to 2.00 | 1.00 | 1.00 to 1.00 |" in result.output


def test_a_version_that_cannot_be_measured_is_named(tmp_path: Path) -> None:
    package = tmp_path / "wistar_env"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('no such thing')", "utf-8")
    with pytest.raises(RuntimeError, match=f"failed in {tmp_path}: no such thing"):
        compare_versions.measure(tmp_path, ["core"], 1)


def test_a_folder_without_a_version_is_refused(tmp_path: Path) -> None:
    """The installed version would be measured instead, and found as fast as itself."""
    with pytest.raises(typer.BadParameter, match=f"{tmp_path} has no wistar_env"):
        compare_versions.check_version(tmp_path)
    repository = Path(wistar_env.__file__).parent.parent
    assert compare_versions.check_version(repository) == repository
