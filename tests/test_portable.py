"""What a system without POSIX has, such as Windows, is enough for everything but --bot-timeout.

The names that only POSIX has are taken away in a process of its own. That this runs shows that
nothing of ours asks for them; it is no test on Windows.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ELSEWHERE = """
import sys
# Whoever asks what the libraries are made for is told the truth, so these come first.
import asyncio, multiprocessing.util, subprocess, tempfile, numba, matplotlib, gymnasium
from importlib.util import find_spec
if find_spec("mcp"):
    import mcp
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
import os, signal
for module, names in (
    (os, ("fork", "getuid", "geteuid", "getgid", "mkfifo", "sched_getaffinity", "O_NOFOLLOW")),
    (signal, ("SIGALRM", "SIGKILL", "SIGHUP", "alarm", "setitimer", "pthread_sigmask")),
):
    for name in names:
        vars(module).pop(name, None)
"""

IMPORT = """
import importlib, pkgutil, wistar_env
for module in pkgutil.walk_packages(wistar_env.__path__, "wistar_env."):
    if module.name.rpartition(".")[2] not in ("__main__", "open_spiel"):
        importlib.import_module(module.name)
"""

PLAY = """
from pathlib import Path
from wistar_env import RatsOfWistar
from wistar_env.system import locks
from wistar_env.system import cache
cache.store(Path("a.bin"), b"kept")
assert cache.load(Path("a.bin")) == b"kept"
with locks.held(Path("x.lock")):
    try:
        locks.held(Path("x.lock")).__enter__()
    except BlockingIOError as holder:
        print(holder)
assert not Path("x.lock").exists()
game = RatsOfWistar.new(1, 1, level=2)
game.step(int(game.legal_actions()[0]))
from wistar_env.cli import app
app(["ladder", "random", "--bot-timeout", "1"])
"""


def elsewhere(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ELSEWHERE + script],
        cwd=folder,
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
            "WISTAR_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
    )


def test_every_module_is_imported_without_what_only_posix_has(tmp_path: Path) -> None:
    for package in ("mcp", "stable_baselines3", "uvicorn"):
        pytest.importorskip(package)
    done = elsewhere(IMPORT, tmp_path)
    assert done.returncode == 0, done.stderr


def test_locks_caches_and_games_need_no_posix_and_bot_timeout_says_that_it_does(
    tmp_path: Path,
) -> None:
    done = elsewhere(PLAY, tmp_path)
    assert done.stdout.startswith("process "), done.stderr
    assert done.returncode == 2
    said = " ".join(done.stderr.replace("│", " ").split())
    assert "Invalid value for '--bot-timeout': this system has no SIGALRM" in said
