"""``wistar serve``."""

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from wistar_env.cli.command import app, missing_extra
from wistar_env.cli.parameters import DEFAULT_GAME, Data, GameName, count_option, output_option


def _folder() -> Path:
    """Return the user's data folder of this application."""
    chosen = os.environ.get("XDG_DATA_HOME")
    return (Path(chosen) if chosen else Path.home() / ".local" / "share") / "wistar-env"


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than loopback are public.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8017,
    database: Annotated[
        Path | None, output_option("The database of games. Default: in your data folder.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="An additional host name of the server; may be repeated."),
    ] = None,
    games: Annotated[int, count_option("The limit on stored games.", 1, 10**6)] = 1000,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    game: GameName = DEFAULT_GAME,
    data: Data = None,
) -> None:
    """Play any installed game against bots in the browser, or watch them.

    The first page asks which game; --game is the one that it asks for at first, and --data is for
    that one.
    """
    from wistar_env.kit.game.registry import find_game, find_games

    try:
        from wistar_env.play.server.running import run
    except ImportError as error:
        raise missing_extra("web", error, "serve") from None
    first = find_game(game)
    run(
        first,
        host,
        port,
        database or _folder() / "games.sqlite",
        names=name or (),
        games=games,
        data=data,
        others=[each for each in find_games() if each.spec.name != first.spec.name],
        on_ready=webbrowser.open if browser else None,
    )
