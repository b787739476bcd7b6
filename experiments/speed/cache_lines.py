"""How fast two cores exchange a cache line, which is what threads that share work wait for.

Cores that share a cache need some 40 ns there and back, others ten times as long. The system of a
rented machine may move its cores from one kind of place to the other, and speed-ups change with it.
"""

from threading import Thread

from wistar_env.compiled.atomics import add
from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import LongArray
from wistar_env.compiled.work_sharing import new_progress


@entry
def exchange(count: LongArray, first: int, rounds: int) -> None:
    """Count every other number, beginning with ``first`` (0 or 1): another thread has the rest."""
    for k in range(rounds):
        while add(count, 0, 0) != 2 * k + first:
            pass
        add(count, 0, 1)


def exchanging(rounds: int) -> int:
    """Send a cache line to another thread and back, a number of times; return the number."""
    count = new_progress()  # a cache line
    other = Thread(target=exchange, args=(count, 1, rounds), daemon=True)
    other.start()
    exchange(count, 0, rounds)
    other.join()
    return rounds
