"""Entries of baselines in the tracks of the benchmark: ``python -m experiments.baseline_entries``.

The five networks of each algorithm that was measured with five seeds play the tasks of a setting
again, and the entries are published in ``docs/leaderboard``. ``--pack FILE`` instead packs the
networks of seed 1 in one file for a release. Networks missing from ``results/baselines`` are
retrained, and must equal the measured ones bit for bit. To resume, repeat the command.
"""

import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from experiments.baseline_algorithms import SETTINGS, Algorithm, Setting
from experiments.baseline_page import Row
from experiments.baselines import (
    FOLDER,
    MEASURED,
    Run,
    check_names,
    runs,
    train,
    weights_sha256,
)
from experiments.best_responses import measured
from experiments.leaderboard import ENTRIES
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.entries import games_of, read_entry
from wistar_env.benchmark.protocol.tasks import TASKS, TRACKS, TRAINING_RUNS
from wistar_env.errors import ResultsError
from wistar_env.system.cpu import available_cores

#: Where entries are played.
PLAYED: Final = Path("results/baseline-entries")
#: The index file in a pack of networks.
INDEX: Final = "networks.json"
#: The learning tracks, by decisions.
_TRACKS: Final = {track.decisions: name for name, track in TRACKS.items() if not track.tasks}


@dataclass(frozen=True)
class Method:
    """Five measured runs of an algorithm in a setting, with their measurements."""

    algorithm: Algorithm
    setting: Setting
    budget: int
    runs: Sequence[tuple[Run, Row]]

    @property
    def track(self) -> str:
        """The name of the track of the budget."""
        return _TRACKS[self.budget]

    @property
    def name(self) -> str:
        """The name of the entrant; names must not contain spaces."""
        return f"{re.sub(r'[^A-Za-z0-9]+', '-', self.algorithm.name)}-{self.track}"

    @property
    def core_hours(self) -> float:
        """Mean core hours per run."""
        seconds = [float(row["cpu_seconds"]) for _, row in self.runs]
        return round(sum(seconds) / len(seconds) / 3600, 4)


def measured_runs(rows: Sequence[Row], only: Sequence[str]) -> Iterator[tuple[Run, Row]]:
    """Yield the runs that left a network, with their measurements."""
    by_key = {json.dumps(row["key"]): row for row in rows if "weights_sha256" in row}
    for run in runs(only, [each.name for each in SETTINGS], 1.0):
        if row := by_key.get(json.dumps(run.key)):
            yield run, row


def methods(rows: Sequence[Row], only: Sequence[str] = ()) -> Iterator[Method]:
    """Yield the methods that can be entered: all seeds of a budget that has a track."""
    groups: dict[tuple[str, str, int], list[tuple[Run, Row]]] = {}
    for run, row in measured_runs(rows, only):
        key = run.algorithm.name, run.setting.name, run.budget
        groups.setdefault(key, []).append((run, row))
    for found in groups.values():
        run = found[0][0]
        if run.algorithm.unit == "decisions" and run.budget in _TRACKS:
            if len(found) == TRAINING_RUNS:
                yield Method(run.algorithm, run.setting, run.budget, found)


def network_of(run: Run, row: Row, folder: Path) -> Path:
    """Return the file of a measured network, retrained if it is missing.

    Raises ResultsError if its weights differ from the measured network's.
    """
    there = run.folder(folder)
    file = there / "network.npz"
    if not file.exists():
        shutil.rmtree(there, ignore_errors=True)
        train(run.commands(there), there)
    if (found := weights_sha256(file)) != row["weights_sha256"]:
        raise ResultsError(
            f"{file} must have the weights that were measured, with the SHA-256 "
            f"{row['weights_sha256']} as in {MEASURED}, found {found}; remove the folder of "
            "this network and its line in the file of measurements, and measure it again"
        )
    return file


def publish(method: Method, folder: Path, published: Path, games: int | None = None) -> None:
    """Play a method's missing tasks, and publish the complete entries."""
    files = [network_of(run, row, folder) for run, row in method.runs]
    specs = tuple(f"network:{file}" for file in files)
    entrant = Entrant(specs, method.name, method.track, training_core_hours=method.core_hours)
    for name in method.setting.tasks:
        there = published / method.name
        if (old := there / f"{name}.json").exists() and read_entry(old).is_complete:
            continue
        played = PLAYED / method.name
        entry = bench(TASKS[name], entrant, played, games=games, workers=available_cores())
        print(f"{name}: {method.name}, {entry.status}, margin {entry.numbers.margin.value:.1f}")
        if entry.is_complete:
            there.mkdir(parents=True, exist_ok=True)
            # Games come first, as an entry without games is rejected.
            for each in (games_of(played / f"{name}.json"), played / f"{name}.json"):
                shutil.copy(each, there)


def pack(found: Sequence[tuple[Run, Row]], folder: Path, file: Path) -> None:
    """Pack the networks of seed 1 with their training commands and results."""
    file.parent.mkdir(parents=True, exist_ok=True)
    index = {}
    with zipfile.ZipFile(file, "w") as packed:
        for run, row in found:
            if run.seed == 1:
                there = run.folder(Path())
                packed.write(network_of(run, row, folder), f"{there.name}.npz")
                commands = [shlex.join(words) for words in run.commands(FOLDER / there)]
                index[f"{there.name}.npz"] = {**row, "commands": commands}
        packed.writestr(INDEX, json.dumps(index, indent=1))
    print(f"{file}: {len(index)} networks")


def main(
    only: Annotated[
        list[str] | None,
        typer.Option(help="Algorithm, as in docs/baselines.md; repeatable. Default: all."),
    ] = None,
    budget: Annotated[
        float, typer.Option(help="Only this training budget, in decisions; 0: all budgets.")
    ] = 0,
    pack_into: Annotated[
        Path | None,
        typer.Option("--pack", help="Instead, pack the networks of seed 1 into this ZIP file."),
    ] = None,
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
    file: Annotated[Path, typer.Option(help="JSON file of measurements.")] = MEASURED,
    published: Annotated[Path, typer.Option(help="Folder of the leaderboard.")] = ENTRIES,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Play only about this many games per task, and publish nothing."),
    ] = None,
) -> None:
    """Enter measured baselines in the tracks of the benchmark, or pack their networks."""
    check_names(only or ())
    rows = measured(file)
    if pack_into is not None:
        found = measured_runs(rows, only or ())
        pack([each for each in found if budget in (0, each[0].budget)], folder, pack_into)
        return
    for method in methods(rows, only or ()):
        if budget in (0, method.budget):
            publish(method, folder, published, games)


if __name__ == "__main__":
    typer.run(main)
