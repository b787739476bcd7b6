"""Programs that write files: what they report as saved, and how they are resumed."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from tests.chaos import kinds
from wistar_env.benchmark.protocol import entries, task_numbers
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.work_units import run
from wistar_env.datasets import Dataset, record, recording
from wistar_env.errors import FileError
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.replays import Replay
from wistar_env.training import ppo

#: Called with the number that a program reports as saved.
Told = Callable[[int], None]


@dataclass(frozen=True)
class Program:
    """A program that writes to a folder."""

    name: str
    # Does everything, or the remaining work, and calls its second argument with the number of saved
    # games, updates and so on.
    work: Callable[[Path, Told], None]
    # Returns how many of these a folder has, even if the program failed.
    saved: Callable[[Path], int]
    result: Callable[[Path], Any]  # returns the results that must be the same after interruptions


def _ladder(folder: Path, told: Told) -> None:
    file = folder / "results.jsonl"
    plan = kinds.plan().with_replays(folder / "replays", 1)
    with Results.open(file, plan.header, plan.key_of) as results:
        run(plan, results, workers=1, on_progress=told)


def _rows(folder: Path) -> int:
    plan = kinds.plan()
    copy = folder.with_name(f"{folder.name}-copy")
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".*"))
    try:
        with Results.open(copy / "results.jsonl", plan.header, plan.key_of) as results:
            return len(plan.rows(results))
    finally:
        shutil.rmtree(copy)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, except locks."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(f.relative_to(folder)): f.read_bytes() for f in files if f.suffix != ".lock"}


def _bench(folder: Path, told: Told) -> None:
    entrant = Entrant(("random",), "random")
    with mock.patch.object(task_numbers, "TIMED", 0.001):
        bench(TASKS["solo-5"], entrant, folder, games=2, on_plan=lambda plan: told)


def _played(folder: Path) -> Any:
    row = entries.read_entry(folder / "solo-5.json").model_dump() | {"measured": None}
    return row, (folder / "solo-5.jsonl").read_bytes(), (folder / "solo-5.npz").read_bytes()


def _lines(folder: Path) -> int:
    file = folder / "solo-5.jsonl"
    return max(0, file.read_bytes().count(b"\n") - 1) if file.exists() else 0


def _dataset(folder: Path, told: Told) -> None:
    with mock.patch.object(recording, "SHARD_SIZE", 2):
        record(folder, LabRats, ["random"], 3, 3, seed=1, on_progress=told)


def _games(folder: Path) -> int:
    try:
        made = Dataset(folder)
    except FileError:
        return 0
    list(made.shards())
    return len(made)


CONFIG = ppo.Config(
    num_envs=2,
    num_steps=8,
    minibatch_size=16,
    epochs=1,
    hidden1=16,
    hidden2=16,
    pretraining="none",
    steps=3 * 16,
    evaluate_every=2,
    evaluate_games=2,
)


def _train(folder: Path, told: Told) -> None:
    ppo.train(CONFIG, folder, checkpoint_minutes=0)


def _state(folder: Path) -> Any:
    curve = folder / "curve.jsonl"
    lines = curve.read_text("utf-8").count("\n")
    return lines, (folder / "network.npz").read_bytes()


def _save(folder: Path, told: Told) -> None:
    file = folder / "game.jsonl"
    for actions in (10, 20):
        kinds.replay_of(LabRats, 3, actions).save(file)
        told(actions)


def _actions(folder: Path) -> int:
    file = folder / "game.jsonl"
    return len(Replay.load(file).actions) if file.exists() else 0


PROGRAMS = (
    Program("ladder", _ladder, _rows, contents),
    Program("bench", _bench, _lines, _played),
    Program("dataset", _dataset, _games, contents),
    Program("save", _save, _actions, contents),
    Program("training", _train, lambda folder: 0, _state),
)
