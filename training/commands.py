"""The commands of training: an option for each setting, a bar of progress, and Ctrl-C."""

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

from wistar_env.cli.command import USER_ERROR, missing_extra
from wistar_env.errors import WistarError
from wistar_env.training.checkpoints import SettingsError, begin_with

#: What a run is given: a bar of progress, and what tells whether to stop; whether it is finished.
Work: TypeAlias = Callable[[Progress, Callable[[], bool]], bool]
#: Seconds over which the speed is averaged that tells how long a run still takes.
_AVERAGED: Final = 600
#: Columns of a terminal that a bar needs beside its times.
_ROOM_FOR_A_BAR: Final = 40


class RunProgress(Progress):
    """A bar with times, and below it what a task tells, in as many lines as that takes.

    A terminal that is too narrow for a bar gets the times as text, and the reason.
    """

    def __init__(self, **options: Any) -> None:
        self._elapsed, self._left = TimeElapsedColumn(), TimeRemainingColumn()
        columns = (TextColumn("{task.description}"), BarColumn(None), self._elapsed, self._left)
        super().__init__(*columns, expand=True, speed_estimate_period=_AVERAGED, **options)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Return what is shown."""
        for task in self.tasks:
            if self.console.width >= _ROOM_FOR_A_BAR:
                yield self.make_tasks_table([task])
            else:
                yield Text.assemble(
                    f"{task.description} {task.percentage:.0f} %, ",
                    *("time ", self._elapsed.render(task), ", left ", self._left.render(task)),
                    f" (no bar below {_ROOM_FOR_A_BAR} columns)",
                )
            if told := task.fields.get("told"):
                yield Text(told)


def option(help_text: str) -> Any:
    """Return an option of a command, by what it says of itself."""
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
        What is called with all options; its docstring describes the command.
    others
        Further options: annotation and default of each.
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
    """Return the option that says where a run is kept."""
    return Annotated[Path, option("Where the run is kept.")], Path(default)


def threads_option() -> tuple[Any, Any]:
    """Return the option that says how many threads share the work."""
    return Annotated[int, option("Threads that share the work.")], 1


@contextmanager
def extra_imports(module: str) -> Iterator[None]:
    """Import what only the extra "train" installs; a script says so where it is missing.

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


def carry_out(work: Work, folder: Path, settings: Mapping[str, Any]) -> None:
    """Do the work of a command: it shows how far it is, and Ctrl-C asks it to stop.

    Parameters
    ----------
    work
        The work.
    folder, settings
        Where the run is kept, and what it is.

    Raises
    ------
    typer.Exit
        If something is wrong with what the command was given; what it is was said.
    """
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        with RunProgress() as progress:
            finished = work(progress, lambda: bool(asked))
    except (SettingsError, TypeError, ValueError, WistarError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(USER_ERROR) from None
    finally:
        signal.signal(signal.SIGINT, before)
    if finished:
        network = folder / "network.npz"
        typer.echo(f"finished: network:{network} is the bot; to train it on, take another --folder")
        typer.echo(f"with {begin_with(folder, settings)}")
    elif asked:
        typer.echo(f"interrupted; the same command goes on from {folder}")
