"""A network is released by one command, in steps that are not repeated."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from experiments import release_network
from experiments.release_network import install, main, steps_of, strengths
from experiments.results import PAGE
from tests.docs import ROOT
from website.doc_tables import present
from wistar_env.kit.networks.loading import load_shared

APP = typer.Typer()
APP.command()(main)


def test_readme_has_the_table_of_the_results() -> None:
    shown = present((ROOT / "README.md").read_text("utf-8"))["strengths"]
    assert shown == strengths((ROOT / PAGE).read_text("utf-8")), (
        'python -c "from experiments.release_network import write_readme as w; w()" writes it'
    )


@pytest.mark.parametrize("name", ["wistar", "wistar-reader", "lab-rats"])
def test_a_release_takes_an_hour_at_most(name: str) -> None:
    steps = [*steps_of(load_shared(name), 1.0)]
    assert sum(step.minutes for step in steps) <= 60
    names = [step.name for step in steps]
    assert ("sensitivity" in names) == (name == "wistar-reader")
    tables = next(step.words[2] for step in steps if step.name == "results")
    assert ("unseen" in tables) == (name == "wistar-reader")
    assert names[0] == "card"
    assert names[-1] == "notebooks"


@pytest.mark.parametrize("name", ["wistar", "wistar-reader", "lab-rats"])
def test_a_network_takes_the_place_of_the_one_that_it_replaces(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_network, "file_of", lambda spec, of: tmp_path / f"{of}.npz")
    network = load_shared(name)
    assert network.file is not None
    installed = install(network, network.file)
    assert installed.name == f"{name}.npz"
    assert installed.read_bytes() == network.file.read_bytes()


def test_a_trial_says_how_long_it_takes_and_repeats_no_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / PAGE).read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    PAGE.parent.mkdir()
    PAGE.write_text(page, "utf-8")
    file = load_shared("wistar").file
    ran: list[str] = []

    def run(module: str, *words: str) -> int:
        ran.append(module)
        assert not any("docs" in word for word in words)
        return 3 if module == "experiments.results" and ran.count(module) == 1 else 0

    monkeypatch.setattr(release_network, "run_module", run)
    first = CliRunner().invoke(APP, [str(file), "--share", "0.01"])
    assert first.exit_code == 3, first.output
    assert "in total about 0.5 minutes on two cores" in first.output
    assert ran == ["experiments.leaderboard", "experiments.best_responses", "experiments.results"]
    second = CliRunner().invoke(APP, [str(file), "--share", "0.01"])
    assert second.exit_code == 0, second.output
    assert ran[3:] == ["experiments.results"]
