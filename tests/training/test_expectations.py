"""What ``wistar train ppo`` says first: measured runs of its player count."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from experiments import training_budgets
from tests.command_line import wistar
from wistar_env import RatsOfWistar
from wistar_env.training import expectations, ppo
from wistar_env.training.expectations import expectation, file_of, runs_like

#: Settings of runs that take a second.
SHORT = ("--steps", "64", "--num-envs", "4", "--num-steps", "16", "--minibatch-size", "16")
TINY = (*SHORT, "--hidden1", "16", "--hidden2", "16", "--evaluate-games", "2")


def test_it_names_the_measured_runs_and_the_budget() -> None:
    config = ppo.Config(players="2", steps=200_000)
    first, *others = runs_like(config)
    line = expectation(config)
    assert line.startswith(
        "for comparison, single runs with the default settings won against greedy "
    )
    assert f"{first['win_rate']:.0%} ({first['score']:.0f} VP) after 100,000 decisions" in line
    assert all(f"{run['win_rate']:.0%}" in line for run in others)
    assert line.endswith("this run has 200,000")
    assert "won at level 9 " in expectation(ppo.Config(players="1"))


def test_measured_runs_are_of_the_rules_and_settings_of_now() -> None:
    file, spec = file_of(RatsOfWistar), RatsOfWistar.spec
    assert file is not None
    runs = json.loads(file.read_text("utf-8"))
    assert {run["players"] for run in runs} == {1, 2, 3, 4}
    for run in runs:
        versions = (run["rules_version"], run["observation_version"])
        assert versions == (spec.rules_version, spec.observation.version)
        config = ppo.Config(players=str(run["players"]), steps=run["steps"])
        assert run["settings"] == json.loads(json.dumps(asdict(config)))


@pytest.mark.parametrize(
    "config",
    [
        ppo.Config(players="1,2"),
        ppo.Config(players="2", data="generated:v1:3"),
        ppo.Config(game="lab-rats"),
        ppo.Config(game="tests.kit.nim:Nim"),
    ],
)
def test_it_says_nothing_of_what_was_not_measured(config: ppo.Config) -> None:
    assert expectation(config) == ""


def test_the_command_says_it_first(tmp_path: Path) -> None:
    where = ("--folder", str(tmp_path), "--players", "2", "--pretraining-games", "1")
    first, *_ = wistar("train", "ppo", *where, *TINY).output.splitlines()
    assert first == expectation(ppo.Config(players="2", steps=64))


def test_the_program_measures_what_the_file_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "budgets.json"
    config = ppo.Config(
        *("rats-of-wistar", "2"),
        steps=64,
        num_envs=4,
        num_steps=16,
        minibatch_size=16,
        hidden1=16,
        hidden2=16,
        evaluate_games=2,
        pretraining="none",
    )
    row = training_budgets.measure(config, tmp_path / "run")
    assert row["settings"] == asdict(config)
    assert 0 <= row["win_rate"] <= 1
    monkeypatch.setattr(training_budgets, "file_of", lambda game: file)
    monkeypatch.setattr(training_budgets, "measure", lambda *_: row)
    monkeypatch.setattr(training_budgets, "BUDGETS", ((2, 64), (2, 128)))
    training_budgets.write(file, [row])
    app = typer.Typer()
    app.command()(training_budgets.main)
    said = CliRunner().invoke(app, ["--folder", str(tmp_path)]).output
    assert [line.partition(":")[0] for line in said.splitlines()] == ["2 players, 128 decisions"]
    monkeypatch.setattr(expectations, "file_of", lambda game: file)
    assert len(runs_like(ppo.Config(players="2"))) == 2
