"""Work in processes that share nothing."""

import os
import time
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from experiments.speed.separate_processes import processes
from wistar_env.speed.timing import Work

NAMES = ("meet", "fail")


def works(folder: Path) -> dict[str, Work]:
    (folder / f"made by {os.getpid()}").touch()

    def meet(rounds: int) -> int:
        """Return the rounds if two processes are here at the same time."""
        (folder / str(os.getpid())).touch()
        deadline = time.monotonic() + 30
        while len(list(folder.glob("[0-9]*"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        return rounds * len(list(folder.glob("[0-9]*")))

    def fail(rounds: int) -> int:
        os._exit(1)

    return {"meet": meet, "fail": fail}


def test_processes_work_at_the_same_time_and_end(tmp_path: Path) -> None:
    with processes(2, partial(works, tmp_path), NAMES) as found:
        assert sorted(found) == sorted(NAMES)
        assert len(list(tmp_path.glob("made by *"))) == 2  # the first round is timed, too
        assert found["meet"](3) == 2 * 3 * 2
        assert str(os.getpid()) not in {path.name for path in tmp_path.iterdir()}
        with pytest.raises(EOFError):
            found["fail"](1)
    assert not active_children()
