"""Which mutants are run, and the list of those that survive."""

from pathlib import Path

import pytest

from tests.mutation.generator import Mutant
from tests.mutation.sampling import (
    SAMPLE,
    StaleSurvivorError,
    all_mutants,
    known_survivors,
    part_of,
    sample,
)
from tests.mutation.targets import (
    GROUPS,
    ROOT,
    Group,
    close_tests,
    group_of,
    group_tests,
    modules,
)


@pytest.fixture(scope="module")
def mutants() -> dict[Group, list[Mutant]]:
    return all_mutants()


def every(mutants: dict[Group, list[Mutant]]) -> list[Mutant]:
    return [mutant for each in mutants.values() for mutant in each]


def test_every_listed_survivor_is_a_mutant_of_today(mutants: dict[Group, list[Mutant]]) -> None:
    known_survivors(every(mutants))


ENTRY = '''[[survivor]]
file = "{mutant.file}"
function = "{mutant.function}"
line = """{mutant.line}"""
becomes = """{mutant.becomes}"""
nth = {mutant.nth}
reason = "{reason}"
'''


def test_a_survivor_that_is_no_mutant_has_no_reason_or_is_listed_twice_is_rejected(
    mutants: dict[Group, list[Mutant]], tmp_path: Path
) -> None:
    path = tmp_path / "survivors.toml"
    mutant = mutants[GROUPS[-1]][0]
    entry = ENTRY.format(mutant=mutant, reason="equivalent")
    path.write_text(entry, "utf-8")
    assert known_survivors([mutant], path) == {mutant.digest: "equivalent"}
    with pytest.raises(StaleSurvivorError, match="no such mutant"):
        known_survivors([], path)
    path.write_text(entry + entry, "utf-8")
    with pytest.raises(StaleSurvivorError, match="twice"):
        known_survivors([mutant], path)
    path.write_text(ENTRY.format(mutant=mutant, reason=" "), "utf-8")
    with pytest.raises(StaleSurvivorError, match="needs"):
        known_survivors([mutant], path)


def test_a_sample_has_all_groups_and_depends_on_its_seed_only(
    mutants: dict[Group, list[Mutant]],
) -> None:
    chosen = sample(mutants, SAMPLE, "1")
    assert len(chosen) == SAMPLE
    assert sample(mutants, SAMPLE, "1") == chosen
    assert sample(mutants, SAMPLE, "2") != chosen
    reversed_mutants = {group: each[::-1] for group, each in mutants.items()}
    assert sample(reversed_mutants, SAMPLE, "1") == chosen


def test_a_part_has_so_many_mutants_of_one_group_and_other_ones_for_each_commit(
    mutants: dict[Group, list[Mutant]],
) -> None:
    chosen = sample(mutants, SAMPLE, "1")
    parts = [part_of(chosen, 10, str(commit)) for commit in range(40)]
    assert all(part == part_of(chosen, 10, str(commit)) for commit, part in enumerate(parts))
    assert {len(part) for part in parts} == {10}
    assert {len({group_of(each.file) for each in part}) for part in parts} == {1}
    assert len({part[0].digest for part in parts}) > 20
    assert len({group_of(part[0].file) for part in parts}) > 5
    assert part_of([], 10, "a commit") == []


def test_every_module_of_rules_has_mutants_or_nothing_to_change() -> None:
    named = {file for _, file in modules()}
    rules = (ROOT / "wistar_env/games/rats_of_wistar/rules").glob("*.py")
    assert {path.relative_to(ROOT).as_posix() for path in rules} <= named


def test_the_tests_of_all_modules_exist() -> None:
    for group, file in modules():
        for test in [*close_tests(file), *group_tests(group)]:
            assert (ROOT / test).is_file(), f"{file}: {test}"
