"""Threads that step a batch together."""

import os
import time
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.work_sharing import (
    Progress,
    announce,
    listens,
    new_calls,
    new_progress,
    wait,
    watch,
)
from wistar_env.errors import BusyError

#: Work on rows; takes the thread's number, and the progress from which it claims rows.
Work: TypeAlias = Callable[[int, Progress], None]

#: Work of the calling thread; takes a context, the progress, the calls, the maximum number of
#: checks whether the other threads are done, and further arguments.
CompiledWork: TypeAlias = Callable[..., bool]

#: The number of checks whether all rows are done, before Python lets other threads run.
_PATIENCE: Final = 1000
#: The number of spins of a worker before it sleeps.
SPINS: Final = 20_000


class _Task(NamedTuple):
    work: Work
    progress: Progress
    failures: list[BaseException]
    begun: list[int]
    ended: list[int]


_Tasks: TypeAlias = "SimpleQueue[_Task | None]"


def _task(work: Work, progress: Progress) -> _Task:
    return _Task(work, progress, [], [], [])


class ExclusiveUse:
    """Exclusive use by one user at a time; other users get an error instead of waiting.

    A context manager would take 10% of the time of a step of one game, so this is not one. Put both
    calls into ``try`` and ``finally``, since Ctrl-C may interrupt between any two Python calls; a
    user that is interrupted in ``acquire`` is then released as well::

        user = object()
        try:
            exclusive.acquire(user)
            ...
        finally:
            exclusive.release(user)
    """

    __slots__ = ("_users", "release")

    def __init__(self) -> None:
        self._users: Final[set[object]] = set()
        # End the use of a user, if it has begun: one call in C, which Ctrl-C does not interrupt.
        self.release: Final = self._users.discard

    def acquire(self, user: object) -> None:
        """Begin exclusive use by a user.

        Raises BusyError if there is another user.
        """
        self._users.add(user)
        if len(self._users) > 1:
            raise BusyError(
                "this batch is being stepped already, by another thread or by one of its bots; "
                "give each thread a batch (to use several cores with one batch, set num_threads)"
            )


class Threads:
    """The calling thread and ``count - 1`` workers, which sleep while there is nothing to do.

    If a thread is slow to wake, or no longer exists after ``close`` or in a forked process, the
    other threads do its work without waiting.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.calls = new_calls(count)
        self._process = os.getpid()
        self._tasks: list[_Tasks] = [SimpleQueue() for _ in range(count - 1)]
        self._threads = [
            Thread(
                target=_worker,
                args=(number, tasks, self.calls),
                name=f"wistar-{number}",
                daemon=True,
            )
            for number, tasks in enumerate(self._tasks, start=1)
        ]
        for thread in self._threads:
            thread.start()
        self._stop = weakref.finalize(self, _stop, self._tasks)

    def spread(self, rows: int, work: Work) -> Progress:
        """Run work on a number of rows with all threads; when done, return its progress.

        Raises BaseException: the first exception of any thread.
        """
        task = _task(work, new_progress(self.count))
        try:
            for tasks in self._others():
                tasks.put(task)
            announce(self.calls)
            work(0, task.progress)
            self._finish(rows, task.progress, task.failures)
        except BaseException as failure:
            self._cancel(task, failure)
            raise
        return task.progress

    def spread_compiled(
        self,
        rows: int,
        work: CompiledWork,
        context: Any,
        progress: Progress,
        listen: Work,
        *more: Any,
    ) -> None:
        """Run compiled work that the listening threads join by themselves.

        Parameters
        ----------
        rows
            The number of rows.
        work
            The work of the calling thread, which announces the work and returns whether all rows
            are done.
        context, progress
            Arguments of the work: a record for compiled code, and the progress over rows.
        listen
            The work of each other thread, until no work has been announced for some time.
        more
            Further arguments of the work, which must exist during the call.

        Raises
        ------
        BaseException
            The first exception of any thread.
        """
        task = None  # made on demand, since making it takes a hundredth of a short step
        try:
            for thread, tasks in enumerate(self._others(), start=1):
                if not listens(self.calls, thread):
                    task = task or _task(listen, progress)
                    tasks.put(task)
            if not work(context, progress, self.calls, _PATIENCE, *more):
                self._finish(rows, progress, task.failures if task else ())
        except BaseException as failure:
            self._cancel(task or _task(listen, progress), failure)
            raise

    def _others(self) -> list[_Tasks]:
        if self._process != os.getpid():
            self._tasks.clear()  # a forked process has only one thread
        return self._tasks

    def _finish(self, rows: int, progress: Progress, failures: Sequence[BaseException]) -> None:
        """Wait until all rows are done."""
        while not wait(progress, rows, _PATIENCE):
            if failures:
                raise failures[0]
            time.sleep(0)

    def _cancel(self, task: _Task, failure: BaseException) -> None:
        """Cancel a task, and wait for the threads that work on it."""
        task.failures.append(failure)
        announce(self.calls)
        others = range(1, len(self._tasks) + 1)
        while len(task.begun) > len(task.ended) or any(listens(self.calls, k) for k in others):
            time.sleep(0)

    def close(self) -> None:
        """Stop the other threads; further calls do nothing."""
        self._stop()
        for thread in self._threads:
            thread.join()


def _stop(queues: list[_Tasks]) -> None:
    for tasks in queues:
        tasks.put(None)
    queues.clear()


def _worker(number: int, tasks: _Tasks, calls: npt.NDArray[np.int64]) -> None:
    while (task := tasks.get()) is not None:
        seen = int(calls[0])
        task.begun.append(number)
        try:
            if not task.failures:
                task.work(number, task.progress)
        except BaseException as failure:
            task.failures.append(failure)
        finally:
            task.ended.append(number)
        del task  # it refers to the batch
        # The next task usually comes soon, and waking a sleeping thread takes longer than spinning.
        watch(calls, seen, SPINS)
