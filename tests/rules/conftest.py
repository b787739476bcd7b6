"""Fixtures of the rules tests."""

from typing import Any

import numpy as np
import pytest

from tests.catalogue import catalogue


@pytest.fixture(scope="session")
def tables() -> np.ndarray[Any, Any]:
    """Tables of the bundled data, shape (1,); not to be changed."""
    return catalogue().tables
