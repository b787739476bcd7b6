"""Baselines: runs, resumed runs, and the page about them."""

import json
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from experiments import baselines
from experiments.baseline_algorithms import ALGORITHMS, SETTINGS, Algorithm
from experiments.baseline_page import (
    _without,
    exploited,
    plots_of,
    reached,
    results,
    spread,
    tables_of,
)
from experiments.baselines import Run, check_names, curve_of, runs, train
from experiments.best_responses import measured
from website.doc_tables import present
from wistar_env import cli
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.cli.training import TRAINERS, trainer

SOLO = SETTINGS[0]
PPO = next(each for each in ALGORITHMS if each.name == "PPO, compiled")


def row_of(algorithm: Algorithm, seed: int, margin: float, **more: Any) -> dict[str, Any]:
    """Return an invented measurement in the solo game."""
    tasks = {
        name: {"margin": margin, "score": 50 + margin, "win_rate": 0.5, "games": 100}
        for name in (*SOLO.tasks, "levels")
    }
    key = Run(algorithm, SOLO, algorithm.budgets[0].size, seed).key
    return {"key": key, "tasks": tasks, "processor": "Z80", "unit": algorithm.unit} | more


def learned(seed: int, margin: float, curve: list[list[float]]) -> dict[str, Any]:
    """Return the measurement of a run of PPO."""
    steps = int(curve[-1][0])
    return row_of(PPO, seed, margin, decisions=steps, cpu_seconds=36.0, curve=curve)


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda each: each.name)
def test_every_command_is_one_that_its_program_accepts(
    algorithm: Algorithm, tmp_path: Path
) -> None:
    for setting in SETTINGS:
        if setting.name not in algorithm.settings:
            continue
        made = Run(algorithm, setting, algorithm.budgets[0].size, 1)
        for module, *words in made.commands(tmp_path):
            if module != "wistar_env":
                pytest.importorskip("torch")
                known = {field.name for field in fields(import_module(module).Args)}
                assert {word[2:].replace("-", "_") for word in words[::2]} <= known
                continue
            current: Any = typer.main.get_command(cli.app)
            while words and words[0] in getattr(current, "commands", {}):
                current = current.commands[words.pop(0)]
            if current.name in TRAINERS:
                if current.name == "sb3":
                    pytest.importorskip("torch")
                current = trainer(current.name)
            current.make_context("wistar", words)


def test_every_setting_plays_tasks_of_its_game_and_number_of_players() -> None:
    for setting in SETTINGS:
        for name in setting.tasks:
            assert (TASKS[name].game, TASKS[name].players) == (setting.game, setting.players)


def test_each_run_is_there_once_and_a_trial_has_one_seed() -> None:
    every = [each.name for each in SETTINGS]
    whole = [*runs([], every, 1.0)]
    assert len({json.dumps(each.key) for each in whole}) == len(whole)
    assert {each.seed for each in runs([], every, 0.02)} == {1}
    once = [*runs([], every, 0.02, once=True)]
    assert [each.algorithm for each in once] == [each for each in ALGORITHMS if not each.ablation]
    small = [each.steps for each in runs(["DQN"], ["solo"], 0.02)]
    assert small == [20_000]


def test_unknown_names_are_rejected() -> None:
    check_names(["DQN"], ["solo"])
    with pytest.raises(typer.BadParameter, match=r"random, greedy, .* found 'dqn'"):
        check_names(["dqn"])
    with pytest.raises(typer.BadParameter, match=r"solo, two, four, lab-rats; found 'three'"):
        check_names([], ["solo", "three"])


def test_a_command_that_was_interrupted_is_run_again_and_a_finished_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    clock, statuses = iter(range(0, 1000, 10)), {"second": [1, 0]}

    def run_module(name: str, *arguments: str) -> int:
        called.append(name)
        return statuses.get(name, [0]).pop(0) if name in statuses else 0

    monkeypatch.setattr(baselines, "run_module", run_module)
    monkeypatch.setattr(baselines, "_cpu_seconds", lambda: float(next(clock)))
    with pytest.raises(typer.Exit):
        train([["first"], ["second"]], tmp_path)
    assert train([["first"], ["second"]], tmp_path) == 30
    assert called == ["first", "second", "second"]
    assert train([["first"], ["second"]], tmp_path) == 30
    assert len(called) == 3


def test_only_runs_that_the_file_lacks_are_made_and_the_page_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def measure(run: Run, folder: Path, games: int | None) -> dict[str, Any]:
        assert "," not in str(folder)
        made.append(f"{run.algorithm.name} {run.seed}")
        curve = [[1000, 40.0, 0.1], [2000, 60.0, 0.2]]
        row = learned(run.seed, run.seed, curve) if run.algorithm is PPO else None
        return row or row_of(run.algorithm, run.seed, 0.0)

    monkeypatch.setattr(baselines, "measure", measure)
    page, file = tmp_path / "page.md", tmp_path / "found.json"
    page.write_text(baselines.PAGE.read_text("utf-8"), "utf-8")
    for _ in range(2):
        baselines.main(
            ["greedy", "PPO, compiled"], ["solo"], "0,1e6", 1.0, 10, False, tmp_path, file, page
        )
    assert made == ["greedy 1", *(f"PPO, compiled {seed}" for seed in range(1, 6))]
    tables = present(page.read_text("utf-8"))
    assert (
        "5 runs were trained in 0.1 core-hours, not counting best responses (Z80)"
        in tables["facts"]
    )
    assert "| PPO, compiled | 1 M | 5 | 3.0 ± 2.0 |" in tables["solo"]
    assert "10 M" not in tables["solo"], "what was not run has no row"
    plot = (tmp_path / "images/baselines-solo.svg").read_text("utf-8")
    assert "PPO, compiled" in plot
    assert "greedy" not in plot, "a bot that does not learn has no curve"


def test_the_curve_of_a_run_counts_the_decisions_of_earlier_stages(tmp_path: Path) -> None:
    for stage, points in (("1", (500, 1000)), ("2", (500,)), ("", (700,)), ("response", (900,))):
        (tmp_path / stage).mkdir(exist_ok=True)
        rows = [{"steps": each, "eval_score": 40, "eval_win_rate": 0.5} for each in points]
        lines = map(json.dumps, [*rows, {"steps": points[-1] + 100, "score": 30}])
        (tmp_path / stage / "curve.jsonl").write_text("\n".join(lines), "utf-8")
    assert [decisions for decisions, *_ in curve_of(tmp_path)] == [500, 1000, 1600, 2400]


def test_an_interval_is_over_runs() -> None:
    assert spread([1.0, 2.0, 3.0, 4.0, 5.0]) == "3.0 ± 2.0"  # 2.776 * 1.581 / 5 ** 0.5
    assert spread([3.0]) == "3.0"
    assert spread([3.0, 4.0]) == "3.5", "two runs are too few"
    assert spread([]) == "not run"


def test_greedy_is_reached_at_the_first_evaluation_that_is_as_good() -> None:
    row = learned(1, 0, [[1e6, 40.0, 0.1], [2e6, 60.0, 0.2], [3e6, 50.0, 0.6]])
    assert reached(row, 55.0) == 2e6
    assert reached(row, 61.0) == float("inf")
    row["key"][1] = "two"
    assert reached(row, None) == 3e6


def test_a_table_leaves_out_what_was_not_run_and_says_what_there_cannot_be() -> None:
    greedy = row_of(next(each for each in ALGORITHMS if each.name == "greedy"), 1, 5.0)
    rows = [greedy, *(learned(k, 0, [[1e6, 50.0 + 10 * (k > 1), 0.1]]) for k in (1, 2))]
    lines = {
        line.split(" | ")[0][2:]: line.split(" | ")[1:]
        for line in results(rows, SOLO).splitlines()[2:]
        if "10 M" not in line
    }
    assert lines["greedy"][1:3] == ["1", "5.0"]
    assert lines["greedy"][-4:] == ["-", "-", "-", "- |"]
    assert [*lines] == ["greedy", "PPO, compiled"]
    # 55 VP at level 9, as greedy has, by one of two; a million decisions in 36 s of CPU time.
    assert lines["PPO, compiled"][-5:] == [
        "55.0",
        "10",
        "1 M (1 of 2)",
        "27,778",
        "0.010 |",
    ]
    recurrent = next(each for each in ALGORITHMS if each.name == "recurrent PPO")
    assert _without(recurrent, ["5", *"abcde", *"vwxyz"]) == ["5", *["-"] * 5, *"vwxyz"]
    clone = next(each for each in ALGORITHMS if each.unit == "games")
    assert _without(clone, ["5", *"abcde", *"vwxyz"]) == ["5", *"abcde", *["-"] * 4, "z"]


def test_population_methods_are_compared_by_what_a_best_response_wins() -> None:
    algorithm = next(each for each in ALGORITHMS if each.name == "self-play")
    rows = [row_of(algorithm, seed, 0, response=0.5 + seed / 10) for seed in (1, 2, 3)]
    assert "| self-play | 20 M | 3 | 70.0 ± 24.8 |" in exploited(rows)


def test_the_page_has_the_numbers_of_the_file() -> None:
    rows = measured(baselines.MEASURED)
    tables = present(baselines.PAGE.read_text("utf-8"))
    assert tables == {name: write() for name, write in tables_of(rows).items()}
    for name in plots_of(rows):
        assert f"images/baselines-{name}.svg" in baselines.PAGE.read_text("utf-8")
