"""The search for the weights of greedy: it resumes exactly, and runs no code from files."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.progress import Progress
from typer.testing import CliRunner

pytest.importorskip("cma")

import typer

from experiments import tune_greedy
from wistar_env.training.checkpoints import SettingsError


@pytest.fixture(autouse=True)
def _scores_without_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def fitness(factors: Any, games: int, seed: int) -> float:
        return -float(np.square(factors - 0.1).sum()) + 1e-3 * (seed % 7)

    monkeypatch.setattr(tune_greedy, "fitness", fitness)


def tuned(folder: Path, generations: int, seed: int = 1) -> Any:
    return tune_greedy.tune(folder, generations, 1, seed, Progress(disable=True))


def test_an_interrupted_search_is_resumed_with_the_same_result(tmp_path: Path) -> None:
    whole = tuned(tmp_path / "whole", 6)
    tuned(tmp_path / "part", 2)
    with (tmp_path / "part" / "curve.jsonl").open("a") as stream:
        stream.write('{"iteration": 3, "sco')
    assert np.array_equal(tuned(tmp_path / "part", 6), whole)
    curves = [(tmp_path / name / "curve.jsonl").read_text() for name in ("whole", "part")]
    assert curves[0] == curves[1]


def test_nothing_that_is_read_is_a_pickle(tmp_path: Path) -> None:
    ran = tmp_path / "ran"

    class Evil:
        def __reduce__(self) -> Any:
            return Path.touch, (ran,)

    tuned(tmp_path / "run", 1)
    for file in [*(tmp_path / "run").iterdir()]:
        file.write_bytes(pickle.dumps(Evil()))
        with pytest.raises(SettingsError, match=f"{file.name} .*damaged"):
            tuned(tmp_path / "run", 2)
        assert not ran.exists()
        file.unlink()


@pytest.mark.parametrize("row", [{}, {"scores": 3}, {"scores": [1.0]}, {"scores": ["a"] * 12}])
def test_scores_that_are_none_are_rejected(tmp_path: Path, row: dict[str, Any]) -> None:
    tuned(tmp_path, 1)
    (tmp_path / "curve.jsonl").write_text(json.dumps({"iteration": 1} | row) + "\n")
    app = typer.Typer()
    app.command()(tune_greedy.main)
    result = CliRunner().invoke(app, ["--folder", str(tmp_path), "--games", "1"])
    assert result.exit_code == 2
    assert "error: " in result.output
    assert "Traceback" not in result.output
