"""Lets a disk fail at every write of a program, and resumes the program."""

import tempfile
from collections.abc import Iterator
from itertools import count as numbers
from pathlib import Path

from tests.chaos.faults import FAULTS, Disk, Killed
from tests.chaos.programs import Program
from wistar_env.errors import WistarError


def places(program: Program, folder: Path) -> int:
    """Return how many writes a program does, after a run that compiles."""
    program.work(folder / "first", lambda saved: None)
    with Disk(folder / "whole").mounted() as disk:
        program.work(folder / "whole", lambda saved: None)
    return disk.count


def check(program: Program, step: int = 1, first: int = 0) -> list[str]:
    """Let every n-th write of a program fail in every way; return what went wrong."""
    return [*_problems(program, step, first)]


def _problems(program: Program, step: int, first: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        folder, number = Path(name), numbers()
        for each in ("first", "whole"):
            (folder / each).mkdir()
        writes = places(program, folder)
        whole = program.result(folder / "whole")
        for place in range(first, writes, step):
            for words, fault in FAULTS.items():
                torn = folder / str(next(number))
                torn.mkdir()
                told = [0]
                what = f"{program.name}, {words} at write {place} of {writes}"
                try:
                    with Disk(torn, place, fault).mounted():
                        program.work(torn, told.append)
                except OSError as error:
                    if error.filename is None and not isinstance(error, WistarError):
                        yield f"{what}: {error} names no file"
                except (Killed, WistarError):
                    pass
                except Exception as error:  # any other error is a bug
                    yield f"{what}: {type(error).__name__}: {error}"
                if (found := program.saved(torn)) < told[-1]:
                    yield f"{what}: told of {told[-1]}, and {found} are there"
                try:
                    program.work(torn, told.append)
                except Exception as error:  # leftover files must not hinder the program
                    yield f"{what}: it cannot be resumed: {type(error).__name__}: {error}"
                    continue
                if program.result(torn) != whole:
                    yield f"{what}: its result is another"
