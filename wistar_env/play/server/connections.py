"""Connections that ask for nothing keep nobody else out.

uvicorn refuses every request while as many connections are open as it serves at a time, and waits
for the head of a request without end. So whoever opens that many and sends nothing, or a byte now
and then, would shut the server. Here such a connection is closed after a while, and at once where
there are many.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Connections that are open at a time before the one that has waited longest is closed.
MOST: Final = 150
#: After one to two of these without a request, a connection is closed.
SECONDS: Final = 5.0


class Connection(H11Protocol):
    """A connection that is closed if it asks for nothing."""

    _opened: float
    _timer: asyncio.TimerHandle

    @property
    def idle(self) -> bool:
        """Whether no request is being answered: none has come yet, or only a part of its head."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._timer = self.loop.call_later(SECONDS, self._close_unless_used, None)
        every = [each for each in self.connections if isinstance(each, Connection)]
        still = [each for each in every if not each.transport.is_closing()]
        if len(still) > MOST and (idle := [each for each in still if each.idle]):
            # Those that never asked for anything go first.
            min(idle, key=lambda each: (each.cycle is not None, each._opened)).transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._timer.cancel()
        super().connection_lost(exc)

    def _close_unless_used(self, before: Any) -> None:
        """Close the connection if it asks for nothing, and did not when this was looked at last.

        ``before`` is the answer that it had got then, as a tuple; None if one was being given.
        """
        now = (self.cycle,) if self.idle else None
        if now is not None and now == before:
            self.transport.close()
        else:
            self._timer = self.loop.call_later(SECONDS, self._close_unless_used, now)
