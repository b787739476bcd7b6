"""Processes that the package starts import what is installed, not what the current folder holds."""

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import wistar_env
from wistar_env.system.processes import python, python_module

PACKAGE = Path(wistar_env.__file__).parent
#: Ctrl-C is ignored below a shell that runs the tests in the background.
HEEDING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
#: The package, and the folders that it has links to, which ``rglob`` does not follow.
FOLDERS = [PACKAGE, *(each for each in PACKAGE.iterdir() if each.is_symlink())]


@pytest.mark.parametrize("module", ["numba", "numpy", "wistar_env", "json"])
def test_a_module_in_the_current_folder_replaces_no_installed_one(
    tmp_path: Path, module: str
) -> None:
    (tmp_path / f"{module}.py").write_text("raise SystemExit('taken over')")
    done = subprocess.run(
        python(f"import {module}; print({module}.__file__)"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path) not in done.stdout


def test_a_module_is_run_with_its_arguments_and_nothing_of_the_current_folder(
    tmp_path: Path,
) -> None:
    for name in ("numba", "numpy", "wistar_env"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken over')")
    done = subprocess.run(
        python_module("wistar_env", "card", "no such card"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2, done.stderr
    assert "no Invention is called 'no such card'" in " ".join(done.stderr.split())


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_module_that_is_run_ends_with_the_process_that_runs_it(
    tmp_path: Path, sent: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    (tmp_path / "endless.py").write_text(
        f"{HEEDING}import os, time; "
        f"open({str(started)!r}, 'w').write(str(os.getpid())); time.sleep(99)"
    )
    paths = [str(tmp_path), str(PACKAGE.parent)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    running = f"{HEEDING}from wistar_env.system.processes import run_module; run_module('endless')"
    outer = subprocess.Popen(python(running), stderr=subprocess.DEVNULL)
    while not (started.exists() and started.read_text()):
        assert outer.poll() is None
        time.sleep(0.01)
    outer.send_signal(sent)
    outer.wait()
    end = time.monotonic() + 30
    while Path(f"/proc/{started.read_text()}").exists():
        assert time.monotonic() < end, "it still runs"
        time.sleep(0.01)


def test_no_other_module_of_the_package_starts_a_python_of_its_own() -> None:
    """``sys.executable`` stands in one place, where the current folder is kept off the path."""
    found = {
        path.relative_to(PACKAGE).as_posix()
        for folder in FOLDERS
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.executable"
    }
    assert found == {"system/processes.py"}


@pytest.fixture(params=["", None, "missing", "uwsgi", "frozen", "gone"])
def embedded(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What ``sys.executable`` may be in a program that is not Python but contains it."""
    program = tmp_path / "uwsgi"
    program.write_text("#!/bin/sh\ntouch started")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    if request.param == "missing":
        monkeypatch.delattr(sys, "executable")
    elif request.param == "frozen":
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    else:
        named = {"uwsgi": str(program), "gone": str(tmp_path / "python3")}
        monkeypatch.setattr(sys, "executable", named.get(request.param, request.param))


def test_a_program_that_embeds_python_starts_the_python_of_its_environment(embedded: None) -> None:
    done = subprocess.run(
        python("import wistar_env, sys; print(sys.prefix)"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == sys.prefix


def test_where_no_python_can_be_started_nothing_compiles_beside_and_others_are_told(
    embedded: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from wistar_env.compiled import code_cache

    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    monkeypatch.setattr(code_cache, "is_cached", lambda file: False)
    code_cache.compile_in_background("wistar_env.kit.game_calls")
    with pytest.raises(FileNotFoundError, match=f"embeds Python .* in {tmp_path}"):
        python_module("wistar_env")
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("error", [OSError("no memory"), RuntimeError("no threads"), ValueError()])
def test_a_process_that_cannot_be_started_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    from wistar_env.compiled import code_cache

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    monkeypatch.setattr(code_cache, "is_cached", lambda file: False)
    monkeypatch.setattr("subprocess.Popen", fail)
    code_cache.compile_in_background("wistar_env.kit.game_calls")


def test_what_compiles_beside_is_started_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from wistar_env.compiled import code_cache

    started: list[list[str]] = []
    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    monkeypatch.setattr(
        code_cache, "is_cached", lambda file: "wistar_env.kit.game_calls" in file.name
    )
    monkeypatch.setattr("subprocess.Popen", lambda command, **_: started.append(command))
    code_cache.compile_in_background("wistar_env.kit.game_calls")
    assert not started
    code_cache.compile_in_background(
        "wistar_env.kit.game_calls", "wistar_env.games.rats_of_wistar.rules.rng"
    )
    assert started == [python("import wistar_env.games.rats_of_wistar.rules.rng")]


ENDING = """
import sys, numba
from wistar_env.compiled import code_cache
numba.config.DISABLE_JIT = 0
code_cache.is_cached = lambda file: False
code_cache.python = lambda code: [sys.executable, "-c", "import time; time.sleep(9)"]
code_cache.compile_in_background("wistar_env.kit.game_calls")
print(*code_cache._background)
"""


def test_a_program_may_end_before_what_compiles_beside_it_and_warns_of_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-c", ENDING],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    os.kill(int(done.stdout), signal.SIGTERM)


def test_the_command_looks_for_bots_in_the_current_folder_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a file there, such as ``numba.py``, replaces no installed module."""
    from wistar_env.cli.command import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["/somewhere"])
    main()
    assert sys.path == ["/somewhere", str(tmp_path)]
