"""Bots and hints think in threads of their own, so that nobody else waits for them.

What they run is compiled and lets other threads run beside it. Who answers at once has a thread
that no search occupies.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final

from wistar_env.explanations import Explanation
from wistar_env.play.server.problems import RefusedError
from wistar_env.play.server.request_limits import Limits

_RETRY: Final = {"Retry-After": "5"}


class Thinkers:
    """The threads of a server."""

    def __init__(self, limits: Limits) -> None:
        self._quick = ThreadPoolExecutor(1, "quick")
        self._slow = ThreadPoolExecutor(limits.searches, "slow")
        self._most = limits.searches + limits.waiting
        self._room = threading.BoundedSemaphore(self._most)

    def ask(self, job: Callable[[], None], *, slow: bool) -> None:
        """Let a bot's answer be found when its turn has come."""
        (self._slow if slow else self._quick).submit(job)

    def hint(self, job: Callable[[], Explanation]) -> Explanation:
        """Return what a search finds out, when a thread is free.

        Raises
        ------
        RefusedError
            If too many wait already.
        """
        if not self._room.acquire(blocking=False):
            raise RefusedError(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"{self._most} hints are being searched for; ask again in a moment",
                _RETRY,
            )
        try:
            return self._slow.submit(job).result()
        finally:
            self._room.release()

    def close(self) -> None:
        """Let what runs come to its end, and begin nothing more."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=True, cancel_futures=True)
