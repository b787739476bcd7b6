"""The endpoints that explain a game: its symbols, printed pieces and rules."""

import re
from html import escape
from http import HTTPStatus
from importlib.resources import files
from itertools import pairwise
from string import Template
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, Response
from markdown_it import MarkdownIt

from wistar_env.kit.pictures import symbols
from wistar_env.play.server import responses
from wistar_env.play.server.game_service import GameService
from wistar_env.play.server.problems import RejectedError, documented

api = APIRouter(prefix="/api", tags=["reference"])
pages = APIRouter(include_in_schema=False)

#: The header Cache-Control of responses that do not change while a server runs.
_KEPT: Final = "private, max-age=600"
#: The ID of a rule where the rule is stated.
_RULE: Final = re.compile(r"<strong>([A-Z]+-[A-Z]?\d+)</strong>")
_WORDS: Final = re.compile(r"[^a-z0-9]+")
_REJECTED: Final = documented(
    HTTPStatus.FORBIDDEN,
    HTTPStatus.MISDIRECTED_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.NOT_FOUND,
)


def _service(request: Request) -> GameService:
    service: GameService = request.app.state.service
    return service


Games = Annotated[GameService, Depends(_service)]
GameOf = Annotated[
    str | None,
    Query(max_length=100, description="The name of the game; by default the server's."),
]


@api.get("/symbols", responses=_REJECTED)
def symbols_by_name(
    service: Games,
    answer: Response,
    names: Annotated[
        str,
        Query(
            max_length=8000,
            pattern=r"^[\w-]+(,[\w-]+)*$",
            description="Names of symbols, comma-separated.",
        ),
    ],
    game: GameOf = None,
) -> responses.Symbols:
    """Get the SVG symbols that the parts of pictures reference."""
    offer = service.offer(game)
    [*offer.game.presentation.legend(offer.data)]  # this loads the game's pictures
    try:
        found = {name: symbols.body(name) for name in names.split(",")}
    except KeyError as error:
        raise RejectedError(HTTPStatus.NOT_FOUND, str(error.args[0])) from error
    answer.headers["Cache-Control"] = _KEPT
    tokens = [name for name in found if symbols.is_token(name)]
    return responses.Symbols(grid=symbols.GRID, symbols=found, tokens=tokens)


@api.get("/legend", responses=_REJECTED)
def legend(service: Games, answer: Response, game: GameOf = None) -> responses.Legend:
    """Get the symbols of a game and what they stand for."""
    offer = service.offer(game)
    answer.headers["Cache-Control"] = _KEPT
    return responses.Legend(
        entries=[
            responses.LegendEntry(group=each.group, symbol=each.symbol, text=each.text)
            for each in offer.game.presentation.legend(offer.data)
        ]
    )


@api.get("/pieces/{name}", responses=_REJECTED)
def piece(
    service: Games,
    answer: Response,
    name: Annotated[str, Path(max_length=60, pattern=r"^[a-z-]+-\d{1,6}$")],
    game: GameOf = None,
) -> responses.Piece:
    """Get a printed piece by its name, the attribute data-piece of a board element."""
    offer = service.offer(game)
    found = offer.game.presentation.find_piece(name, offer.data)
    if found is None:
        raise RejectedError(HTTPStatus.NOT_FOUND, f"{offer.name} has no piece {name!r}")
    answer.headers["Cache-Control"] = _KEPT
    return responses.Piece(
        title=found.title,
        described=found.described,
        width=found.width,
        height=found.height,
        svg=found.body,
    )


def anchor(heading: str) -> str:
    """Return the URL fragment of a heading in the rules."""
    return _WORDS.sub("-", heading.lower()).strip("-")


def _rules(text: str) -> str:
    """Return the rules as HTML, each heading with its anchor."""
    markdown = MarkdownIt("commonmark", {"html": False})
    tokens = markdown.parse(text)
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(inside.content))
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _ledger(text: str) -> str:
    """Return the rules with IDs as HTML, with IDs as anchors and without pictures."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return _RULE.sub(r'<strong id="\1">\1</strong>', markdown.render(text))


@pages.get("/rules/{game}/ledger")
def ledger_page(service: Games, game: str) -> HTMLResponse:
    """Serve all rules of a game with their IDs."""
    offer = service.offer(game)
    text = offer.game.presentation.ledger()
    if not text:
        raise RejectedError(HTTPStatus.NOT_FOUND, f"{offer.name} has no rules reference")
    return _rules_page(offer.game.spec.title, _ledger(text))


@pages.get("/rules/{game}")
def rules_page(
    service: Games, game: str, players: Annotated[int | None, Query(ge=1, le=64)] = None
) -> HTMLResponse:
    """Serve the rules of a game in words."""
    offer = service.offer(game)
    spec = offer.game.spec
    number = min(max(players or spec.min_players, spec.min_players), spec.max_players)
    text = offer.game.new(number, data=offer.data).presentation.rules_in_words()
    return _rules_page(spec.title, _rules(text))


def _rules_page(title: str, rules: str) -> HTMLResponse:
    page = files("wistar_env.play.server").joinpath("static", "rules.html").read_text("utf-8")
    return HTMLResponse(Template(page).substitute(title=escape(title), rules=rules))
