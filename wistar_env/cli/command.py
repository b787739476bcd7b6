"""The root command, and functions that print tables and errors."""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from typer.core import TyperGroup

from wistar_env import __version__, errors
from wistar_env.errors import WistarError
from wistar_env.system.interrupts import TERMINATED, terminating_as_interrupt

USER_ERROR: Final = 2
INTERRUPTED: Final = 130
#: The exit code if stdout is closed early, as in click and rich.
READER_LEFT: Final = 1

#: Width of tables without a terminal, such as in a CI log.
_LOG_WIDTH: Final = 132


class _Commands(TyperGroup):
    """Turns user errors into one line on stderr and an exit code."""

    def main(self, *args: Any, **more: Any) -> Any:
        """Run the command line; output may be closed early, as by ``head``."""
        try:
            try:
                return super().main(*args, **more)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            # Python flushes stdout again at exit, which would print an error.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(READER_LEFT) from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command; print a user error as one line."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (WistarError, OSError) as error:
            print(error_line(error), file=sys.stderr)
            raise typer.Exit(USER_ERROR) from None


def error_line(error: Exception) -> str:
    """Return the final error line of a command, without the numbers of system errors."""
    if not isinstance(error, OSError) or isinstance(error, WistarError) or not error.strerror:
        return f"error: {error}"
    name = "" if error.filename is None else f"{error.filename}: "
    return f"error: {name}{error.strerror}"


@contextmanager
def resumable(message: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C or SIGTERM, end a command that saves its work, and print how to resume it."""
    with terminating_as_interrupt() as terminated:
        try:
            yield
        except KeyboardInterrupt:
            print(message(), file=sys.stderr)
            raise typer.Exit(TERMINATED if terminated else INTERRUPTED) from None


app = typer.Typer(
    cls=_Commands,
    name="wistar",
    help="Rats of Wistar and other games as reinforcement learning environments.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def missing_extra(extra: str, error: ImportError, command: str) -> typer.BadParameter:
    """Return the error of a command that needs an extra of the package that is not installed."""
    return typer.BadParameter(errors.missing_extra(extra, error), param_hint=command)


def plain_console(**options: Any) -> Console:
    """Return a console that prints plain text, with Rich's ``options``.

    Names of bots, paths and messages come from the user, so ``[bold]`` and ``:fire:`` in them are
    text, not markup and emoji.
    """
    return Console(markup=False, emoji=False, highlight=False, **options)


class Bars(Progress):
    """Progress bars on stderr, each with its description, counts and times."""

    def __init__(self) -> None:
        super().__init__(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=plain_console(stderr=True),
            # One step of a searching bot may take minutes: estimate from the whole run.
            speed_estimate_period=float("inf"),
        )

    def begin(self, description: str, total: int | None) -> Callable[[int], None]:
        """Add a bar, and return a function that sets its number of finished steps."""
        task = self.add_task(description, total=total)
        return lambda done: self.update(task, completed=done)


def print_tables(tables: Iterable[RenderableType]) -> None:
    """Print tables at the width of the terminal or COLUMNS, or else at a fixed width."""
    console = plain_console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = plain_console(width=_LOG_WIDTH)
    for table in tables:
        console.print(table)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"wistar-env {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Rats of Wistar and other games as reinforcement learning environments."""
    # Console scripts lack the current folder on the path, where bots may be. It comes last, so
    # that its files do not shadow installed modules.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
