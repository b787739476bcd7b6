"""Mutation tests: ``python -m tests.mutation``, or ``make mutants``.

It changes one thing in a module, and runs the module's tests in a copy of the repository. A mutant
survives if the tests do not notice it and ``survivors.toml`` does not list it. Of a sample, at most
one in twenty may survive; of a small part, one in five, so that unrelated commits do not fail by
chance. To resume, repeat the command; results are in ``build/mutants``.
"""

import argparse
import sys
import time
from fnmatch import fnmatch
from typing import Final

from tests.mutation.generator import Mutant
from tests.mutation.running import FOLDER, Copy, Results
from tests.mutation.sampling import SAMPLE, all_mutants, known_survivors, part_of, sample
from tests.mutation.targets import Group, group_of

#: The share of a sample that tests must notice, and the share for a part of it. If tests notice 95%
#: of all mutants, a part of 20 falls below its share in one of 390 runs.
NOTICED: Final = 0.95
NOTICED_OF_PART: Final = 0.8


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--count", type=int, default=SAMPLE, help="mutants of the sample")
    parser.add_argument("--seed", default="1", help="seed of the sample")
    parser.add_argument("--part", type=int, help="run only this many mutants of the sample")
    parser.add_argument("--rotation", default="", help="seed of the part, such as a commit")
    parser.add_argument("--only", default="*", help="pattern of modules")
    parser.add_argument(
        "--minutes", type=float, help="begin no mutant so many minutes after the first result"
    )
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> list[Mutant]:
    """Return the mutants to run: those of the sample that are not known to survive."""
    groups = all_mutants()
    known = known_survivors(mutant for each in groups.values() for mutant in each)
    chosen = sample(groups, options.count, options.seed)
    listed = sum(mutant.digest in known for mutant in chosen)
    chosen = [
        each for each in chosen if each.digest not in known and fnmatch(each.file, options.only)
    ]
    if options.part is not None:
        chosen = part_of(chosen, options.part, options.rotation)
    total = sum(map(len, groups.values()))
    print(
        f"{len(chosen)} of {total} mutants; {listed} of the sample are listed survivors", flush=True
    )
    return chosen


def _run(chosen: list[Mutant], options: argparse.Namespace) -> Results:
    """Run mutants that have no result yet; return all results."""
    results = Results()
    waiting: dict[Group, list[Mutant]] = {}
    for mutant in chosen:
        if results.get(mutant) is None:
            waiting.setdefault(group_of(mutant.file), []).append(mutant)
    limit, end = 60 * (options.minutes or float("inf")), float("inf")
    copy = Copy(FOLDER / "copy") if waiting else None
    for group, mutants in waiting.items():
        for mutant, test in copy.try_all(group, mutants) if copy else ():
            results.add(mutant, test)
            print(f"{mutant}\n  {test or 'SURVIVED'}", flush=True)
            # Before this, the tests ran without a mutant, which may take as long.
            end = min(end, time.monotonic() + limit)
            if time.monotonic() > end:
                return results
    return results


def main() -> int:
    """Run mutants; return 1 if too many survived that are not listed."""
    options = _arguments()
    chosen = _chosen(options)
    found = _run(chosen, options)
    results = [(mutant, result) for mutant in chosen if (result := found.get(mutant))]
    surviving = [mutant for mutant, result in results if not result.test]
    for mutant in surviving:
        print(f"no test notices {mutant}", flush=True)
    noticed = 1 - len(surviving) / max(1, len(results))
    print(f"{len(results)} of {len(chosen)} run, {len(surviving)} survived, {noticed:.1%} noticed")
    return int(noticed < (NOTICED if options.part is None else NOTICED_OF_PART))


if __name__ == "__main__":
    sys.exit(main())
