"""The endpoints of a server."""

from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from importlib.resources import files
from string import Template
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Path, Query, Request
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
from wistar_env.play.server.problems import RejectedError, documented
from wistar_env.play.server.requests import MOST_DECISIONS
from wistar_env.play.server.reviews import Review
from wistar_env.play.server.seats import HEADER, LONGEST_SECRET
from wistar_env.play.server.visits import Visit
from wistar_env.replay_page.page import policy

#: Maximum seconds that a response waits for bots.
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
CHANGE: Final = (*BODY, *GAME, HTTPStatus.INSUFFICIENT_STORAGE)


def _service(request: Request) -> GameService:
    service: GameService = request.app.state.service
    return service


Games = Annotated[GameService, Depends(_service)]
GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[\w-]+$")]
GameOf = Annotated[
    str | None,
    Query(max_length=100, description="The name of the game; by default the server's."),
]
Layout = Annotated[requests.Layout, Depends(requests.Layout)]


Secret = Annotated[
    str | None,
    Header(
        alias=HEADER,
        max_length=LONGEST_SECRET,
        description="The secret of a seat by link; not needed in other games.",
    ),
]


def _visit(service: Games, game: GameId, secret: Secret = None) -> Visit:
    return service.visit(game, secret)


Visited = Annotated[Visit, Depends(_visit)]


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
    return _begun(service, *service.create(body), layout, answer)


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
        str | None,
        Query(max_length=100, description="The name of a later lesson; null for the tutorial."),
    ] = None,
) -> responses.State:
    """Start the tutorial of a game, whose first states include lessons, or a later lesson."""
    offer = service.offer(game)
    if lesson is not None:
        return state_now(service, service.begin_lesson(offer, lesson), layout, answer)
    begun = service.create(tutorials.request(offer.game, offer.name), tutorial=True)
    return _begun(service, *begun, layout, answer)


@api.get(
    "/games/{game}",
    responses={
        **documented(*EVERYWHERE, *GAME),
        304: {"description": "Not modified since the ETag in If-None-Match."},
    },
    response_model=responses.State,
)
def state(service: Games, visit: Visited, request: Request, layout: Layout) -> Response:
    """Get the state of a game, unless the client has its latest version."""
    tag = _tag(service, visit, layout)
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    shown = views.state(service, visit, layout)
    return Response(shown.model_dump_json(), media_type="application/json", headers={"ETag": tag})


@api.delete("/games/{game}", status_code=HTTPStatus.NO_CONTENT, responses=documented(*CHANGE))
def remove(service: Games, game: GameId, secret: Secret = None) -> None:
    """Delete a game. For a game by link, send the secret of a seat."""
    service.remove(game, secret)


@api.post("/games/{game}/actions", responses=documented(*CHANGE))
def act(
    service: Games,
    visit: Visited,
    body: requests.ActionRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Play an action and further choices of the same decision."""
    asks = service.act(visit, body)
    return state_after_bots(service, visit, layout, answer, asks)


@api.post("/games/{game}/rest", responses=documented(*CHANGE))
def play_rest(
    service: Games,
    visit: Visited,
    body: requests.RestRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Play the rest of your turn that needs no choice, and end it if nothing is left."""
    service.play_rest(visit, body.number, plan=body.plan)
    return state_after_bots(service, visit, layout, answer)


@api.post("/games/{game}/again", status_code=HTTPStatus.CREATED, responses=documented(*CHANGE))
def again(service: Games, visit: Visited, answer: Response, layout: Layout) -> responses.State:
    """Start another game with the same players and options."""
    return _begun(service, *service.again(visit), layout, answer)


@api.post("/games/{game}/undo", responses=documented(*CHANGE))
def undo(
    service: Games,
    visit: Visited,
    body: requests.UndoRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Go back to a decision of your turn."""
    service.undo(visit, body.number, body.to)
    return state_now(service, visit, layout, answer)


@api.post("/games/{game}/step", responses=documented(*CHANGE))
def step(
    service: Games,
    visit: Visited,
    body: requests.StepRequest,
    answer: Response,
    layout: Layout,
) -> responses.State:
    """Let the bot to move play, in a watched game or after a bot failed."""
    service.step(visit, body.number)
    return state_after_bots(service, visit, layout, answer)


@api.post(
    "/games/{game}/hint",
    responses=documented(*CHANGE, HTTPStatus.SERVICE_UNAVAILABLE),
)
def hint(service: Games, visit: Visited, body: requests.HintRequest) -> responses.Hint:
    """Ask a search for a hint."""
    explanation, live = service.hint(visit, body.number, body.simulations), visit.live
    with live.turn:
        position, number = visit.table.game.clone(), visit.table.position
    # Another tab may have played during the search.
    points = points_of(position, explanation) if number == body.number else UNKNOWN
    return views.hint(position, body.number, explanation, points)


@api.get("/games/{game}/why-not/{action}", responses=documented(*EVERYWHERE, *GAME))
def why_not(
    service: Games,
    visit: Visited,
    action: Annotated[int, Path(ge=0)],
    number: Annotated[int, Query(ge=0, le=MOST_DECISIONS)],
) -> responses.Reason:
    """Say why an action is not offered at your decision."""
    position = service.position(visit, number)
    last = position.spec.num_actions - 1
    if action > last:
        raise RejectedError(
            HTTPStatus.UNPROCESSABLE_ENTITY, f"action must be from 0 to {last}, found {action}"
        )
    if action in position.legal_actions():
        raise RejectedError(
            HTTPStatus.CONFLICT, f"action {action} is legal, so there is no reason to give"
        )
    return views.reason(position, action)


@api.get("/games/{game}/positions/{number}", responses=documented(*EVERYWHERE, *GAME))
def position(
    visit: Visited,
    number: Annotated[int, Path(ge=0, le=MOST_DECISIONS)],
    layout: Layout,
) -> responses.Position:
    """Get the state of a game before one of its actions, or after the last one."""
    last = visit.table.position
    if number > last:
        raise RejectedError(
            HTTPStatus.NOT_FOUND, f"position must be from 0 to {last}, found {number}"
        )
    return views.position(visit, number, layout)


@api.get(
    "/games/{game}/replay",
    responses={
        **documented(*EVERYWHERE, *GAME),
        200: {"content": {_JSON_LINES: {"schema": {"type": "string"}}}},
    },
    response_class=Response,
)
def replay(visit: Visited) -> Response:
    """Download the replay of a finished game, for wistar replay."""
    live = visit.live
    if not live.revealed:
        raise RejectedError(
            HTTPStatus.CONFLICT,
            "the replay contains the seed, so it is available only when the game is over",
        )
    name = f"wistar-{live.row.id}.replay"
    return Response(
        live.replay().to_text(),
        media_type=_JSON_LINES,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@api.post(
    "/games/{game}/review",
    responses=documented(*CHANGE, HTTPStatus.SERVICE_UNAVAILABLE),
)
def begin_review(service: Games, visit: Visited, body: requests.ReviewRequest) -> responses.Review:
    """Ask a search to review every decision of a finished game."""
    return _review(service.reviews.start(visit.live, body.simulations))


@api.get("/games/{game}/review", responses=documented(*EVERYWHERE, *GAME))
def review(service: Games, visit: Visited) -> responses.Review:
    """Get the progress of a game's review."""
    return _review(service.reviews.find(visit.live.row.id))


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
        raise RejectedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
    return views.entry(service.offers, live.row)


def _tag(service: GameService, visit: Visit, layout: requests.Layout) -> str:
    live = visit.live
    people = visit.seat, *live.away
    shown = (
        visit.revision,
        service.thinks(live),
        bool(live.error),
        *people,
        layout.tag,
        __version__,
    )
    return f'"{"-".join(str(each) for each in shown)}"'


def _begun(
    service: GameService,
    visit: Visit,
    given: Mapping[int, str],
    layout: requests.Layout,
    answer: Response,
) -> responses.State:
    """Return a new game, with the secrets of its links."""
    found = state_after_bots(service, visit, layout, answer)
    links = [responses.SeatLink(seat=seat, secret=secret) for seat, secret in given.items()]
    return found.model_copy(update={"links": links})


def state_after_bots(
    service: GameService,
    visit: Visit,
    layout: requests.Layout,
    answer: Response,
    asks: responses.Asks = "",
) -> responses.State:
    """Return a game after a short wait for its bots."""
    service.wait(visit.live, _MAX_WAIT)
    now = Visit(service.game(visit.live.row.id), visit.seat)
    return state_now(service, now, layout, answer, asks)


def state_now(
    service: GameService,
    visit: Visit,
    layout: requests.Layout,
    answer: Response,
    asks: responses.Asks = "",
) -> responses.State:
    """Return a game with its ETag, so that the next poll need not fetch it again."""
    # The tag is made first, so that the next poll fetches the game if a bot moves in between.
    answer.headers["ETag"] = _tag(service, visit, layout)
    return views.state(service, visit, layout, asks)


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
    """Serve the page of a game, which also says if the game does not exist."""
    row = service.store.row(game)
    name = None if row is None else str(row.settings.get("game"))
    played = service.offer(name if name in service.offers else None).game
    return page("game.html", played, HTTPStatus.NOT_FOUND if row is None else HTTPStatus.OK)


@pages.get("/games/{game}/review")
def review_page(service: Games, game: GameId) -> Response:
    """Serve a finished game's replay with its review; until it is ready, redirect to the game."""
    found = service.reviews.find(service.game(game).row.id)
    if found is None or not found.page:
        return RedirectResponse(f"/games/{game}", HTTPStatus.SEE_OTHER)
    own = {"Content-Security-Policy": f"{policy()}; frame-ancestors 'none'"}
    return HTMLResponse(found.page, headers=own)
