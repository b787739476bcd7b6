"""Minari's collector, with infos."""

import gc
from pathlib import Path
from typing import Any

import gymnasium
import minari
import numpy as np
import pytest

from wistar_env.kit.bots.registry import load

pytestmark = [
    pytest.mark.clients,
    # Author, description and so on are not given.
    pytest.mark.filterwarnings("ignore:`.*` is set to None:UserWarning"),
    # Minari leaves its temporary folders to the garbage collector.
    pytest.mark.filterwarnings("ignore:Implicitly cleaning up:ResourceWarning"),
]


@pytest.mark.parametrize("data_format", ["hdf5", "arrow"])
def test_a_dataset_keeps_the_infos_of_whole_games(
    data_format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if data_format == "arrow":
        pytest.importorskip("pyarrow")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = gymnasium.make("wistar_env:wistar/RatOBot-v0", level=2)
    collector = minari.DataCollector(env, record_infos=True, data_format=data_format)
    told = []
    for seed in range(2):
        _, info = collector.reset(seed=seed)
        told.append([info])
        over = False
        while not over:
            *_, over, _, info = collector.step(np.int64(info["action_mask"].argmax()))
            told[-1].append(info)
    dataset = collector.create_dataset("wistar/ratobot/first-v0")
    for episode, infos in zip(dataset, told, strict=True):
        assert len(episode.rewards) == len(infos) - 1
        for name in ("action_mask", "scores", "rank", "level", "seed", "decisions"):
            kept = np.array([info[name] for info in infos])
            assert np.array_equal(np.array(episode.infos[name]).reshape(kept.shape), kept)
        assert episode.infos["rank"][-1] in (1, 2)
    assert dataset.recover_environment().reset(seed=0)[1]["level"] == 2
    collector.close()
    del collector
    gc.collect()


def test_a_bot_as_an_object_is_said_at_once_to_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    bots: dict[str, Any] = {"game": "lab-rats", "num_players": 3, "opponents": [load("random")]}
    env = gymnasium.make("wistar_env:wistar/Game-v0", **bots)
    with pytest.warns(UserWarning, match="not be able to recover the environment"):
        minari.DataCollector(env)
    gc.collect()
