"""Two versions of this project side by side: ``python -m experiments.compare_versions BEFORE``.

Three processes play random games of Rats of Wistar in turns of a fifth of a second: one with the
earlier version, two with the later version. The ratio of these two shows the noise. On a shared
machine, rates vary up to twofold from minute to minute; ratios of neighbouring turns do not.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated, Any, Final, cast

import numpy as np
import numpy.typing as npt
import typer
from rich.progress import track
from scipy.stats import bootstrap

from experiments import version_slices
from website.doc_tables import table
from wistar_env.system.processes import interpreter

#: The processes; rounds start with each of them in rotation.
RUNS: Final = ("before", "after", "null")
BEFORE, AFTER, NULL = RUNS
_RESAMPLES: Final = 2000


class Version:
    """A process that times slices of the version in a folder.

    Attributes
    ----------
    rounds
        The rounds of one slice, by the name of what is timed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            # -P: modules in the folder of that file would shadow other modules.
            [interpreter(), "-P", version_slices.__file__],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            imported, self.rounds = cast(tuple[str, dict[str, int]], self._answer())
            if not Path(imported).is_relative_to(folder):
                raise RuntimeError(f"Python imports wistar_env from {imported} instead of {folder}")
        except RuntimeError:
            self.close()
            raise

    def _answer(self) -> Any:
        line = cast(IO[str], self.process.stdout).readline()
        if not line:
            raise RuntimeError(
                f"the version in {self.folder} cannot be measured: see the output above"
            )
        return json.loads(line)

    def rate(self, name: str, rounds: int) -> float:
        """Time a slice, and return its decisions per second of processor time."""
        pipe = cast(IO[str], self.process.stdin)
        with suppress(BrokenPipeError):  # The process has ended, so reading its answer fails.
            print(json.dumps([name, rounds]), file=pipe, flush=True)
        return float(self._answer())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


@contextmanager
def versions(folders: Mapping[str, Path]) -> Iterator[dict[str, Version]]:
    """Start a process per version, and end them on exit."""
    started: dict[str, Version] = {}
    try:
        for name, folder in folders.items():
            started[name] = Version(folder)
        yield started
    finally:
        for each in started.values():
            each.close()


def alternate(
    running: Mapping[str, Version], number: int
) -> dict[str, dict[str, npt.NDArray[np.float64]]]:
    """Return the rates of this many rounds, by workload and process."""
    rounds = running[AFTER].rounds
    rates = {name: {run: np.zeros(number) for run in RUNS} for name in rounds}
    for k in track(range(number), "slices"):
        first = k % len(RUNS)
        for name in rounds:
            for run in (*RUNS[first:], *RUNS[:first]):
                rates[name][run][k] = running[run].rate(name, rounds[name])
    return rates


def ratio(rates: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> str:
    """Return the median ratio of neighbouring slices, with its 95% interval by the bootstrap."""
    ratios = rates / others
    found = bootstrap(
        (ratios,),
        np.median,
        n_resamples=_RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    return f"{np.median(ratios):.3f} ({found.low:.3f}-{found.high:.3f})"


def versions_table(rates: Mapping[str, Mapping[str, npt.NDArray[np.float64]]]) -> str:
    """Return the ratios as a Markdown table; the last row combines all workloads of a round."""
    together = {
        run: np.exp(np.mean([np.log(each[run]) for each in rates.values()], axis=0)) for run in RUNS
    }
    rows: Sequence[Sequence[str]] = [
        [name, ratio(each[AFTER], each[BEFORE]), ratio(each[NULL], each[AFTER])]
        for name, each in {**rates, "all": together}.items()
    ]
    return table(["random games in a batch", "after / before", "null pair"], rows)


def check_version(folder: Path) -> Path:
    """Return a version's folder; reject others, with which the installed version would run."""
    if not (folder / "wistar_env" / "__init__.py").exists():
        raise typer.BadParameter(
            f"{folder} has no wistar_env: name the folder of a clone or a worktree"
        )
    return folder


def main(
    before: Annotated[
        Path, typer.Argument(help="Folder of the earlier version.", callback=check_version)
    ],
    after: Annotated[
        Path, typer.Argument(help="Folder of the later version.", callback=check_version)
    ] = Path(),
    rounds: Annotated[
        int, typer.Option(help="Time slices that each process measures per batch.", min=3)
    ] = 30,
) -> None:
    """Compare the speed of two versions, and of the later one with itself."""
    folders = {BEFORE: before.absolute(), AFTER: after.absolute(), NULL: after.absolute()}
    with versions(folders) as running:
        print(versions_table(alternate(running, rounds)))


if __name__ == "__main__":
    typer.run(main)
