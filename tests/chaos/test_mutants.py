"""A damaged file is read to the same contents, or rejected with one kind of error."""

import random
from pathlib import Path

import pytest

from tests.chaos import mutated
from tests.chaos.kinds import KINDS, Kind
from tests.chaos.mutants import STRUCTURED, damaged_bytes
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from wistar_env.errors import FileError


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.filterwarnings("ignore")
def test_a_damaged_file_is_rejected_or_read_as_it_was(kind: Kind) -> None:
    assert mutated.check(kind, 12) == []


def test_mutants_of_a_seed_are_the_same_and_are_changed(tmp_path: Path) -> None:
    for kind in KINDS:
        if kind.name in ("network", "entry", "guests"):
            file = kind.make(tmp_path)
            for mutate in (damaged_bytes, STRUCTURED[file.suffix]):
                made = [
                    [mutate(file.read_bytes(), random.Random(seed)) for seed in range(40)]
                    for _ in range(2)
                ]
                assert made[0] == made[1]
                assert sum(each != file.read_bytes() for each in made[0]) > 30


def test_a_reader_that_believes_everything_is_noticed() -> None:
    state = next(kind for kind in KINDS if kind.name == "state")

    def careless(file: Path) -> bytes:
        return file.read_bytes()

    def raising(file: Path) -> bytes:
        if file.read_bytes() != whole:
            raise OverflowError
        return whole

    def rejecting(file: Path) -> bytes:
        if file.read_bytes() != whole:
            raise FileError("x" * 3000)
        return whole

    whole = b""

    def make(folder: Path) -> Path:
        nonlocal whole
        file = state.make(folder)
        whole = file.read_bytes()
        return file

    for load, problem in (
        (careless, "it was read, and is another"),
        (raising, "OverflowError"),
        (rejecting, "a rejection of 3000 characters"),
    ):
        problems = mutated.check(Kind("state", make, load, is_exact=True), 8)
        assert any(problem in each for each in problems)
