"""These tests are for ``make research``, where a library that is missing is an error."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave these tests out unless requested, as the plain environment lacks the libraries."""
    return None if config.getoption("markexpr") == "research" else True
