"""``wistar card`` and ``data``: what is in the box."""

from pathlib import Path
from typing import Annotated

import typer

from wistar_env.cli.command import app
from wistar_env.cli.options import Data, is_number

data_app = typer.Typer(help="Work with the folder of the game's data.", no_args_is_help=True)
app.add_typer(data_app, name="data")


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
    number = int(wanted) if is_number(wanted) else names.index(wanted) + 1 if wanted in names else 0
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
