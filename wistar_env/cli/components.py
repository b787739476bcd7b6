"""``wistar card``, ``gallery`` and ``data``: cards, pictures and data folders of a game."""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wistar_env.cli.command import app
from wistar_env.cli.parameters import (
    DEFAULT_GAME,
    Data,
    GameName,
    is_number,
    output_option,
    printed,
)
from wistar_env.errors import DataError

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.components import Components
    from wistar_env.kit.game import GameSpec
    from wistar_env.kit.pictures.gallery import Piece

data_app = typer.Typer(
    help="Copy, check or locate a game's data folder, or write a card set as a data folder.",
    no_args_is_help=True,
)
app.add_typer(data_app, name="data")


@app.command()
def card(
    which: Annotated[str, typer.Argument(help="The number or name of the card or tile.")],
    kind: Annotated[
        str | None,
        typer.Option(
            help="Kind of the card or tile. Rats of Wistar: invention (default), guest, cheese, "
            "mission, objective, hero, skill, ability, door, sector, or Rat-o-bot's action, "
            "exploration or track. Other games: any kind by default; an unknown kind prints "
            "all kinds."
        ),
    ] = None,
    svg: Annotated[Path | None, output_option("Also draw it, as this SVG file.")] = None,
    png: Annotated[Path | None, output_option("Also draw it, as this PNG file.")] = None,
    width: Annotated[int, typer.Option(help="Width of the PNG in pixels.", min=1)] = 750,
    game: GameName = DEFAULT_GAME,
    data: Data = None,
) -> None:
    """Print a card or tile; --svg and --png also draw it."""
    from wistar_env.kit.pictures.png import MAX_SIZE
    from wistar_env.kit.pictures.png import png as pixels_of

    if width > MAX_SIZE:
        raise typer.BadParameter(
            f"the width must be at most {MAX_SIZE} pixels, found {width}", param_hint="--width"
        )
    drawn, said = (
        _card(which, kind or "invention", data)
        if game == DEFAULT_GAME
        else _piece(which, kind, game, data)
    )
    if svg is not None:
        svg.write_text(drawn(True), "utf-8")
    if png is not None:
        png.write_bytes(pixels_of(drawn(False), width))
    print(said)


def _card(which: str, kind: str, data: Path | None) -> tuple[Callable[[bool], str], str]:
    """Return a card of Rats of Wistar: a function that draws it as SVG, and its text."""
    from wistar_env.games.rats_of_wistar.components import open_components
    from wistar_env.games.rats_of_wistar.render.svg import cards
    from wistar_env.games.rats_of_wistar.render.words import card_text

    if kind not in cards.KINDS:
        raise _no_kind(kind, cards.KINDS)
    components = open_components(data)
    number = _number(which, kind, components)
    return (
        lambda with_fonts: cards.card(kind, number, components, with_fonts),
        card_text(kind, number, components),
    )


def _piece(
    which: str, kind: str | None, game: str, data: Path | None
) -> tuple[Callable[[bool], str], str]:
    """Return a piece of any game: a function that draws it as SVG, and its text."""
    pieces = _pieces(game, data)
    kinds = dict.fromkeys(piece.kind for piece in pieces)
    if kind is not None and kind not in kinds:
        raise _no_kind(kind, kinds)
    asked = [piece for piece in pieces if kind in (None, piece.kind)]
    wanted = which.strip().casefold()
    found = [piece for piece in asked if wanted in (str(piece.number), piece.title.casefold())]
    if len(found) != 1:
        problem = f"{len(found)} pieces are" if found else "no piece is"
        names = ", ".join(f"{each.kind} {each.number} ({each.title})" for each in found or asked)
        advice = "also give --kind" if found else "give a number or a title"
        raise typer.BadParameter(
            f"{problem} called {which!r}; {advice}: {names}", param_hint="WHICH"
        )
    (piece,) = found
    copies = f"{piece.copies} of them" if piece.copies > 1 else "one"
    return (
        lambda with_fonts: piece.document(with_fonts=with_fonts),
        f"{piece.title} ({piece.kind} {piece.number}, {copies}): {piece.described}",
    )


def _pieces(game: str, data: Path | None) -> list["Piece"]:
    """Return all pieces of a game that have pictures; reject a game without any."""
    from wistar_env.kit.game.registry import find_game

    played = find_game(game)
    pieces = [*played.presentation.gallery(played.spec.opened(data))]
    if not pieces:
        raise typer.BadParameter(
            f"{played.spec.title} has no pictures of its pieces", param_hint="--game"
        )
    return pieces


def _no_kind(kind: str, kinds: Iterable[str]) -> typer.BadParameter:
    return typer.BadParameter(
        f"there is no kind {kind!r}; the kinds are {', '.join(kinds)}", param_hint="--kind"
    )


def _number(which: str, kind: str, components: "Components") -> int:
    """Return the number of a card, given its number or name."""
    from wistar_env.games.rats_of_wistar.render.svg import cards

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
    folder: Annotated[Path, typer.Argument(help="The folder, created if missing.")],
    game: GameName = DEFAULT_GAME,
    data: Data = None,
) -> None:
    """Draw every card and tile into a folder, as SVG files with an index."""
    from wistar_env.kit.pictures.gallery import write

    pieces = _pieces(game, data)
    files = write(folder, pieces)
    print(f"{folder}: {len(files)} pictures and index.json")


def _spec(game: str) -> "GameSpec":
    from wistar_env.kit.game.registry import find_game

    return find_game(game).spec


def _bundled(game: str) -> Path:
    """Return the folder of the bundled data of a game."""
    spec = _spec(game)
    if spec.data.folder is None:
        raise typer.BadParameter(f"{spec.title} has no data files", param_hint="--game")
    return spec.data.folder


@data_app.command()
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="A data folder or card set. Default: the bundled data.")
    ] = None,
    game: GameName = DEFAULT_GAME,
) -> None:
    """Validate a data folder; print file, entry and field of each error."""
    bundled, spec = _bundled(game), _spec(game)
    place = folder or bundled
    if not place.is_dir() and not (spec.data.card_sets and spec.data.card_sets.is_name(place)):
        spec.check_card_set(place)
        raise typer.BadParameter(f"{place} is not a folder", param_hint="FOLDER")
    problems: list[str] = []
    try:
        spec.open_data(place)
    except DataError as error:
        first, *others = str(error).splitlines()
        problems = others or [first.removeprefix(f"data folder {place}: ")]
    for problem in problems:
        print(problem)
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print(f"{place}: {count if problems else 'valid'}")
    if problems:
        raise typer.Exit(1)


@data_app.command()
def path(game: GameName = DEFAULT_GAME) -> None:
    """Print the folder of the bundled data."""
    print(_bundled(game))


@data_app.command()
def copy(
    folder: Annotated[Path, typer.Argument(help="The folder, created if missing.")],
    game: GameName = DEFAULT_GAME,
) -> None:
    """Copy the bundled data into a folder, for editing."""
    bundled = _bundled(game)
    _check_empty(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(each for each in bundled.iterdir() if each.is_file())
    for file in files:
        shutil.copyfile(file, folder / file.name)
    _tell_written(folder, len(files), game)


@data_app.command()
def generate(
    card_set: Annotated[
        str,
        typer.Argument(
            metavar="CARD_SET",
            help="Card set (see docs/card-sets.md); in Rats of Wistar generated:v1:SEED, "
            "permuted:v1:SEED or unheard:v1:SEED.",
        ),
    ],
    folder: Annotated[Path, typer.Argument(help="The folder, created if missing.")],
    game: GameName = DEFAULT_GAME,
) -> None:
    """Write a card set as a data folder."""
    spec = _spec(game)
    if spec.data.card_sets is None:
        raise typer.BadParameter(f"{spec.title} has no card sets", param_hint="--game")
    _check_empty(folder)
    _tell_written(folder, len(spec.data.card_sets.write(card_set, folder)), game)


def _check_empty(folder: Path) -> None:
    """Reject a folder that is not empty, and a path that is not a folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        what = "is a folder with files in it" if folder.is_dir() else "is a file"
        raise typer.BadParameter(
            f"{folder} {what}; name an empty or new folder",
            param_hint="FOLDER",
        )


def _tell_written(folder: Path, count: int, game: str) -> None:
    of_game = () if game == DEFAULT_GAME else ("--game", game)
    print(f"{folder}: {count} files; {printed('data', 'check', folder, *of_game)} checks them")
