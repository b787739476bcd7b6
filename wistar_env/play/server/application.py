"""The server as an ASGI app."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware import Middleware

from wistar_env import __version__
from wistar_env.components import Folder, open_components
from wistar_env.play.server import problems, routes
from wistar_env.play.server.guard import Guard
from wistar_env.play.server.hall import Hall
from wistar_env.play.server.request_limits import Limits
from wistar_env.play.server.store import Store

_ABOUT = """Play Rats of Wistar against bots, watch them, and step through replays.

Every refusal is a document of problem details with the reason. What changes a game names the number
of the decision that it answers, and is refused with 409 when that has passed."""

#: What a browser may fetch besides pages: an address, and the folder of a package. The first
#: address that fits counts.
_FOLDERS = (
    ("/static/fonts", "wistar_env.render", "fonts"),
    ("/static", "wistar_env.play.server", "static"),
)


def app(
    database: Path | str | None = None,
    *,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    data: Folder | None = None,
) -> FastAPI:
    """Return the server as an ASGI app.

    Parameters
    ----------
    database
        The SQLite file in which games are kept; it is made if there is none. None for one in
        memory, which ends with the process.
    names
        Host names of the server besides ``localhost`` and addresses.
    limits
        How much it takes and does at a time.
    data
        The data folder that all games are played with, read now; None for the bundled one.

    Raises
    ------
    DataError
        If the data folder is not valid.
    StoreError
        If the database cannot be used.
    """
    limits = limits or Limits()
    components = open_components(data)
    store = Store(None if database is None else Path(database), limits.storage)
    hall = Hall(store, limits, components)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hall.wake()
        yield
        hall.close()

    made = FastAPI(
        title="wistar serve",
        version=__version__,
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these two load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        middleware=[Middleware(Guard, names=names, limits=limits)],
    )
    made.state.hall = hall
    problems.install(made)
    made.include_router(routes.api)
    made.include_router(routes.pages)
    for place, package, folder in _FOLDERS:
        found = files(package).joinpath(folder)
        made.mount(place, StaticFiles(directory=str(found)), name=place)
    return made
