"""What a release comes with, so that nobody need compile."""

import re
import subprocess
import sys

import pytest

from tests.compare_packs import is_release
from wistar_env.compiled import packs


@pytest.mark.skipif(packs.here() is None, reason="there is no machine code for this platform")
def test_the_machine_code_of_a_release_is_of_todays_sources() -> None:
    """After a change of compiled sources: ``wistar compile --pack x86-64-v3``."""
    if not is_release():
        pytest.skip("the changelog begins with what is unreleased")
    command = [sys.executable, "-m", "wistar_env", "compile"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"of (\d+) functions(?:; (\d+) came with wistar_env)?", told)
    assert found is not None, told
    assert found[1] == found[2], told
