import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wistar_env

PACKAGE = Path(wistar_env.__file__).parent

#: A module with one compiled function, which takes a second or two.
MODULE = '''
from typing import Annotated, Any
from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import LongArray

@entry
def total(numbers: LongArray) -> int:
    """Add."""
    found = 0
    for number in numbers:
        found += {factor} * number
    return found
'''
USE = "import numpy, summing; print(summing.total(numpy.arange(4)))"


def start(folder: Path, **more: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "WISTAR_CACHE_DIR": str(folder / "cache")}
    environment |= {"PYTHONPATH": os.pathsep.join([str(folder), str(PACKAGE.parent)]), **more}
    return subprocess.Popen(
        [sys.executable, "-c", f"{more.get('PATCH', '')}\n{more.get('USE', USE)}"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def use(folder: Path, **more: str) -> tuple[str, str]:
    process = start(folder, **more)
    printed, complained = process.communicate()
    assert process.returncode == 0, complained
    return printed.strip(), complained


def write_module(folder: Path, factor: int = 1) -> None:
    (folder / "summing.py").write_text(MODULE.format(factor=factor))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    write_module(tmp_path)
    yield tmp_path
    for each in tmp_path.rglob("*"):
        each.chmod(0o755)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache with the compiled function."""
    made = tmp_path_factory.mktemp("compiled")
    write_module(made)
    use(made)
    return made / "cache"


@pytest.fixture
def used(folder: Path, compiled: Path) -> Path:
    """Return a folder whose function is already compiled."""
    shutil.copytree(compiled, folder / "cache")
    return folder


def test_it_says_that_it_compiles_and_what_is_kept_is_not_compiled_again(folder: Path) -> None:
    printed, complained = use(folder)
    assert printed == "6"
    assert "compiling" in complained
    assert use(folder) == ("6", "")


def test_a_copy_with_other_times_at_another_place_uses_what_is_kept(used: Path) -> None:
    other = used / "other"
    other.mkdir()
    shutil.copy(used / "summing.py", other)
    os.utime(other / "summing.py", (0, 0))
    (other / "cache").symlink_to(used / "cache")
    assert use(other) == ("6", "")


def test_a_changed_source_is_compiled_anew(used: Path) -> None:
    write_module(used, factor=2)
    printed, complained = use(used)
    assert printed == "12"
    assert "compiling" in complained


def test_another_processor_is_said_and_compiled_for(used: Path) -> None:
    assert "compiling" in use(used, NUMBA_CPU_NAME="generic")[1]
    assert use(used) == ("6", "")


def test_two_processes_compile_a_function_once(folder: Path) -> None:
    processes = [start(folder) for _ in range(2)]
    outputs = [process.communicate() for process in processes]
    assert [printed.strip() for printed, _ in outputs] == ["6", "6"]
    assert sum("compiling, once" in complained for _, complained in outputs) == 1


def test_what_is_damaged_is_compiled_anew_and_no_lock_is_left(used: Path) -> None:
    (kept,) = (used / "cache").rglob("*.bin")
    kept.write_bytes(kept.read_bytes()[:-5])
    assert "compiling" in use(used)[1]
    assert use(used) == ("6", "")
    assert [each.name for each in (used / "cache").rglob("*") if each.is_file()] == [kept.name]


def test_a_complete_cache_on_a_file_system_that_cannot_be_written_to_is_enough(
    used: Path,
) -> None:
    for each in (used / "cache").rglob("*"):
        each.chmod(0o555)
    (used / "cache").chmod(0o555)
    assert use(used) == ("6", "")


def test_where_nothing_can_be_kept_it_works_and_says_so_each_time(folder: Path) -> None:
    (folder / "cache").touch()
    nowhere = {"XDG_CACHE_HOME": str(folder / "cache"), "TMPDIR": str(folder / "cache")}
    nowhere["PATCH"] = "import tempfile; tempfile.gettempdir = lambda: '/dev/null'"
    for _ in range(2):
        printed, complained = use(folder, **nowhere)
        assert printed == "6"
        assert "compiling" in complained


def test_what_cannot_be_written_to_the_chosen_folder_goes_to_that_of_the_user(folder: Path) -> None:
    (folder / "cache").touch()
    assert "compiling" in use(folder, XDG_CACHE_HOME=str(folder / "own"))[1]
    assert use(folder, XDG_CACHE_HOME=str(folder / "own")) == ("6", "")


#: Errors of locks: NFS without a lock daemon, file systems without locks.
NO_LOCKS = """
import errno, fcntl
def flock(*_):
    raise OSError(errno.{error}, "no locks")
fcntl.flock = flock
"""


@pytest.mark.parametrize("error", ["ENOLCK", "ENOSYS"])
def test_where_locks_fail_it_is_compiled_without_them(folder: Path, error: str) -> None:
    printed, complained = use(folder, PATCH=NO_LOCKS.format(error=error))
    assert printed == "6"
    assert "Error" not in complained
    assert use(folder) == ("6", "")
    assert len([each for each in (folder / "cache").rglob("*") if each.is_file()]) == 1


STUCK = """
from wistar_env.compiled import code_cache
from wistar_env.system import locks
def held(lock, wait=0):
    print("asked")
    raise BlockingIOError("process 1 on another machine")
locks.held = held
"""


def test_a_lock_that_is_not_freed_in_time_is_not_waited_for_again(folder: Path) -> None:
    (folder / "product.py").write_text(MODULE.format(factor=2))
    code = "import numpy, summing, product; four = numpy.arange(4)\n"
    code += "print(summing.total(four), product.total(four))"
    printed, complained = use(folder, PATCH=STUCK, USE=code)
    assert printed.split() == ["asked", "asked", "6", "12"]
    assert "process 1 on another machine is also compiling" in complained


def test_what_only_saves_time_may_fail_in_any_way(folder: Path) -> None:
    patch = """
from wistar_env.compiled import code_cache, progress
def fail(*_, **__):
    raise LookupError("of an optimisation")
for name in ("begin", "step", "loaded", "wait"):
    setattr(progress.Progress, name, fail)
code_cache._wait_for_turn = fail
"""
    assert use(folder, PATCH=patch) == ("6", "")


@pytest.mark.parametrize("contents", [b"not a pickle", pickle.dumps(None)])
def test_what_has_its_digest_but_cannot_be_loaded_is_compiled(used: Path, contents: bytes) -> None:
    patch = f"from wistar_env.system import cache; cache.load = lambda name: {contents!r}"
    assert use(used, PATCH=patch)[0] == "6"


def test_code_without_a_source_file_is_compiled_in_memory(folder: Path) -> None:
    """Such as code of an interactive session, or of a program without sources."""
    code = MODULE.format(factor=1) + "\nimport numpy; print(total(numpy.arange(4)))"
    assert use(folder, USE=code)[0] == "6"
    assert not [*(folder / "cache").rglob("__main__*")]


def test_a_source_that_is_gone_since_it_was_imported_stops_nothing(folder: Path) -> None:
    code = f"import summing, os; os.remove('summing.py'); {USE}"
    assert use(folder, USE=code)[0] == "6"


def test_private_parts_of_numba_are_used_in_one_module_only() -> None:
    """What ``lowering`` uses is of the documented interface for extensions."""
    documented = (
        r"numba\.core import cgutils|numba\.core\.typing\.templates import AttributeTemplate"
    )
    private = re.compile(rf"(?!{documented})numba\.(core|np|cpython)\b|_nrt\b")
    found = [path for path in PACKAGE.rglob("*.py") if private.search(path.read_text())]
    names = [path.relative_to(PACKAGE).as_posix() for path in found]
    assert names == ["compiled/numba_internals.py"]
