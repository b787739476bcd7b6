"""Precompiled code of the package: used where it fits, otherwise compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import wistar_env
from tests.compiled.test_code_cache import PACKAGE, write_module
from wistar_env.compiled import packs
from wistar_env.compiled.compilers import compiler
from wistar_env.errors import CacheError
from wistar_env.kit.game import ahead_of_time

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT) or compiler.NAME != "internals" or packs.here() is None,
    reason="nothing is compiled, or by public functions, or there is no target",
)
TARGET = packs.here() or ""
_HERE = "from pathlib import Path; from wistar_env.compiled import code_cache, jit, packs; "
#: Let packs be found in the folder of the test.
_PACKS = f"{_HERE} packs.file_for = lambda name: Path('the.pack'); "
#: Compile the module ``summing`` for a target, and write its code to a pack.
_WRITE = f"{_HERE} import summing; from wistar_env.system.cache import load; "
_WRITE += "jit.complete(); file = code_cache.file_of_code('summing', 'total'); "
_WRITE += "packs.write(Path('the.pack'), {file.stem: load(file)})"
_USE = "import summing, numpy; print(summing.total(numpy.arange(4)), code_cache.compiled_here())"


def run(folder: Path, code: str, **more: str) -> str:
    """Run code in a process with an empty cache; return what it printed."""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    path = os.pathsep.join([str(folder), str(PACKAGE.parent)])
    environment = {"WISTAR_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": path, **more}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a module and a pack that has its function."""
    made = tmp_path_factory.mktemp("packed")
    write_module(made)
    run(made, _WRITE, **packs.flags(packs.TARGETS[TARGET]))
    return made


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    for name in ("the.pack", "summing.py"):
        shutil.copy(written / name, tmp_path)
    return tmp_path


def test_code_that_the_package_brings_is_not_compiled(folder: Path) -> None:
    assert run(folder, _PACKS + _USE) == "6 0"
    assert not (folder / "cache").exists()


def test_other_sources_are_compiled(folder: Path) -> None:
    write_module(folder, factor=2)
    assert run(folder, _PACKS + _USE) == "12 1"


@pytest.mark.parametrize("where", ["format", "index", "code"])
def test_a_changed_byte_is_found_and_the_function_is_compiled(folder: Path, where: str) -> None:
    file = folder / "the.pack"
    contents = bytearray(file.read_bytes())
    lines = contents.split(b"\n", 3)
    at = {"format": 3, "index": contents.index(lines[2]) + 9, "code": len(contents) - 20}[where]
    contents[at] ^= 1
    file.write_bytes(contents)
    assert run(folder, _PACKS + _USE) == "6 1"


#: Simulated differences of the machine, and the beginning of the reported reason.
OTHERS = {
    "features": (
        "import llvmlite.binding as b; found = b.get_host_cpu_features(); "
        "found.update(dict.fromkeys(found, False)); b.get_host_cpu_features = lambda: found; ",
        "this processor has no",
    ),
    "machine": ("import platform; platform.machine = lambda: 'mips'; ", "there is none for mips"),
    "options": ("numba_opt", "it was compiled with other options of Numba: "),
    "file": ("packs.file_for = lambda name: Path('other.pack'); ", "there is none for Python 3."),
    "variable": ("import os; os.environ['WISTAR_NO_PACK'] = '1'; ", "WISTAR_NO_PACK is set"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_does_not_fit_is_not_taken_and_the_reason_is_known(folder: Path, what: str) -> None:
    patch, reason = OTHERS[what]
    more = {"NUMBA_OPT": "2"} if what == "options" else {}
    code = _PACKS + ("" if more else patch) + "print(packs.fitting()[1])"
    assert run(folder, code, **more).startswith(reason)


def test_a_processor_without_the_features_plays_the_same_with_its_own_code(folder: Path) -> None:
    """Numba, too, is told that the processor has nothing."""
    pretended = OTHERS["features"][0]
    assert run(folder, _PACKS + pretended + _USE) == "6 1"


def test_a_function_of_this_package_that_is_compiled_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from wistar_env.compiled import code_cache

    monkeypatch.setattr(packs, "fitting", lambda: (None, f"of a test {os.getpid()}"))
    code_cache._say_why(Path("folder", "my_nim.begin.bin"))
    assert capsys.readouterr().err == ""
    code_cache._say_why(Path("folder", "wistar_env.kit.game_calls.begin.bin"))
    assert f"of wistar_env cannot be used: of a test {os.getpid()}" in capsys.readouterr().err


def test_no_pack_is_compiled_for_other_machines_or_unknown_ones() -> None:
    (other,) = {*packs.TARGETS} - {TARGET}
    with pytest.raises(CacheError, match=f"compiles for {TARGET}, not for {other}"):
        ahead_of_time.write_pack(other)
    with pytest.raises(CacheError, match=r"'z80'; .* x86-64-v3, armv8-a"):
        ahead_of_time.write_pack("z80")


def test_each_pack_of_this_clone_can_be_read_and_names_functions_of_this_package() -> None:
    """Stale functions are compiled; ``python -m tests.compare_packs`` lists them."""
    for file in (Path(wistar_env.__file__).parent / "machine_code").glob("*.pack"):
        names = packs.Pack(file.read_bytes()).names()
        assert len(names) > 150
        assert all(name.startswith("wistar_env.") for name in names)
