"""Two versions of this project side by side: ``python -m experiments.compare_versions BEFORE``.

``experiments.speed`` runs in the folders of both in turns, and twice a round in that of the later
one: the two runs of the same code are a null pair, whose ratios show what chance does here.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import geometric_mean, median
from typing import Annotated, Final, NamedTuple, TypeAlias

import typer

from website.doc_tables import table
from wistar_env.system.processes import python_module
from wistar_env.system.untrusted_files import read_json, reading_file

#: The runs of a round; each round begins with another of them.
RUNS: Final = ("before", "after", "null")
BEFORE, AFTER, NULL = RUNS
#: Units of rates: what is derived from them is not compared again.
_RATES: Final = ("decisions/s", "steps/s", "simulations/s")

#: The title of its table, its row, and its column.
Key: TypeAlias = tuple[str, str, str]
#: Rates by measurement.
Rates: TypeAlias = Mapping[Key, float]


class Comparison(NamedTuple):
    """Ratios of the measurements of a table.

    Attributes
    ----------
    title
        The title of the table.
    after
        The rates of the later version, in those of the one before.
    null
        The rates of the second run of the later version, in those of its first.
    """

    title: str
    after: Sequence[float]
    null: Sequence[float]


def read_rates(file: Path) -> Rates:
    """Return the rates in a file of ``experiments.speed --json``."""
    with reading_file(file, "a file of experiments.speed --json"):
        return {
            (each["table"], each["name"], each["column"]): float(each["median"])
            for each in read_json(file)["measurements"]
            if each["unit"] in _RATES
        }


def measure(folder: Path, only: Sequence[str], repeats: int) -> Rates:
    """Return the rates of the version in a folder.

    Raises
    ------
    RuntimeError
        If it cannot be measured; with the end of what the command wrote.
    """
    with tempfile.TemporaryDirectory() as made:
        file = Path(made, "speed.json")
        words = [word for part in only for word in ("--only", part)]
        words += ["--no-compile-anew", "--repeats", str(repeats), "--json", str(file)]
        done = subprocess.run(
            python_module("experiments.speed", *words),
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode or not file.exists():
            raise RuntimeError(
                f"experiments.speed failed in {folder}: {done.stderr[-600:].strip()}"
            )
        return read_rates(file)


def compare(runs: Mapping[str, Sequence[Rates]]) -> list[Comparison]:
    """Return the ratios of medians over runs, by table, of what all runs have measured.

    Parameters
    ----------
    runs
        The rates of the runs of each of ``RUNS``.

    Raises
    ------
    ValueError
        If nothing was measured in all of them.
    """
    every = [rates for each in runs.values() for rates in each]
    common = [key for key in every[0] if all(key in rates for rates in every)]
    if not common:
        raise ValueError(f"no rate was measured in all runs: choose parts with {', '.join(_RATES)}")
    middle = {
        name: {key: median(rates[key] for rates in each) for key in common}
        for name, each in runs.items()
    }
    return [
        Comparison(
            title,
            [middle[AFTER][key] / middle[BEFORE][key] for key in common if key[0] == title],
            [middle[NULL][key] / middle[AFTER][key] for key in common if key[0] == title],
        )
        for title in dict.fromkeys(title for title, *_ in common)
    ]


def _range(ratios: Iterable[float]) -> str:
    return f"{min(ratios):.2f} to {max(ratios):.2f}"


def versions_table(compared: Sequence[Comparison]) -> str:
    """Return geometric means and ranges of the ratios, as a Markdown table."""
    rows = [
        [
            each.title,
            len(each.after),
            f"{geometric_mean(each.after):.2f}",
            _range(each.after),
            f"{geometric_mean(each.null):.2f}",
            _range(each.null),
        ]
        for each in compared
    ]
    head = ["table", "rates", "after / before", "lowest to highest"]
    return table([*head, "null pair", "lowest to highest"], rows)


def check_version(folder: Path) -> Path:
    """Return the folder of a version; refuse others, for which the installed one would run.

    Raises
    ------
    BadParameter
        If it has no ``wistar_env``.
    """
    if not (folder / "wistar_env" / "__init__.py").exists():
        raise typer.BadParameter(
            f"{folder} has no wistar_env: name the folder of a clone or a worktree"
        )
    return folder


def main(
    before: Annotated[
        Path, typer.Argument(help="Folder of the version before.", callback=check_version)
    ],
    after: Annotated[
        Path, typer.Argument(help="Folder of the later one.", callback=check_version)
    ] = Path(),
    only: Annotated[
        list[str] | None, typer.Option(help="As of experiments.speed; default: core and batch.")
    ] = None,
    rounds: Annotated[int, typer.Option(help="Rounds of three runs.", min=1)] = 3,
    repeats: Annotated[int, typer.Option(help="Repetitions in a run.", min=1)] = 3,
) -> None:
    """Compare the speed of two versions, and of the later one with itself."""
    folders = {BEFORE: before.absolute(), AFTER: after.absolute(), NULL: after.absolute()}
    runs: dict[str, list[Rates]] = {name: [] for name in RUNS}
    for number in range(rounds):
        first = number % len(RUNS)
        for name in (*RUNS[first:], *RUNS[:first]):
            print(f"round {number + 1} of {rounds}: {name}", file=sys.stderr, flush=True)
            runs[name].append(measure(folders[name], only or ["core", "batch"], repeats))
    print(versions_table(compare(runs)))


if __name__ == "__main__":
    typer.run(main)
