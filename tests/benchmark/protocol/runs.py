"""Shared helpers of tests of the benchmark protocol: trials of few games, played once."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.entries import Entry, file_hash, read_entry
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.kit.replays.shards import Shard

GREEDY = Entrant(("greedy",), "greedy")
FIVE = tuple(f"solitary_bots:NthBot:{k}" for k in range(1, 6))


def trial(folder: Path, task: str, games: int, entrant: Entrant = GREEDY, **more: Any) -> Entry:
    """Play a few games of a task."""
    return bench(TASKS[task], entrant, folder, games=games, **more)


def changed_games(folder: Path, where: Path, task: str, **arrays: np.ndarray) -> Path:
    """Copy an entry with changed arrays of games and their new hash, and return its file."""
    shutil.copytree(folder, where, dirs_exist_ok=True)
    file = where / f"{task}.npz"
    shard = Shard.load(file)
    Shard(**{**vars(shard), **arrays}).save(file)
    entry = read_entry(where / f"{task}.json").model_copy(update={"games_hash": file_hash(file)})
    return entry.save(where)


def changed_entry(file: Path, where: Path, **fields: Any) -> Path:
    """Copy an entry and its games, with changed fields, and return its file.

    ``a__b`` is the field ``b`` in the field ``a``, and ``a__0`` the first entry of a list.
    """
    entry = json.loads(file.read_text("utf-8"))
    for path, value in fields.items():
        *places, last = (int(each) if each.isdigit() else each for each in path.split("__"))
        inside = entry
        for place in places:
            inside = inside[place]
        inside[last] = value
    where.mkdir(parents=True, exist_ok=True)
    shutil.copy(file.with_suffix(".npz"), where)
    (where / file.name).write_text(json.dumps(entry), "utf-8")
    return where / file.name
