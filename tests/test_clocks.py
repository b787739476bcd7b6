"""Speed is measured by ``experiments.speed``; a test that asks for it fails on a busy machine."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
#: A duration that a test asks for, but not one so long that only what hangs reaches it.
IMPATIENT = re.compile(
    r"process_time\(|assert (?:time\.)?\w+\(\) - \w+ < [0-9](?:\.[0-9]+)?$", re.M
)
#: Programs that tell how long something takes: moves, of which tests look at the bytes only; and
#: tests, of which those that are fast look for mutants first.
TELL = {TESTS / name for name in ("server/traffic.py", "mutation/plugin.py")}


def test_no_test_asks_how_fast_something_is() -> None:
    asked = [
        f"{path.relative_to(TESTS)}: {found.group()}"
        for path in sorted(TESTS.rglob("*.py"))
        if path not in {Path(__file__), *TELL}
        for found in IMPATIENT.finditer(path.read_text("utf-8"))
    ]
    assert not asked, "measure it in experiments/speed instead"
