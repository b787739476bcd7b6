"""The learning curve of a run, as pictures and for TensorBoard."""

import sys
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from wistar_env.training import curves
from wistar_env.training.checkpoints import lock_run
from wistar_env.training.curves import EventLog, compared, last_evaluations, pictures

LEARNED = [
    {"iteration": 1, "steps": 0, "score": 30.0, "win_rate": 0.0, "accuracy": 0.2},
    {"iteration": 2, "steps": 64, "score": 40.0, "win_rate": 0.1, "policy_loss": 0.5},
    {
        "iteration": 3,
        "steps": 128,
        "score": 50.0,
        "win_rate": 0.2,
        "eval_score": 60,
        "eval_win_rate": 0.3,
    },
]
SEARCHED = [{"iteration": 1, "games": 64, "score": 90.0, "win_rate": 0.5, "eval_score": 80.0}]


@pytest.mark.parametrize(
    ("rows", "below"), [(LEARNED, "decisions, millions"), (SEARCHED, "games played")]
)
def test_a_curve_is_drawn_as_png_and_svg_by_what_it_is_counted_in(rows: Any, below: str) -> None:
    drawn = pictures(rows)
    assert {*drawn} == {".png", ".svg"}
    assert Image.open(BytesIO(drawn[".png"])).size[0] > 600
    assert below.encode() in drawn[".svg"]
    assert drawn == pictures(rows)


def test_a_run_that_has_not_learned_yet_has_no_picture() -> None:
    assert pictures([]) == pictures(LEARNED[:1]) == {}


def evaluated(*scores: float) -> list[dict[str, Any]]:
    """Return the curve of a run that was evaluated after each 100 decisions."""
    return [
        {"iteration": k, "steps": 100 * k, "eval_score": score, "eval_win_rate": 0.5}
        for k, score in enumerate(scores, start=1)
    ]


def test_of_runs_with_several_seeds_the_last_common_evaluation_is_told_with_its_interval() -> None:
    seeds = [evaluated(10, 20), evaluated(10, 24, 90)]
    table = last_evaluations({"three": seeds, "one": [evaluated(7)], "none": [LEARNED[:1]]})
    three, one, none = table.rows
    # Student's t with one degree of freedom: 12.706 standard errors of 2.
    assert three == ["three", "2", "200", "22.0", "-3.4 to 47.4", "50.0%", "50.0% to 50.0%"]
    assert one == ["one", "1", "100", "7.0", "-", "50.0%", "-"]
    assert none == ["none", "1", *["-"] * 5]
    (searched,) = last_evaluations({"search": [SEARCHED]}).rows
    assert searched == ["search", "1", "64", "80.0", *["-"] * 3]


def test_several_methods_are_drawn_with_a_band_over_seeds() -> None:
    drawn = compared({"a": [evaluated(1, 2), evaluated(3, 4)], "b": [evaluated(5)]})
    assert {*drawn} == {".png", ".svg"}
    # One band in each of two panels.
    assert drawn[".svg"].count(b"FillBetweenPolyCollection") == 2
    alone = compared({"b": [evaluated(5)]})
    assert b"FillBetweenPolyCollection" not in alone[".svg"]


def test_a_run_keeps_its_pictures_with_its_state(tmp_path: Path) -> None:
    with lock_run(tmp_path, {}) as kept:
        for row in LEARNED:
            kept.log(row)
        assert not (tmp_path / "curve.svg").exists()
        kept.save({}, {})
    assert (tmp_path / "curve.png").read_bytes() == pictures(LEARNED)[".png"]
    assert (tmp_path / "curve.svg").read_bytes() == pictures(LEARNED)[".svg"]


def test_metrics_go_to_tensorboard_if_that_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, float, int]] = []

    class Writer:
        def __init__(self, folder: str) -> None:
            assert folder == str(tmp_path / "tensorboard")

        def add_scalar(self, tag: str, data: float, step: int) -> None:
            written.append((tag, data, step))

        def close(self) -> None:
            written.append(("closed", 0.0, 0))

    summary: Any = ModuleType("tensorboard.summary")
    summary.Writer = Writer
    monkeypatch.setitem(sys.modules, "tensorboard", ModuleType("tensorboard"))
    monkeypatch.setitem(sys.modules, "tensorboard.summary", summary)
    monkeypatch.setattr(curves, "find_spec", lambda name: name)
    with lock_run(tmp_path, {}) as kept:
        kept.log(LEARNED[1])
    assert ("rollout/score", 40.0, 64) in written
    assert ("train/policy_loss", 0.5, 64) in written
    assert written[-1] == ("closed", 0.0, 0)


def test_without_tensorboard_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curves, "find_spec", lambda name: None)
    log = EventLog(tmp_path / "tensorboard")
    log.write(LEARNED[1])
    log.close()
    assert not (tmp_path / "tensorboard").exists()
