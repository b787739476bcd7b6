"""These tests are for ``make research``, where a library that is missing is an error."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave them out unless they are asked for, since the plain environment has no such library."""
    return None if config.getoption("markexpr") == "research" else True
