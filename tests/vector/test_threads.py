import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from wistar_env import BatchGame
from wistar_env.compiled import work_sharing
from wistar_env.compiled.work_sharing import Calls, Progress
from wistar_env.errors import BusyError, IllegalActionError, NotStartedError
from wistar_env.kit.batch import choices, steps
from wistar_env.kit.vector.threads import Threads

ROWS = 50_000
#: Interrupts of each batch; WISTAR_INTERRUPTS sets another number.
INTERRUPTS = int(os.environ.get("WISTAR_INTERRUPTS", "100"))


def _count(progress: Progress, share: int, hits: np.ndarray) -> None:
    """Count how often each row was taken, as the entries of ``batch.steps`` take them."""
    first = work_sharing.claim_rows(progress, share)
    while first < len(hits):
        last = min(first + share, len(hits))
        for row in range(first, last):
            hits[row] += 1
        work_sharing.finish_rows(progress, last - first)
        first = work_sharing.claim_rows(progress, share)


count: Any = numba.njit(nogil=True)(_count)


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("share", [1, 7])
def test_every_row_is_processed_once_before_the_call_returns(number: int, share: int) -> None:
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

        threads.spread(ROWS, work)
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

    threads.spread(1, work)
    assert ended == [1]
    threads.close()


def test_a_failure_in_another_thread_is_raised_and_the_thread_survives() -> None:
    threads = Threads(2)

    def fail(thread: int, progress: Progress) -> None:
        if thread == 1:
            raise ValueError("no such row")

    with pytest.raises(ValueError, match="no such row"):
        threads.spread(1, fail)

    def work(thread: int, progress: Progress) -> None:
        progress[1] += thread

    threads.spread(1, work)
    threads.close()


def test_a_failure_in_the_calling_thread_waits_for_running_threads() -> None:
    threads, ended, begun = Threads(2), [], threading.Event()

    def work(thread: int, progress: Progress) -> None:
        if thread == 0:
            begun.wait(10)
            raise KeyboardInterrupt
        begun.set()
        time.sleep(0.05)
        ended.append(thread)

    with pytest.raises(KeyboardInterrupt):
        threads.spread(2, work)
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

    threads.spread(1, busy)
    with pytest.raises(KeyboardInterrupt):
        threads.spread(1, work)
    hurried.set()
    threads.close()
    assert begun == []


def test_without_its_threads_a_batch_still_plays_the_same_games() -> None:
    closed, other = (BatchGame("rats-of-wistar", 40, 2, num_threads=3) for _ in range(2))
    for batch in (closed, other):
        batch.reset(seed=1)
    closed.close()
    for _ in range(30):
        ours, theirs = (batch.step(batch.choose()) for batch in (closed, other))
        assert np.array_equal(ours.observation, theirs.observation)  # type: ignore[arg-type]
    other.close()


def test_threads_that_are_late_for_a_step_play_the_same_games() -> None:
    """With more threads than cores, some still look for work when the next step begins."""
    alone, together = (BatchGame("rats-of-wistar", 64, 2, num_threads=number) for number in (1, 5))
    for batch in (alone, together):
        batch.reset(seed=1)
    for _ in range(1500):
        ours, theirs = together.choose(), alone.choose()
        assert np.array_equal(ours, theirs)
        ours_after, after = together.step(ours), alone.step(theirs)
        assert np.array_equal(ours_after.reward, after.reward)
    assert np.array_equal(ours_after.observation, after.observation)  # type: ignore[arg-type]
    together.close()


def test_a_thread_that_is_late_takes_a_chunk_in_the_order_of_the_next_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batch = SimpleNamespace(num_games=8, chunk_size=1, scratch_slots=4, reverse_order=0)

    def claimed(progress: Progress, chunks: int, thread: int) -> int:
        batch.reverse_order = 1  # the next step has begun meanwhile
        return 2

    monkeypatch.setattr(steps, "claim_chunk", claimed)
    next_step = getattr(steps.next_step, "py_func", steps.next_step)
    assert next_step(batch, work_sharing.new_progress(2), 0) == 8 - 1 - 2


@pytest.mark.parametrize(
    ("module", "name", "read"),
    [(steps, "check_chunks", True), (choices, "choose_chunks", False)],
    ids=["checks", "choices"],
)
def test_a_thread_that_is_late_uses_the_actions_of_the_next_call(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *, read: bool
) -> None:
    old, new = np.full(4, 7), np.full(4, 8)
    batch = SimpleNamespace(num_games=4, chunk_size=1, actions=old)
    commands, chunks = np.zeros(4, np.int64), iter([0, -1])

    def claimed(*_: object) -> int:
        batch.actions = new  # the next call has begun meanwhile
        return next(chunks)

    stand_ins: dict[str, Any] = {
        "claim_chunk": claimed,
        "actions_of": lambda c: c.actions,
        "commands_of": lambda _: commands,
        "seats_of": lambda _: np.zeros(4, np.int64),
        "legal_of_games": lambda _: [None] * 4,
        "rows_of": lambda _: [SimpleNamespace(choice_rng=np.uint64(1)) for _ in range(4)],
        "finish_rows": lambda *_: None,
        "following": lambda state: state,
        "mark_illegal": lambda *_: 0,
        "random_action": lambda *_: 9,
    }
    for each, stand_in in stand_ins.items():
        monkeypatch.setattr(module, each, stand_in, raising=False)
    work = getattr(module, name)
    getattr(work, "py_func", work)(batch, work_sharing.new_progress(2), 0)
    assert (commands == 8).all() if read else (new == 9).all()
    assert (old == 7).all()


@pytest.mark.parametrize(("late", "naps"), [(1, False), (3, False), (4, True)])
def test_a_thread_naps_when_it_has_missed_a_whole_step(
    monkeypatch: pytest.MonkeyPatch, late: int, naps: bool
) -> None:
    """It is a task late at times; what misses more was not on a core."""
    calls = iter([10 + late, -1])
    nothing: dict[str, Any] = {
        "number_of_calls": lambda _: 10,
        "next_call": lambda *_: next(calls),
        "kind_of_call": lambda _: work_sharing.OTHER + 99,
        "set_listening": lambda *_: None,
    }
    for name, stand_in in nothing.items():
        monkeypatch.setattr(steps, name, stand_in)
    listen: Any = getattr(steps.listen, "py_func", steps.listen)
    assert listen([None], None, None, None, 1, None, 1) is naps


def test_an_interrupted_step_waits_for_the_threads_that_listen() -> None:
    threads, progress = Threads(2), work_sharing.new_progress(2)
    place = 8 * (2 + 1)  # of the thread in its calls

    def listen(thread: int, progress: Progress) -> None:
        threads.calls[place] = 1

    def finish(_: Any, progress: Progress, calls: Calls, __: int) -> bool:
        progress[1] = 1
        deadline = time.monotonic() + 10
        while not calls[place] and time.monotonic() < deadline:
            time.sleep(0)
        return True

    threads.spread_compiled(1, finish, None, progress, listen)
    assert work_sharing.listens(threads.calls, 1)
    stopped = threading.Timer(0.05, lambda: threads.calls.__setitem__(place, 0))

    def interrupted(*_: Any) -> bool:
        stopped.start()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        threads.spread_compiled(1, interrupted, None, progress, listen)
    assert not work_sharing.listens(threads.calls, 1)
    threads.close()


def test_threads_end_with_the_batch_that_nobody_needs_any_more() -> None:
    before = threading.active_count()
    batch = BatchGame("rats-of-wistar", 40, 2, num_threads=3)
    batch.reset(seed=1)
    assert threading.active_count() == before + 2
    del batch
    gc.collect()
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


@pytest.mark.interpreted
def test_what_threads_do_together_one_thread_does_alone_as_well() -> None:
    alone, together = (BatchGame("rats-of-wistar", 2, 2) for _ in range(2))
    for batch in (alone, together):
        batch.reset(seed=1)
    games, calls = together._games, work_sharing.new_calls(1)
    context = games._context.record
    for _ in range(3):
        actions = alone.legal_actions[:, 0].astype(np.int64)
        assert steps.check_together(context, games._checks, calls, 1, actions)
        assert steps.step_together(context, games._steps, calls, 1)
        alone.step(actions)
        assert np.array_equal(together.legal_actions, alone.legal_actions)
        assert together.game(0) == alone.game(0)


def test_a_batch_that_is_being_stepped_rejects_concurrent_calls() -> None:
    batch, calm = BatchGame("rats-of-wistar", 4, 2), BatchGame("rats-of-wistar", 4, 2)
    step = batch.reset(seed=1)
    calm.reset(seed=1)
    actions = batch.choose("random")
    user = object()
    batch._games.exclusive.acquire(user)
    for call in (
        lambda: batch.step(actions),
        lambda: batch.reset(seed=2),
        lambda: batch.choose("random"),
    ):
        with pytest.raises(BusyError, match="give each thread a batch"):
            call()
    batch._games.exclusive.release(user)
    step = batch.step(actions)
    assert np.array_equal(step.observation, calm.step(calm.choose("random")).observation)  # type: ignore[arg-type]


def test_threads_that_step_one_batch_get_errors_and_none_waits_for_ever() -> None:
    batch = BatchGame("rats-of-wistar", 512, 2, num_threads=2)
    batch.reset(seed=1)
    rejected = []

    def go_on() -> None:
        for _ in range(60):
            try:
                batch.step(batch.legal_actions[:, 0])
            except (BusyError, IllegalActionError) as error:
                rejected.append(error)

    threads = [threading.Thread(target=go_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    for i in range(0, 512, 64):
        assert batch.game(i).legal_actions().tolist() == sorted(
            batch.legal_actions[i, : batch.num_legal[i]]
        )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a system without timers")
@pytest.mark.parametrize(("num_games", "num_threads"), [(1, 1), (16, 1), (128, 2)])
def test_an_interrupted_batch_says_so_and_can_always_be_reset(
    num_games: int, num_threads: int
) -> None:
    batch = BatchGame("rats-of-wistar", num_games, 2, num_threads=num_threads)
    batch.reset(seed=1)
    batch.step(batch.choose("random"))
    said, interrupted = set(), 0
    for seconds in np.random.default_rng(1).uniform(1e-5, 1e-3, INTERRUPTS):
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                while True:
                    batch.step(batch.choose("random"))
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            interrupted += 1
        try:
            batch.step(batch.choose("random"))
        except NotStartedError as error:
            said.add(str(error))
        batch.reset()
        batch.step(batch.choose("random"))
    assert interrupted == INTERRUPTS
    assert said <= {
        "the last reset or step failed or was interrupted, so games cannot continue; call reset()"
    }


@pytest.fixture(autouse=True)
def _timers_interrupt() -> Iterator[None]:
    """Let a timer raise what Ctrl-C raises.

    Python ignores what callbacks of the garbage collection raise, such as the one of hypothesis.
    """
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    gc.disable()
    yield
    gc.enable()
    signal.signal(signal.SIGALRM, before)
