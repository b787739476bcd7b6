"""Responses to valid and invalid requests follow the OpenAPI document."""

from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.python.asgi import HOST
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import Receive, Scope, Send

from tests.server.serving import GREEDY, YOU
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.server import app
from wistar_env.play.server.requests import NewGame

QUICK: Final = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[*HealthCheck],
)
ANSWERED: Final[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
schemathesis.serializer.alias("application/x-ndjson", "text/plain")
SERVED: Final = app(RatsOfWistar, names=[HOST])


async def http_only(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand on requests, and not that the server ends, which Schemathesis says after each."""
    assert scope["type"] == "http"
    await SERVED(scope, receive, send)


#: Seats of games; who asks for the last one, without a secret, is rejected.
KINDS: Final[list[Any]] = [[YOU], [GREEDY, YOU], [GREEDY, GREEDY], [YOU, {"who": "link"}]]
DOCUMENT: Final = schemathesis.openapi.from_asgi("/api/openapi.json", http_only)
EVERY: Final[Any] = DOCUMENT.get_all_operations()
OPERATIONS: Final = [found.ok() for found in EVERY]


def label(operation: Any) -> str:
    return str(operation.label)


def asks(operation: Any) -> bool:
    """Return whether an operation has parameters or a body, which can be wrong."""
    return "parameters" in operation.definition.raw or "requestBody" in operation.definition.raw


def send(operation: Any, mode: GenerationMode) -> None:
    @QUICK
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.call_and_validate(checks=[*ANSWERED, negative_data_rejection])

    check()


@pytest.mark.parametrize("operation", OPERATIONS, ids=label)
def test_requests_that_are_allowed_are_answered_as_documented(operation: Any) -> None:
    send(operation, GenerationMode.POSITIVE)


@pytest.mark.parametrize("operation", [each for each in OPERATIONS if asks(each)], ids=label)
def test_requests_that_are_not_allowed_are_rejected_as_documented(operation: Any) -> None:
    send(operation, GenerationMode.NEGATIVE)


@pytest.mark.parametrize(
    "operation", [each for each in OPERATIONS if "{game}" in each.path], ids=label
)
def test_requests_about_games_that_there_are_are_answered_as_documented(operation: Any) -> None:
    service = SERVED.state.service

    def a_game(kind: int) -> str:
        wanted = NewGame.model_validate({"seats": KINDS[kind], "seed": 1})
        return str(service.create(wanted)[0].live.row.id)

    @QUICK
    @given(case=operation.as_strategy(), kind=st.integers(0, len(KINDS) - 1))
    def check(case: Any, kind: int) -> None:
        case.path_parameters["game"] = a_game(kind)
        case.call_and_validate(checks=ANSWERED)

    check()
