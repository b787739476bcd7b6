"""``wistar doctor``: what is wrong with a machine is found, and each advice is one that helps."""

import os
import shlex
import shutil
import socket
import sys
import webbrowser
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import wistar
from wistar_env.cli.doctor import Finding, findings
from wistar_env.system.cache_folders import VARIABLE


def found(name: str, port: int = 0) -> Finding:
    return next(each for each in findings(port) if each.name == name)


def test_a_machine_that_runs_these_tests_is_well() -> None:
    done = wistar("doctor")
    assert done.exit_code == 0, done.output
    assert "ok   packages:" in done.output
    assert found("Python").advice == ""


def test_another_python_is_told_apart_from_one_that_cannot_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 19, 2))
    assert "others may work" in found("Python").advice
    assert not found("Python").fatal
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert found("Python").fatal
    assert wistar("doctor").exit_code == 2


def test_a_missing_package_and_one_that_is_too_old_are_named_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "scipy":
            raise metadata.PackageNotFoundError(name)
        return "0.0.1" if name == "rich" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    scipy, rich = found("scipy"), found("rich")
    assert (scipy.text, scipy.fatal) == ("missing", True)
    assert (rich.text, rich.fatal) == ("0.0.1", False)
    assert shlex.split(rich.advice)[:4] == ["python", "-m", "pip", "install"]


def test_an_extra_is_installed_with_all_its_packages_only(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "pygame-ce":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)
    window = found("extra window")
    assert window.text == "missing: pygame-ce"
    assert "wistar-env[window]" in window.advice
    assert not window.fatal


def test_a_cache_that_others_may_write_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.name != "posix":
        pytest.skip("owners and modes are of POSIX")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    tmp_path.chmod(0o777)
    assert "mode 777" in found("cache").text
    assert "chmod" in found("cache").advice


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(path: Path) -> Any:
        return type("Usage", (), {"free": 3 * 2**20})

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert "3 MiB free" in found("new code").text
    assert VARIABLE in found("new code").advice


def test_a_machine_without_a_browser_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def get() -> Any:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", get)
    assert "wistar serve prints its address" in found("browser").advice


def test_a_port_that_is_taken_is_told_with_another_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert found(f"port {port}", port).advice == f"wistar serve --port {port + 1}"
    assert found(f"port {port}", port).advice == ""
