"""A bot whose worker process dies once."""

import os
from pathlib import Path
from typing import Final

from tests.benchmark.bots import FirstBot

#: The environment variable that names a file: if there is none, a worker makes it, and dies.
MARKER: Final = "WISTAR_TEST_MARKER"


class DyingBot(FirstBot):
    """Plays the first legal action; the first process that asks for one dies."""

    def reset(self, seed: int) -> None:
        super().reset(seed)
        marker = Path(os.environ[MARKER])
        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            return
        os._exit(1)
