"""These tests are for ``make clients``, where a library that is missing is an error.

They run in two environments, each with its marker: AgileRL cannot be installed beside the others.
"""

from pathlib import Path

import pytest

#: What each marker runs; ``None`` is everything.
FILES = {"clients": None, "agilerl": {"test_page.py"}}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave these tests out unless requested, as the plain environment lacks the libraries."""
    marker = config.getoption("markexpr")
    if marker not in FILES:
        return True
    wanted = FILES[marker]
    left_out = (
        wanted is not None and collection_path.is_file() and collection_path.name not in wanted
    )
    return left_out or None
