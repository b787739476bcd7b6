"""Checks in another process that runs a game as Python: ``NUMBA_DISABLE_JIT=1``.

Games that another process cannot import by name are skipped.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Final

import numba

from wistar_env.kit import conformance
from wistar_env.kit.conformance import forged_saves, transcripts
from wistar_env.kit.conformance.case import Case
from wistar_env.system.processes import python_module

#: A location in a traceback; locations in the folder of the kit do not belong to a game.
_PLACE: Final = re.compile(
    r'^  File "(?P<file>[^<].+)", line (?P<line>\d+), in (?P<function>\w+)$', re.M
)
_KIT: Final = Path(conformance.__file__).parents[1]
#: The prefix of the sentence with which another process fails a check.
_FAILED: Final = "\nAssertionError: "


def _importable(case: Case) -> str | None:
    """Return the name by which another process imports the game, None if there is none."""
    name = f"{case.game.__module__}:{case.game.__qualname__}"
    if numba.config.DISABLE_JIT or "<locals>" in name or name.startswith("__main__"):
        return None
    return name


def _run(module: str, *arguments: str, lines: Iterable[str] = ()) -> list[str]:
    """Run a module as interpreted Python with lines as its input; return the printed words."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    done = subprocess.run(
        python_module(module, *arguments),
        input="\n".join(lines),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, in_words(done.stderr.strip())
    return done.stdout.split()


def in_words(problem: str) -> str:
    """Return the last error in a text with tracebacks, and the line of the game that raised it."""
    error = problem[problem.rfind(_FAILED) :] if _FAILED in problem else problem.split("\n")[-1]
    places = [
        place for place in _PLACE.finditer(problem) if _KIT not in Path(place["file"]).parents
    ]
    if places:
        last = places[-1]
        error += f", in {last['function']}, {Path(last['file']).name} line {last['line']}"
    return error.removeprefix(_FAILED) if _FAILED in error else f"interpreted code fails: {error}"


def interpreted_code_plays_the_same_game(case: Case) -> None:
    """Check that Python plays a game as compiled code does: state, observations and reshuffles."""
    name = _importable(case)
    if name is None:
        return
    interpreted = _run(transcripts.__name__, name, str(case.num_players), str(case.seed))
    compiled = transcripts.transcript(case.game, case.num_players, case.seed)
    for number, (one, other) in enumerate(zip_longest(compiled, interpreted)):
        assert one == other, (
            f"compiled and interpreted code differ at decision {number}: seed {case.seed}"
        )


def forged_saves_are_rejected_or_played_on(case: Case) -> None:
    """Check that a save with a changed number is rejected, or can be continued.

    The check tries positions of all phases and both ends of each declared range, in arrays of
    exactly the sizes that ``Rules`` promises.
    """
    name = _importable(case)
    if name is not None:
        saves = [save.hex() for save in forged_saves.unfinished_positions(case)]
        _run(forged_saves.__name__, name, str(case.seed), lines=saves)
