import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from experiments import perf_profile


def test_a_function_ends_where_the_next_one_begins(tmp_path: Path) -> None:
    path = perf_profile.write_map(tmp_path, {0x300: "last", 0x10: "first", 0x20: "second"})
    assert path.name == f"perf-{os.getpid()}.map"
    assert path.read_text() == "10 10 first\n20 2e0 second\n300 10000 last\n"


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_every_compiled_function_of_a_step_has_a_name() -> None:
    known = perf_profile.addresses()
    assert {"encode", "write_changes", "legal_of", "step", "choose_random", "find_illegal"} <= set(
        known.values()
    )
    assert len(known) > 40


def test_it_steps_a_batch_and_prints_how_fast(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "experiments.perf_profile", "--games", "4"]
    run = subprocess.run(
        [*command, "--seconds", "0.1", "--observation", "none"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "decisions/s" in run.stdout
    assert len(list(tmp_path.glob("perf-*.map"))) == 1
