"""How far a run is, on terminals of any width, and how its command ends."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from wistar_env.cli.training_runs import RunProgress, run_command

DETAILS = "42.0k/s, 109.1 VP 76%, evaluation 109.1 VP 76%, entropy 0.52, KL 0.0043"


def shown(width: int) -> str:
    """Return what somebody sees whose terminal is as wide, without the line breaks."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    progress = RunProgress(console=console, get_time=lambda: 0.0)
    task = progress.add_task("pretraining", total=100, completed=50, details=DETAILS)
    progress.tasks[0].start_time, progress.tasks[0].stop_time = 0.0, 3723.0
    assert task == 0
    with console.capture() as captured:
        console.print(progress.get_renderable())  # as it is shown while a run goes on
    lines = captured.get().splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("width", [24, 39, 40, 60, 80, 132])
def test_nothing_is_lost_on_a_narrow_terminal(width: int) -> None:
    seen = shown(width)
    for word in ("pretraining", "1:02:03", "-:--:--", *DETAILS.split()):
        assert word in seen, word
    assert "…" not in seen


def test_without_a_progress_bar_the_reason_is_printed() -> None:
    reason = "(no bar below 40 columns)"
    assert reason in shown(39)
    assert "50%" in shown(39)
    assert reason not in shown(40)
    assert "━" in shown(40)


def test_a_run_that_is_finished_says_how_to_play_and_how_to_train_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(lambda progress, stop: True, tmp_path, {"pretraining": "greedy"})
    told = capsys.readouterr().out
    assert f"network:{tmp_path}/network.npz" in told
    assert f"--begin-with {tmp_path}/network.npz --pretraining none" in told
    run_command(lambda progress, stop: False, tmp_path, {})
    assert "finished" not in capsys.readouterr().out
