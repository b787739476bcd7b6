"""The browser of the tests of a room, and a server of both games."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# Not for the session: other tests have event loops of their own while no browser runs.
@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Run a browser; tests that need one are skipped where there is none."""
    from tests.server.browser import CHROMIUM, chromium

    if CHROMIUM is None:
        pytest.skip("there is no Chromium; .ci/run installs the distribution's")
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def at() -> Iterator[str]:
    """Serve both games, and return the address."""
    from tests.server.browser import address
    from wistar_env.games.lab_rats import LabRats

    with address(others=[LabRats]) as found:
        yield found
