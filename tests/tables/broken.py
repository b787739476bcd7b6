"""What a folder that is wrong in one place must be told."""

import re
from collections.abc import Callable
from pathlib import Path

from wistar_env.games.rats_of_wistar.tables import load

#: Replaces the first match of a pattern in a file: file, pattern, replacement.
Edit = Callable[[str, str, str], None]
#: File, what is replaced, by what, and what a problem must say.
Case = tuple[str, str, str, str]


def assert_rejected(folder: Path, file: str, message: str) -> None:
    """Assert that a problem names the file and fits the message, and all say what is allowed."""
    problems = load.check(folder)
    stem = file.partition("_")[0]
    assert [each for each in problems if stem in each and re.search(message, each)], problems
    assert all("found " in each and "; allowed: " in each for each in problems)
