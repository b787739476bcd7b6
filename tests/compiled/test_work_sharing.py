"""What threads see of each other's work."""

import threading

import numpy as np

from wistar_env.compiled.work_sharing import cancel, new_progress, wait, watch


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
