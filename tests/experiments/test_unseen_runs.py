"""The runs of the experiment with unseen cards: what is trained, measured and kept."""

import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest

from experiments import unseen_runs
from experiments.unseen_runs import METHODS, SHIFTS, Measured, Method, Run
from wistar_env.benchmark.results import read
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.card_sets.set_names import parse
from wistar_env.kit.networks.network import Network
from wistar_env.training import ppo
from wistar_env.training.config import numbered

TINY = (
    "--options level=5 --steps 16 --pretraining none --num-envs 2 --num-steps 8 --hidden1 16 "
    "--hidden2 16 --minibatch-size 8 --evaluate-games 2 --evaluate-every 1"
)
SETS = ("", "permuted:v1:900000")


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_options_are_settings_of_ppo(method: Method) -> None:
    words = method.run(1).options.split()
    settings = {field.name for field in dataclasses.fields(ppo.Config)}
    assert {word.removeprefix("--").replace("-", "_") for word in words[::2]} <= settings


def test_no_set_of_training_is_measured_as_unseen() -> None:
    trained = set()
    for method in METHODS:
        words = method.options.split()
        if "--data" in words:
            trained |= {parse(name) for name in numbered(words[words.index("--data") + 1])}
    assert {each.split for each in trained} == {"train"}
    unseen_sets = [parse(name) for each in SHIFTS.values() for name in each if name]
    assert {each.split for each in unseen_sets} == {"test"}
    assert len(unseen_sets) == len(set(unseen_sets))


@pytest.fixture(scope="module", params=["", "--code 8"])
def trained(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Run, Path]:
    """Return a run that is trained and measured, and its folder."""
    run, folder = Run("tiny", f"{TINY} {request.param}".strip()), tmp_path_factory.mktemp("run")
    assert run.train(folder, threads=1) == 0
    unseen_runs.measure(run.network(folder), 4, SETS, (5,))
    return run, folder


def test_a_run_is_trained_measured_and_not_measured_again(
    trained: tuple[Run, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, folder = trained
    file = run.network(Path(shutil.copytree(folder, tmp_path / "run")))
    assert (unseen_runs.load(file).code > 0) == ("--code" in run.options)
    results = unseen_runs.results_in(unseen_runs.results_file(file))
    assert [(each.data, each.level) for each in results] == [("", 5), (SETS[1], 5)]
    kept = unseen_runs.results_file(file)
    kept.write_text(kept.read_text() + '{"data": "half a li')
    monkeypatch.setattr(
        unseen_runs, "evaluate", lambda *args, **kwargs: pytest.fail("played again")
    )
    assert unseen_runs.measure(file, 4, SETS, (5,)) == results


def test_a_search_plays_with_the_network_of_a_run(
    trained: tuple[Run, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, folder = trained
    file = run.network(Path(shutil.copytree(folder, tmp_path / "run")))
    monkeypatch.setattr(unseen_runs, "SEARCH", "mcts:simulations=2,network={}")
    results = unseen_runs.play_searched(file, 3, SETS[1:], workers=1)
    assert [(each.data, each.level) for each in results] == [(SETS[1], 9)]
    (games,) = unseen_runs.searched_folder(file).glob("*.jsonl")
    header, rows = read(games)
    assert list(header.settings["bots"]) == [f"mcts:simulations=2,network={file}"]
    assert (header.settings["card_set"], header.settings["levels"]) == (SETS[1], [9])
    assert results[0].vp == np.mean([row["score"] for row in rows])
    assert results[0].wins == np.mean([row["won"] for row in rows])
    assert len(rows) == 3
    with pytest.raises(SystemExit):
        unseen_runs.play_searched(file, 3, ("generated:v1:x",), workers=1)


def test_a_retrained_network_has_other_results(tmp_path: Path) -> None:
    network, found = tmp_path / "network.npz", set()
    for seed in (1, 2):
        Network.random(RatsOfWistar, 1, (16, 16), seed).save(network)
        found |= {unseen_runs.results_file(network), unseen_runs.searched_folder(network)}
    assert len(found) == 4


def test_measurements_are_saved_for_the_repository(
    trained: tuple[Run, Path], tmp_path: Path
) -> None:
    run, folder = trained
    results = unseen_runs.results_in(unseen_runs.results_file(run.network(folder)))
    unseen_runs.keep(run, folder, tmp_path, results)
    found = Measured.load(run.file(tmp_path))
    assert found.options == run.options
    assert found.curve[-1][0] == 16
    assert [each.data for each in found.results] == list(SETS)
    assert found.search == ""
    unseen_runs.keep(run, folder, tmp_path, results, "mcts:network={}")
    assert Measured.load(run.file(tmp_path)) == dataclasses.replace(found, search="mcts:network={}")
    assert unseen_runs.results_file(run.network(folder)).name == f"unseen-{found.network}.jsonl"
