"""The command line: ``wistar ladder``, ``arena``, ``speed``, ``compile``, ``replay`` and others.

Commands import what they need when they run, so that ``wistar --help`` does not wait for the
compiled rules to load.
"""

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from typer.core import TyperGroup

from wistar_env import __version__
from wistar_env.errors import WistarError
from wistar_env.gate import HIGHEST_LEVEL

if TYPE_CHECKING:
    from wistar_env.benchmark.paired import Difference
    from wistar_env.benchmark.portions import Plan
    from wistar_env.benchmark.report import Line

USER_ERROR: Final = 2
INTERRUPTED: Final = 130

#: Output that is no terminal, such as CI's log, gets lines long enough for the tables.
_LOG_WIDTH: Final = 132


class _Commands(TyperGroup):
    """Turns what the user can mend into one line on stderr and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except (WistarError, OSError) as error:
            print(f"error: {error}", file=sys.stderr)
            raise typer.Exit(USER_ERROR) from None


app = typer.Typer(
    cls=_Commands,
    name="wistar",
    help="Rats of Wistar as reinforcement learning environments: benchmarks and tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
data_app = typer.Typer(help="Work with the folder of the game's data.", no_args_is_help=True)
app.add_typer(data_app, name="data")

Bots = Annotated[
    list[str],
    typer.Argument(help="Bots: random, greedy, or module:Class; parameters follow a colon."),
]
Games = Annotated[int, typer.Option(min=1, max=1_000_000, help="Different games.")]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Another seed gives other games.")]
Batch = Annotated[int, typer.Option(min=1, help="Games that a bot is asked about at a time.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Worker processes; all cores if not given.")
]
BotTimeout = Annotated[
    float | None,
    typer.Option(min=0.001, help="Seconds that a bot may take for an answer; any if not given."),
]
Data = Annotated[Path | None, typer.Option(help="Play with this data folder.")]
Out = Annotated[
    Path | None,
    typer.Option(help="The results file; one named after the settings if not given."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew if the results file exists.")]


def _console() -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=_LOG_WIDTH)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"wistar-env {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    """Rats of Wistar as reinforcement learning environments: benchmarks and tools."""
    # A console script has its own folder on the path; bots lie where the user is.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))


def _is_number(text: str) -> bool:
    """Return whether a text is a number, and short enough to be one that is meant."""
    return text.isdecimal() and len(text) < 10


def parse_levels(text: str) -> list[int]:
    """Return the levels that a text such as ``0-9`` or ``0,3,6-8`` names, each once.

    Raises
    ------
    typer.BadParameter
        If it is no such text, or names a level that Rat-o-bot does not have.
    """
    levels: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not _is_number(first) or (dash and not _is_number(last)):
            raise typer.BadParameter(f"{text!r} is not like 0-9 or 0,3,6", param_hint="--levels")
        low, high = int(first), int(last or first)
        if not low <= high <= HIGHEST_LEVEL:
            raise typer.BadParameter(
                f"{part.strip()!r}: the levels are 0 to {HIGHEST_LEVEL}", param_hint="--levels"
            )
        levels += range(low, high + 1)
    return list(dict.fromkeys(levels))


def _run(plan: "Plan", out: Path | None, *, fresh: bool, workers: int | None) -> tuple[Path, Any]:
    from wistar_env.benchmark.portions import run
    from wistar_env.benchmark.results import Results
    from wistar_env.cores import available_cores

    kind = plan.header.kind
    path = out or Path("results") / f"{kind}-{plan.header.digest()}.jsonl"
    progress = Progress(
        TextColumn(kind),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    with Results.open(path, plan.header, plan.key_of, fresh=fresh) as results:
        if saved := len(plan.rows(results)):
            print(f"{saved} of {len(plan)} games are saved in {path}; going on from there")
        try:
            with progress:
                task = progress.add_task(kind, total=len(plan))
                run(
                    plan,
                    results,
                    workers=workers or available_cores(),
                    on_progress=lambda games: progress.update(task, completed=games),
                )
        except KeyboardInterrupt:
            print(
                f"interrupted: {len(plan.rows(results))} of {len(plan)} games are saved in {path}; "
                "the same command goes on from there",
                file=sys.stderr,
            )
            raise typer.Exit(INTERRUPTED) from None
        return path, plan.rows(results)


def _report(lines: "list[Line]", differences: "list[Difference]", title: str, path: Path) -> None:
    from wistar_env.benchmark.paired import paired_tables
    from wistar_env.benchmark.plots import save
    from wistar_env.benchmark.report import breakdown_tables, main_table

    console = _console()
    for table in [
        *breakdown_tables(lines),
        main_table(lines, title),
        *paired_tables(differences, lines[0].bot),
    ]:
        console.print(table)
    print(f"games: {path}")
    print("plots: " + ", ".join(str(file) for file in save(lines, title, path)))


@app.command()
def ladder(
    bots: Bots,
    levels: Annotated[str, typer.Option(help="Levels, such as 0-9 or 0,3,6.")] = "0-9",
    games: Games = 500,
    seed: Seed = 1,
    batch: Batch = 25,
    workers: Workers = None,
    bot_timeout: BotTimeout = None,
    data: Data = None,
    out: Out = None,
    fresh: Fresh = False,
) -> None:
    """Let every bot play the same games against Rat-o-bot on each level.

    Prints a table, and saves every game as a line of JSON and the plot as PNG and SVG. A run
    that was interrupted goes on when the same command is given again, also for more games.
    """
    from wistar_env.benchmark import ladder as ladder_
    from wistar_env.benchmark.paired import compare_ladder
    from wistar_env.benchmark.report import summarise_ladder

    plan = ladder_.plan(
        bots,
        levels=parse_levels(levels),
        games=games,
        seed=seed,
        batch=batch,
        data=str(data) if data else None,
        bot_timeout=bot_timeout,
    )
    path, rows = _run(plan, out, fresh=fresh, workers=workers)
    title = f"Ladder, {games} games a level, seed {seed}"
    _report(summarise_ladder(rows), compare_ladder(rows), title, path)


@app.command()
def arena(
    bots: Bots,
    games: Games = 500,
    seed: Seed = 1,
    batch: Batch = 25,
    workers: Workers = None,
    bot_timeout: BotTimeout = None,
    data: Data = None,
    out: Out = None,
    fresh: Fresh = False,
) -> None:
    """Let 2 to 4 bots play each other; each game is replayed with every rotation of the chairs.

    Prints and saves the same as the ladder.
    """
    from wistar_env.benchmark import arena as arena_
    from wistar_env.benchmark.paired import compare_arena
    from wistar_env.benchmark.report import summarise_arena

    plan = arena_.plan(
        bots,
        games=games,
        seed=seed,
        batch=batch,
        data=str(data) if data else None,
        bot_timeout=bot_timeout,
    )
    path, rows = _run(plan, out, fresh=fresh, workers=workers)
    title = f"Arena, {games} games in {len(bots)} rotations, seed {seed}"
    _report(summarise_arena(rows, bots), compare_arena(rows, bots), title, path)


@app.command()
def speed(
    repeats: Annotated[int, typer.Option(min=1, help="Each number is a median of these.")] = 5,
    compile_anew: Annotated[
        bool, typer.Option(help="Compile the rules into an empty cache, too.")
    ] = True,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Measure only this: core, batch, faces or starts; may be repeated."),
    ] = None,
    json: Annotated[
        Path | None, typer.Option(help="Write all measurements here, too.", dir_okay=False)
    ] = None,
    goals: Annotated[
        bool, typer.Option("--goals", help="Add the rates that the developers want to reach.")
    ] = False,
) -> None:
    """Measure how fast the rules and the environments are on this machine."""
    from wistar_env.measure import speed as speed_

    try:
        wanted = speed_.parts(only or (), compile_anew=compile_anew)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--only") from None
    if json is not None:
        json.touch()  # that it cannot be written is said now, not after minutes
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
    with progress:
        task = progress.add_task("speed", total=len(wanted))
        measured = speed_.measure(
            wanted,
            repeats,
            lambda done, label: progress.update(task, completed=done, description=label),
        )
    if not goals:
        measured = speed_.without_goals(measured)
    console = _console()
    for table in speed_.speed_tables(measured):
        console.print(table)
    if json is not None:
        speed_.write_json(measured, repeats, json)


@app.command("compile")
def compile_everything() -> None:
    """Compile the game now, so that nothing waits for it later: for images and clusters.

    What is compiled is kept for these versions of Python, NumPy and Numba and this kind of
    processor, in the folder that WISTAR_CACHE_DIR names, else in the user's cache folder.
    """
    from wistar_env.compiled.keeping import compile_all

    count, folder = compile_all()
    print(f"compiled {count} functions; all of them are kept in {folder}")


@app.command()
def calibration(
    games: Annotated[int, typer.Option(min=2, help="Games for each row of a table.")] = 400,
    seed: Annotated[int, typer.Option(min=0, max=10**6, help="The same seed repeats it.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the report here, not to the terminal.")
    ] = None,
    targets: Annotated[
        bool, typer.Option("--targets", help="Add what the reconstructed values were tuned to.")
    ] = False,
) -> None:
    """Measure how random, greedy and Rat-o-bot score, and what greedy uses, as Markdown."""
    from rich.progress import track

    from wistar_env.measure.calibration import SECTIONS, calibrate

    command = f"wistar calibration --games {games} --seed {seed}" + " --targets" * targets
    lines = ["# Calibration", "", f"Written by `{command}`.", ""]
    console = Console(stderr=True)
    measured = calibrate(games, seed, targets=targets)
    for section in track(measured, "calibration", SECTIONS, console=console):
        lines += section
    text = "\n".join(lines)
    if out is None:
        print(text)
    else:
        out.write_text(text, "utf-8")


@app.command()
def card(
    which: Annotated[str, typer.Argument(help="The number of an Invention, or its name.")],
    data: Data = None,
) -> None:
    """Print an Invention, with where its values come from."""
    from wistar_env.tables.cards import card_text
    from wistar_env.tables.load import catalogue

    names = [name.casefold() for name in catalogue(data).cards]
    wanted = which.strip().casefold()
    number = (
        int(wanted) if _is_number(wanted) else names.index(wanted) + 1 if wanted in names else 0
    )
    if not 1 <= number <= len(names):
        raise typer.BadParameter(
            f"no Invention is called {which!r}; the numbers are 1 to {len(names)}",
            param_hint="WHICH",
        )
    print(card_text(number, data))


@data_app.command()
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="The package's own data if not given.")
    ] = None,
) -> None:
    """Validate a folder of the game's data; name file, entry and field of all that is wrong."""
    from wistar_env.tables import load, reading

    place = folder or reading.DEFAULT
    if not place.is_dir():
        raise typer.BadParameter(f"{place} is no folder", param_hint="FOLDER")
    problems = load.check(folder)
    for problem in problems:
        print(problem)
    print(f"{place}: {len(problems)} problems" if problems else f"{place}: valid")
    if problems:
        raise typer.Exit(1)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game that Replay.save wrote.", dir_okay=False)],
    at: Annotated[
        int | None, typer.Option(min=0, help="Print only the position after this many actions.")
    ] = None,
    data: Data = None,
) -> None:
    """Print a saved game: every action in words, and the position at its end."""
    from wistar_env.replay import Replay

    saved = Replay.load(file, data)
    if at is not None:
        if at > len(saved.actions):
            raise typer.BadParameter(
                f"the game has {len(saved.actions)} actions", param_hint="--at"
            )
        print(saved.at(at).render())
        return
    game = saved.start()
    for number, action in enumerate(saved.actions, start=1):
        print(
            f"{number:4}  round {game.round}  seat {game.seat}  "
            f"{game.decision}: {game.describe(action)}"
        )
        game.step(action)
    print(game.render())


if __name__ == "__main__":
    app()
