"""Minari, read back by Minari."""

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import minari
import numpy as np
import pytest

from tests.kit.goofspiel import Goofspiel
from tests.research.datasets import GAMES, KINDS, recorded
from wistar_env.datasets import Dataset, record, to_minari
from wistar_env.errors import ReplayError

pytestmark = pytest.mark.research

NAME = "wistar/all-v0"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    return tmp_path / "minari"


@pytest.fixture(params=KINDS)
def made(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Dataset:
    return recorded(tmp_path / "games", request.param, monkeypatch)


def test_every_episode_is_what_a_seat_saw_and_did(made: Dataset) -> None:
    seen: list[int] = []
    to_minari(made, NAME, on_progress=seen.append)
    assert seen == [2, 4, 5]
    found = minari.load_dataset(NAME)
    assert found.total_steps == made.num_decisions
    episodes = [*found.iterate_episodes()]
    metadata = [*found.storage.get_episode_metadata(range(len(episodes)))]
    places = [(about["game"], about["seat"]) for about in metadata]
    assert len(places) == len({*places}) == GAMES * made.description.num_players
    for episode, about in zip(episodes, metadata, strict=True):
        replay = made.replay(int(about["game"]))
        check_episode(made, episode, about, [*replay.positions()])


def check_episode(made: Dataset, episode: Any, about: Any, positions: list[Any]) -> None:
    """Compare an episode with the positions of its game."""
    seat, steps = about["seat"], 0
    observations, masks = (episode.observations[k] for k in ("observation", "action_mask"))
    for number, (game, action) in enumerate(positions[:-1]):
        if game.seat != seat:
            continue
        assert np.array_equal(observations[steps], game.observe(seat))
        assert np.flatnonzero(masks[steps]).tolist() == sorted(game.legal_actions().tolist())
        assert episode.actions[steps] == action
        assert episode.infos["decisions"][steps] == number
        steps += 1
    end = positions[-1][0]
    assert np.array_equal(observations[steps], end.observe(seat))
    assert not masks[steps].any()
    assert len(observations) == len(masks) == len(episode.infos["decisions"]) == steps + 1
    assert episode.infos["decisions"][steps] == len(positions) - 1
    assert episode.terminations.tolist() == [False] * (steps - 1) + [True]
    assert not episode.truncations.any()
    first = [rank == 1 for rank in end.ranks()]
    win = first[seat] / sum(first)
    assert episode.rewards.tolist() == [0] * (steps - 1) + [pytest.approx(2 * win - 1)]
    total = made.game.spec.score_columns[made.game.spec.scores.total_column]
    shard, place = made.shard_of(int(about["game"]))
    assert about["win"] == pytest.approx(win)
    assert about["final_score"] == end.scores()[seat][total]
    assert about["player"] == made.description.players[shard.players[place, seat]]
    assert about["seed"] == shard.seeds[place]


def test_the_environment_is_recovered(made: Dataset) -> None:
    to_minari(made, NAME)
    found = minari.load_dataset(NAME)
    env = found.recover_environment()
    assert env.observation_space == found.observation_space
    assert (
        env.action_space
        == found.action_space
        == gymnasium.spaces.Discrete(made.game.spec.num_actions)
    )
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        assert seen in env.observation_space
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        seen, reward, over, _, info = env.step(seen["action_mask"].argmax())
    assert -1 <= reward <= 1
    assert not seen["action_mask"].any()


def test_a_recovered_environment_plays_the_solo_games_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_minari(recorded(tmp_path / "games", "solo", monkeypatch), NAME)
    found = minari.load_dataset(NAME)
    env = found.recover_environment()
    for about, episode in zip(
        found.storage.get_episode_metadata(range(GAMES)), found.iterate_episodes(), strict=True
    ):
        seen, _ = env.reset(seed=about["seed"])
        for k, action in enumerate(episode.actions):
            assert all(np.array_equal(seen[name], episode.observations[name][k]) for name in seen)
            seen, reward, over, _, _ = env.step(action)
            assert (reward, over) == (episode.rewards[k], episode.terminations[k])
        assert all(np.array_equal(seen[name], episode.observations[name][-1]) for name in seen)


def test_a_game_that_is_not_installed_has_no_environment(tmp_path: Path) -> None:
    record(tmp_path / "games", Goofspiel, ["random"], 2, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        to_minari(Dataset(tmp_path / "games", Goofspiel), NAME)
    found = minari.load_dataset(NAME)
    assert found.total_episodes == 4
    assert found.env_spec is None


def test_names_are_checked_before_anything_is_written(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recorded(tmp_path / "games", "solo", monkeypatch, games=1)
    for name in ("", "greedy", "../greedy-v0", "a b-v0", "/etc/greedy-v0"):
        with pytest.raises(ValueError, match="'wistar/greedy-v0', found"):
            to_minari(made, name)
    assert not folder.exists() or not any(folder.iterdir())
    to_minari(made, NAME)
    with pytest.raises(FileExistsError, match="give another name"):
        to_minari(made, NAME)
    assert minari.load_dataset(NAME).total_episodes == 1


def test_an_export_is_whole_or_nothing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(games: int) -> None:
        raise ReplayError("a damaged file")

    with pytest.raises(ReplayError):
        to_minari(recorded(tmp_path / "games", "solo", monkeypatch), NAME, on_progress=fails)
    assert minari.list_local_datasets() == {}
