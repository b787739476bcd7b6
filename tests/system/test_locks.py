"""Locks: one process at a time, which is named, and which frees them however it ends."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from wistar_env.system import locks

HOLD = """
import sys, time
from pathlib import Path
from wistar_env.system import locks
with locks.held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / ".results.jsonl.lock"


def test_a_lock_that_is_held_is_rejected_and_gone_afterwards(lock: Path) -> None:
    with locks.held(lock):
        with pytest.raises(BlockingIOError, match=r"^process \d+ on "):
            locks.held(lock).__enter__()
        assert lock.exists()
    assert list(lock.parent.iterdir()) == []
    with locks.held(lock):
        pass


def test_a_process_that_was_killed_is_named_and_frees_its_lock(lock: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, lock], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BlockingIOError, match=f"process {holder.pid} on "):
            locks.held(lock).__enter__()
        holder.kill()
    with locks.held(lock):
        pass
    assert list(lock.parent.iterdir()) == []


def test_whoever_waits_comes_next_and_never_two_at_once(lock: Path) -> None:
    inside = 0
    most = 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(5):
            with locks.held(lock, 60):
                inside += 1
                most = max(most, inside)
                time.sleep(0.002)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert not lock.exists()


def test_a_lock_that_is_not_freed_is_waited_for_no_longer_than_said(lock: Path) -> None:
    with (
        locks.held(lock),
        pytest.raises(BlockingIOError, match=r"^process \d+ on "),
        locks.held(lock, 0.01),
    ):
        pass


def test_a_link_in_place_of_the_name_of_a_holder_is_not_written_through(
    lock: Path, tmp_path: Path
) -> None:
    document = tmp_path / "document"
    document.write_text("a document")
    lock.with_name(f"{lock.name}.holder").symlink_to(document)
    with pytest.raises(OSError, match="symbolic links"), locks.held(lock):
        pass
    assert document.read_text() == "a document"
