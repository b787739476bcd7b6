"""``wistar train ... --seeds 5``: parallel runs that differ only in their seed."""

import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import typer

from wistar_env.cli.command import USER_ERROR, print_tables, resumable
from wistar_env.cli.settings_files import as_words
from wistar_env.cli.training_runs import RunProgress
from wistar_env.system.cpu import available_cores
from wistar_env.system.processes import python_module

#: Seconds between checks of the runs.
_PAUSE: Final = 0.5
_CURVE: Final = "curve.jsonl"


def train_seeds(
    name: str, folder: Path, seeds: int, settings: Mapping[str, Any], options: Mapping[str, Any]
) -> None:
    """Train with several seeds in subfolders, as many at once as cores allow; compare the runs.

    Raises typer.Exit if a run fails or is interrupted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    first, threads = int(settings["seed"]), int(options.get("threads", 1))
    runs = [folder / f"seed-{seed}" for seed in range(first, first + seeds)]
    words = ["train", name, *as_words(settings), *_words_of(options)]
    total = int(settings["steps" if "steps" in settings else "iterations"])
    with resumable(lambda: f"interrupted; to resume {folder}, repeat the command"):
        _run_all(words, runs, total, max(1, available_cores() // threads))
    write_comparison({folder.name: runs}, folder / "curves.png")


def _words_of(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield a trainer's options that are not settings as words; omit None and False."""
    for name, value in options.items():
        if value is True:
            yield f"--{name.replace('_', '-')}"
        elif value is not None and value is not False:  # 0 is a value
            for each in value if isinstance(value, list | tuple) else [value]:
                yield f"--{name.replace('_', '-')}={each}"


def _run_all(words: Sequence[str], runs: Sequence[Path], total: int, at_once: int) -> None:
    """Start or resume all runs, ``at_once`` in parallel; on exit, let them save and stop."""
    waiting = [*runs]
    running: dict[Path, subprocess.Popen[bytes]] = {}
    with RunProgress() as progress, ExitStack() as stack:
        tasks = {run: progress.add_task(run.name, total=total) for run in runs}
        stack.callback(_end, running)
        while waiting or running:
            while waiting and len(running) < at_once:
                run = waiting.pop(0)
                seed = run.name.removeprefix("seed-")
                own = ["--folder", str(run), "--seed", seed]
                with run.with_suffix(".log").open("wb") as log:
                    running[run] = subprocess.Popen(
                        python_module("wistar_env", *words, *own), stdout=log, stderr=log
                    )
            for run, process in [*running.items()]:
                progress.update(tasks[run], completed=_done(run))
                if process.poll() is not None:
                    del running[run]
                    _check(run, process.returncode)
            time.sleep(_PAUSE)


def _end(running: Mapping[Path, subprocess.Popen[bytes]]) -> None:
    for process in running.values():
        process.terminate()
    for process in running.values():
        process.wait()


def _done(run: Path) -> int:
    """Return the number of decisions or iterations of a run so far."""
    from wistar_env.training.checkpoints import curve_in

    rows = curve_in(run / _CURVE)
    return int(rows[-1].get("steps", rows[-1]["iteration"])) if rows else 0


def _check(run: Path, status: int) -> None:
    if not status:
        return
    log = run.with_suffix(".log")
    lines = log.read_text("utf-8", "replace").splitlines()
    typer.echo(f"error: {run.name} failed, see {log}: {lines[-1] if lines else status}", err=True)
    raise typer.Exit(USER_ERROR)


def runs_in(folder: Path) -> list[Path]:
    """Return a folder itself if it is a run, otherwise the runs in its subfolders.

    Raises typer.BadParameter if there is no run.
    """
    found = [folder] if (folder / _CURVE).exists() else _below(folder)
    if not found:
        raise typer.BadParameter(f"{folder} must be a run or have subfolders with runs, found none")
    return found


def _below(folder: Path) -> list[Path]:
    return sorted(each.parent for each in folder.glob(f"*/{_CURVE}"))


def write_comparison(methods: Mapping[str, Sequence[Path]], out: Path) -> None:
    """Plot the runs of each method, and print their final results."""
    from wistar_env.training.checkpoints import curve_in
    from wistar_env.training.curves import compared, last_evaluations

    curves = {name: [curve_in(run / _CURVE) for run in runs] for name, runs in methods.items()}
    print_tables([last_evaluations(curves)])
    for suffix, data in compared(curves).items():
        out.with_suffix(suffix).write_bytes(data)
        typer.echo(f"wrote {out.with_suffix(suffix)}")
