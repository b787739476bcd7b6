"""Speed of datasets: recording solo games of greedy, and reading observations and actions.

Rates are decisions per second of processor time, so other work on the machine hardly matters.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from wistar_env.datasets import Dataset, Decisions, record
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.speed.timing import Measurement, Part, Work, measured

#: Games recorded per round, and games read per round.
RECORDED: Final = 100
READ: Final = 1000
#: Whole games read at once; as float32 a game takes 2 MB.
TOGETHER: Final = 64
KINDS: Final = ("sparse", "float32", "uint8")
_OPTIONS: Final = {"level": (5, 9)}
_TABLE: Final = "Datasets: greedy alone, one thread"


def _recording(folder: Path) -> Work:
    """Return work that records some games per round."""
    runs = count()

    def work(rounds: int) -> int:
        decisions = 0
        for _ in range(rounds):
            run = folder / str(next(runs))
            record(run, RatsOfWistar, ["greedy"], RECORDED, 1, options=_OPTIONS, seed=1)
            decisions += Dataset(run).num_decisions
        return decisions

    return work


def _reading(read: Callable[[], Iterator[Decisions]]) -> Work:
    """Return work that reads a dataset once per round."""
    return lambda rounds: sum(len(part.action) for _ in range(rounds) for part in read())


def dataset_rates(repeats: int) -> list[Measurement]:
    """Measure how fast games are recorded and read."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "games"
        record(made, RatsOfWistar, ["greedy"], READ, 1, options=_OPTIONS, seed=1)
        dataset = Dataset(made)
        works = {"recorded": _recording(Path(folder))}
        for kind in KINDS:
            works[f"read, {kind}"] = _reading(partial(dataset.decisions, kind))
            whole = partial(dataset.whole_games, kind, num_games=TOGETHER)
            works[f"read game by game, {kind}"] = _reading(whole)
        return measured(_TABLE, works, repeats, clock=time.process_time)


def parts() -> list[Part]:
    """Return the measurements."""
    return [Part("datasets", "datasets", dataset_rates)]
