"""A copy of the bundled data that a test may break."""

import re
import shutil
from pathlib import Path

import pytest

from tests.tables.broken import Edit
from wistar_env.games.rats_of_wistar.tables import reading


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the bundled data."""
    return Path(shutil.copytree(reading.DEFAULT, tmp_path / "data"))


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Return a function that replaces the first match of a pattern in a file."""

    def replace(file: str, old: str, new: str) -> None:
        text = (folder / file).read_text("utf-8")
        changed, times = re.subn(old, new, text, count=1, flags=re.DOTALL)
        assert times == 1, f"{old!r} is not in {file}"
        (folder / file).write_text(changed, "utf-8")

    return replace
