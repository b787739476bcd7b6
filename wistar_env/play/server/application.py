"""The server as an ASGI app."""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from wistar_env import __version__
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.play.server import analysis_routes, problems, reference, routes, seat_routes
from wistar_env.play.server.game_service import GameService
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.request_checks import RequestChecks
from wistar_env.play.server.request_limits import Limits
from wistar_env.play.server.store import Store

_ABOUT = """Play {title} against bots, watch them, and step through replays.

Errors are problem details (RFC 9457) with the reason. A request that changes a game carries the
number of the decision that it answers; if the game has moved on, the response is 409."""

#: Minimum bytes of a response to compress; boards shrink to a tenth.
_COMPRESSED: Final = 1000
_LEVEL: Final = 6
#: Static files: URL prefix, package and folder; the first matching prefix is used.
_STATIC = (
    ("/static/fonts", "wistar_env.kit.pictures", "fonts"),
    ("/static/charts", "wistar_env.replay_page", "charts"),
    ("/static", "wistar_env.play.server", "static"),
)


def app(
    game: type[Game] | str,
    database: Path | str | None = None,
    *,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    data: Any = None,
    options: Mapping[str, Any] | None = None,
    bots: Iterable[str] = (),
    others: Iterable[type[Game] | str] = (),
) -> FastAPI:
    """Return the server as an ASGI app.

    Parameters
    ----------
    game
        The game, the default of the start page: see ``kit.game.registry.find_game``.
    database
        The SQLite file of the games, created if missing; None for a database in memory.
    names
        Host names of the server besides ``localhost`` and IP addresses.
    limits
        Limits on stored games, request sizes and concurrent searches.
    data
        The data of all games of ``game``, opened at once: see ``Game.new``; None for the bundled
        data.
    options
        Initial option values in the new-game form of ``game``, by name.
    bots
        Specs of bots that the new-game form of ``game`` offers besides the bundled bots.
    others
        Other games, with their bundled data.

    Raises
    ------
    BotError
        If a bot cannot be built.
    DataError
        If the data folder is not valid.
    StoreError
        If the database cannot be used.
    TypeError, ValueError
        If an option is wrong.
    """
    limits = limits or Limits()
    found = find_game(game)
    first = Offer(found, found.spec.opened(data), options or {}, bots)
    store = Store(None if database is None else Path(database), limits.storage)
    service = GameService(store, limits, [first, *map(Offer, others)])

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.resume_bots()
        yield
        service.close()

    server = FastAPI(
        title="wistar serve",
        version=__version__,
        description=_ABOUT.format(title=found.spec.title),
        openapi_url="/api/openapi.json",
        docs_url=None,  # both pages would load scripts from other sites
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(RequestChecks, names=names, limits=limits),
            Middleware(GZipMiddleware, minimum_size=_COMPRESSED, compresslevel=_LEVEL),
        ],
    )
    server.state.service = service
    problems.install(server)
    server.include_router(routes.api)
    server.include_router(analysis_routes.api)
    server.include_router(seat_routes.api)
    server.include_router(reference.api)
    server.include_router(routes.pages)
    server.include_router(analysis_routes.pages)
    server.include_router(reference.pages)
    for prefix, package, folder in _STATIC:
        directory = files(package).joinpath(folder)
        server.mount(prefix, StaticFiles(directory=str(directory)), name=prefix)
    return server
