"""Worker threads for bots and hints, so that searches do not block requests.

Compiled code releases the GIL. Quick bots have a separate thread that no search occupies.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TypeVar

from wistar_env.play.server.problems import RETRY, RejectedError
from wistar_env.play.server.request_limits import Limits

FoundT = TypeVar("FoundT")


class BotThreads:
    """The worker threads of a server."""

    def __init__(self, limits: Limits) -> None:
        self._quick = ThreadPoolExecutor(1, "quick")
        self._slow = ThreadPoolExecutor(limits.searches, "slow")
        self._max_hints = limits.searches + limits.waiting
        self._hint_slots = threading.BoundedSemaphore(self._max_hints)

    def submit(self, job: Callable[[], None], *, slow: bool) -> None:
        """Queue a job, such as a bot's decision: ``slow`` ones on the threads for searches."""
        (self._slow if slow else self._quick).submit(job)

    def hint(self, job: Callable[[], FoundT]) -> FoundT:
        """Run a search when a thread is free, and return its result.

        Raises RejectedError if too many hints are queued.
        """
        if not self._hint_slots.acquire(blocking=False):
            raise RejectedError(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"the queue of {self._max_hints} hints is full; retry in a moment",
                RETRY,
            )
        try:
            return self._slow.submit(job).result()
        finally:
            self._hint_slots.release()

    def close(self) -> None:
        """Finish the running jobs and cancel the queued ones."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=True, cancel_futures=True)
