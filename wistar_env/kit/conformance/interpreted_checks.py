"""Checks in another process that runs a game as Python: ``NUMBA_DISABLE_JIT=1``.

A class that another process cannot import by its name is left out.
"""

import os
import subprocess
import sys
from itertools import zip_longest
from typing import Final

import numba

from wistar_env.kit.conformance import forged_saves, transcripts
from wistar_env.kit.conformance.case import Case
from wistar_env.system.processes import python_module

#: Characters of the end of another process's error that a message shows.
_LONGEST_ERROR: Final = 800


def _run(module: str, case: Case) -> list[str] | None:
    """Run a module of this package for a case; return the lines that it prints, if it can run."""
    name = f"{case.game.__module__}:{case.game.__qualname__}"
    if numba.config.DISABLE_JIT or "<locals>" in name or name.startswith("__main__"):
        return None
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    done = subprocess.run(
        python_module(module, name, str(case.num_players), str(case.seed)),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    problem = done.stderr.strip()[-_LONGEST_ERROR:]
    assert done.returncode == 0, f"interpreted code fails: {problem}"
    return done.stdout.split()


def interpreted_code_plays_the_same_game(case: Case) -> None:
    """Check that Python plays a game as compiled code does: state, observations and reshuffles."""
    interpreted = _run(transcripts.__name__, case)
    if interpreted is None:
        return
    compiled = transcripts.transcript(case.game, case.num_players, case.seed)
    for number, (one, other) in enumerate(zip_longest(compiled, interpreted)):
        assert one == other, (
            f"compiled and interpreted code differ at decision {number}: seed {case.seed}"
        )


def forged_saves_are_refused_or_played_on(case: Case) -> None:
    """Check that a save with a changed number is refused, or can be played to its end."""
    _run(forged_saves.__name__, case)
