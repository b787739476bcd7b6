import gc
import threading
import time
from typing import Any

import numba
import numpy as np
import pytest

from wistar_env.batch import sharing
from wistar_env.batch.sharing import Progress
from wistar_env.vector import BatchGame
from wistar_env.vector.threads import Threads

ROWS = 50_000


def _count(progress: Progress, share: int, hits: np.ndarray) -> None:
    """Count how often each row was taken, as the entries of ``batch.steps`` take them."""
    first = sharing.take(progress, share)
    while first < len(hits):
        last = min(first + share, len(hits))
        for row in range(first, last):
            hits[row] += 1
        sharing.finish(progress, last - first)
        first = sharing.take(progress, share)


count: Any = numba.njit(nogil=True)(_count)


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("share", [1, 7])
def test_every_row_is_done_once_before_the_caller_goes_on(number: int, share: int) -> None:
    threads, joined = Threads(number), threading.Event()
    seen = set()
    for _ in range(20):
        hits = np.zeros(ROWS, np.int64)

        def work(thread: int, progress: Progress, hits: np.ndarray = hits) -> None:
            seen.add(thread)
            if thread > 0:
                joined.set()
            elif number > 1:
                joined.wait(10)  # for another one that wakes up, once
            count(progress, share, hits)

        threads.share(ROWS, work)
        assert (hits == 1).all()
    assert seen <= set(range(number))
    assert len(seen) > 1 or number == 1
    threads.close()


def test_the_caller_waits_for_rows_that_another_thread_has_taken() -> None:
    threads, ended = Threads(2), []

    def work(thread: int, progress: Progress) -> None:
        if thread == 1:
            time.sleep(0.05)
            ended.append(thread)
            progress[1] += 1

    threads.share(1, work)
    assert ended == [1]
    threads.close()


def test_a_failure_in_another_thread_is_raised_and_the_thread_goes_on() -> None:
    threads = Threads(2)

    def fail(thread: int, progress: Progress) -> None:
        if thread == 1:
            raise ValueError("no such row")

    with pytest.raises(ValueError, match="no such row"):
        threads.share(1, fail)

    def work(thread: int, progress: Progress) -> None:
        progress[1] += thread

    threads.share(1, work)
    threads.close()


def test_a_failure_of_the_caller_waits_for_those_who_have_begun() -> None:
    threads, ended, begun = Threads(2), [], threading.Event()

    def work(thread: int, progress: Progress) -> None:
        if thread == 0:
            begun.wait(10)
            raise KeyboardInterrupt
        begun.set()
        time.sleep(0.05)
        ended.append(thread)

    with pytest.raises(KeyboardInterrupt):
        threads.share(2, work)
    assert ended == [1]
    threads.close()


def test_nobody_begins_with_a_task_that_was_called_off() -> None:
    threads, hurried, begun = Threads(2), threading.Event(), []

    def work(thread: int, progress: Progress) -> None:
        if thread == 0:
            raise KeyboardInterrupt
        begun.append(thread)

    def busy(thread: int, progress: Progress) -> None:
        if thread == 1:
            hurried.wait(10)
        else:
            progress[1] += 1

    threads.share(1, busy)
    with pytest.raises(KeyboardInterrupt):
        threads.share(1, work)
    hurried.set()
    threads.close()
    assert begun == []


def test_without_its_threads_a_batch_still_plays_the_same_games() -> None:
    closed, other = (BatchGame(40, 2, num_threads=3) for _ in range(2))
    for batch in (closed, other):
        batch.reset(seed=1)
    closed.close()
    for _ in range(30):
        ours, theirs = (batch.step(batch.choose()) for batch in (closed, other))
        assert np.array_equal(ours.observation, theirs.observation)  # type: ignore[arg-type]
    other.close()


def test_threads_end_with_the_batch_that_nobody_needs_any_more() -> None:
    before = threading.active_count()
    batch = BatchGame(40, 2, num_threads=3)
    batch.reset(seed=1)
    assert threading.active_count() == before + 2
    del batch
    gc.collect()
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before
