"""Every example of ``docs/clients.md`` runs as it stands."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "clients.md").read_text()
LIBRARIES = (
    "Gymnasium",
    "Stable-Baselines3",
    "PettingZoo",
    "SuperSuit",
    "TorchRL",
    "OpenSpiel",
    "Tianshou",
    "RLlib",
    "RLlib with all seats",
    "Minari",
    "skrl",
    "AgileRL",
)
#: Examples that need a separate environment.
APART = {"AgileRL"}
#: Additional output of an example: RLlib continues without workers that cannot start.
SAYS = {"RLlib": "\n2 workers\n", "RLlib with all seats": "\n2 workers\n"}
#: Ray sends no usage data and writes no key.
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


def example(library: str) -> str:
    section = PAGE.split(f"\n## {library}\n")[1].split("\n## ")[0]
    return "\n".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))


@pytest.mark.clients
def test_every_section_is_of_a_library_that_is_tested() -> None:
    assert tuple(re.findall(r"^## (.*)$", PAGE, re.MULTILINE)) == LIBRARIES
    assert all(map(example, LIBRARIES))


@pytest.mark.parametrize(
    "library",
    [
        pytest.param(each, marks=pytest.mark.agilerl if each in APART else pytest.mark.clients)
        for each in LIBRARIES
    ],
)
def test_the_example_runs(library: str, tmp_path: Path) -> None:
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    run = subprocess.run(
        [sys.executable, "-c", example(library)],
        env={
            **os.environ,
            **QUIET,
            "MINARI_DATASETS_PATH": str(tmp_path / "datasets"),
            "PYTHONPATH": paths,
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    assert run.stdout.strip()
    assert SAYS.get(library, "") in run.stdout
