"""Work on the machines of a Ray cluster, with its results in order.

Ray is an extra. Workers import what they need: this package, the modules of bots and games, and
files such as networks must be the same on every machine.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from wistar_env.system.extras import import_with_extra

#: The address that starts Ray on this machine.
LOCAL: Final = "local"
#: Maximum number of restarts of a task whose worker died.
_RETRIES: Final = 3
#: Tasks submitted for each worker ahead of the results. Tasks are never cancelled, since Ray
#: crashes if a task ends while it is cancelled (similar to ``ray-project/ray#54798``).
_AHEAD: Final = 4

Item = TypeVar("Item")
Result = TypeVar("Result")


class Cluster:
    """A Ray cluster to which this process is connected; ``connected`` yields it."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._tasks: dict[Callable[..., Any], Any] = {}

    @property
    def num_workers(self) -> int:
        """The number of parallel tasks: the current cores of the cluster."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def share(self, value: Any) -> Any:
        """Send a value once to each machine that needs it; return a reference to it."""
        return self._ray.put(value)

    def in_order(
        self, work: Callable[..., Result], items: Sequence[Any], *shared: Any
    ) -> Generator[Result]:
        """Yield what a function returns for each item, in the order of the items.

        Items are processed in parallel. If a worker dies, its task restarts elsewhere. If the
        caller stops early, or an item fails, submitted tasks run to their end.

        ``work``: a module-level function, called with the shared values and an item. It must not
        modify its arguments' arrays. Raises ChildProcessError if workers die repeatedly, for
        example because memory runs out. Exceptions of the function propagate.
        """
        ray, pending = self._ray, deque[Any]()
        if work not in self._tasks:
            self._tasks[work] = ray.remote(max_retries=_RETRIES)(work)
        task = self._tasks[work]
        waiting = deque(items)
        while pending or waiting:
            ahead = len(pending) + len(waiting)
            if ahead > _AHEAD:
                ahead = _AHEAD * self.num_workers
            while waiting and len(pending) < ahead:
                pending.append(task.remote(*shared, waiting.popleft()))
            yield _fetched(ray, pending.popleft())


@contextmanager
def connected(address: str, workers: int | None = None) -> Iterator[Cluster]:
    """Connect this process to a cluster within the context, and yield the cluster.

    An existing connection is used, and stays open.

    ``address``: the address of the cluster, as for ``ray.init``; ``"local"`` starts one on this
    machine. ``workers``: the number of processes of a local cluster; None for one per core. Raises
    ConnectionError if there is no cluster at the address, or none can be started. Raises
    ImportError if Ray is not installed.
    """
    ray = import_with_extra("ray", "ray")
    ours = not ray.is_initialized()
    if ours:
        _begin(ray, address, workers)
    try:
        yield Cluster(ray)
    finally:
        if ours:
            ray.shutdown()


def in_order(
    work: Callable[[Item], Result], items: Sequence[Item], address: str, workers: int | None = None
) -> Generator[Result]:
    """Connect to a cluster, and yield what a function returns for each item, in order.

    Raises ChildProcessError, ConnectionError, Exception, ImportError as ``connected`` and
    ``Cluster.in_order`` do.
    """
    with connected(address, workers) as cluster:
        yield from cluster.in_order(_called, items, cluster.share(work))


def _called(work: Callable[[Item], Result], item: Item) -> Result:
    return work(item)


def _begin(ray: Any, address: str, workers: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        try:
            ray.init(address=LOCAL, num_cpus=workers, include_dashboard=False, **quiet)
        except Exception as error:  # such as a timeout
            raise ConnectionError(f"Ray did not start on this machine: {error}") from error
        return
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ConnectionError(f"there is no Ray cluster at {address!r}: {error}") from error


def _fetched(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError) as error:
        raise ChildProcessError(
            f"a worker process died {_RETRIES + 1} times: perhaps it ran out of memory, or a bot "
            "crashed"
        ) from error
    except (ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError) as error:
        raise ChildProcessError(f"machines of the cluster were lost: {error}") from error
