"""``wistar serve`` and ``mcp``: games for browsers and for language models."""

import os
import re
import webbrowser
from pathlib import Path
from typing import Annotated, Final

import typer

from wistar_env.arguments import shown
from wistar_env.cli.command import app, missing_extra
from wistar_env.cli.game_options import (
    GameCommand,
    GameOptions,
    applicable_game_options,
    parse_game_options,
    rejecting_options,
)
from wistar_env.cli.parameters import DEFAULT_GAME, Data, GameName, count_option, output_option

#: A host name in the form that browsers send.
_HOST_NAME: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.ASCII | re.IGNORECASE)


def _host_names(names: list[str] | None) -> list[str] | None:
    """Reject invalid host names."""
    for name in names or ():
        if not _HOST_NAME.fullmatch(name):
            raise typer.BadParameter(
                f"{shown(name)} is not a host name such as games.example.org: leave out the "
                "scheme, the port and the path"
            )
    return names


def _folder() -> Path:
    """Return this application's folder for the user's data."""
    chosen = os.environ.get("XDG_DATA_HOME")
    return (Path(chosen) if chosen else Path.home() / ".local" / "share") / "wistar-env"


#: The default port.
PORT: Final = 8017


@app.command(cls=GameCommand)
def serve(
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; unless it is a loopback address, other machines can "
            "connect."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = PORT,
    database: Annotated[
        Path | None,
        output_option(
            "Database of saved games. Default: wistar-env/games.sqlite in XDG_DATA_HOME, else in "
            "~/.local/share."
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            callback=_host_names,
            help="Additional host name at which browsers reach the server; repeatable.",
        ),
    ] = None,
    games: Annotated[
        int, count_option("Maximum number of stored games; further ones are rejected.", 1, 10**6)
    ] = 1000,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", help="Additional bot that the page offers; repeatable."),
    ] = None,
    game: GameName = DEFAULT_GAME,
    options: GameOptions = "",
    data: Data = None,
) -> None:
    """Play any installed game against bots in the browser, or watch bots play.

    The start page offers all games. --bot, --data and game options apply only to the game that
    --game names.
    """
    from wistar_env.kit.game.registry import find_game, find_games

    try:
        from wistar_env.play.server.offers import Offer
        from wistar_env.play.server.running import run
    except ImportError as error:
        raise missing_extra("web", error, "serve") from None
    first, given = find_game(game), parse_game_options(options)
    with rejecting_options():
        Offer(first, data, given, bots or ())
    run(
        first,
        host,
        port,
        database or _folder() / "games.sqlite",
        names=name or (),
        games=games,
        data=data,
        options=given,
        bots=bots or (),
        others=[each for each in find_games() if each.spec.name != first.spec.name],
        on_ready=webbrowser.open if browser else None,
    )


@app.command(cls=GameCommand)
def mcp(
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help="Bot for the other seats; repeat the option to give one per seat. Default: greedy."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**63 - 1, help="The seed of all games. Default: random."),
    ] = None,
    obfuscate: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            help="Rename cards N001, N002, ... in an order drawn from this seed. Default: real "
            "names.",
        ),
    ] = None,
    game: GameName = DEFAULT_GAME,
    options: GameOptions = "",
) -> None:
    """Serve any installed game to language models, as an MCP server on stdin and stdout.

    Clients choose the game; --game is for those that do not, and the game options apply to it.
    """
    from wistar_env.kit.bots.registry import load
    from wistar_env.kit.game.registry import find_game
    from wistar_env.language_models.prompts import Prompter
    from wistar_env.play.mcp_sessions import Sessions

    try:
        from wistar_env.play.mcp_server import make_server
    except ImportError as error:
        raise missing_extra("mcp", error, "mcp") from None
    played, bots = find_game(game), opponent or ["greedy"]
    for spec in bots:
        load(spec, played.spec.bots.classes)
    prompter = Prompter(obfuscate=obfuscate)
    given = applicable_game_options(played, options)
    make_server(Sessions(played, bots, prompter, seed, given)).run("stdio")
