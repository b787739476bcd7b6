"""The runs of the studies: commands that work, one after the other, and what they reached."""

import dataclasses
import json
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from experiments import studies
from experiments.studies import (
    SEEDS,
    STUDIES,
    Result,
    Run,
    Study,
    curve_of,
    is_measured,
    kept_file,
    parse_numbers,
    runs_of,
    train,
)
from wistar_env.training import ppo, sb3

CONFIGS = {"ppo": ppo.Config, "sb3": sb3.Config}
TINY = (
    "--num-envs 2 --num-steps 8 --hidden1 16 --hidden2 16 "
    "--minibatch-size 8 --evaluate-games 2 --evaluate-every 1"
)
GAMES = 4


def tiny(name: str, more: str = "") -> Study:
    return Study(name, "a tiny run", "ppo", f"--steps 16 --pretraining none {TINY} {more}".strip())


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)
def test_options_of_a_study_are_settings_of_what_it_trains(study: Study) -> None:
    words = study.run(1).options.split()
    settings = {field.name for field in dataclasses.fields(CONFIGS[study.module])}
    assert {word.removeprefix("--").replace("-", "_") for word in words[::2]} <= settings
    assert all(word.startswith("--") for word in words[::2])


def test_runs_have_separate_folders_and_names() -> None:
    runs = runs_of(STUDIES, SEEDS)
    assert len(SEEDS) == 5
    assert len({run.folder(Path("all")) for run in runs}) == len(STUDIES) * len(SEEDS)
    assert len({run.name for run in runs}) == len(runs)
    assert STUDIES[0].run(3).command(Path("all"))[:2] == ["--folder", str(Path("all/usual/3"))]


def test_a_series_has_all_runs_of_one_seed_before_the_next_and_the_slow_ones_last() -> None:
    one, slow, two = tiny("one"), replace(tiny("slow"), module="sb3"), tiny("two")
    runs = [(run.study.name, run.seed) for run in runs_of([one, slow, two], (1, 2))]
    assert runs == [("one", 1), ("two", 1), ("one", 2), ("two", 2), ("slow", 1), ("slow", 2)]


def test_runs_are_trained_and_finished_ones_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tiny("one").run(1), tiny("one").run(2)
    assert train([first], tmp_path, threads=1, games=GAMES) == 0
    kept = (first.folder(tmp_path) / "state.npz").read_bytes()
    whole = Run.train
    trained = []

    def noted(run: Run, folder: Path, threads: int) -> int:
        trained.append(run.seed)
        return whole(run, folder, threads)

    monkeypatch.setattr(Run, "train", noted)
    assert train([first, second], tmp_path, threads=1, games=GAMES) == 0
    assert trained == [2]
    assert kept == (first.folder(tmp_path) / "state.npz").read_bytes()
    found = [Result.load(run.result(tmp_path)) for run in (first, second)]
    assert [each.options[-6:] for each in found] == ["seed 1", "seed 2"]
    assert [each.games for each in found] == [GAMES, GAMES]
    assert [each.curve[-1][0] for each in found] == [16, 16]
    assert found[0].network != found[1].network
    for each in found:
        assert each.core_minutes is None or each.core_minutes > 0


def finished(run: Run, folder: Path, steps: int = 16) -> None:
    """Write the files of a run that made as many decisions of 16, without a network."""
    run.folder(folder).mkdir(parents=True)
    (run.folder(folder) / "config.json").write_text('{"steps": 16}', "utf-8")
    row = {"iteration": 1, "steps": steps, "eval_score": 3.5, "eval_win_rate": 0.5}
    (run.folder(folder) / "curve.jsonl").write_text(f"{json.dumps(row)}\n", "utf-8")


def test_a_result_holds_for_its_network_options_and_games_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tiny("one").run(1)
    finished(run, tmp_path)
    assert not is_measured(run, tmp_path, GAMES)
    run.network(tmp_path).write_bytes(b"weights")
    monkeypatch.setattr(studies, "load_network", lambda file: None)
    monkeypatch.setattr(studies, "evaluate", lambda *args, **kwargs: (61.5, 0.25))
    studies.measure(run, tmp_path, GAMES, 1.5)
    saved = Result.load(run.result(tmp_path))
    assert (saved.vp, saved.wins, saved.core_minutes) == (61.5, 0.25, 1.5)
    assert saved.curve == ((16, 3.5),)
    assert is_measured(run, tmp_path, GAMES)
    assert not is_measured(run, tmp_path, GAMES + 1)
    other = Run(tiny("one", "--epochs 1"), 1)
    assert not is_measured(other, tmp_path, GAMES)
    run.network(tmp_path).write_bytes(b"other weights")
    assert not is_measured(run, tmp_path, GAMES)


def test_a_run_that_was_interrupted_has_no_result_and_ends_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [tiny("one").run(1), tiny("one").run(2)]
    finished(runs[0], tmp_path, steps=8)
    monkeypatch.setattr(Run, "train", lambda *args: 0)
    assert train(runs, tmp_path, threads=1, games=GAMES) != 0
    assert not runs[0].result(tmp_path).exists()


def test_the_first_run_that_fails_ends_all(tmp_path: Path) -> None:
    runs = [tiny("bad", "--clip-coef nonsense").run(1), tiny("next").run(1)]
    assert train(runs, tmp_path, threads=1, games=GAMES) != 0
    assert not (tmp_path / "next").exists()


def test_a_curve_has_what_was_evaluated_and_no_half_of_a_line(tmp_path: Path) -> None:
    assert curve_of(tmp_path) == []
    rows = [
        {"iteration": 1, "steps": 1},
        {"iteration": 2, "steps": 2, "eval_score": 3.0, "eval_win_rate": 0.5},
    ]
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (tmp_path / "curve.jsonl").write_text(f'{text}{{"steps": 3, "best_sco', "utf-8")
    assert curve_of(tmp_path) == rows[1:]


def test_seeds_are_numbers_and_ranges() -> None:
    assert parse_numbers("1-5") == list(SEEDS)
    assert parse_numbers("7, 1-2,2") == [7, 1, 2]
    for text in ("", "5-1", "1-", "one", "-3"):
        with pytest.raises(typer.BadParameter, match="is not like 1-5"):
            parse_numbers(text)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the runs that commands of the test train."""
    names: list[str] = []

    def noted(runs: list[Run], *rest: object) -> int:
        names.extend(run.name for run in runs)
        return 0

    monkeypatch.setattr(studies, "train", noted)
    return names


def call(*words: str) -> tuple[int, str]:
    """Return the exit status of the command and its output on one line."""
    app = typer.Typer()
    app.command()(studies.main)
    result = CliRunner().invoke(app, words)
    return result.exit_code, " ".join(result.output.replace("│", "").split())


def test_a_command_trains_every_study_with_five_seeds(asked: list[str]) -> None:
    assert call() == (0, "")
    assert sorted(asked) == sorted(f"{each.name}-{seed}" for each in STUDIES for seed in SEEDS)


def test_shards_share_the_runs(asked: list[str]) -> None:
    words = ("--only", "usual,small", "--seeds", "1-2")
    for shard in ("1/3", "2/3", "3/3"):
        assert call(*words, "--shard", shard) == (0, "")
    assert asked == ["usual-1", "small-2", "small-1", "usual-2"]
    assert call(*words, "--shard", "4/3")[0] == 2


def test_runs_with_published_results_are_left_out_on_request(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "KEPT", tmp_path)
    run = STUDIES[0].run(1)
    result = Result(run.options, "0" * 32, 2.5, studies.GAMES, 70.0, 0.1, ((5, 70.0),))
    result.save(kept_file(run, tmp_path))
    words = ("--only", run.study.name, "--seeds", "1-2")
    assert call(*words, "--only-missing") == (0, "")
    assert call(*words, "--only-missing", "--games", "3") == (0, "")
    assert call(*words) == (0, "")
    assert asked == ["usual-2", "usual-1", "usual-2", "usual-1", "usual-2"]
    assert call(*words, "--only-missing", "--shard", "1/2") == (0, "")
    assert asked[5:] == []
    assert call(*words, "--only-missing", "--shard", "2/2") == (0, "")
    assert asked[5:] == ["usual-2"]


def test_a_name_that_is_none_is_refused() -> None:
    status, output = call("--only", "usual,nonsense")
    assert status == 2
    names = ", ".join(study.name for study in STUDIES[:2])
    assert f"'nonsense' is not one of {names}" in output
