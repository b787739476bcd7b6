"""Work whose worker process dies once."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tests.benchmark.bots import FirstBot

#: The environment variable that names a file; if the file is missing, a worker creates it and dies.
MARKER: Final = "WISTAR_TEST_MARKER"


def dying(work: Callable[..., Any], *given: Any) -> Any:
    """Work; the first process that finishes is killed before it returns."""
    done = work(*given)
    with suppress(FileExistsError):
        Path(os.environ[MARKER]).touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
    return done


class DyingBot(FirstBot):
    """Plays the first legal action; the first process that requests one dies."""

    def reset(self, seed: int) -> None:
        super().reset(seed)
        marker = Path(os.environ[MARKER])
        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            return
        os._exit(1)
