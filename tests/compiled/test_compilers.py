"""The choice between Numba's internals and its public functions, and code of the latter."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import wistar_env
from tests.kit.nim import Nim
from tests.test_packaging import DECLARED, pinned
from wistar_env.compiled import compilers
from wistar_env.kit.conformance.transcripts import transcript

ROOT = Path(wistar_env.__file__).parents[1]
WHICH = "from wistar_env.compiled.compilers import compiler; print(compiler.NAME)"
#: One more import of it, and a process that this one starts.
AGAIN = f"""
import importlib, subprocess, sys
from wistar_env.compiled import compilers
importlib.reload(compilers)
subprocess.run([sys.executable, "-c", {WHICH!r}], check=True)
"""
PLAY = """
from wistar_env.kit.conformance.transcripts import transcript
from tests.kit.nim import Nim
print(*transcript(Nim, 2, 1))
"""
#: Whether the function for each step was read from Numba's cache.
HITS = """
from wistar_env.kit.game.compiled_game import compiled_game
print(sum(compiled_game().step.compiled.stats.cache_hits.values()))
"""

needs_compilation = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


def run(code: str, **more: str) -> tuple[list[str], str]:
    """Return a program's output and its warnings."""
    inherited = {name: text for name, text in os.environ.items() if name != compilers.VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, "PYTHONPATH": str(ROOT), **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split(), done.stderr


def test_the_newest_tested_version_is_the_pinned_one_and_later_ones_are_admitted() -> None:
    assert pinned("constraints.txt")["numba"] == compilers.TESTED
    (declared,) = (each for each in DECLARED["dependencies"] if each.startswith("numba"))
    assert "<" not in declared


@pytest.mark.parametrize(
    ("version", "newer"),
    [
        ("0.63.0", False),
        (compilers.TESTED, False),
        ("0.68.9", False),
        ("0.69.0rc1", True),
        ("0.100.0", True),
        ("1.0", True),
        ("0+unknown", True),
    ],
)
def test_only_the_inside_of_tested_minor_versions_is_used(version: str, newer: bool) -> None:
    assert compilers._is_newer(version) == newer


@needs_compilation
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("numba.__version__ = '0.99.0'", "0.99.0 is newer than"),
        ("del numba.core.typed_passes.PreLowerStripPhis", "PreLowerStripPhis"),
    ],
)
def test_where_the_inside_may_differ_it_is_said_once_and_public_functions_compile(
    change: str, reason: str
) -> None:
    printed, complained = run(f"import numba; {change}\n{WHICH}\n{AGAIN}")
    assert printed == ["plain", "plain"]
    assert complained.count("\n") == 1
    assert reason in complained
    assert f"pip install numba=={compilers.TESTED}" in complained


@needs_compilation
def test_what_is_chosen_by_the_variable_is_not_complained_of() -> None:
    assert run(WHICH, WISTAR_PLAIN_NUMBA="1") == (["plain"], "")


@needs_compilation
def test_public_functions_compile_the_same_game_once(tmp_path: Path) -> None:
    plain = {"WISTAR_PLAIN_NUMBA": "1", "WISTAR_CACHE_DIR": str(tmp_path / "cache")}
    expected = list(transcript(Nim, 2, 1))
    assert run(PLAY, **plain)[0] == expected
    assert run(PLAY + HITS, **plain) == ([*expected, "1"], "")
    folders = {each for each in (tmp_path / "cache").rglob("own") if each.is_dir()}
    assert {each.stat().st_mode & 0o777 for each in folders} == {0o700}


@needs_compilation
def test_public_functions_compile_also_where_numba_cannot_cache(tmp_path: Path) -> None:
    code = """
from pathlib import Path
from wistar_env.compiled import plain_numba
from wistar_env.compiled.on_demand import Store
class Broken(Store):
    folder = Path("/dev/null/none")
plain = plain_numba.callable_from_c(lambda number: 2 * number, "int64(int64)", Broken())
print(plain.ctypes(21))
"""
    assert run(code, WISTAR_PLAIN_NUMBA="1")[0] == ["42"]


@needs_compilation
def test_what_is_not_checked_takes_arrays_that_cannot_be_written_to() -> None:
    code = """
import numpy as np
from wistar_env.compiled.jit import entry, unchecked
from wistar_env.compiled.types import LongArray
@entry
def last(numbers: LongArray) -> int:
    return numbers[-1]
numbers = np.arange(3)
numbers.flags.writeable = False
print(unchecked(last)(numbers))
"""
    assert run(code, WISTAR_PLAIN_NUMBA="1")[0] == run(code)[0] == ["2"]
