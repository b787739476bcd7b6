"""How the tests are collected and ordered, and how many threads they use."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from tests.tiers import TESTS, is_left_out

# Tests run side by side, a process for each core. Libraries that share small products among as many
# threads as there are cores take ten times the processor time then: threads wait for each other by
# running. Set before they are imported, and for the processes that tests start.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# What starts in the background of a shell ignores Ctrl-C, and tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: Files of the tests that take longest, each a process of its own. They begin first: one that began
#: last would be waited for while the other core has nothing to do.
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
    """Collect without looking for garbage: thousands of tests are made, and all of them stay.

    What is there afterwards is left out of every later look.
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
