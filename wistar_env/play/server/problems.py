"""Errors as problem details (RFC 9457), or as a page for browsers; never a traceback."""

import logging
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from importlib.resources import files
from string import Template
from types import MappingProxyType
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from wistar_env.play.server.database import FullError, LockedError, MovedError, StoreError
from wistar_env.play.server.rows import DamagedError

MEDIA_TYPE: Final = "application/problem+json"
#: The message for unexpected errors, whose tracebacks are in the log.
INTERNAL: Final = "internal error; see the server's log"
_log: Final = logging.getLogger(__name__)
#: Headers of rejections that may be temporary.
RETRY: Final = MappingProxyType({"Retry-After": "5"})
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class ProblemDetails(BaseModel):
    """The reason of an error response."""

    title: str = Field(description="The HTTP status in words.")
    status: int
    detail: str = Field(description="What is wrong: the value found and the values allowed.")


class RejectedError(Exception):
    """A rejected request."""

    def __init__(
        self, status: HTTPStatus, detail: str, headers: Mapping[str, str] = _NO_HEADERS
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers


def response(
    status: HTTPStatus, detail: str, headers: Mapping[str, str] = _NO_HEADERS
) -> JSONResponse:
    """Return an error as problem details in JSON."""
    body = ProblemDetails(title=status.phrase, status=status, detail=detail)
    return JSONResponse(
        body.model_dump(), status_code=status, media_type=MEDIA_TYPE, headers=dict(headers)
    )


def _answer(
    request: Request, status: HTTPStatus, detail: str, headers: Mapping[str, str] = _NO_HEADERS
) -> Response:
    """Return an error response: a page if HTML is requested outside of the API, otherwise JSON."""
    wanted = request.headers.get("accept", "")
    if request.url.path.startswith("/api") or "text/html" not in wanted:
        return response(status, detail, headers)
    text = files("wistar_env.play.server").joinpath("static", "problem.html").read_text("utf-8")
    body = Template(text).substitute(title=escape(status.phrase), detail=escape(detail))
    return HTMLResponse(body, status_code=status, headers=dict(headers))


def documented(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of error responses with these statuses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}}
    return {int(status): {"description": status.phrase, "content": content} for status in statuses}


def _reason(error: Mapping[str, Any]) -> str:
    if error["type"] == "json_invalid":
        return f"the body is not JSON: {error['ctx']['error']}"
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message


def install(app: FastAPI) -> None:
    """Install handlers that turn all errors of an app and of Starlette into problem details."""

    @app.exception_handler(RejectedError)
    def rejected(request: Request, error: RejectedError) -> Response:
        return _answer(request, error.status, error.detail, error.headers)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        reasons = "; ".join(map(_reason, error.errors()))
        return _answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, reasons)

    @app.exception_handler(FullError)
    def full(request: Request, error: FullError) -> Response:
        return _answer(request, HTTPStatus.INSUFFICIENT_STORAGE, str(error))

    @app.exception_handler(LockedError)
    @app.exception_handler(MovedError)
    def locked(request: Request, error: StoreError) -> Response:
        return _answer(request, HTTPStatus.SERVICE_UNAVAILABLE, str(error), RETRY)

    @app.exception_handler(DamagedError)
    def damaged(request: Request, error: DamagedError) -> Response:
        return _answer(request, HTTPStatus.CONFLICT, str(error))

    @app.exception_handler(StoreError)
    @app.exception_handler(OSError)
    def unusable(request: Request, error: StoreError | OSError) -> Response:
        # Users must not see the path of the server's file.
        detail = (
            f"the server cannot read or write one of its files: {error.strerror}"
            if isinstance(error, OSError)
            else str(error)
        )
        _log.error("%s %s: %s", request.method, request.url.path, error)
        return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, detail)

    @app.exception_handler(Exception)
    def failed(request: Request, error: Exception) -> JSONResponse:
        return response(HTTPStatus.INTERNAL_SERVER_ERROR, INTERNAL)

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> Response:
        found = f"{request.method} {request.url.path}"
        detail = error.detail if error.detail != HTTPStatus(error.status_code).phrase else found
        status = HTTPStatus(error.status_code)
        return _answer(request, status, detail, error.headers or _NO_HEADERS)

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title, version=app.version, description=app.description, routes=app.routes
            )
            schema["components"]["schemas"]["ProblemDetails"] = ProblemDetails.model_json_schema()
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
