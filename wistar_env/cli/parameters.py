"""Arguments and options that several commands have."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from wistar_env.arguments import integer, whole


def _counted(low: int, high: int) -> Callable[[Any], int]:
    def count(text: Any) -> int:
        try:
            return integer("the number", whole(str(text)), low, high)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return count


def count_option(help_text: str, low: int = 0, high: int = 2**40) -> Any:
    """Return an option that counts games, decisions or the like: ``5e6`` is as good as 5000000."""
    return typer.Option(help=help_text, parser=_counted(low, high), metavar="<count>")


def level_option(help_text: str, **more: Any) -> Any:
    """Return an option that says levels of Rat-o-bot, in the plural and in the singular."""
    return typer.Option("--levels", "--level", help=help_text, **more)


def _in_a_folder(file: Path | None) -> Path | None:
    """Refuse a file that cannot be written, before any work is done for it."""
    if file is not None and not file.absolute().parent.is_dir():
        raise typer.BadParameter(
            f"there is no folder {str(file.parent)!r} to write {file.name!r} into; make it first, "
            "or name another one"
        )
    return file


def output_option(help_text: str) -> Any:
    """Return the option for a file that a command writes; every such option is one of these."""
    return typer.Option(help=help_text, dir_okay=False, writable=True, callback=_in_a_folder)


def _can_interrupt(seconds: float | None) -> float | None:
    """Refuse to take a bot's time where it cannot be interrupted."""
    from wistar_env.benchmark import deadline

    if seconds is not None and not deadline.available():
        raise typer.BadParameter(deadline.NEEDED)
    return seconds


Bots = Annotated[
    list[str],
    typer.Argument(
        help="Bots: random, greedy, flat, network:NAME, mcts, or module:Class of your own; "
        "parameters follow a colon."
    ),
]
Games = Annotated[int, count_option("Different games.", 1, 1_000_000)]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Another seed gives other games.")]
Batch = Annotated[int, typer.Option(min=1, help="Games that a bot is asked about at a time.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Worker processes; all cores if not given.")
]
BotTimeout = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        help="Seconds that a bot may take for an answer; any if not given.",
        callback=_can_interrupt,
    ),
]
Data = Annotated[Path | None, typer.Option(help="Play with this data folder.")]
Out = Annotated[
    Path | None,
    output_option("The results file; one in results/, named after the settings, if not given."),
]
SaveReplays = Annotated[
    int,
    typer.Option(min=0, help="Keep so many games as replays, the first ones, beside the results."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew if the results file exists.")]


def printed(*words: object, data: Path | None = None) -> str:
    """Return a command as a shell takes it, with the data folder that it needs."""
    given = ["--data", str(data)] if data is not None else []
    return shlex.join(["wistar", *map(str, words), *given])


def is_number(text: str) -> bool:
    """Return whether a text is a number, and short enough to be one that is meant."""
    return text.isdecimal() and len(text) < 10
