"""Collection and order of the tests, and their number of threads."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from tests.tiers import TESTS, is_left_out

# Tests run in parallel, one process per core. If libraries then used a thread per core, small
# products would take ten times the processor time, as threads wait actively for each other. Set
# before these are imported, also for processes that tests start.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Background processes of a shell ignore Ctrl-C, which tests need.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: Files of the slowest tests, each run in a separate process. They start first, so that no core
#: idles while waiting for a slow test at the end.
LONGEST: Final = {"test_new_game.py", "test_notebooks.py", "test_site.py"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the choice of a tier."""
    parser.addoption("--tier", choices=("fast", "rest"), help="run one part of tests/tiers.py")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is not in the chosen tier, without importing it."""
    tier = config.getoption("--tier")
    if tier is None or not collection_path.is_relative_to(TESTS) or collection_path == TESTS:
        return None
    return is_left_out(collection_path, tier) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collection, since all of the thousands of test objects stay.

    Later collections skip these objects.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that take longest first."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
