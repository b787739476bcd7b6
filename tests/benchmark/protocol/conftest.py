"""Bots are timed for a moment only."""

from collections.abc import Iterator

import pytest

from wistar_env.benchmark.protocol import rows


@pytest.fixture(autouse=True, scope="package")
def _quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "TIMED", 0.01)
        yield
