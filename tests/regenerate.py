"""``make regenerate``: regenerate all generated files in the repository.

These are tables and pictures of pages, golden transcripts and pictures, and the list of rules. On a
clean tree nothing changes. Versions and the digests beside them in tests stay: whether a change
needs a new version is a decision. So do measured numbers, which ``experiments`` writes.
"""

import runpy
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from subprocess import run
from typing import Final
from unittest.mock import patch

ROOT: Final = Path(__file__).parents[1]
#: Modules that write, with their arguments; each reads nothing that a later one writes.
GENERATORS: Final[Sequence[tuple[str, ...]]] = (
    ("tests.coverage", "--update"),
    ("tests.golden",),
    ("tests.lab_rats.golden",),
    ("tests.pictures",),
    ("tests.render.goldens",),
    ("website.cards",),
    ("website.environment_tables",),
    ("website.lab_rats_tables",),
    ("website.network_cards",),
    ("website.rules_tables",),
    ("website.pictures",),
    ("experiments.leaderboard", "--share", "0"),
    ("experiments.results", "--only", "none"),
    ("experiments.baselines", "--budgets", "none"),
    ("experiments.sensitivity", "--parts", "none"),
)


def contents() -> dict[str, bytes]:
    """Return a digest of each file that Git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    files = {name: ROOT / name for name in names if name and (ROOT / name).is_file()}
    return {name: blake2b(path.read_bytes()).digest() for name, path in files.items()}


def generate(module: str, *arguments: str) -> None:
    """Run a module as ``python -m`` does; exit if it ends with a status."""
    with patch.object(sys, "argv", [module, *arguments]):
        try:
            runpy.run_module(module, run_name="__main__")
        except SystemExit as end:
            if end.code:
                raise


def regenerate(generators: Sequence[tuple[str, ...]] = GENERATORS) -> Iterator[tuple[str, str]]:
    """Write everything; yield each file that has changed, and the module that wrote it."""
    before = contents()
    for module, *arguments in generators:
        generate(module, *arguments)
        after = contents()
        yield from ((name, module) for name in after if after[name] != before.get(name))
        before = after


def main() -> None:
    """Print what has changed."""
    changed = [f"{name} (python -m {module})" for name, module in regenerate()]
    print("\n".join(["changed:", *changed]) if changed else "nothing has changed")


if __name__ == "__main__":
    main()
