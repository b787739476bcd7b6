"""The commands of training: an option for each setting, a bar of progress, and Ctrl-C."""

import inspect
import signal
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias, get_type_hints

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from wistar_env.cli.command import USER_ERROR
from wistar_env.errors import WistarError
from wistar_env.training.checkpoints import SettingsError

#: What a run is given: a bar of progress, and what tells whether to stop.
Work: TypeAlias = Callable[[Progress, Callable[[], bool]], None]
#: Seconds over which the speed is averaged that tells how long a run still takes.
_AVERAGED: Final = 600


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


def carry_out(work: Work, folder: Path) -> None:
    """Do the work of a command: it shows how far it is, and Ctrl-C asks it to stop.

    Raises
    ------
    typer.Exit
        If something is wrong with what the command was given; what it is was said.
    """
    asked: list[int] = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        with Progress(*columns, speed_estimate_period=_AVERAGED) as progress:
            work(progress, lambda: bool(asked))
    except (SettingsError, TypeError, ValueError, WistarError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(USER_ERROR) from None
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        typer.echo(f"interrupted; the same command goes on from {folder}")
