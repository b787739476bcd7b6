"""Run the work of a training command, with a progress bar and handling of Ctrl-C."""

import signal
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import typer
from rich.console import RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from wistar_env.cli.command import USER_ERROR, error_line
from wistar_env.errors import WistarError
from wistar_env.system.interrupts import TERMINATED

#: A function of a progress bar and a stop check; returns whether training is finished.
Work: TypeAlias = Callable[[Progress, Callable[[], bool]], bool]
#: Errors caused by the options, the folder, the disk or the cluster.
_USER_ERRORS: Final = (TypeError, ValueError, WistarError, OSError)
#: Seconds over which speed is averaged for the remaining time.
_AVERAGED: Final = 600
#: Minimum width of a terminal for a bar and its times.
_ROOM_FOR_A_BAR: Final = 40


class RunProgress(Progress):
    """A bar with times and, below it, the wrapped details of the task.

    On a narrow terminal, a line with the percentage and the times replaces the bar.
    """

    def __init__(self, **options: Any) -> None:
        self._elapsed, self._left = TimeElapsedColumn(), TimeRemainingColumn()
        columns = (TextColumn("{task.description}"), BarColumn(None), self._elapsed, self._left)
        super().__init__(*columns, expand=True, speed_estimate_period=_AVERAGED, **options)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Return the lines to display."""
        for task in self.tasks:
            if self.console.width >= _ROOM_FOR_A_BAR:
                yield self.make_tasks_table([task])
            else:
                yield Text.assemble(
                    f"{task.description} {task.percentage:.0f}%, ",
                    *("time ", self._elapsed.render(task), ", left ", self._left.render(task)),
                    f" (no bar below {_ROOM_FOR_A_BAR} columns)",
                )
            if details := task.fields.get("details"):
                yield Text(details)


def run_command(work: Work, folder: Path, settings: Mapping[str, Any]) -> None:
    """Run the work of a command with a progress bar; Ctrl-C and SIGTERM stop it cleanly."""
    from wistar_env.training.checkpoints import begin_with

    interrupts: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [
        signal.signal(each, lambda number, frame: interrupts.append(number)) for each in signals
    ]
    try:
        with RunProgress() as progress:
            finished = work(progress, lambda: bool(interrupts))
    except _USER_ERRORS as error:
        typer.echo(error_line(error), err=True)
        raise typer.Exit(USER_ERROR) from None
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
    if finished:
        network = folder / "network.npz"
        typer.echo(f"finished: the bot is network:{network}; to fine-tune it, use another --folder")
        typer.echo(f"with {begin_with(folder, settings)}")
    elif interrupts:
        typer.echo(f"interrupted; to resume {folder}, repeat the command")
        if signal.SIGTERM in interrupts:
            raise typer.Exit(TERMINATED)
