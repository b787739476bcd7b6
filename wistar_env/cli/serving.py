"""``wistar serve``."""

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from wistar_env.cli.command import app, missing_extra
from wistar_env.cli.parameters import Data, count_option, output_option


def _folder() -> Path:
    """Return the folder in which an application keeps what is the user's own."""
    chosen = os.environ.get("XDG_DATA_HOME")
    return (Path(chosen) if chosen else Path.home() / ".local" / "share") / "wistar-env"


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this machine's see it too.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8017,
    database: Annotated[
        Path | None, output_option("Where games are kept; your data folder if not given.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Another host name that the server answers to; may be repeated."),
    ] = None,
    games: Annotated[int, count_option("How many are kept at most.", 1, 10**6)] = 1000,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    data: Data = None,
) -> None:
    """Play in the browser: against Rat-o-bot, against bots, or watching them."""
    try:
        from wistar_env.play.server.running import run
    except ImportError as error:
        raise missing_extra("web", error, "serve") from None
    run(
        host,
        port,
        database or _folder() / "games.sqlite",
        names=name or (),
        games=games,
        data=data,
        on_ready=webbrowser.open if browser else None,
    )
