"""Chains that retrain the bundled networks."""

from pathlib import Path
from typing import Any

import pytest
import typer

from experiments.train_bundled import CHAINS, M, budget, main, network_of
from website.network_cards import networks
from wistar_env.cli.training import trainer
from wistar_env.kit.networks.loading import load_shared
from wistar_env.training.ppo import Config

SHIPPED = {file.stem: file for file in networks()}
#: Settings that name files.
FILES = {"begin_with", "data"}


def settings_of(words: list[str]) -> dict[str, Any]:
    """Return the settings of a command of ``wistar train ppo``."""
    assert words[:3] == ["wistar_env", "train", "ppo"]
    found = trainer("ppo").make_context("wistar", words[3:]).params
    return {name: value for name, value in found.items() if hasattr(Config(), name)}


def test_every_bundled_network_has_a_chain() -> None:
    assert {*CHAINS} == {*SHIPPED}


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_begins_with_random_weights_and_each_stage_with_the_one_before(
    name: str, tmp_path: Path
) -> None:
    runs = [(k, each) for k, each in enumerate(CHAINS[name], 1) if each.decisions]
    begun = [settings_of(run.command(tmp_path, k, 1.0, 1))["begin_with"] for k, run in runs]
    assert begun == ["", *(str(network_of(tmp_path, k)) for k, _ in runs[:-1])]


@pytest.mark.parametrize("name", CHAINS)
def test_the_last_run_is_that_of_the_shipped_network(name: str, tmp_path: Path) -> None:
    k, last = [(k, each) for k, each in enumerate(CHAINS[name], 1) if each.decisions][-1]
    told = load_shared(SHIPPED[name]).metadata["settings"]
    found = settings_of(last.command(tmp_path, k, 1.0, 1))
    for setting in {*found} & {*told} - FILES:
        assert found[setting] == told[setting], setting


@pytest.mark.parametrize("name", CHAINS)
def test_the_card_names_the_chain_and_its_budget(name: str) -> None:
    card = SHIPPED[name].with_suffix(".md").read_text("utf-8")
    assert f"python -m experiments.train_bundled {name} " in card
    assert f"{budget(name) // M} million decisions" in card


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_runs_from_random_weights_and_resumes(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    main(name, 1e-6, 1, tmp_path)
    made = network_of(tmp_path / f"{name}-1e-06", len(CHAINS[name]))
    shared, shipped = load_shared(made), load_shared(SHIPPED[name])
    assert shared.shapes == shipped.shapes
    capfd.readouterr()
    main(name, 1e-6, 1, tmp_path)
    assert "wistar_env train" not in capfd.readouterr().out


def test_an_unknown_network_is_an_error_that_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(typer.BadParameter, match=r"must be one of wistar, .*found 'mine'"):
        main("mine", 1.0, 1, tmp_path)
