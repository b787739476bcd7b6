"""The endpoints of seats by link."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from wistar_env.play.server import responses
from wistar_env.play.server.problems import documented
from wistar_env.play.server.requests import MOST_SEATS
from wistar_env.play.server.routes import (
    CHANGE,
    Games,
    Layout,
    Visited,
    state_after_bots,
    state_now,
)

api = APIRouter(prefix="/api", tags=["games"])
Seat = Annotated[int, Path(ge=0, lt=MOST_SEATS, description="A seat by link.")]


@api.post("/games/{game}/seats/{seat}/bot", responses=documented(*CHANGE))
def seat_bot(
    service: Games, visit: Visited, seat: Seat, answer: Response, layout: Layout
) -> responses.State:
    """Let a bot play for you, or for another player by link who has been away for two minutes."""
    service.seat_bot(visit, seat)
    return state_after_bots(service, visit, layout, answer)


@api.delete("/games/{game}/seats/{seat}/bot", responses=documented(*CHANGE))
def seat_person(
    service: Games, visit: Visited, seat: Seat, answer: Response, layout: Layout
) -> responses.State:
    """Take your seat by link back from the bot."""
    service.seat_person(visit, seat)
    return state_now(service, visit, layout, answer)
