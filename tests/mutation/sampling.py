"""The sample of mutants to run, and the list of known survivors."""

import tomllib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.mutation.generator import Mutant, mutants_of
from tests.mutation.targets import GROUPS, ROOT, Group, group_of, modules

#: How many mutants the sample has.
SAMPLE: Final = sum(group.share for group in GROUPS)
SURVIVORS: Final = Path(__file__).parent / "survivors.toml"
#: The fields of a survivor in the list; ``nth`` may be left out if it is 1.
_ENTRY: Final = {"file", "function", "line", "becomes", "reason"}


class StaleSurvivorError(Exception):
    """An entry of the list of survivors that describes no mutant, or gives no reason."""


def all_mutants(root: Path = ROOT) -> dict[Group, list[Mutant]]:
    """Return all mutants of all modules, by group."""
    found: dict[Group, list[Mutant]] = {group: [] for group in GROUPS}
    for group, file in modules(root):
        found[group] += mutants_of(file, (root / file).read_text("utf-8"))
    return found


def known_survivors(mutants: Iterable[Mutant], path: Path = SURVIVORS) -> dict[str, str]:
    """Return the reason of each mutant that may survive, by digest.

    Raises StaleSurvivorError if an entry describes none of the mutants, or one that another
    describes.
    """
    by_key = {mutant.key: mutant.digest for mutant in mutants}
    reasons: dict[str, str] = {}
    for entry in tomllib.loads(path.read_text("utf-8")).get("survivor", []):
        if entry.keys() - {"nth"} != _ENTRY or not entry["reason"].strip():
            raise StaleSurvivorError(f"{path.name}: an entry needs {sorted(_ENTRY)}: {entry}")
        key = (
            entry["file"],
            entry["function"],
            entry["line"],
            entry["becomes"],
            entry.get("nth", 1),
        )
        if key not in by_key:
            raise StaleSurvivorError(
                f"{path.name}: no such mutant, remove it or write it anew: {entry}"
            )
        if by_key[key] in reasons:
            raise StaleSurvivorError(f"{path.name}: listed twice: {entry}")
        reasons[by_key[key]] = entry["reason"]
    return reasons


def _rank(seed: str, mutant: Mutant) -> str:
    return sha256(f"{seed} {mutant.digest}".encode()).hexdigest()


def sample(mutants: dict[Group, list[Mutant]], count: int, seed: str) -> list[Mutant]:
    """Return a sample with this number of mutants from each group.

    Each has a rank that depends on nothing but itself and the seed, so a change of code replaces
    few mutants of the sample.
    """
    found: list[Mutant] = []
    for group, each in mutants.items():
        ranked = sorted(each, key=lambda mutant: _rank(seed, mutant))
        found += ranked[: round(count * group.share / SAMPLE)]
    return found


def part_of(mutants: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """Return at most this many of these mutants, all of one group, as each group costs a start."""
    ranked = sorted(mutants, key=lambda mutant: _rank(seed, mutant))
    return [each for each in ranked if group_of(each.file) is group_of(ranked[0].file)][:count]
