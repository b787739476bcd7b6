"""Shorten the timing of bots."""

from collections.abc import Iterator

import pytest

from wistar_env.benchmark.protocol import task_numbers


@pytest.fixture(autouse=True, scope="package")
def _quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(task_numbers, "TIMED", 0.01)
        yield
