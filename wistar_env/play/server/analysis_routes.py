"""The endpoints of analysis boards, which show only what the visitor may know."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import RedirectResponse, Response

from wistar_env.errors import ReplayError
from wistar_env.play.server import analysis_requests, analysis_views, responses, views
from wistar_env.play.server import analysis_responses as bodies
from wistar_env.play.server.analyses import Place
from wistar_env.play.server.analysis_requests import Sequence, Viewer, sequence
from wistar_env.play.server.problems import RejectedError, documented
from wistar_env.play.server.requests import MOST_DECISIONS
from wistar_env.play.server.routes import (
    BODY,
    CHANGE,
    EVERYWHERE,
    GAME,
    GameId,
    Games,
    Layout,
    Visited,
    page,
)

api = APIRouter(prefix="/api", tags=["analysis"])
pages = APIRouter(include_in_schema=False)

Number = Annotated[int, Path(ge=0, le=MOST_DECISIONS)]
_READ = documented(*EVERYWHERE, *GAME)


@api.post(
    "/positions",
    status_code=HTTPStatus.CREATED,
    responses=documented(*BODY, HTTPStatus.INSUFFICIENT_STORAGE),
)
def open_position(service: Games, body: analysis_requests.PositionRequest) -> responses.Entry:
    """Open a position given as one line of text, stored as a replay up to it."""
    try:
        live = service.import_position(body.position)
    except ReplayError as error:
        raise RejectedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
    return views.entry(service.offers, live.row)


@api.get("/games/{game}/analysis", responses=_READ)
def analysis(service: Games, visit: Visited) -> bodies.Analysis:
    """Get curves over a game with your information, and its review if it is ready."""
    return analysis_views.analysis(visit, service.reviews.find(visit.live.row.id))


@api.get("/games/{game}/analysis/positions/{number}", responses=_READ)
def position(
    visit: Visited,
    number: Number,
    layout: Layout,
    then: Sequence = "",
    viewer: Viewer = None,
) -> bodies.BoardPosition:
    """Get a position of the game, or one after alternative actions.

    In a running game, what is hidden from you is drawn at random before alternative actions.
    """
    return analysis_views.position(visit, Place(number, sequence(then)), layout, viewer)


@api.post(
    "/games/{game}/analysis/search",
    responses=documented(*CHANGE, HTTPStatus.SERVICE_UNAVAILABLE),
)
def begin_search(
    service: Games, visit: Visited, body: analysis_requests.SearchRequest
) -> bodies.BoardSearch:
    """Search a position in the background; the previous search of the game stops."""
    position, _ = analysis_views.at(visit, body.place)
    return analysis_views.search(
        service.analyses.start(visit.live.row.id, body.place, position, body.simulations)
    )


@api.get("/games/{game}/analysis/search", responses=_READ)
def search(service: Games, visit: Visited) -> bodies.BoardSearch:
    """Get the progress of the search, which stops after 15 seconds without such a request."""
    analysis_views.require_board(visit)
    return analysis_views.search(service.analyses.find(visit.live.row.id))


@api.delete(
    "/games/{game}/analysis/search",
    status_code=HTTPStatus.NO_CONTENT,
    responses=documented(*CHANGE),
)
def stop_search(service: Games, visit: Visited) -> Response:
    """Stop the search; its results are kept."""
    analysis_views.require_board(visit)
    service.analyses.stop(visit.live.row.id)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@api.get("/games/{game}/analysis/tree", responses=_READ)
def tree(service: Games, visit: Visited, path: Sequence = "") -> bodies.Tree:
    """Get the actions that the search has tried after a sequence of actions."""
    analysis_views.require_board(visit)
    return analysis_views.tree(service.analyses.find(visit.live.row.id), sequence(path))


@api.post(
    "/games/{game}/analysis/attempts/{number}",
    responses=documented(*CHANGE, HTTPStatus.SERVICE_UNAVAILABLE),
)
def attempt(
    service: Games, game: GameId, number: Number, body: analysis_requests.AttemptRequest
) -> bodies.Attempt:
    """Decide a reviewed decision again; compare the answer with the best and the played action."""
    live, review, found = service.attempt(game, number, body.action)
    return analysis_views.attempt(live.table.replay(), found, review.search)


@pages.get("/games/{game}/analysis")
def analysis_page(service: Games, game: GameId) -> Response:
    """Serve the analysis board, or redirect to the game while people play it by link."""
    live = service.game(game)
    if live.by_link and not live.revealed:
        return RedirectResponse(f"/games/{game}", HTTPStatus.SEE_OTHER)
    return page("analysis.html", type(live.table.game))
