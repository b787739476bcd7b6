"""How threads share work."""

import threading
from typing import Any

import numba
import numpy as np
import pytest

from wistar_env.compiled import work_sharing
from wistar_env.compiled.work_sharing import (
    Progress,
    announce,
    cancel,
    claim_chunk,
    finish_rows,
    listens,
    new_calls,
    new_progress,
    restart,
    set_listening,
    stands_still,
    wait,
    watch,
)

# Functions that only compiled code can call.
claimed_chunk: Any = numba.njit(lambda progress, chunks, k: claim_chunk(progress, chunks, k))
finish: Any = numba.njit(lambda progress, rows: finish_rows(progress, rows))
begin_again: Any = numba.njit(lambda progress: restart(progress))
is_still: Any = numba.njit(lambda progress, share: stands_still(progress, share))
say_listening: Any = numba.njit(lambda calls, k, listens: set_listening(calls, k, listens))


@pytest.mark.parametrize("shares", [1, 2, 3])
@pytest.mark.parametrize("chunks", [1, 2, 7])
def test_each_chunk_is_claimed_once_those_of_the_own_share_first(shares: int, chunks: int) -> None:
    for thread in range(shares):
        progress = new_progress(shares)
        claimed = [claimed_chunk(progress, chunks, thread) for _ in range(chunks)]
        assert sorted(claimed) == list(range(chunks))
        assert [claimed_chunk(progress, chunks, each) for each in range(shares)] == [-1] * shares
        own = range(thread * chunks // shares, (thread + 1) * chunks // shares)
        assert claimed[: len(own)] == list(own)


def test_threads_with_different_shares_meet_only_when_their_own_are_used_up() -> None:
    progress = new_progress(2)
    assert [claimed_chunk(progress, 6, thread) for thread in (1, 0, 1, 0, 1)] == [3, 0, 4, 1, 5]
    assert [claimed_chunk(progress, 6, 1), claimed_chunk(progress, 6, 0)] == [2, -1]


def test_a_progress_that_is_restarted_is_a_new_one() -> None:
    progress = new_progress(2)
    for _ in range(4):
        for thread in (0, 1):
            assert claimed_chunk(progress, 8, thread) >= 0
            finish(progress, 16)
    assert [claimed_chunk(progress, 8, thread) for thread in (0, 1)] == [-1, -1]
    begin_again(progress)
    assert (progress == new_progress(2)).all()


def test_a_thread_that_stood_still_does_so_in_the_next_task_until_it_claims_a_chunk() -> None:
    progress = new_progress(2)
    while claimed_chunk(progress, 8, 0) >= 0:
        pass
    assert is_still(progress, 1)
    begin_again(progress)
    assert is_still(progress, 1)
    assert [claimed_chunk(progress, 8, thread) for thread in (0, 1)] == [0, 4]
    assert not is_still(progress, 1)
    assert [claimed_chunk(progress, 8, 0) for _ in range(4)] == [1, 2, 3, 5]
    assert is_still(progress, 1)
    assert [claimed_chunk(progress, 8, 1) for _ in range(2)] == [6, 7]
    begin_again(progress)
    assert (progress == new_progress(2)).all()


@pytest.mark.parametrize(("every", "helped"), [(20, []), (2000, [1])])
def test_a_thread_waits_for_another_that_goes_on_and_helps_one_that_stands_still(
    monkeypatch: pytest.MonkeyPatch, every: int, helped: list[int]
) -> None:
    """The owner of share 1 claims a chunk whenever the waiting thread has looked some times."""
    looks, claims = [0], []

    def unclaimed(progress: Progress, chunks: int, share: int) -> int:
        looks[0] += share
        return max(0, 4 - looks[0] // every) if share == 1 else 0

    def claim_of_share(progress: Progress, chunks: int, share: int) -> int:
        claims.extend([share] * share)
        return 7 if share == 1 else -1

    stand_ins: dict[str, Any] = {
        "unclaimed": unclaimed,
        "claim_of_share": claim_of_share,
        "claim_for_another": claim_of_share,
        "stands_still": lambda *_: False,
    }
    for name, stand_in in stand_ins.items():
        monkeypatch.setattr(work_sharing, name, stand_in)
    claim: Any = getattr(claim_chunk, "py_func", claim_chunk)
    assert claim(new_progress(2), 8, 0) == (7 if helped else -1)
    assert claims == helped


def test_a_thread_that_claims_a_chunk_of_its_own_late_does_not_stand_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next task begins while it waits, and others had its chunks in the last one."""
    claims = iter([-1, 0])
    stand_ins: dict[str, Any] = {
        "unclaimed": lambda progress, chunks, share: 4 if share == 0 else 0,
        "claim_of_share": lambda *_: next(claims),
        "claim_for_another": lambda *_: pytest.fail("it is its own chunk"),
        "stands_still": lambda *_: True,
    }
    for name, stand_in in stand_ins.items():
        monkeypatch.setattr(work_sharing, name, stand_in)
    claim: Any = getattr(claim_chunk, "py_func", claim_chunk)
    assert claim(new_progress(2), 8, 0) == 0


def test_a_thread_says_whether_it_listens() -> None:
    calls = new_calls(3)
    say_listening(calls, 2, True)
    assert [listens(calls, thread) for thread in range(3)] == [False, False, True]
    say_listening(calls, 2, False)
    assert not listens(calls, 2)


def test_an_announced_task_is_seen() -> None:
    calls = new_calls(2)
    assert not watch(calls, 0, 1)
    announce(calls)
    assert watch(calls, 0, 1)


def test_a_count_is_watched_until_it_changes_or_patience_ends() -> None:
    count = np.array([3])
    assert not watch(count, 3, 100)
    assert watch(count, 2, 1)
    woken: list[bool] = []
    thread = threading.Thread(target=lambda: woken.append(watch(count, 3, 10**9)))
    thread.start()
    count[0] += 1
    thread.join(30)
    assert woken == [True]


def test_cancelled_work_is_neither_claimed_nor_waited_for() -> None:
    progress = new_progress()
    assert not wait(progress, 10, 5)
    for _ in range(1000):  # as many threads may leave
        cancel(progress)
    assert wait(progress, 10**12, 5)
    assert progress[0] > 10**12
