"""The endpoints of a server."""

from html import escape
from http import HTTPStatus
from importlib.resources import files
from string import Template
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from wistar_env import __version__
from wistar_env.errors import ReplayError
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.play.server import requests, responses, tutorials, views
from wistar_env.play.server.game_service import GameService
from wistar_env.play.server.hint_points import UNKNOWN, points_of
from wistar_env.play.server.live_game import LiveGame
from wistar_env.play.server.problems import RefusedError, documented
from wistar_env.play.server.requests import MOST_DECISIONS
from wistar_env.play.server.reviews import Review
from wistar_env.replay_page.page import policy

#: Seconds that a response waits for fast bots.
_MAX_WAIT: Final = 0.7
_JSON_LINES: Final = "application/x-ndjson"

api = APIRouter(prefix="/api", tags=["games"])
pages = APIRouter(include_in_schema=False)

EVERYWHERE: Final = (
    HTTPStatus.FORBIDDEN,
    HTTPStatus.MISDIRECTED_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
BODY: Final = (
    *EVERYWHERE,
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
GAME: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
CHANGE: Final = documented(*BODY, *GAME, HTTPStatus.INSUFFICIENT_STORAGE)


def _service(request: Request) -> GameService:
    service: GameService = request.app.state.service
    return service


Games = Annotated[GameService, Depends(_service)]
GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[\w-]+$")]
GameOf = Annotated[
    str | None,
    Query(max_length=100, description="The game. Default: that of the server."),
]
Layout = Annotated[requests.Layout, Depends(requests.Layout)]


@api.get("/options", responses=documented(*EVERYWHERE))
def options(service: Games, game: GameOf = None) -> responses.GameOptions:
    """List the options of a new game."""
    return views.options(service.offers, service.offer(game), __version__)


@api.get("/games", responses=documented(*EVERYWHERE))
def games(service: Games) -> responses.Games:
    """List the games."""
    return views.games(service.offers, service.store, service.limits.games)


@api.post(
    "/games",
    status_code=HTTPStatus.CREATED,
    responses=documented(*BODY, HTTPStatus.INSUFFICIENT_STORAGE),
)
def create(
    service: Games, body: requests.NewGame, answer: Response, layout: Layout
) -> responses.State:
    """Start a game."""
    return _state_after_bots(service, service.create(body), layout, answer)


@api.post(
    "/tutorials",
    status_code=HTTPStatus.CREATED,
    responses=documented(*BODY, HTTPStatus.NOT_FOUND, HTTPStatus.INSUFFICIENT_STORAGE),
)
def begin_tutorial(
    service: Games,
    answer: Response,
    layout: Layout,
    game: GameOf = None,
    lesson: Annotated[
        str | None, Query(max_length=100, description="A lesson after it. Null: the tutorial.")
    ] = None,
) -> responses.State:
    """Start the tutorial of a game, whose first states have lessons, or a lesson after it."""
    offer = service.offer(game)
    if lesson is not None:
        return _state_now(service, service.begin_lesson(offer, lesson), layout, answer)
    live = service.create(tutorials.request(offer.game, offer.name), tutorial=True)
    return _state_after_bots(service, live, layout, answer)


@api.get(
    "/games/{game}",
    responses={
        **documented(*EVERYWHERE, *GAME),
        304: {"description": "Not modified since the ETag in If-None-Match."},
    },
    response_model=responses.State,
)
def state(service: Games, game: GameId, request: Request, layout: Layout) -> Response:
    """Get the state of a game, if it has changed."""
    live = service.game(game)
    tag = _tag(service, live, layout)
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    shown = views.state(service, live, layout)
    return Response(shown.model_dump_json(), media_type="application/json", headers={"ETag": tag})


@api.delete("/games/{game}", status_code=HTTPStatus.NO_CONTENT, responses=CHANGE)
def remove(service: Games, game: GameId) -> None:
    """Delete a game."""
    service.remove(game)


@api.post("/games/{game}/actions", responses=CHANGE)
def act(
    service: Games,
    game: GameId,
    body: requests.ActionRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Play an action, and those that follow it."""
    live = service.act(game, body.number, [body.action, *body.then])
    return _state_after_bots(service, live, layout, answer)


@api.post("/games/{game}/rest", responses=CHANGE)
def play_rest(
    service: Games,
    game: GameId,
    body: requests.RestRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Play what is due in your turn and needs no choice; end the turn if nothing else is due."""
    return _state_after_bots(service, service.play_rest(game, body.number), layout, answer)


@api.post("/games/{game}/again", status_code=HTTPStatus.CREATED, responses=CHANGE)
def again(service: Games, game: GameId, answer: Response, layout: Layout) -> responses.State:
    """Start another game with the same players and options."""
    return _state_after_bots(service, service.again(game), layout, answer)


@api.post("/games/{game}/undo", responses=CHANGE)
def undo(
    service: Games,
    game: GameId,
    body: requests.UndoRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Go back to a decision of your turn."""
    live = service.undo(game, body.number, body.to)
    return _state_now(service, live, layout, answer)


@api.post("/games/{game}/step", responses=CHANGE)
def step(
    service: Games,
    game: GameId,
    body: requests.StepRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Let the bot to move play, in a watched game or after a bot failed."""
    return _state_after_bots(service, service.step(game, body.number), layout, answer)


@api.post(
    "/games/{game}/hint",
    responses={**CHANGE, **documented(HTTPStatus.SERVICE_UNAVAILABLE)},
)
def hint(service: Games, game: GameId, body: requests.HintRequest) -> responses.Hint:
    """Ask a search for a hint."""
    explanation = service.hint(game, body.number, body.simulations)
    live = service.game(game)
    with live.turn:
        position, number = live.table.game.clone(), live.table.position
    # Another tab may have moved on during the search.
    points = points_of(position, explanation) if number == body.number else UNKNOWN
    return views.hint(position, body.number, explanation, points)


@api.get("/games/{game}/why-not/{action}", responses=documented(*EVERYWHERE, *GAME))
def why_not(
    service: Games,
    game: GameId,
    action: Annotated[int, Path(ge=0)],
    number: Annotated[int, Query(ge=0, le=MOST_DECISIONS)],
) -> responses.Reason:
    """Say why an action is not offered at your decision."""
    position = service.position(game, number)
    last = position.spec.num_actions - 1
    if action > last:
        raise RefusedError(
            HTTPStatus.UNPROCESSABLE_ENTITY, f"the game has the actions 0 to {last}, not {action}"
        )
    if action in position.legal_actions():
        raise RefusedError(HTTPStatus.CONFLICT, f"action {action} is offered")
    return views.reason(position, action)


@api.get("/games/{game}/positions/{number}", responses=documented(*EVERYWHERE, *GAME))
def position(
    service: Games,
    game: GameId,
    number: Annotated[int, Path(ge=0, le=MOST_DECISIONS)],
    layout: Layout,
) -> responses.Position:
    """Get the state of a game before one of its actions."""
    live = service.game(game)
    last = live.table.position
    if number > last:
        raise RefusedError(
            HTTPStatus.NOT_FOUND, f"the game has the positions 0 to {last}, not {number}"
        )
    return views.position(live, number, layout)


@api.get(
    "/games/{game}/replay",
    responses={
        **documented(*EVERYWHERE, *GAME),
        200: {"content": {_JSON_LINES: {"schema": {"type": "string"}}}},
    },
    response_class=Response,
)
def replay(service: Games, game: GameId) -> Response:
    """Download the replay of a finished game, for wistar replay."""
    live = service.game(game)
    if not live.revealed:
        raise RefusedError(
            HTTPStatus.CONFLICT, "the replay contains the seed: available when the game is over"
        )
    name = f"wistar-{live.row.id}.replay"
    return Response(
        live.replay().to_text(),
        media_type=_JSON_LINES,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@api.post(
    "/games/{game}/review",
    responses={**CHANGE, **documented(HTTPStatus.SERVICE_UNAVAILABLE)},
)
def begin_review(service: Games, game: GameId, body: requests.ReviewRequest) -> responses.Review:
    """Ask a search to review every decision of a finished game."""
    return _review(service.reviews.start(service.game(game), body.simulations))


@api.get("/games/{game}/review", responses=documented(*EVERYWHERE, *GAME))
def review(service: Games, game: GameId) -> responses.Review:
    """Get how far the review of a game is."""
    return _review(service.reviews.find(service.game(game).row.id))


def _review(found: Review | None) -> responses.Review:
    if found is None:
        return responses.Review(ready=False, done=0, total=0, error="")
    return responses.Review(
        ready=bool(found.page), done=found.done, total=found.total, error=found.error
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
    responses=documented(*BODY, HTTPStatus.INSUFFICIENT_STORAGE),
    openapi_extra=_UPLOAD,
)
async def import_replay(service: Games, request: Request) -> responses.Entry:
    """Upload a replay written by Replay.save."""
    text = await request.body()
    try:
        offer = service.offer_of_file(text)
        found = Replay.from_text(text, "the file", offer.data, offer.game)
        live: LiveGame = await run_in_threadpool(service.import_replay, found)
    except ReplayError as error:
        raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
    return views.entry(service.offers, live.row)


def _tag(service: GameService, live: LiveGame, layout: requests.Layout) -> str:
    shown = (live.row.revision, service.thinks(live), bool(live.error), layout.tag, __version__)
    return f'"{"-".join(str(each) for each in shown)}"'


def _state_after_bots(
    service: GameService, live: LiveGame, layout: requests.Layout, answer: Response
) -> responses.State:
    """Return a game after a short wait for its bots."""
    service.wait(live, _MAX_WAIT)
    return _state_now(service, service.game(live.row.id), layout, answer)


def _state_now(
    service: GameService, live: LiveGame, layout: requests.Layout, answer: Response
) -> responses.State:
    """Return a game with its ETag, so that the next poll need not fetch it again."""
    # The tag is made first: a bot that moves in between makes the next poll fetch the game.
    answer.headers["ETag"] = _tag(service, live, layout)
    return views.state(service, live, layout)


def page(name: str, played: type[Game], status: HTTPStatus = HTTPStatus.OK) -> HTMLResponse:
    """Return a page about a game from its template."""
    text = files("wistar_env.play.server").joinpath("static", name).read_text("utf-8")
    footer = f"{played.presentation.footer}, " if played.presentation.footer else ""
    return HTMLResponse(
        Template(text).substitute(title=escape(played.spec.title), footer=escape(footer)),
        status,
    )


@pages.get("/")
def start_page(service: Games) -> HTMLResponse:
    """Serve the list of games and the form for a new one."""
    return page("index.html", service.offer(None).game)


@pages.get("/games/{game}")
def game_page(service: Games, game: GameId) -> HTMLResponse:
    """Serve the page of a game, which says so if there is none."""
    row = service.store.row(game)
    name = None if row is None else str(row.settings.get("game"))
    played = service.offer(name if name in service.offers else None).game
    return page("game.html", played, HTTPStatus.NOT_FOUND if row is None else HTTPStatus.OK)


@pages.get("/games/{game}/review")
def review_page(service: Games, game: GameId) -> Response:
    """Serve the replay of a finished game with its review; until it is ready, the game."""
    found = service.reviews.find(service.game(game).row.id)
    if found is None or not found.page:
        return RedirectResponse(f"/games/{game}", HTTPStatus.SEE_OTHER)
    own = {"Content-Security-Policy": f"{policy()}; frame-ancestors 'none'"}
    return HTMLResponse(found.page, headers=own)
