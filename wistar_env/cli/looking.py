"""``wistar card``, ``gallery``, ``replay``, ``data``: what is in the box and in a saved game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wistar_env.cli.command import app
from wistar_env.cli.options import Data, is_number

if TYPE_CHECKING:
    from wistar_env.components import Components

data_app = typer.Typer(help="Work with the folder of the game's data.", no_args_is_help=True)
app.add_typer(data_app, name="data")


@app.command()
def card(
    which: Annotated[str, typer.Argument(help="Its number, or its name.")],
    kind: Annotated[
        str,
        typer.Option(
            help="What it is: invention, guest, cheese, mission, objective, hero, skill, ability, "
            "door, sector, or of Rat-o-bot action, exploration, track."
        ),
    ] = "invention",
    svg: Annotated[
        Path | None, typer.Option(help="Draw it into this file, too.", dir_okay=False)
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Draw it into this file as pixels.", dir_okay=False)
    ] = None,
    width: Annotated[int, typer.Option(help="Pixels of the PNG file across.", min=1)] = 750,
    data: Data = None,
) -> None:
    """Print a card or tile, or draw it; an Invention with where its values come from."""
    from wistar_env.components import open_components
    from wistar_env.render.png import MAX_SIZE
    from wistar_env.render.png import png as pixels_of
    from wistar_env.render.svg import cards
    from wistar_env.tables.cards import card_text

    if kind not in cards.KINDS:
        raise typer.BadParameter(
            f"there are no cards {kind!r}; the kinds are {', '.join(cards.KINDS)}",
            param_hint="--kind",
        )
    if width > MAX_SIZE:
        raise typer.BadParameter(f"at most {MAX_SIZE} pixels", param_hint="--width")
    components = open_components(data)
    number = _number(which, kind, components)
    if svg is not None:
        svg.write_text(cards.card(kind, number, components), "utf-8")
    if png is not None:
        png.write_bytes(pixels_of(cards.card(kind, number, components, False), width))
    if kind == "invention":
        print(card_text(number, data))
    else:
        face = cards.face(kind, number, components)
        print("\n  ".join([face.title, *face.described.split("; ")]))


def _number(which: str, kind: str, components: "Components") -> int:
    """Return the number of a card that is called by its number or its name."""
    from wistar_env.render.svg import cards

    entries = cards.entries(kind, components)
    names = [getattr(entry, "name", "").casefold() for entry in entries]
    wanted = which.strip().casefold()
    number = int(wanted) if is_number(wanted) else names.index(wanted) + 1 if wanted in names else 0
    if not 1 <= number <= len(entries):
        raise typer.BadParameter(
            f"no {kind.capitalize()} is called {which!r}; the numbers are 1 to {len(entries)}",
            param_hint="WHICH",
        )
    return number


@app.command()
def gallery(
    folder: Annotated[Path, typer.Argument(help="Where to; it is made if it is not there.")],
    data: Data = None,
) -> None:
    """Draw every card and tile into a folder, as SVG files, with a list of them."""
    from wistar_env.components import open_components
    from wistar_env.render.svg.gallery import write

    files = write(folder, open_components(data))
    print(f"{folder}: {len(files)} pictures and index.json")


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
