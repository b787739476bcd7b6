"""``python -m tests.compare_packs``: compile the machine code of this package anew, and compare it.

Code in the committed pack that was compiled from today's sources must equal today's code; code of
other sources is stale, not wrong, since it is compiled at the first use. At a release nothing may
be stale. Then every entry point of every game must start with the new pack and an empty cache,
without compiling.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import llvmlite.binding as llvm

from wistar_env.compiled import packs
from wistar_env.kit.game.ahead_of_time import write_pack
from wistar_env.kit.game.registry import installed_games

_ROOT: Final = Path(__file__).parents[1]


def _instructions(code: bytes) -> list[bytes]:
    """Return the machine code of a function, without the names of symbols around it."""
    _, _, machine_code = code.partition(b"\n")
    sections = llvm.ObjectFileRef.from_data(machine_code).sections()
    return [each.data() for each in sections if each.is_text()]


def _differing(old: packs.Pack, new: packs.Pack) -> list[str]:
    """Return the functions whose code in an old pack differs, although the sources are the same."""
    both = ((name, old.read(name), new.read(name)) for name in new.names() if old.has(name))
    return [
        name
        for name, before, now in both
        if not before or not now or _instructions(before) != _instructions(now)
    ]


def _compiled_by_doors(game: str) -> dict[str, list[str]]:
    """Return what each entry point of a game compiles with an empty cache."""
    with TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-m", "tests.kit.doors", game],
            env={**os.environ, "WISTAR_CACHE_DIR": cache},
            cwd=_ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    found = json.loads(done.stdout.splitlines()[-1])
    return {door: names for door, names in found.items() if names}


def is_release() -> bool:
    """Return whether the changelog begins with a version that is released."""
    changes = (_ROOT / "CHANGELOG.md").read_text("utf-8")
    first = re.search(r"^## (.*)$", changes, re.MULTILINE)
    return first is not None and "unreleased" not in first[1]


def main() -> int:
    """Print what differs; return 1 if that is an error."""
    target = packs.here()
    if target is None:
        print("there is no target for this machine")
        return 0
    file = packs.file_for(target)
    committed = packs.Pack(file.read_bytes()) if file.exists() else None
    new = packs.Pack(write_pack(target).read_bytes())
    names = new.names()
    current = [name for name in names if committed and committed.has(name)]
    wrong = _differing(committed, new) if committed else []
    print(f"{len(current)} of {len(names)} functions of {file.name} are of today's sources")
    print(f"{len(wrong)} of these have other code than today's: {', '.join(wrong) or 'none'}")
    problems = {game: _compiled_by_doors(game) for game in installed_games()}
    for game, found in problems.items():
        print(f"{game}: doors that compile with machine code and an empty cache: {found or 'none'}")
    stale = is_release() and len(current) < len(names)
    if stale:
        print("a release needs the new pack: commit it")
    return int(stale or bool(wrong) or any(problems.values()))


if __name__ == "__main__":
    sys.exit(main())
