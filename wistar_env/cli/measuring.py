"""``wistar speed``, ``compile`` and ``calibration``."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wistar_env.cli.command import app, plain_console, print_tables
from wistar_env.cli.grids import report_parts
from wistar_env.cli.parameters import DEFAULT_GAME, Data, GameName, count_option, output_option


@app.command()
def speed(
    repeats: Annotated[
        int, typer.Option(min=1, max=1000, help="Repetitions; numbers are their medians.")
    ] = 5,
    compile_anew: Annotated[
        bool, typer.Option(help="Also measure compiling the rules into an empty cache.")
    ] = True,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="Measure only core, batch, environments, search, datasets, pictures or starts; "
            "may be repeated."
        ),
    ] = None,
    json: Annotated[Path | None, output_option("Also write all measurements as JSON.")] = None,
    goals: Annotated[
        bool, typer.Option("--goals", help="Add the goals of the developers.")
    ] = False,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Measure the speed of rules, environments and searches on this machine.

    Of another game than the default one, core, batch and pictures are measured.
    """
    from wistar_env.kit.game.registry import find_game
    from wistar_env.speed import any_game, suite

    try:
        if game == DEFAULT_GAME:
            wanted = suite.parts(only or (), compile_anew=compile_anew)
        else:
            wanted = any_game.parts(find_game(game), tuple(only or ()))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--only") from None
    if json is not None:
        json.touch()  # fail now rather than after minutes
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=plain_console(stderr=True),
    )
    with progress:
        task = progress.add_task("speed", total=len(wanted))
        measured = suite.measure(
            wanted,
            repeats,
            lambda done, label: progress.update(task, completed=done, description=label),
        )
    if not goals:
        measured = suite.without_goals(measured)
    print_tables(suite.speed_tables(measured))
    if json is not None:
        suite.write_json(measured, repeats, json)


@app.command("compile")
def compile_everything() -> None:
    """Compile everything now rather than at first use: for images and clusters.

    That is all functions of this package and of installed games, training and search included.
    Compiled code is cached per version of Python, NumPy and Numba and type of processor, in
    WISTAR_CACHE_DIR or else in the user's cache folder.
    """
    from wistar_env.kit.game.ahead_of_time import compile_all

    found = compile_all()
    folders = ", ".join(map(str, found.folders))
    print(f"compiled {found.here} functions; all {found.total} are cached in {folders}")
    for module, missing in found.left_out.items():
        print(f"left out {module}: {missing} is not installed")


@app.command()
def calibration(
    games: Annotated[int, count_option("Games per row of a table.", 2)] = 400,
    seed: Annotated[int, typer.Option(min=0, max=10**6, help="The seed of all games.")] = 1,
    out: Annotated[Path | None, output_option("Write the report to this file.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="Add this bot, such as network:FILE, against Rat-o-bot at level 9; "
            "may be repeated.",
        ),
    ] = None,
    bot_games: Annotated[int, count_option("Games of each --bot.", 2)] = 200,
    data: Data = None,
    targets: Annotated[
        bool, typer.Option("--targets", help="Add the tuning targets of the reconstructed values.")
    ] = False,
) -> None:
    """Report the scores of random, greedy and Rat-o-bot, and the cards that greedy uses.

    The report is Markdown; a terminal fits its tables to its width.
    """
    from rich.progress import track

    from wistar_env.calibration.calibrate import calibrate, steps

    bots = list(dict.fromkeys(bot or ()))
    words = ["--games", str(games), "--seed", str(seed)]
    words += [word for each in bots for word in ("--bot", each)]
    words += ["--bot-games", str(bot_games)] if bots else []
    words += ["--data", str(data)] if data else []
    words += ["--targets"] if targets else []
    command = shlex.join(["wistar", "calibration", *words])
    lines = ["# Calibration", "", f"Written by `{command}`.", ""]
    console = plain_console(stderr=True)
    measured = calibrate(games, seed, targets=targets, bots=bots, bot_games=bot_games, data=data)
    total = steps(len(bots), bot_games)
    for section in track(measured, "calibration", total, console=console):
        lines += section
    text = "\n".join(lines)
    if out is not None:
        out.write_text(text, "utf-8")
    elif sys.stdout.isatty():
        print_tables(report_parts(text))
    else:
        print(text)
