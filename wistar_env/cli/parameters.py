"""Arguments and options shared by commands."""

import shlex
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wistar_env.arguments import integer, number, whole
from wistar_env.cli.command import missing_extra

if TYPE_CHECKING:
    from wistar_env.benchmark.run_shards import ShardNumber


def _counted(low: int, high: int) -> Callable[[Any], int]:
    def count(text: Any) -> int:
        try:
            return integer("the number", whole(str(text)), low, high)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return count


def count_option(help_text: str, low: int = 0, high: int = 2**40) -> Any:
    """Return an option for a count of games, decisions or the like; accepts ``5e6``."""
    return typer.Option(help=help_text, parser=_counted(low, high), metavar="<count>")


def number_option(help_text: str, low: float, high: float, **more: Any) -> Any:
    """Return an option for a finite number in a range; typer's own options accept ``nan``."""

    def read(text: Any) -> float:
        value = text
        with suppress(ValueError):
            value = float(text)
        try:
            return number("the number", value, low, high)
        except (TypeError, ValueError) as error:
            raise typer.BadParameter(str(error)) from None

    return typer.Option(help=help_text, parser=read, metavar="<number>", **more)


def _in_a_folder(file: Path | None) -> Path | None:
    """Reject a file whose folder does not exist, before any work."""
    if file is not None and not file.absolute().parent.is_dir():
        raise typer.BadParameter(
            f"there is no folder {str(file.parent)!r} to write {file.name!r} into; create it, "
            "or name another one"
        )
    return file


def output_option(help_text: str) -> Any:
    """Return an option for an output file; use it for all output files."""
    return typer.Option(help=help_text, dir_okay=False, writable=True, callback=_in_a_folder)


def _can_interrupt(seconds: float | None) -> float | None:
    """Reject a time limit where bots cannot be interrupted."""
    from wistar_env.benchmark import deadline

    if seconds is not None and not deadline.available():
        raise typer.BadParameter(deadline.NEEDED)
    return seconds


#: The most processes or threads that a command may start.
MAX_WORKERS: Final = 1024
#: The game of a command that names none.
DEFAULT_GAME: Final = "rats-of-wistar"
GameName = Annotated[
    str,
    typer.Option("--game", help="An installed game (see 'wistar games'), or module:Class."),
]
GameOfFile = Annotated[
    str | None,
    typer.Option(
        "--game", help="Game of the files, as module:Class; needed if it is not installed."
    ),
]
Bots = Annotated[
    list[str],
    typer.Argument(
        help="Bots (see docs/agents.md): random, greedy, flat, network, network:FILE, mcts, "
        "onnx:FILE, sb3:FILE, a bot of the game (see 'wistar games'), or your own as module:Class; "
        "with parameters: mcts:simulations=100."
    ),
]
Games = Annotated[int, count_option("Number of games, each with its own seed.", 1, 1_000_000)]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Seed of all randomness.")]
Batch = Annotated[
    int,
    typer.Option(
        min=1, max=100_000, help="Number of games played together, in batched calls of the bots."
    ),
]
Workers = Annotated[
    int | None, typer.Option(min=1, max=MAX_WORKERS, help="Worker processes. Default: all cores.")
]
BotTimeout = Annotated[
    float | None,
    number_option(
        "Seconds allowed per call of a bot; a slower one stops the run. Default: no limit.",
        0.001,
        86_400,
        callback=_can_interrupt,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER|CARD SET",
        help="Data folder, or card set such as generated:v1:7. Default: bundled data.",
    ),
]
DataOfFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Data folder of the games; not needed for the bundled data or a card set.",
    ),
]
#: For commands that read files that may name bots or data folders.
Trust = Annotated[
    list[str] | None,
    typer.Option(
        "--trust",
        metavar="NAME",
        help="Bot or data folder that files may name although it is not part of this package or "
        "of an installed game; it may run code. Repeatable.",
    ),
]
Out = Annotated[
    Path | None,
    output_option("The results file. Default: in results/, named after the settings."),
]
SaveReplays = Annotated[
    int,
    typer.Option(min=0, max=1_000_000, help="How many of --games to save as replays."),
]
_SHARD_HELP: Final = "Play only part i of n, such as 3/8"
Shard = Annotated[
    str | None,
    typer.Option(metavar="<i/n>", help=f"{_SHARD_HELP}; 'wistar report' merges the parts."),
]
ShardOfCommand = Annotated[
    str | None,
    typer.Option(
        metavar="<i/n>", help=f"{_SHARD_HELP}; the command without --shard merges the parts."
    ),
]


def _with_ray(address: str | None) -> str | None:
    """Reject ``--ray`` if its extra is not installed."""
    if address is not None and find_spec("ray") is None:
        raise missing_extra("ray", ImportError(name="ray"), "--ray")
    return address


def ray_option(what: str) -> Any:
    """Return the option for the address of a Ray cluster; the help says ``what`` runs there."""
    return typer.Option(
        metavar="ADDRESS",
        callback=_with_ray,
        help=(
            f"{what} on a Ray cluster: its address, auto (find one) or local (start one). Needs "
            "the extra 'ray'."
        ),
    )


Ray = Annotated[str | None, ray_option("Play")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Overwrite an existing results file.")]


def parse_shard(text: str) -> "ShardNumber":
    """Parse a shard such as ``3/8``."""
    from wistar_env.benchmark.run_shards import ShardNumber

    try:
        return ShardNumber.parse(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--shard") from None


def printed(*words: object, data: Path | None = None) -> str:
    """Return a wistar command as text to print, with ``--data`` if ``data`` is given."""
    given = ["--data", str(data)] if data is not None else []
    return shlex.join(["wistar", *map(str, words), *given])


def is_number(text: str) -> bool:
    """Return whether a text is a decimal number of fewer than 10 digits."""
    return text.isdecimal() and len(text) < 10
