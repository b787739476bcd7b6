"""Separate processes that work at the same time, to measure how far a machine scales.

On a shared machine, even two separate processes may not be twice as fast as one, and threads that
share a batch are hardly faster than as many processes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from typing import Any, TypeAlias

from wistar_env.speed.timing import Work

#: Makes the work by name in each process; it is pickled.
MakeWorks: TypeAlias = Callable[[], Mapping[str, Work]]


def _play(connection: Any, make: MakeWorks) -> None:
    """Make the work, report it, and do rounds on request until the connection is closed."""
    works = make()
    with suppress(EOFError):
        connection.send(None)
        while True:
            name, rounds = connection.recv()
            connection.send(works[name](rounds))


@contextmanager
def processes(count: int, make: MakeWorks, names: Sequence[str]) -> Iterator[dict[str, Work]]:
    """Start processes, and yield work by name that all of them do at the same time."""
    context = get_context("spawn")  # a fork of a process with threads is not safe
    pipes = [context.Pipe() for _ in range(count)]
    started = [
        context.Process(target=_play, args=(theirs, make), daemon=True) for _, theirs in pipes
    ]
    for process, (_, theirs) in zip(started, pipes, strict=True):
        process.start()
        theirs.close()  # so that waiting for a process that has ended fails
    ours = [each for each, _ in pipes]

    def work_of(name: str) -> Work:
        def work(rounds: int) -> int:
            for connection in ours:
                connection.send((name, rounds))
            return sum(connection.recv() for connection in ours)

        return work

    try:
        for connection in ours:
            connection.recv()  # the first round must not include the start
        yield {name: work_of(name) for name in names}
    finally:
        for connection in ours:
            connection.close()
        for process in started:
            process.join()
