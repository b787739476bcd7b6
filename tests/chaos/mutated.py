"""Reads damaged files, one after another, and reports what went wrong."""

import random
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from tests.chaos.kinds import Kind
from tests.chaos.mutants import STRUCTURED, damaged_bytes
from tests.command_line import wistar
from wistar_env.errors import RulesError, WistarError

#: Seconds after which reading a file, compiling included, counts as hanging.
LONGEST = 300
#: Maximum characters of an error line.
MOST_SAID = 1200
#: After each this many mutants of a kind, the command that reads it is also tried.
COMMAND_EVERY = 10


@contextmanager
def _limited(what: str) -> Iterator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"{what} hangs")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def check(kind: Kind, count: int, first: int = 0) -> list[str]:
    """Read this many damaged files of a kind, and return the problems in words."""
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = kind.make(folder)
        whole = file.read_bytes()
        expected = kind.load(file)
        for seed in range(first, first + count):
            rng = random.Random(f"{kind.name} {seed}")
            by_bytes = rng.random() < 0.5
            mutate = damaged_bytes if by_bytes else STRUCTURED[file.suffix]
            file.write_bytes(mutate(whole, rng))
            with _limited(f"{kind.name} {seed}"):
                said = _read(kind, file, expected, is_exact=kind.is_exact and by_bytes)
                if not said and kind.command and seed % COMMAND_EVERY == 0:
                    said = _command(kind, file)
            if said:
                problems.append(f"{kind.name}, mutant {seed}: {said}")
            file.write_bytes(whole)
    return problems


def _read(kind: Kind, file: Path, expected: object, *, is_exact: bool) -> str:
    """Return what is wrong with how a file is read; empty if nothing is."""
    try:
        found = kind.load(file)
    except RulesError as error:
        return f"a defect of the rules: {error}"[:300]
    except WistarError as error:  # a FileError, or a rejected name in the file
        longest = max(map(len, str(error).split("\n")))
        return f"a rejection of {longest} characters: {error}"[:300] if longest > MOST_SAID else ""
    except Exception as error:  # any other kind is what is looked for
        return f"{type(error).__name__}: {error}"[:300]
    return "it was read, and is another" if is_exact and found != expected else ""


def _command(kind: Kind, file: Path) -> str:
    """Return what is wrong with how a command reads a file."""
    done = wistar(*kind.command, str(file))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"wistar {kind.command[0]} ends with {done.exception!r}"[:300]
    if "Traceback" in done.output or "Errno" in done.stderr:
        return f"wistar {kind.command[0]} prints {done.output[-200:]}"
    return ""
