"""The endpoints of a server."""

from http import HTTPStatus
from importlib.resources import files
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response

from wistar_env import __version__
from wistar_env.errors import ReplayError
from wistar_env.play.server import requests, responses, showing
from wistar_env.play.server.hall import Hall
from wistar_env.play.server.held import Held
from wistar_env.play.server.problems import RefusedError, documented
from wistar_env.play.server.requests import MOST_DECISIONS
from wistar_env.replay import Replay

#: How long an answer waits for bots that answer at once.
_AT_ONCE: Final = 0.7
_JSON_LINES: Final = "application/x-ndjson"

api = APIRouter(prefix="/api", tags=["games"])
pages = APIRouter(include_in_schema=False)

_EVERYWHERE: Final = (
    HTTPStatus.FORBIDDEN,
    HTTPStatus.MISDIRECTED_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
_BODY: Final = (
    *_EVERYWHERE,
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
_GAME: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
_CHANGE: Final = documented(*_BODY, *_GAME, HTTPStatus.INSUFFICIENT_STORAGE)


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


Games = Annotated[Hall, Depends(_hall)]
GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[\w-]+$")]
Narrow = Annotated[bool, Query(description="Whether the board is drawn for a phone.")]


@api.get("/terms", responses=documented(*_EVERYWHERE))
def terms() -> responses.Terms:
    """Tell what a game can be begun with."""
    return showing.terms(__version__)


@api.get("/games", responses=documented(*_EVERYWHERE))
def games(hall: Games) -> responses.Games:
    """List the games."""
    entries = [showing.entry(row) for row in hall.store.rows()]
    return responses.Games(games=entries, most=hall.limits.games)


@api.post(
    "/games",
    status_code=HTTPStatus.CREATED,
    responses=documented(*_BODY, HTTPStatus.INSUFFICIENT_STORAGE),
)
def begin(hall: Games, wanted: requests.NewGame, narrow: Narrow = False) -> responses.State:
    """Begin a game."""
    return _soon(hall, hall.begin(wanted), narrow)


@api.get(
    "/games/{game}",
    responses={
        **documented(*_EVERYWHERE, *_GAME),
        304: {"description": "Nothing has changed since the ETag that If-None-Match names."},
    },
    response_model=responses.State,
)
def state(hall: Games, game: GameId, request: Request, narrow: Narrow = False) -> Response:
    """Show a game, if it has changed."""
    held = hall.game(game)
    tag = _tag(hall, held, narrow)
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    shown = showing.state(hall, held, narrow=narrow)
    return Response(shown.model_dump_json(), media_type="application/json", headers={"ETag": tag})


@api.delete("/games/{game}", status_code=HTTPStatus.NO_CONTENT, responses=_CHANGE)
def remove(hall: Games, game: GameId) -> None:
    """Delete a game."""
    hall.remove(game)


@api.post("/games/{game}/actions", responses=_CHANGE)
def act(hall: Games, game: GameId, wanted: requests.Act, narrow: Narrow = False) -> responses.State:
    """Carry out an action of yours."""
    return _soon(hall, hall.act(game, wanted.number, wanted.action), narrow)


@api.post("/games/{game}/undo", responses=_CHANGE)
def back(
    hall: Games, game: GameId, wanted: requests.Back, narrow: Narrow = False
) -> responses.State:
    """Go back to a decision of your turn."""
    return showing.state(hall, hall.back(game, wanted.number, wanted.to), narrow=narrow)


@api.post("/games/{game}/step", responses=_CHANGE)
def step(
    hall: Games, game: GameId, wanted: requests.Step, narrow: Narrow = False
) -> responses.State:
    """Let the bot that decides answer: in a game that is watched, or where it failed."""
    return _soon(hall, hall.step(game, wanted.number), narrow)


@api.post(
    "/games/{game}/hint",
    responses={**_CHANGE, **documented(HTTPStatus.SERVICE_UNAVAILABLE)},
)
def hint(hall: Games, game: GameId, wanted: requests.Ask) -> responses.Hint:
    """Tell what a search would do."""
    thought = hall.hint(game, wanted.number, wanted.simulations)
    return showing.hint(hall.game(game).table.game, wanted.number, thought)


@api.get("/games/{game}/positions/{number}", responses=documented(*_EVERYWHERE, *_GAME))
def position(
    hall: Games,
    game: GameId,
    number: Annotated[int, Path(ge=0, le=MOST_DECISIONS)],
    narrow: Narrow = False,
) -> responses.Position:
    """Show a game as it was before one of its actions."""
    held = hall.game(game)
    most = held.table.position
    if number > most:
        raise RefusedError(
            HTTPStatus.NOT_FOUND, f"the game has the positions 0 to {most}, not {number}"
        )
    return showing.position(held, number, narrow=narrow)


@api.get(
    "/games/{game}/replay",
    responses={
        **documented(*_EVERYWHERE, *_GAME),
        200: {"content": {_JSON_LINES: {"schema": {"type": "string"}}}},
    },
    response_class=Response,
)
def replay(hall: Games, game: GameId) -> Response:
    """Download a game that is over, for wistar replay."""
    held = hall.game(game)
    if held.kind != "replay" and not held.table.game.finished:
        raise RefusedError(
            HTTPStatus.CONFLICT, "the replay holds the seed, so it is there when the game is over"
        )
    name = f"wistar-{held.row.id}.replay"
    return Response(
        held.replay().to_text(),
        media_type=_JSON_LINES,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


_UPLOAD: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {_JSON_LINES: {"schema": {"type": "string"}}},
    }
}


@api.post(
    "/replays",
    status_code=HTTPStatus.CREATED,
    responses=documented(*_BODY, HTTPStatus.INSUFFICIENT_STORAGE),
    openapi_extra=_UPLOAD,
)
async def take_in(hall: Games, request: Request) -> responses.Entry:
    """Take in a replay that Replay.save wrote, to look at."""
    text = await request.body()
    try:
        found = Replay.from_text(text, "the file", hall.components)
        held: Held = await run_in_threadpool(hall.take_in, found)
    except ReplayError as error:
        raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
    return showing.entry(held.row)


def _tag(hall: Hall, held: Held, narrow: bool) -> str:
    shown = (held.row.revision, hall.thinks(held), bool(held.trouble), narrow, __version__)
    return f'"{"-".join(str(each) for each in shown)}"'


def _soon(hall: Hall, held: Held, narrow: bool) -> responses.State:
    """Show a game after a short wait, in which most bots have answered."""
    hall.wait(held, _AT_ONCE)
    return showing.state(hall, hall.game(held.row.id), narrow=narrow)


def _page(name: str) -> HTMLResponse:
    text = files("wistar_env.play.server").joinpath("static", name).read_text("utf-8")
    return HTMLResponse(text)


@pages.get("/")
def start_page() -> HTMLResponse:
    """Show the games, and a form for a new one."""
    return _page("index.html")


@pages.get("/games/{game}")
def game_page(game: GameId) -> HTMLResponse:
    """Show the page of a game."""
    return _page("game.html")
