"""Display and log after each PPO update."""

import io
import time
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from wistar_env.cli.training_runs import RunProgress
from wistar_env.training.callbacks import ProgressDisplay, call_all, callback_of, game_metrics

METRICS = {"entropy": 1.25, "approx_kl": 0.01}


def shown(metrics: dict[str, float]) -> str:
    """Return the line of an update that has an evaluation, so that it is printed."""
    console = Console(file=io.StringIO(), width=200)
    config: Any = SimpleNamespace(batch_size=64, num_updates=4, evaluate_every=2)
    run: Any = SimpleNamespace(updates=1, phase="training")
    display = ProgressDisplay(RunProgress(console=console), config)
    with console.capture() as captured:
        display(run, {**METRICS, **metrics, "eval_score": 50.0, "eval_win_rate": 0.5})
    return captured.get()


def test_score_and_win_rate_are_means_over_games() -> None:
    assert game_metrics([[10.0, 0.0], [30.0, 1.0]]) == {"score": 20.0, "win_rate": 0.5}


def test_without_a_finished_game_there_is_no_score() -> None:
    assert game_metrics([]) == {}


def test_the_display_says_that_no_game_has_finished() -> None:
    assert "k/s, no game finished, evaluation: score 50.0" in shown({})
    assert "k/s, score 20.0, 25% won, evaluation: " in shown({"score": 20.0, "win_rate": 0.25})


def test_the_speed_shown_is_that_of_all_updates_from_one_evaluation_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Six updates of a second; the evaluation of each third one takes nine.
    clock = iter([100.0, 101, 102, 112, 113, 114, 124])
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    console = Console(file=io.StringIO(), width=200)
    config: Any = SimpleNamespace(batch_size=8000, num_updates=6, evaluate_every=3)
    display = ProgressDisplay(RunProgress(console=console), config)
    with console.capture() as captured:
        for update in range(1, 7):
            run: Any = SimpleNamespace(updates=update, phase="training")
            evaluation = {"eval_score": 50.0, "eval_win_rate": 0.5} if update % 3 == 0 else {}
            display(run, METRICS | evaluation)
    lines = [line for line in captured.get().splitlines() if "update" in line]
    assert len(lines) == 2
    assert all("2.0k/s" in line for line in lines)


def test_all_callbacks_are_called_and_only_true_stops() -> None:
    calls: list[tuple[Any, dict[str, float]]] = []

    def tell(run: Any, metrics: dict[str, float]) -> object:
        calls.append((run, metrics))
        return len(calls)

    assert call_all([tell, lambda *_: True, tell], "run", METRICS)
    assert calls == [("run", METRICS)] * 2
    assert not call_all([tell, lambda *_: None], "run", METRICS)


class Recorder:
    def __call__(self, run: Any, metrics: dict[str, float]) -> None:
        """Do nothing."""


def of_a_command(run: Any, metrics: dict[str, float]) -> bool:
    return True


def test_a_callback_is_named_by_its_module_and_its_function_or_class() -> None:
    assert callback_of(f"{__name__}:of_a_command") is of_a_command
    assert isinstance(callback_of(f"{__name__}:Recorder"), Recorder)


@pytest.mark.parametrize(
    "name",
    ["no_such_module:f", f"{__name__}:nothing", f"{__name__}:METRICS", "collections:Counter"],
)
def test_what_is_no_callback_is_rejected(name: str) -> None:
    with pytest.raises(ValueError, match=f"callback .* found '{name}'"):
        callback_of(name)
