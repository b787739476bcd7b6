"""``wistar speed`` and ``compile``: measure speed, and compile everything in advance."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wistar_env.cli.command import Bars, app, print_tables
from wistar_env.cli.game_options import GameCommand, applicable_game_options
from wistar_env.cli.parameters import DEFAULT_GAME, GameName, output_option

if TYPE_CHECKING:
    from wistar_env.speed.timing import Part


def measure_and_print(wanted: "Sequence[Part]", repeats: int, json: Path | None) -> None:
    """Measure with progress on stderr, print the tables, and write them as JSON if wanted."""
    from wistar_env.speed.speed_tables import measure, speed_tables, write_json

    if json is not None:
        json.touch()  # fail early, not after minutes
    with Bars() as progress:
        task = progress.add_task("speed", total=len(wanted))
        measured = measure(
            wanted,
            repeats,
            lambda done, label: progress.update(task, completed=done, description=label),
        )
    print_tables(speed_tables(measured))
    if json is not None:
        write_json(measured, repeats, json)


@app.command(cls=GameCommand)
def speed(
    repeats: Annotated[
        int, typer.Option(min=1, max=1000, help="Repetitions; the tables show medians.")
    ] = 5,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="Measure only core (random games one by one), batch (many at once) or pictures; "
            "repeatable."
        ),
    ] = None,
    json: Annotated[Path | None, output_option("Also write all measurements as JSON.")] = None,
    game: GameName = DEFAULT_GAME,
    options: Annotated[
        str,
        typer.Option(
            help="Options of the game, such as level=3 (or --level 3), separated by commas. "
            "Default: those of evaluations (solo Rats of Wistar: level=9)."
        ),
    ] = "",
) -> None:
    """Measure the speed of a game on this machine: random games, batches and pictures."""
    from wistar_env.kit.game.registry import find_game
    from wistar_env.speed import any_game

    played = find_game(game)
    given = applicable_game_options(played, options)
    try:
        wanted = any_game.parts(played, tuple(only or ()), given)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--only") from None
    measure_and_print(wanted, repeats, json)


@app.command("compile")
def compile_everything(
    pack: Annotated[
        str | None,
        typer.Option(
            metavar="TARGET",
            help="Write machine code for the processor type TARGET, instead of filling the cache.",
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder for --pack. Default: this package.")
    ] = None,
) -> None:
    """Compile everything now rather than at first use, for container images and clusters.

    Compiles all functions of this package and of installed games, except those that come with the
    package as machine code. Caches them in WISTAR_CACHE_DIR, else in the user's cache folder,
    separately for each version of Python, NumPy and Numba and each type of processor.

    With --pack x86-64-v3, writes machine code for all processors of this type into the package.
    """
    from wistar_env.kit.game.ahead_of_time import compile_all, write_pack

    if pack is not None:
        print(f"wrote {write_pack(pack, folder)}")
        return
    found = compile_all()
    folders = ", ".join(map(str, found.folders))
    cached = [f"{found.total - found.packed} are cached in {folders}"] if folders else []
    packed = [f"{found.packed} came with wistar_env"] if found.packed else []
    print(f"compiled {found.here} of {found.total} functions; {', '.join(packed + cached)}")
    for module, missing in found.left_out.items():
        print(f"left out {module}: {missing} is not installed")
