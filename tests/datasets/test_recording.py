"""Recording datasets: games follow from their description, interruptions lose nothing."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.goofspiel import Goofspiel
from wistar_env.benchmark.run_shards import ShardNumber
from wistar_env.datasets import Dataset, record, recording
from wistar_env.errors import BotError, ReplayError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays.shards import Shard
from wistar_env.seeds import FOR_DATASET, game_seed, one_way


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "SHARD_SIZE", 4)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [
        (RatsOfWistar, 1, ["greedy"]),
        (RatsOfWistar, 3, ["random"]),
        (LabRats, 3, ["careful", "greedy", "random"]),
        (Goofspiel, 2, ["random"]),
    ],
)
def test_games_are_those_of_their_seeds(
    tmp_path: Path, game: Any, players: int, bots: list[str]
) -> None:
    record(tmp_path, game, bots, 5, players, seed=3)
    made = Dataset(tmp_path, game)
    assert len(made) == 5
    for number in range(5):
        replay = made.replay(number)
        assert replay.seed == one_way(FOR_DATASET, 3, number) != game_seed(3, number)
        end = replay.resume()
        assert end.finished
        shard = Shard.load(tmp_path / f"games-{number // 4 * 4:07d}.npz")
        total = game.spec.score_columns[game.spec.scores.total_column]
        assert shard.scores[number % 4].tolist() == [each[total] for each in end.scores()]
        assert shard.ranks[number % 4].tolist() == end.ranks()


def test_seats_rotate(tmp_path: Path) -> None:
    record(tmp_path, LabRats, ["careful", "greedy", "random"], 4, 3, seed=3)
    shard = Shard.load(tmp_path / "games-0000000.npz")
    assert shard.players.tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]


def test_automata_are_no_players(tmp_path: Path) -> None:
    record(tmp_path, RatsOfWistar, ["greedy"], 1, 1)
    assert Shard.load(tmp_path / "games-0000000.npz").players.tolist() == [[0, -1]]


def test_an_interrupted_run_is_resumed_and_ends_with_the_same_files(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    record(whole, RatsOfWistar, ["flat:rollouts=2,width=2"], 10, 1, seed=2)

    def interrupt(games: int) -> None:
        if games == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(
            part, RatsOfWistar, ["flat:rollouts=2,width=2"], 10, 1, seed=2, on_progress=interrupt
        )
    assert len(Dataset(part)) == 4
    (part / ".games-0000004.npz.123").write_bytes(b"half a sha")
    seen: list[int] = []
    record(part, RatsOfWistar, ["flat:rollouts=2,width=2"], 10, 1, seed=2, on_progress=seen.append)
    assert seen == [4, 8, 10]
    assert contents(whole) == contents(part)


def test_games_can_be_added(tmp_path: Path) -> None:
    whole, more = tmp_path / "whole", tmp_path / "more"
    record(whole, RatsOfWistar, games=10, num_players=2)
    record(more, RatsOfWistar, games=6, num_players=2)
    record(more, RatsOfWistar, games=10, num_players=2)
    assert contents(whole) == contents(more)
    with pytest.raises(ReplayError, match="holds 10 games, more than the 6"):
        record(more, RatsOfWistar, games=6, num_players=2)


def test_threads_do_not_matter(tmp_path: Path) -> None:
    for threads in (1, 2):
        record(tmp_path / str(threads), RatsOfWistar, games=4, num_players=2, num_threads=threads)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_games_with_options_and_several_data_sets(tmp_path: Path) -> None:
    data = ["permuted:v1:1", "permuted:v1:2"]
    record(tmp_path, RatsOfWistar, games=6, num_players=1, options={"level": (7, 9)}, data=data)
    made = Dataset(tmp_path)
    assert len({made.replay(number).start().data.name for number in range(6)}) == 2
    assert all(made.replay(number).resume().finished for number in range(6))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"seed": 1}, "seed: 0 in the folder, now 1"),
        ({"bots": ["random"]}, r"bots: .*greedy.* in the folder, now .*random"),
        ({"num_players": 3}, "num_players: 2 in the folder, now 3"),
        ({"data": "permuted:v1:1"}, "data: None in the folder, now 'permuted:v1:1'"),
    ],
)
def test_other_games_are_not_mixed_in(tmp_path: Path, change: Any, problem: str) -> None:
    record(tmp_path, RatsOfWistar, games=1, num_players=2)
    before = contents(tmp_path)
    with pytest.raises(ReplayError, match=problem):
        record(tmp_path, RatsOfWistar, games=1, **{"num_players": 2, **change})
    assert contents(tmp_path) == before


def test_bots_that_do_not_fit_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="3 bots, one for each player; found 2"):
        record(tmp_path, RatsOfWistar, ["greedy", "random"], 1, 3)
    with pytest.raises(BotError):
        record(tmp_path, RatsOfWistar, ["nobody"], 1)
    with pytest.raises(ValueError, match="num_players must be"):
        record(tmp_path, RatsOfWistar, num_players=5)
    assert not any(tmp_path.iterdir())


class Short:
    """Gives one action too few."""

    def reset(self, seed: int) -> None:
        """Forget nothing."""

    def act(self, batch: Any) -> Any:
        """Return too little."""
        return np.zeros(len(batch) - 1, np.int64)


def test_a_bot_that_answers_wrongly_is_named(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"Short' .* 1 .*, found int64 .* \(0,\)"):
        record(tmp_path, RatsOfWistar, [f"{__name__}:Short"], 1)


def test_two_processes_do_not_write_one_folder(tmp_path: Path) -> None:
    def again(games: int) -> None:
        record(tmp_path, RatsOfWistar, games=1)

    with pytest.raises(ReplayError, match="is being written by"):
        record(tmp_path, RatsOfWistar, games=1, on_progress=again)


def test_the_folder_says_how_it_was_made(tmp_path: Path) -> None:
    description = record(tmp_path, RatsOfWistar, games=2, seed=4, options={"level": 5})
    told = json.loads((tmp_path / "dataset.json").read_text("utf-8"))
    assert told == json.loads(description.to_json())
    assert told["game"] == "rats-of-wistar"
    assert told["options"] == {"level": 5}
    assert told["rules_version"] == RatsOfWistar.spec.rules_version
    assert len(told["bots"]["greedy"]) == 16


def recorded_in_shards(folder: Path, count: int, games: int, bots: list[str]) -> None:
    for number in range(1, count + 1):
        record(folder, RatsOfWistar, bots, games, 1, seed=2, shard=ShardNumber(number, count))


def test_shards_make_the_files_of_one_run(tmp_path: Path) -> None:
    bots = ["flat:rollouts=2,width=2"]
    record(tmp_path / "whole", RatsOfWistar, bots, 10, 1, seed=2)
    recorded_in_shards(tmp_path / "parts", 2, 10, bots)
    assert len(Dataset(tmp_path / "parts-1-of-2")) == 6
    assert len(Dataset(tmp_path / "parts-2-of-2")) == 4
    seen: list[int] = []
    record(tmp_path / "parts", RatsOfWistar, bots, 10, 1, seed=2, on_progress=seen.append)
    assert seen[0] == 10, "nothing is left to play"
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


def test_games_that_no_shard_has_are_played(tmp_path: Path) -> None:
    record(tmp_path / "whole", RatsOfWistar, ["random"], 10, 1, seed=2)
    recorded_in_shards(tmp_path / "parts", 2, 6, ["random"])
    record(tmp_path / "parts", RatsOfWistar, ["random"], 10, 1, seed=2)
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


@pytest.mark.parametrize("name", ["games.jsonl", "games.v2", "games (new)"])
def test_shards_are_found_by_any_name_of_the_folder(tmp_path: Path, name: str) -> None:
    recorded_in_shards(tmp_path / name, 2, 6, ["random"])
    seen: list[int] = []
    record(tmp_path / name, RatsOfWistar, ["random"], 6, 1, seed=2, on_progress=seen.append)
    assert seen[0] == 6, "nothing is left to play"


def test_shards_of_other_games_are_rejected(tmp_path: Path) -> None:
    recorded_in_shards(tmp_path / "parts", 2, 6, ["random"])
    with pytest.raises(ReplayError, match=r"parts-1-of-2 .*bots"):
        record(tmp_path / "parts", RatsOfWistar, ["greedy"], 6, 1, seed=2)
    with pytest.raises(ReplayError, match=r"6 games .* 2 files .* 3 shards"):
        record(tmp_path / "more", RatsOfWistar, ["greedy"], 6, 1, shard=ShardNumber(1, 3))
    assert not list(tmp_path.glob("more*"))
