"""How fast two cores exchange a cache line, which limits threads that share work.

A round trip takes about 40 ns between cores that share a cache, and ten times as long otherwise. On
a rented machine, virtual cores may share a cache at one time and not at another, which changes the
speed-ups.
"""

from threading import Thread

from wistar_env.compiled.atomics import add
from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import LongArray
from wistar_env.compiled.work_sharing import new_progress


@entry
def exchange(count: LongArray, first: int, rounds: int) -> None:
    """Count every other number from ``first`` (0 or 1) on; another thread counts the rest."""
    for k in range(rounds):
        while add(count, 0, 0) != 2 * k + first:
            pass
        add(count, 0, 1)


def exchanging(rounds: int) -> int:
    """Send a cache line to another thread and back this many times; return the number."""
    count = new_progress()  # a cache line
    other = Thread(target=exchange, args=(count, 1, rounds), daemon=True)
    other.start()
    exchange(count, 0, rounds)
    other.join()
    return rounds
