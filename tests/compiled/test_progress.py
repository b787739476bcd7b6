"""Messages of a first start while it compiles."""

import io
import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress as Bar

from wistar_env.compiled import code_cache, progress, sources
from wistar_env.compiled.progress import Progress
from wistar_env.system import cache, cache_folders, locks
from wistar_env.system.processes import python

#: Modules of which a start needs the first, with their functions.
MODULES = {"first": ["a", "b", "c"], "second": ["d"]}

EACH_WAITS = "each waits for functions that the other compiles"


class Terminal(io.StringIO):
    """A stream that acts as a terminal."""

    def isatty(self) -> bool:
        return True


def file_of(module: str, name: str) -> Path:
    return Path(f"{module}.{name}.bin")


@pytest.fixture
def compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Progress:
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(progress, "_imported", lambda: {"first"})
    monkeypatch.setattr(progress, "needed", set)
    monkeypatch.setattr(progress, "functions", MODULES.__getitem__)
    monkeypatch.setattr(progress, "functions_at_once", MODULES.__getitem__)
    monkeypatch.setattr(progress, "_BETWEEN", 0.0)
    return Progress(file_of, code_cache.is_cached)


def compile_here(compiling: Progress, name: str, module: str = "first") -> None:
    file = file_of(module, name)
    compiling.begin()
    compiling.step(file, name)
    cache.store(file, b"code")
    compiling.loaded(file)


def read(compiling: Progress, name: str) -> None:
    compiling.loaded(file_of("first", name))


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_the_count_reaches_its_end_though_the_background_compiles_a_part(
    compiling: Progress, capsys: pytest.CaptureFixture[str]
) -> None:
    compile_here(compiling, "a")
    cache.store(file_of("first", "b"), b"by the other process")
    read(compiling, "b")
    compile_here(compiling, "c")
    assert said(capsys) == [
        "wistar-env: compiling, once: function 1 of 3, 0 s (a)",
        "wistar-env: compiling, once: function 3 of 3, 0 s (c)",
        "wistar-env: 3 functions compiled in 0 s; later starts read the cache",
    ]


def test_what_is_cached_is_not_counted(
    compiling: Progress, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.store(file_of("first", "a"), b"long ago")
    read(compiling, "a")
    assert said(capsys) == []
    compile_here(compiling, "b")
    assert "function 1 of 2," in said(capsys)[0]


def test_imports_after_compiling_has_ended_add_to_its_count(
    compiling: Progress, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in MODULES["first"]:
        compile_here(compiling, name)
    monkeypatch.setattr(progress, "_imported", lambda: {*MODULES})
    capsys.readouterr()
    compile_here(compiling, "d", "second")
    assert said(capsys) == [
        "wistar-env: compiling, once: function 4 of 4, 0 s (d)",
        "wistar-env: 4 functions compiled in 0 s; later starts read the cache",
    ]
    assert compiling.compiled == 4


def test_what_will_be_imported_is_counted_at_once(
    compiling: Progress, capsys: pytest.CaptureFixture[str]
) -> None:
    compiling.announce(["second"])
    compile_here(compiling, "a")
    assert "function 1 of 4," in said(capsys)[0]


def test_where_nothing_can_be_cached_the_last_line_says_so(
    compiling: Progress,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(cache_folders, "candidates", lambda: [tmp_path / "file"])
    for name in MODULES["first"]:
        compile_here(compiling, name)
    assert f"none of {tmp_path / 'file'} can be written to, so each start" in said(capsys)[-1]


class Broken(io.StringIO):
    """A stream whose reader has left, or whose disk is full."""

    def write(self, text: str) -> int:
        raise OSError


CLOSED = io.StringIO()
CLOSED.close()


@pytest.mark.parametrize("stderr", [None, Broken(), CLOSED], ids=["none", "broken", "closed"])
def test_without_a_stderr_that_can_be_written_to_nothing_is_said(
    compiling: Progress, monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO | None
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(sys, "__stderr__", stderr)
    for name in MODULES["first"]:
        compile_here(compiling, name)
    assert compiling.compiled == 3


def test_a_terminal_has_one_line_that_is_never_broken(
    compiling: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "__stderr__", terminal)
    monkeypatch.setenv("COLUMNS", "60")
    for name in ("a", "b" * 40):
        compile_here(compiling, name)
    read(compiling, "b")
    compile_here(compiling, "c")
    *lines, last = terminal.getvalue().rstrip("\n").split("\r")
    assert [len(line) for line in lines] == [59, 59, 59]
    assert last.startswith("wistar-env: 4 functions compiled in 0 s")


def test_above_a_bar_there_are_lines_now_and_then_instead(
    compiling: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "__stderr__", terminal)
    monkeypatch.setattr(progress, "_BETWEEN", 60.0)
    with Bar(console=Console(file=terminal, force_terminal=True, width=80)):
        for name in MODULES["first"]:
            compile_here(compiling, name)
    assert terminal.getvalue().count("compiling, once") == 1
    assert terminal.getvalue().count("3 functions compiled") == 1


@pytest.mark.parametrize(
    ("holder", "told"),
    [
        (locks.name_of(7), []),
        (locks.UNKNOWN, []),
        (locks.name_of(8), [f"wistar-env: {locks.name_of(8)} is also compiling: {EACH_WAITS}"]),
    ],
)
def test_the_process_in_the_background_is_not_called_another_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    holder: str,
    told: list[str],
) -> None:
    def held(lock: Path, wait: float = 0) -> Any:
        if not wait:
            raise BlockingIOError(holder)
        return ExitStack()

    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(locks, "held", held)
    monkeypatch.setattr(code_cache, "_background", [7])
    monkeypatch.setattr(code_cache, "_progress", Progress(file_of, code_cache.is_cached))
    with ExitStack() as stack:
        code_cache._wait_for_turn(stack, file_of("first", "a"))
    assert said(capsys) == told


def test_a_held_lock_names_its_process_as_it_is_named_elsewhere(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    waits = (
        "import pathlib, sys; from wistar_env.system import locks\n"
        f"with locks.held(pathlib.Path({str(lock)!r})):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    command = python(f"exec({waits!r})")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BlockingIOError) as rejected, locks.held(lock):
            pass
        other.communicate()
    assert str(rejected.value) == locks.name_of(other.pid)


@pytest.mark.parametrize(
    "module", ["wistar_env.games.rats_of_wistar.rules.core", "wistar_env.kit.batch.steps"]
)
def test_what_an_import_needs_is_what_it_imports(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    code = f"import json, {module}; print(json.dumps([*sys.modules]))"
    found = subprocess.run(python(code), capture_output=True, text=True, check=True)
    compiled = {*sources.compiled_modules()}
    assert sources.needed([module]) & compiled == {*json.loads(found.stdout)} & compiled
