"""Baselines in the tracks of the benchmark, and the networks of a release."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from experiments import baseline_entries
from experiments.baseline_algorithms import ALGORITHMS, SETTINGS, M
from experiments.baseline_entries import INDEX, methods, network_of, pack, publish
from experiments.baselines import Run, weights_sha256
from wistar_env.benchmark.protocol.entries import games_of, read_entry
from wistar_env.errors import ResultsError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.networks.network import Network

PPO = next(each for each in ALGORITHMS if each.name == "PPO, compiled")
SOLO = SETTINGS[0]


def measured_run(seed: int, folder: Path) -> tuple[Run, dict[str, Any]]:
    """Return a run that left a network with random weights, and its measurement."""
    run = Run(PPO, SOLO, M, seed)
    file = run.folder(folder) / "network.npz"
    file.parent.mkdir(parents=True)
    Network.random(RatsOfWistar, num_players=1, hidden=(16, 16), seed=seed).save(file)
    row = {"key": run.key, "weights_sha256": weights_sha256(file), "cpu_seconds": 36.0 * seed}
    return run, row


def test_five_seeds_of_a_budget_with_a_track_are_entered(tmp_path: Path) -> None:
    rows = [row for _, row in (measured_run(seed, tmp_path) for seed in range(1, 6))]
    (found,) = methods(rows)
    assert (found.name, found.track, found.core_hours) == ("PPO-compiled-1M", "1M", 0.03)
    assert [run.seed for run, _ in found.runs] == [1, 2, 3, 4, 5]
    assert [*methods(rows[:4])] == []
    assert [*methods(rows, only=["DQN"])] == []


def test_an_entry_has_all_networks_with_their_track_and_core_hours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baseline_entries, "PLAYED", tmp_path / "played")
    found = tuple(measured_run(seed, tmp_path) for seed in range(1, 6))
    (method,) = methods([row for _, row in found])
    method = replace(method, setting=replace(SOLO, tasks=("solo-5",)))
    publish(method, tmp_path, tmp_path / "board", games=5)
    assert not (tmp_path / "board").exists(), "a trial publishes nothing"
    played = tmp_path / "played" / method.name / "solo-5.json"
    entry = read_entry(played)
    assert (entry.track, entry.training_decisions, entry.training_core_hours) == ("1M", M, 0.03)
    assert len({bot.fingerprint for bot in entry.bots}) == 5

    monkeypatch.setattr(type(entry), "is_complete", True)
    publish(method, tmp_path, tmp_path / "board", games=5)
    file = tmp_path / "board" / method.name / "solo-5.json"
    assert read_entry(file).numbers == entry.numbers
    assert games_of(file).exists()


def test_a_missing_network_is_trained_again_and_must_be_the_measured_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, row = measured_run(1, tmp_path)
    file = run.folder(tmp_path) / "network.npz"
    whole = file.read_bytes()

    def train(commands: list[list[str]], folder: Path) -> float:
        assert commands == run.commands(folder)
        folder.mkdir()
        (folder / "network.npz").write_bytes(whole)
        return 0.0

    monkeypatch.setattr(baseline_entries, "train", train)
    file.unlink()
    assert network_of(run, row, tmp_path).read_bytes() == whole
    with pytest.raises(ResultsError, match=r"weights .* SHA-256 00 "):
        network_of(run, row | {"weights_sha256": "00"}, tmp_path)


def test_a_pack_has_the_networks_of_seed_1_with_their_commands(tmp_path: Path) -> None:
    pack([measured_run(seed, tmp_path) for seed in (1, 2)], tmp_path, tmp_path / "new" / "all.zip")
    with zipfile.ZipFile(tmp_path / "new" / "all.zip") as packed:
        index = json.loads(packed.read(INDEX))
        ((name, told),) = index.items()
        assert {*packed.namelist()} == {name, INDEX}
        file = Path(packed.extract(name, tmp_path))
        assert weights_sha256(file) == told["weights_sha256"]
    assert "train ppo" in told["commands"][0]
    assert "--seed 1" in told["commands"][0]


def test_the_hash_of_a_network_is_that_of_its_weights_alone(tmp_path: Path) -> None:
    network = Network.random(RatsOfWistar, num_players=1, hidden=(16, 16), seed=3)
    files = [tmp_path / f"{k}.npz" for k in range(3)]
    network.save(files[0])
    network.metadata["settings"] = {"steps": 7}
    network.save(files[1])
    network.weights[0] += 1
    network.save(files[2])
    one, same, other = map(weights_sha256, files)
    assert one == same != other
