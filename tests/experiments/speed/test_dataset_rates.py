"""The measurements of datasets: that they read and record every game."""

from pathlib import Path

import pytest

from experiments.speed import dataset_rates
from wistar_env.datasets import Dataset, record
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.speed import timing


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SECONDS", 0.001)
    monkeypatch.setattr(dataset_rates, "RECORDED", 2)
    monkeypatch.setattr(dataset_rates, "READ", 3)
    monkeypatch.setattr(dataset_rates, "TOGETHER", 2)


def test_recording_and_every_kind_of_reading_is_measured() -> None:
    (part,) = dataset_rates.parts()
    measured = part.measure(2)
    ways = ("read", "read game by game")
    kinds = ("sparse", "float32", "uint8")
    assert [each.name for each in measured] == [
        "recorded",
        *(f"{way}, {kind}" for kind in kinds for way in ways),
    ]
    assert all(len(each.values) == 2 and min(each.values) > 0 for each in measured)


def test_a_round_of_each_is_all_of_its_games(tmp_path: Path) -> None:
    record(tmp_path / "games", RatsOfWistar, ["greedy"], 3, 1)
    made = Dataset(tmp_path / "games")
    assert dataset_rates._reading(made.decisions)(2) == 2 * made.num_decisions
    recorded = dataset_rates._recording(tmp_path)(2)
    runs = [Dataset(tmp_path / str(number)) for number in range(2)]
    assert [len(run) for run in runs] == [2, 2]
    assert recorded == sum(run.num_decisions for run in runs)
