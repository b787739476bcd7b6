"""Connections that are closed when idle, so that they cannot block the server.

uvicorn rejects all requests at its limit of open connections, and waits for the head of a request
without a timeout. A client that opens that many connections and sends nothing, or a byte now and
then (slowloris), would block the server.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Maximum open connections; beyond it, an idle one is closed: the oldest one that has sent no
#: request, otherwise the oldest one.
MAX_CONNECTIONS: Final = 150
#: A connection without a request is closed after one to two of these intervals, in seconds.
IDLE_SECONDS: Final = 5.0


class Connection(H11Protocol):
    """A connection that is closed when idle."""

    _opened: float
    _timer: asyncio.TimerHandle

    @property
    def idle(self) -> bool:
        """Whether no request is in progress: none was received, or only part of its head."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the idle timer; beyond ``MAX_CONNECTIONS``, close an idle connection if any."""
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._timer = self.loop.call_later(IDLE_SECONDS, self._close_unless_used, None)
        every = [each for each in self.connections if isinstance(each, Connection)]
        still = [each for each in every if not each.transport.is_closing()]
        if len(still) > MAX_CONNECTIONS and (idle := [each for each in still if each.idle]):
            # Connections without any request go first.
            min(idle, key=lambda each: (each.cycle is not None, each._opened)).transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the idle timer."""
        self._timer.cancel()
        super().connection_lost(exc)

    def _close_unless_used(self, before: Any) -> None:
        """Close the connection if it has been idle since the last check.

        ``before`` is its response object at that check, as a tuple; None if a request was in
        progress.
        """
        now = (self.cycle,) if self.idle else None
        if now is not None and now == before:
            self.transport.close()
        else:
            self._timer = self.loop.call_later(IDLE_SECONDS, self._close_unless_used, now)
