"""``wistar speed``, ``compile`` and ``doctor``."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wistar_env.cli.command import USER_ERROR, app, plain_console, print_tables
from wistar_env.cli.parameters import DEFAULT_GAME, GameName, output_option


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
def doctor() -> None:
    """Check this machine and installation: each line is well, or says what to do.

    Add the output to bug reports. Ends with exit code 2 if nothing works until something is done.
    """
    from wistar_env.cli.serving import PORT
    from wistar_env.system.doctor import findings

    ill = False
    for each in findings(PORT):
        ill |= each.fatal
        verdict = "ok" if not each.advice else "FIX" if each.fatal else "note"
        print(f"{verdict:<4} {each.name}: {each.text}")
        if each.advice:
            print(f"     {each.advice}")
    if ill:
        raise typer.Exit(USER_ERROR)
