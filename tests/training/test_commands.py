"""How far a run is, on terminals of any width, and how its command ends."""

import io
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

import wistar_env.training
from wistar_env.compiled import sources
from wistar_env.system.processes import python
from wistar_env.training.commands import RunProgress, run_command

FOLDER = Path(wistar_env.training.__file__).parent
SCRIPTS = [
    path.stem for path in sorted(FOLDER.glob("*.py")) if "\nif __name__ ==" in path.read_text()
]
OF_THE_EXTRA = re.compile(r"^(?:import|from) (?:torch|sb3_contrib|stable_baselines3)", re.MULTILINE)
#: The scripts that cannot begin without the extra "train".
TORCHED = ["cloning", "pytorch", "sb3", "speed"]
#: Runs modules as ``python -m`` does, without the extra "train", and prints how each ended.
WITHOUT_EXTRA = """
import json, runpy, sys
class Missing:
    def find_spec(self, name, *_):
        if name in ("torch", "sb3_contrib", "stable_baselines3"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
scripts, ends = sys.argv[1:], {}
for script in scripts:
    sys.argv = [script, "--help"]
    try:
        runpy.run_module("wistar_env.training." + script, run_name="__main__")
    except SystemExit as end:
        ends[script] = end.code
print(json.dumps(ends))
"""

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
    assert "50 %" in shown(39)
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


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_imports_nothing_of_the_extra_without_saying_so(script: str) -> None:
    for module in sources.needed([f"wistar_env.training.{script}"]):
        file = sources.file_of(module)
        assert file is not None
        assert not OF_THE_EXTRA.search(file.read_text("utf-8")), module


@pytest.fixture(scope="module")
def without_extra() -> dict[str, object]:
    """Return what scripts whose extra is missing exit with, all of them in one process."""
    done = subprocess.run(
        [*python(f"exec({WITHOUT_EXTRA!r})"), *TORCHED],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("script", TORCHED)
def test_a_script_whose_extra_is_missing_says_which_in_a_sentence(
    script: str, without_extra: dict[str, object]
) -> None:
    told = without_extra[script]
    # Python prints a text that a program exits with, and exits with 1.
    assert isinstance(told, str)
    assert told.startswith("error: this needs the extra 'train' (torch is missing)")
    assert len(told.splitlines()) == 1
