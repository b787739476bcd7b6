"""The planted faults, the checks that find them, and the time needed.

``python -m tests.kit.fault_seconds`` prints a line for each, with default settings.

Seconds are of this process; earlier compiling and other processes are not counted.
"""

import time
from typing import Final

from tests.author.planted import WrongWinner
from tests.kit.test_conformance import BROKEN
from tests.kit.test_conformance_faults import CAUSES, FAULTS
from wistar_env.kit.conformance.runner import cases_of, run_check
from wistar_env.kit.game import Game

#: Faults that are found only with three players.
ROTATED: Final = (WrongWinner, "seats_are_alike", "")

if __name__ == "__main__":
    faults: list[tuple[type[Game], str, str]] = [*CAUSES, *FAULTS, *BROKEN, ROTATED]
    for game, check, _ in faults:
        case = cases_of(game)[-1]
        if check != "games_begin":
            case.new(case.seed)  # compile it before
        start = time.process_time()
        found = bool(run_check(check, case).problem)
        seconds = time.process_time() - start
        fault = (game.__doc__ or game.__name__).splitlines()[0]
        by = f"{'found' if found else 'MISSED'} by {check.replace('_', ' ')}"
        print(f"{seconds:5.2f} s, {by}: {fault}", flush=True)
