"""The commands of training: an option for each setting, a progress bar, and Ctrl-C."""

import inspect
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias, get_type_hints

import typer
from rich.console import RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from wistar_env.cli.command import USER_ERROR, error_line, missing_extra
from wistar_env.cli.parameters import MAX_WORKERS, number_option
from wistar_env.errors import WistarError
from wistar_env.training.checkpoints import SettingsError, begin_with

#: Takes a progress bar and a function that says whether to stop; returns whether it is finished.
Work: TypeAlias = Callable[[Progress, Callable[[], bool]], bool]
#: What goes wrong because of the options, the folder, the disk or the cluster.
_USER_ERRORS: Final = (
    SettingsError,
    TypeError,
    ValueError,
    WistarError,
    OSError,
)
#: Seconds over which speed is averaged for the remaining time.
_AVERAGED: Final = 600
#: Minimum width of a terminal for a bar and its times.
_ROOM_FOR_A_BAR: Final = 40


class RunProgress(Progress):
    """A bar with times and, below it, the wrapped details of the task.

    On a narrow terminal the times are text.
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
                    f"{task.description} {task.percentage:.0f} %, ",
                    *("time ", self._elapsed.render(task), ", left ", self._left.render(task)),
                    f" (no bar below {_ROOM_FOR_A_BAR} columns)",
                )
            if details := task.fields.get("details"):
                yield Text(details)


def option(help_text: str) -> Any:
    """Return an option of a command with this help."""
    return typer.Option(help=help_text)


def command_of(
    settings: type, main: Callable[..., None], **others: tuple[Any, Any]
) -> Callable[..., None]:
    """Return a command with an option for each setting.

    Parameters
    ----------
    settings
        A dataclass whose annotations are options.
    main
        Called with all options; its docstring is the help of the command.
    others
        Other options: annotation and default of each.
    """
    hints = get_type_hints(settings, include_extras=True)
    options = others | {each.name: (hints[each.name], each.default) for each in fields(settings)}

    def command(**given: Any) -> None:
        main(**given)

    command.__doc__ = main.__doc__
    command.__annotations__ = {name: hint for name, (hint, _) in options.items()}
    keyword = inspect.Parameter.KEYWORD_ONLY
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, keyword, default=default, annotation=hint)
            for name, (hint, default) in options.items()
        ]
    )
    return command


def folder_option(default: str) -> tuple[Any, Any]:
    """Return the option for the folder of a run."""
    return Annotated[Path, option("Folder of the run.")], Path(default)


def threads_option() -> tuple[Any, Any]:
    """Return the option for the number of threads."""
    help_text = "Number of threads; results do not depend on it."
    return Annotated[int, typer.Option(min=1, max=MAX_WORKERS, help=help_text)], 1


def checkpoint_option() -> tuple[Any, Any]:
    """Return the option for the interval of checkpoints."""
    return Annotated[float, number_option("Checkpoint interval, minutes.", 0, 1e6)], 5.0


@contextmanager
def extra_imports(module: str) -> Iterator[None]:
    """Import libraries of the extra "train"; a script names the extra if they are missing.

    Parameters
    ----------
    module
        ``__name__`` of the importing module. If that is imported itself, the error is raised.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if module != "__main__":
            raise
        sys.exit(f"error: {missing_extra('train', error, '').message}")


def run_command(work: Work, folder: Path, settings: Mapping[str, Any]) -> None:
    """Run the work of a command with a progress bar; Ctrl-C asks it to stop.

    Parameters
    ----------
    work
        The work.
    folder, settings
        Folder and settings of the run.

    Raises
    ------
    typer.Exit
        After an error message, if the options are invalid.
    """
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
    try:
        with RunProgress() as progress:
            finished = work(progress, lambda: bool(interrupts))
    except _USER_ERRORS as error:
        typer.echo(error_line(error), err=True)
        raise typer.Exit(USER_ERROR) from None
    finally:
        signal.signal(signal.SIGINT, before)
    if finished:
        network = folder / "network.npz"
        typer.echo(f"finished: the bot is network:{network}; to train it on, take another --folder")
        typer.echo(f"with {begin_with(folder, settings)}")
    elif interrupts:
        typer.echo(f"interrupted; to resume {folder}, repeat the command")
