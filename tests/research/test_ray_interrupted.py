"""If a command is killed, its workers end; repeated, it writes the same rows."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wistar_env.benchmark import ladder
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.work_units import run

pytestmark = pytest.mark.research

BOT, GAMES = "flat:rollouts=2,width=2", 40
COMMAND = ["ladder", BOT, "--levels", "9", "--games", str(GAMES), "--batch", "2"]
COMMAND += ["--ray", "local", "--workers", "1"]
LIMIT = 60.0


def processes_of(session: int) -> list[str]:
    """Return the commands of a session's processes that still run.

    Ray's agents notice within a minute that their machine is gone, and are left out.
    """
    listed = subprocess.run(
        ["ps", "-e", "-o", "sid=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=1) for line in listed.stdout.splitlines()]
    return [
        args
        for sid, args in rows
        if int(sid) == session and "Agent" not in args and "<defunct>" not in args
    ]


def wait_until_ended(session: int) -> None:
    end = time.monotonic() + LIMIT
    while running := processes_of(session):
        assert time.monotonic() < end, running
        time.sleep(0.1)


def test_workers_end_with_the_command_and_rows_are_the_same(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    main = subprocess.Popen(
        [sys.executable, "-m", "wistar_env", *COMMAND, "--out", str(out)],
        start_new_session=True,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"},
    )
    end = time.monotonic() + 4 * LIMIT
    while not (out.exists() and out.read_bytes().count(b"\n") > 1):
        assert main.poll() is None
        assert time.monotonic() < end, "no games"
        time.sleep(0.02)
    assert len(processes_of(main.pid)) > 2, "Ray has processes of its own"
    main.send_signal(signal.SIGKILL)
    main.wait()
    wait_until_ended(main.pid)

    plan = ladder.plan([BOT], levels=[9], games=GAMES, seed=1, batch=2)
    saved = out.read_bytes().count(b"\n") - 1
    assert saved < GAMES
    for path in (out, tmp_path / "alone.jsonl"):
        with Results.open(path, plan.header, plan.key_of) as results:
            run(plan, results, workers=1, on_progress=lambda games: None)
    assert out.read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
