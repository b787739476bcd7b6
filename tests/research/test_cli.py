"""``wistar export``."""

from pathlib import Path

import minari
import pytest
from typer.testing import CliRunner, Result

from tests.research.datasets import recorded
from wistar_env import cli

pytestmark = pytest.mark.research


def export(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, ["export", *map(str, arguments)])


@pytest.fixture(autouse=True)
def _own_minari(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))


def test_a_dataset_is_written_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = recorded(tmp_path / "games", "solo", monkeypatch)
    result = export(made.folder, "--parquet", tmp_path / "tables", "--minari", "wistar/all-v0")
    assert result.exit_code == 0, result.output
    card = tmp_path / "tables" / "README.md"
    assert f"{made.num_decisions} decisions in {tmp_path / 'tables'}, described in {card}" in (
        result.stdout
    )
    assert "5 games in wistar/all-v0; minari.load_dataset('wistar/all-v0') reads them" in (
        result.stdout
    )
    assert card.exists()
    assert minari.load_dataset("wistar/all-v0").total_episodes == 5


def test_mistakes_are_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = recorded(tmp_path / "games", "solo", monkeypatch, games=1)
    for arguments, problem in (
        ((made.folder, "--minari", "a b"), "must look like 'wistar/greedy-v0', found 'a b'"),
        ((made.folder, "--parquet", made.folder), "must be a new or empty folder"),
        ((tmp_path, "--parquet", tmp_path / "out"), "there is no such file"),
    ):
        result = export(*arguments)
        assert result.exit_code == cli.USER_ERROR, (arguments, result.output)
        assert problem in " ".join(result.stderr.replace("│", " ").split())
        assert "Traceback" not in result.stderr
