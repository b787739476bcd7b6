"""The contests of the leaderboard, whose seals were committed before their games.

The organizer's seals are in ``docs/leaderboard/seals``. Seals in an entrant's folder are errors,
since entrants could choose a seed before sealing it. The repository's history shows which was
committed first, seal or games.
"""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wistar_env.benchmark.protocol.seals import SEAL, read_seal
from wistar_env.errors import ResultsError

#: The organizer's seals, in the folder of the leaderboard.
SEALS: Final = "seals"


def contests_in(folder: Path) -> Mapping[int, Path]:
    """Return the revealed seals, by their seeds."""
    for file in sorted(folder.rglob(f"*{SEAL}")):
        if file.parent != folder / SEALS:
            raise ResultsError(f"{file}: the seals of contests must be in {folder / SEALS}")
    files = sorted((folder / SEALS).glob(f"*{SEAL}"))
    seals = {file: read_seal(file) for file in files}
    return {seal.secret.seed: file for file, seal in seals.items() if seal.secret is not None}


def check_history(seal: Path, games: Path) -> None:
    """Check that a seal was committed before the games with its seed.

    Games that are not committed yet may use any committed seal.
    """
    sealed = _first_commit(seal)
    if not sealed:
        raise ResultsError(f"{seal} must be committed before its games are played")
    then = _git(seal.parent, "show", f"{sealed}:./{seal.name}")
    if read_seal(seal).commitment not in then:
        raise ResultsError(
            f"{seal} must have the same commitment as in the Git commit {sealed}, which added it"
        )
    played = _first_commit(games)
    if played and (played == sealed or not _is_before(seal.parent, sealed, played)):
        raise ResultsError(
            f"{games} must be committed to Git after {seal}, found commits {played} and {sealed}"
        )


def _first_commit(file: Path) -> str:
    """Return the commit that added a file; an empty string if none did."""
    found = _git(file.parent, "log", "--diff-filter=A", "--format=%H", "--", file.name)
    return found.split()[-1] if found.split() else ""


def _is_before(folder: Path, first: str, second: str) -> bool:
    words = ["git", "-C", str(folder), "merge-base", "--is-ancestor", first, second]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise ResultsError(f"{folder} has no Git history to show when seals were committed")
    return done.stdout
