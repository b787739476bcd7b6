"""``wistar card``, ``replay`` and ``data``: what is in the box, and in a saved game."""

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
