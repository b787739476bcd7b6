"""The runs of the studies: commands that work, one after the other, and told by their curves."""

import dataclasses
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from wistar_env.training import ppo, sb3, studies
from wistar_env.training.studies import STUDIES, Study, train

CONFIGS = {"ppo": ppo.Config, "sb3": sb3.Config}
TINY = (
    "--num-envs 2 --num-steps 8 --hidden1 16 --hidden2 16 "
    "--minibatch-size 8 --evaluate-games 2 --evaluate-every 1"
)


def tiny(name: str, more: str = "") -> Study:
    return Study(name, "a tiny run", "ppo", f"--steps 16 --pretraining none {TINY} {more}".strip())


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)
def test_options_of_a_study_are_settings_of_what_it_trains(study: Study) -> None:
    words = study.options.split()
    settings = {field.name for field in dataclasses.fields(CONFIGS[study.module])}
    assert {word.removeprefix("--").replace("-", "_") for word in words[::2]} <= settings
    assert all(word.startswith("--") for word in words[::2])


def test_studies_have_separate_folders() -> None:
    assert len({study.name for study in STUDIES}) == len(STUDIES)


def test_runs_are_trained_and_finished_ones_left_alone(tmp_path: Path) -> None:
    one, two = tiny("one"), tiny("two", "--seed 2")
    assert train([one], tmp_path, threads=1) == 0
    kept = (tmp_path / "one" / "state.npz").read_bytes()
    assert train([one, two], tmp_path, threads=1) == 0
    assert kept == (tmp_path / "one" / "state.npz").read_bytes()
    assert [len(run.curve(tmp_path)) for run in (one, two)] == [1, 1]


def test_the_first_run_that_fails_ends_all(tmp_path: Path) -> None:
    assert train([tiny("bad", "--clip-coef nonsense"), tiny("next")], tmp_path, threads=1) != 0
    assert not (tmp_path / "next").exists()


def test_a_curve_has_what_was_evaluated_and_no_half_of_a_line(tmp_path: Path) -> None:
    study = tiny("cut")
    assert study.curve(tmp_path) == []
    rows = [
        {"iteration": 1, "steps": 1},
        {"iteration": 2, "steps": 2, "eval_score": 3.0, "eval_win_rate": 0.5},
    ]
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "curve.jsonl").write_text(f'{text}{{"steps": 3, "best_sco', "utf-8")
    assert study.curve(tmp_path) == rows[1:]


def test_a_curve_of_an_earlier_version_is_read_by_the_names_of_today(tmp_path: Path) -> None:
    study = tiny("old")
    (tmp_path / "old").mkdir()
    row = {"iteration": 2, "steps": 2, "wins": 0.1, "error": 1.5, "divergence": 0.01, "clipped": 0}
    row |= {"agreed": 0.4, "surprise": 2.0, "best_score": 3.0, "best_wins": 0.5}
    (tmp_path / "old" / "curve.jsonl").write_text(f"{json.dumps(row)}\n", "utf-8")
    (read,) = study.curve(tmp_path)
    assert read == {
        "iteration": 2,
        "steps": 2,
        "win_rate": 0.1,
        "value_loss": 1.5,
        "approx_kl": 0.01,
        "clip_fraction": 0,
        "accuracy": 0.4,
        "cross_entropy": 2.0,
        "eval_score": 3.0,
        "eval_win_rate": 0.5,
    }


def test_a_name_that_is_none_is_refused() -> None:
    app = typer.Typer()
    app.command()(studies.main)
    result = CliRunner().invoke(app, ["--only", "usual,nonsense"])
    assert result.exit_code == 2
    names = ", ".join(study.name for study in STUDIES[:2])
    output = " ".join(result.output.replace("│", "").split())
    assert f"'nonsense' is not one of {names}" in output
