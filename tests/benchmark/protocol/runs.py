"""What tests of the benchmark protocol share: trials of few games, made once."""

import shutil
from pathlib import Path

import numpy as np

from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.task_rows import TaskRow, file_hash, read_row
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.kit.replays.shards import Shard

GREEDY = Entrant(("greedy",), "greedy")


def trial(folder: Path, task: str, games: int, entrant: Entrant = GREEDY) -> TaskRow:
    """Play a few games of a task."""
    return bench(TASKS[task], entrant, folder, games=games)


def changed_games(folder: Path, where: Path, task: str, **arrays: np.ndarray) -> Path:
    """Copy a row whose games have other arrays, with the hash of these, and return its file."""
    shutil.copytree(folder, where, dirs_exist_ok=True)
    file = where / f"{task}.npz"
    shard = Shard.load(file)
    Shard(**{**vars(shard), **arrays}).save(file)
    row = read_row(where / f"{task}.json").model_copy(update={"games_hash": file_hash(file)})
    return row.save(where)
