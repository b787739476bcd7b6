"""Comparison of two versions: the reported ratios, not the speed of this machine."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import typer

import wistar_env
from experiments import compare_versions
from experiments.compare_versions import AFTER, BEFORE, NULL, RUNS, Version

REPOSITORY = Path(wistar_env.__file__).parent.parent


class Clock:
    """A version with given rates, which records its calls."""

    rounds: Mapping[str, int] = {"batch": 3}

    def __init__(self, name: str, rate: float, asked: list[str]) -> None:
        self.name, self._rate, self._asked = name, rate, asked

    def rate(self, name: str, rounds: int) -> float:
        assert (name, rounds) == ("batch", 3), "all play the rounds of one of them"
        self._asked.append(self.name)
        return self._rate


def test_each_round_begins_with_another_process() -> None:
    asked: list[str] = []
    running: dict[str, Version] = {name: Clock(name, 1.0, asked) for name in RUNS}  # type: ignore[misc]
    compare_versions.alternate(running, 3)
    assert asked == [*(BEFORE, AFTER, NULL), *(AFTER, NULL, BEFORE), *(NULL, BEFORE, AFTER)]


def test_ratios_are_of_neighbouring_slices() -> None:
    """The machine slows tenfold from slice to slice, but the versions' ratio stays 2 : 1."""
    slower = np.asarray(10.0 ** -np.arange(8), np.float64)
    rates = {"batch": {BEFORE: slower, AFTER: 2 * slower, NULL: 2 * slower}}
    told = compare_versions.versions_table(rates).splitlines()
    assert told[2] == "| batch | 2.000 (2.000-2.000) | 1.000 (1.000-1.000) |"
    assert told[-1].startswith("| all | 2.000 ")


def test_a_ratio_has_an_interval() -> None:
    rates = np.random.default_rng(0).normal(1, 0.1, 200)
    told = compare_versions.ratio(rates, np.ones(200))
    middle, low, high = (float(each) for each in told.strip(")").replace("(", "-").split("-"))
    assert 0.97 < low < middle < high < 1.03


def test_a_version_times_slices_of_its_own_code() -> None:
    folders = dict.fromkeys(RUNS, REPOSITORY)
    with compare_versions.versions({AFTER: folders[AFTER]}) as running:
        version = running[AFTER]
        assert "2 players, float32" in version.rounds
        assert version.rate("2 players, float32", 1) > 0
    assert version.process.returncode == 0, "it ended"


def test_a_version_that_cannot_be_measured_is_named(tmp_path: Path) -> None:
    package = tmp_path / "wistar_env"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('no such thing')", "utf-8")
    with pytest.raises(RuntimeError, match=str(tmp_path)):
        Version(tmp_path)


def test_a_folder_without_a_version_is_rejected(tmp_path: Path) -> None:
    """Otherwise the installed version would be compared with itself."""
    with pytest.raises(typer.BadParameter, match=f"{tmp_path} has no wistar_env"):
        compare_versions.check_version(tmp_path)
    assert compare_versions.check_version(REPOSITORY) == REPOSITORY
