"""Bots that halt, and workers whose parent ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wistar_env import RatsOfWistar
from wistar_env.benchmark import BotError, ladder
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.work_units import Plan, WorkUnit, run

HALTING = "solitary_bots:HaltingBot"
PHRASES = {
    "built": "cannot be built:",
    "reset": "cannot be reset:",
    "asked": r"failed \(game seed \d+\):",
}
REASONS = {
    "leave": "SystemExit: I am leaving",
    "raise": "Halted: I am halted",
    "fail": "RuntimeError: I am broken",
    "blame": "BotError: somebody else did it",
    "hang": r"TookTooLong: no answer within 0.2 s, the limit of --bot-timeout",
}


def block(where: str, how: str) -> WorkUnit:
    return WorkUnit(
        RatsOfWistar,
        (f"{HALTING}:{where},{how}",),
        1,
        range(1),
        options={"level": 0},
        bot_timeout=0.2,
    )


@pytest.mark.parametrize("where", PHRASES)
@pytest.mark.parametrize("how", REASONS)
def test_a_bot_that_halts_is_named_with_what_it_did(where: str, how: str) -> None:
    message = f"(?s)bot '{HALTING}:{where},{how}' {PHRASES[where]}.*{REASONS[how]}"
    with pytest.raises(BotError, match=message):
        ladder.play_unit(block(where, how))


def test_a_bot_that_swallows_its_interruption_is_interrupted_again() -> None:
    with pytest.raises(BotError, match="TookTooLong"):
        ladder.play_unit(block("asked", "hold_on"))


def test_a_bot_that_cannot_be_built_is_told_before_anything_is_played() -> None:
    for how in ("leave", "hang"):
        with pytest.raises(BotError, match=f"(?s)'{HALTING}:built,{how}' cannot be built"):
            plan(f"{HALTING}:built,{how}")


def plan(bot: str) -> Plan:
    return ladder.plan([bot], levels=[0], games=2, seed=1, batch=1, bot_timeout=0.5)


@pytest.mark.parametrize("how", ["leave", "hang"])
def test_a_bot_that_halts_in_a_worker_process_is_named_too(tmp_path: Path, how: str) -> None:
    halting = plan(f"{HALTING}:asked,{how}")
    with (
        Results.open(tmp_path / "x.jsonl", halting.header, halting.key_of) as results,
        pytest.raises(BotError, match=f"(?s)asked,{how}' failed.*{REASONS[how][:9]}"),
    ):
        run(halting, results, workers=2, on_progress=lambda games: None)


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    busy.mkdir()
    options = ["--levels", "1", "--games", "2", "--workers", "2", "--batch", "1"]
    command = [sys.executable, "-m", "wistar_env", "ladder", f"tests.benchmark.bots:BusyBot:{busy}"]
    with subprocess.Popen(
        [*command, *options, "--out", str(tmp_path / "x.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as parent:
        try:
            while len([*busy.iterdir()]) < 2:
                assert parent.poll() is None, parent.communicate()[1]
                time.sleep(0.05)
            parent.kill()
            # The pipes are closed when the workers have ended too.
            parent.communicate(timeout=30)
        finally:
            if _runs(parent.pid):
                os.killpg(parent.pid, signal.SIGKILL)


def _runs(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
