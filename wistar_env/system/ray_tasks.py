"""Work on the machines of a Ray cluster, with its results in order.

Ray is an extra. Workers import what they need: this package, the modules of bots and games, and
files such as networks must be the same on every machine.
"""

from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, TypeVar

#: The address that starts Ray on this machine.
LOCAL: Final = "local"
EXTRA: Final = "ray"
#: How often a task begins again whose worker died.
_RETRIES: Final = 3

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Item], Result], items: Sequence[Item], address: str, workers: int | None = None
) -> Generator[Result]:
    """Yield what a function returns for each item, in the order of the items.

    Items are worked on side by side. If a worker dies, what it was at begins again elsewhere.

    Parameters
    ----------
    work
        A function of a module, or a ``functools.partial`` of one.
    items
        Its arguments.
    address
        The address of the cluster, as ``ray.init`` takes it; ``"local"`` starts one here. Where this
        process is connected to a cluster already, that is used.
    workers
        The number of processes of a local one; None for one a core.

    Raises
    ------
    ChildProcessError
        If a worker died again and again, such as for want of memory.
    ConnectionError
        If there is no cluster at the address.
    ImportError
        If Ray is not installed.
    Exception
        What the function raised.
    """
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        _begin(ray, address, workers)
    pending: deque[Any] = deque()
    try:
        task = ray.remote(max_retries=_RETRIES)(_called)
        shared = ray.put(work)
        pending.extend(task.remote(shared, item) for item in items)
        while pending:
            yield _fetched(ray, pending[0])
            pending.popleft()
    finally:
        for each in pending:
            with suppress(ray.exceptions.RayError):
                ray.cancel(each, force=True)
        if ours:
            ray.shutdown()


def _called(work: Callable[[Item], Result], item: Item) -> Result:
    return work(item)


def _ray() -> Any:
    try:
        return import_module("ray")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise ImportError(
            f"this needs ray, which is not installed; it comes with the extra {EXTRA!r} of this "
            f"package: pip install 'wistar-env[{EXTRA}]', or '.[{EXTRA}]' in a clone",
            name="ray",
        ) from error


def _begin(ray: Any, address: str, workers: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init(address=LOCAL, num_cpus=workers, include_dashboard=False, **quiet)
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
            f"a worker process died {_RETRIES + 1} times: out of memory, or a crash in a bot"
        ) from error
