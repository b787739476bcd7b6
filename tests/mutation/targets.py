"""Which modules have mutants, and which tests should notice them."""

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]


class Group(NamedTuple):
    """Modules whose mutants the same tests should notice."""

    share: int  # how many of their mutants the sample has
    # Patterns of their files; a module belongs to the first group that names it.
    modules: tuple[str, ...]
    tests: tuple[str, ...]  # the folders and files of tests, the mirror of the modules first
    # Whether they run as plain Python, which takes seconds; compiling a changed rule takes a
    # minute. Otherwise, only unchanged modules are compiled.
    interpreted: bool = True


_RATS: Final = "wistar_env/games/rats_of_wistar"
_LAB: Final = "wistar_env/games/lab_rats"
#: The tests of the rules of Lab Rats, those that take longest last.
_LAB_RULES: Final = tuple(
    f"tests/lab_rats/test_{stem}.py"
    for stem in ("turn_end events obstacles exits secrecy golden rounds encoder outcomes").split()
)
_STATISTICS: Final = ("paired", "ratings", "aggregates", "report")
GROUPS: Final = (
    Group(
        24,
        (f"{_RATS}/rules/hidden.py",),
        ("tests/rules/test_determinize.py", "tests/rules/test_new_decks.py"),
    ),
    Group(
        26,
        (f"{_RATS}/spaces/encode*.py", f"{_RATS}/spaces/declared_blocks.py"),
        tuple(
            f"tests/spaces/test_{stem}.py"
            for stem in "encode declared_blocks choices alternatives".split()
        ),
    ),
    Group(
        30,
        (f"{_RATS}/rules/save_validation*.py", f"{_RATS}/rules/invariants*.py"),
        ("tests/save_validation", "tests/rules/test_invariants.py"),
    ),
    Group(52, (f"{_RATS}/rules/*.py",), ("tests/rules",)),
    Group(
        38,
        tuple(
            f"{_LAB}/{stem}.py"
            for stem in "hidden imagining observed history history_checks reconstruction".split()
        ),
        _LAB_RULES,
    ),
    Group(
        60,
        tuple(
            f"{_LAB}/{stem}.py"
            for stem in (
                "actions amounts cheese confusion door_cards exits injuries kinds new_round "
                "outcomes playing_on potions record_checks resolving state turns"
            ).split()
        ),
        _LAB_RULES,
    ),
    Group(30, ("wistar_env/kit/rewards/*.py",), ("tests/rewards", "tests/kit/test_batches.py")),
    Group(
        20,
        # Not prefetch.py: what it does changes nothing but the time.
        tuple(
            f"wistar_env/kit/batch/{stem}.py"
            for stem in (
                "choices chunks context games observation_writers row_copies rows steps"
            ).split()
        ),
        (
            "tests/kit/test_batches.py",
            *(
                f"tests/vector/test_{stem}.py"
                for stem in (
                    "batch_game batch_actions context games learner opponents sparse threads "
                    "data_sets"
                ).split()
            ),
        ),
    ),
    Group(
        20,
        tuple(f"wistar_env/benchmark/{stem}.py" for stem in _STATISTICS),
        tuple(f"tests/benchmark/test_{stem}.py" for stem in _STATISTICS),
        interpreted=False,
    ),
)
#: The tests that are closest to a module, where their names do not tell.
_CLOSE: Final = {
    f"{_RATS}/rules/save_validation_stack.py": ("tests/save_validation/test_stack_entries.py",),
    f"{_RATS}/rules/choices.py": ("tests/rules/test_turn.py", "tests/rules/test_every_decision.py"),
    f"{_RATS}/rules/taking_ops.py": ("tests/rules/test_every_word.py",),
    f"{_RATS}/rules/standing_ops.py": ("tests/rules/test_every_word.py",),
    f"{_RATS}/rules/guards.py": ("tests/rules/test_guests.py",),
    f"{_RATS}/rules/difficulty.py": ("tests/test_arguments.py", "tests/test_solo.py"),
    f"{_RATS}/rules/order.py": ("tests/rules/test_rounds.py",),
    f"{_RATS}/rules/counts.py": ("tests/rules/test_scoring.py",),
    f"{_RATS}/rules/cards.py": ("tests/rules/test_inventions.py",),
    f"{_RATS}/rules/projects.py": ("tests/rules/test_inventions.py",),
    f"{_LAB}/amounts.py": ("tests/lab_rats/test_turn_end.py",),
    f"{_LAB}/injuries.py": ("tests/lab_rats/test_events.py",),
    f"{_LAB}/resolving.py": ("tests/lab_rats/test_events.py",),
    f"{_LAB}/playing_on.py": ("tests/lab_rats/test_obstacles.py", "tests/lab_rats/test_exits.py"),
    f"{_LAB}/potions.py": ("tests/lab_rats/test_exits.py",),
    f"{_LAB}/turns.py": ("tests/lab_rats/test_turn_end.py", "tests/lab_rats/test_rounds.py"),
    f"{_LAB}/new_round.py": ("tests/lab_rats/test_rounds.py",),
    f"{_LAB}/cheese.py": ("tests/lab_rats/test_rounds.py",),
    f"{_LAB}/confusion.py": ("tests/lab_rats/test_events.py",),
    f"{_LAB}/door_cards.py": ("tests/lab_rats/test_events.py",),
    f"{_LAB}/observed.py": ("tests/lab_rats/test_secrecy.py", "tests/lab_rats/test_encoder.py"),
    f"{_LAB}/hidden.py": ("tests/lab_rats/test_redeal.py", "tests/lab_rats/test_beliefs.py"),
    f"{_LAB}/history.py": ("tests/lab_rats/test_beliefs.py", "tests/lab_rats/test_redeal.py"),
    f"{_LAB}/history_checks.py": ("tests/lab_rats/test_record_checks.py",),
    f"{_LAB}/imagining.py": ("tests/lab_rats/test_weights.py",),
    f"{_LAB}/reconstruction.py": ("tests/lab_rats/test_beliefs.py",),
    f"{_LAB}/record_checks.py": ("tests/lab_rats/test_record_checks.py",),
}


def group_of(file: str) -> Group:
    """Return the group of a module.

    Raises KeyError if no group names it.
    """
    for group in GROUPS:
        if any(fnmatch(file, pattern) for pattern in group.modules):
            return group
    raise KeyError(file)


def modules(root: Path = ROOT) -> Iterator[tuple[Group, str]]:
    """Yield all modules that have mutants, each once, with its group."""
    seen = set()
    for group in GROUPS:
        for pattern in group.modules:
            for path in sorted(root.glob(pattern)):
                file = path.relative_to(root).as_posix()
                if file not in seen:
                    seen.add(file)
                    yield group, file


def close_tests(file: str, root: Path = ROOT) -> list[str]:
    """Return the files of tests that are closest to a module: those named like it, and _CLOSE."""
    stem = Path(file).stem
    named = [
        path.relative_to(root).as_posix()
        for folder in group_of(file).tests
        for path in sorted((root / folder).glob(f"test_{stem}*.py"))
    ]
    return [*_CLOSE.get(file, ()), *named]


def group_tests(group: Group, root: Path = ROOT) -> list[str]:
    """Return the files of tests that should notice mutants of a group."""
    found: list[str] = []
    for _, file in (each for each in modules(root) if each[0] is group):
        found += close_tests(file, root)
    for each in group.tests:
        path = root / each
        files = sorted(path.glob("test_*.py")) if path.is_dir() else [path]
        found += [test.relative_to(root).as_posix() for test in files]
    return list(dict.fromkeys(found))


def module_tests(file: str, root: Path = ROOT) -> list[str]:
    """Return the files of tests that should notice mutants of a module, the closest first."""
    return list(dict.fromkeys([*close_tests(file, root), *group_tests(group_of(file), root)]))
