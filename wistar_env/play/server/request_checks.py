"""Security checks of every request, and the security headers of every response.

Other sites must not reach a local server through the user's browser. The server therefore answers
only to its own host names (against DNS rebinding) and rejects changes that pages of other origins
request. Bodies are limited in size before they are parsed.
"""

import asyncio
import re
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wistar_env.play.server.problems import RejectedError, response
from wistar_env.play.server.request_limits import Limits

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
#: The schemes of the server's pages, with their ports; a proxy may serve them over TLS.
_PORTS: Final = MappingProxyType({"http": 80, "https": 443})
_OWN_SITES: Final = ("same-origin", "none")
#: A host name or address and an optional port, without other parts of a URL.
_HOST: Final = re.compile(
    r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?", re.ASCII | re.IGNORECASE
)
#: Maximum characters of a host name in errors.
_LONGEST_NAME: Final = 253
#: Closes the connection, since the rest of the request is not read.
_CLOSE: Final = {"Connection": "close"}
_JSON: Final = ("application/json", "application/x-ndjson")
_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
#: Sent with every response; headers that a response already has, such as a policy, are kept.
HEADERS: Final = MappingProxyType(
    {
        "Content-Security-Policy": _POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
)


def _place_of(host: str, scheme: str = "http") -> tuple[str, int] | None:
    """Return the name and port in a Host header; None if it is invalid."""
    found = _HOST.fullmatch(host)
    return found and (found["name"].strip("[]").casefold(), int(found["port"] or _PORTS[scheme]))


def _is_origin(text: str, host: str) -> bool:
    """Return whether an Origin belongs to the pages of a host."""
    scheme, _, place = text.partition("://")
    if scheme not in _PORTS:
        return False
    return _place_of(place, scheme) == _place_of(host, scheme)


def _is_page(url: str, host: str) -> bool:
    """Return whether a Referer is a page that a host serves."""
    scheme, _, rest = url.partition("://")
    return _is_origin(f"{scheme}://{rest.partition('/')[0]}", host)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class RequestChecks:
    """Middleware that rejects cross-origin changes, foreign host names and oversized requests.

    ``names``: host names of this server besides ``localhost``. IP addresses cannot be rebound, so
    all are accepted.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], limits: Limits) -> None:
        self._app = app
        self._names = {"localhost", *(name.casefold() for name in names)}
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reject a request, or pass it on with its whole body; add headers to the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    # A page with an inline script has a separate policy.
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope["method"], Headers(scope=scope))
            body: bytes | None = await self._read(scope, receive)
        except RejectedError as problem:
            rejected = response(problem.status, problem.detail, problem.headers)
            await rejected(scope, receive, send_with_headers)
            return

        async def receive_body() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            message: Message = {"type": "http.request", "body": body, "more_body": False}
            body = None
            return message

        await self._app(scope, receive_body, send_with_headers)

    def _check(self, method: str, headers: Headers) -> None:
        # All values of a repeated header are checked, since later code may read any of them.
        hosts = headers.getlist("host")
        host = ", ".join(hosts)
        place = _place_of(host)
        if place is None or (place[0] not in self._names and not _is_address(place[0])):
            name = (place[0] if place else host)[:_LONGEST_NAME]
            raise RejectedError(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"unknown host name {name!r}; allow it with wistar serve --name {name or 'NAME'}",
            )
        if method in _SAFE:
            return
        # Clients other than browsers send none of these.
        origins = headers.getlist("origin")
        foreign = [each for each in origins if not _is_origin(each, host)]
        foreign += [each for each in headers.getlist("referer") if not _is_page(each, host)]
        sites = [each for each in headers.getlist("sec-fetch-site") if each not in _OWN_SITES]
        if foreign or sites:
            found = ", ".join(each[:_LONGEST_NAME] for each in (foreign or origins or sites))
            raise RejectedError(
                HTTPStatus.FORBIDDEN, f"only pages served by {host} may change games, found {found}"
            )
        kinds = headers.getlist("content-type") or [""]
        found_kinds = [kind.partition(";")[0].strip().casefold() for kind in kinds]
        if method != "DELETE" and not all(kind in _JSON for kind in found_kinds):
            raise RejectedError(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
                f"the content type is {', '.join(found_kinds)[:_LONGEST_NAME]!r}; "
                f"allowed: {', '.join(_JSON)}",
            )

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a request within the limits on size and time."""
        try:
            async with asyncio.timeout(self._limits.seconds):
                return await self._body(scope, receive)
        except TimeoutError:
            raise RejectedError(
                HTTPStatus.REQUEST_TIMEOUT,
                f"the request was not complete within {self._limits.seconds} seconds; repeat it",
                _CLOSE,
            ) from None

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        uploads = scope["path"] == "/api/replays"
        limit = self._limits.upload if uploads else self._limits.request
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > limit:
                raise RejectedError(
                    HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request is limited to {limit} bytes"
                )
        return body
