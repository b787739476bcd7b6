"""What the studies reached, told from the results of their runs."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.studies import GAMES, KEPT, SEEDS, STUDIES, Result, Run, kept_file
from experiments.study_results import (
    NOT_YET,
    draw_studies,
    keep,
    results_of,
    studies_table,
)
from wistar_env.benchmark.report import mean

USUAL, LEVELS = STUDIES[:2]
VP = {"usual": (70.0, 72.0, 71.0, 75.0, 73.0), "levels": (71.5, 72.5, 72.0, 77.0, 74.0)}


def result(run: Run, vp: float, **changes: Any) -> Result:
    curve = ((1_000_000, vp - 10), (5_000_000, vp))
    whole = Result(run.options, "0" * 32, 2.5, GAMES, vp, vp / 1000, curve)
    return dataclasses.replace(whole, **changes)


def kept(folder: Path, run: Run, vp: float, **changes: Any) -> None:
    result(run, vp, **changes).save(kept_file(run, folder))


def rows(folder: Path) -> list[list[str]]:
    """Return the cells of the table, without its head."""
    lines = [line for line in studies_table(folder).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_without_results_there_is_no_table(tmp_path: Path) -> None:
    assert studies_table(tmp_path) == NOT_YET


def test_a_row_has_means_over_runs_and_differences_paired_by_seed(tmp_path: Path) -> None:
    for study in (USUAL, LEVELS):
        for seed, vp in zip(SEEDS, VP[study.name], strict=True):
            kept(tmp_path, study.run(seed), vp)
    usual, levels = rows(tmp_path)
    expected = mean(VP["usual"])
    assert usual[1:5] == [
        "5",
        "5.0 M",
        "2.5",
        f"{expected.value:.1f} ({expected.low:.1f} to {expected.high:.1f})",
    ]
    assert usual[5] == usual[7] == ""
    gained = mean(np.subtract(VP["levels"], VP["usual"]).tolist())
    assert levels[5] == f"+1.2 (+{gained.low:.1f} to +{gained.high:.1f})"
    assert levels[7].startswith("+0.1 (")
    assert "--folder results/studies/levels/1" in studies_table(tmp_path)


def test_a_row_with_fewer_runs_says_so_and_one_run_has_no_interval(tmp_path: Path) -> None:
    kept(tmp_path, USUAL.run(1), 70.0)
    kept(tmp_path, LEVELS.run(2), 72.5)
    assert [row[1:6] for row in rows(tmp_path)] == [
        ["1 of 5", "5.0 M", "2.5", "70.0", ""],
        ["1 of 5", "5.0 M", "2.5", "72.5", ""],
    ]
    kept(tmp_path, LEVELS.run(1), 71.5)
    found = rows(tmp_path)[1]
    assert found[1] == "2 of 5"
    assert found[4].startswith("72.0 (")
    assert found[5] == "+1.5"


def test_minutes_are_of_runs_that_were_not_interrupted(tmp_path: Path) -> None:
    kept(tmp_path, USUAL.run(1), 70.0, core_minutes=None)
    assert rows(tmp_path)[0][3] == ""
    kept(tmp_path, USUAL.run(2), 70.0, core_minutes=3.0)
    assert rows(tmp_path)[0][3] == "3.0"


@pytest.mark.parametrize("changes", [{"options": "--steps 5"}, {"games": GAMES - 1}])
def test_results_of_other_options_or_games_are_left_out(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    kept(tmp_path, USUAL.run(1), 70.0, **changes)
    assert results_of(USUAL, tmp_path) == {}


def test_results_of_finished_runs_are_copied_to_the_repository(tmp_path: Path) -> None:
    run, other = USUAL.run(1), USUAL.run(2)
    for each, changes in ((run, {}), (other, {"games": 3})):
        each.folder(tmp_path).mkdir(parents=True)
        result(each, 70.0, **changes).save(each.result(tmp_path))
    keep(tmp_path, tmp_path / "kept")
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["usual-1.json"]
    assert results_of(USUAL, tmp_path / "kept") == {1: result(run, 70.0)}
    keep(tmp_path / "none", tmp_path / "kept")
    assert results_of(USUAL, tmp_path / "kept") == {1: result(run, 70.0)}


def test_curves_are_drawn_with_and_without_runs(tmp_path: Path) -> None:
    draw_studies(tmp_path, tmp_path / "none.svg")
    kept(tmp_path, USUAL.run(1), 70.0)
    kept(tmp_path, USUAL.run(2), 72.0)
    draw_studies(tmp_path, tmp_path / "some.svg")
    sizes = [(tmp_path / name).stat().st_size for name in ("none.svg", "some.svg")]
    assert sizes[0] < sizes[1]


def test_all_results_of_the_repository_are_of_studies_of_today() -> None:
    files = {kept_file(study.run(seed), KEPT) for study in STUDIES for seed in SEEDS}
    assert {*KEPT.glob("*")} <= files
    assert sum(len(results_of(study, KEPT)) for study in STUDIES) == len([*KEPT.glob("*")])
