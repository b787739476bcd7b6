"""Chances of winning by a network alone."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.networks.networks import lively
from wistar_env import BatchGame
from wistar_env.errors import NetworkError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.networks.defaults import DefaultNetworks, default_files
from wistar_env.kit.networks.fitted_chances import chances, file_beside
from wistar_env.kit.networks.loading import load_network

NETWORKS = DefaultNetworks()
BUNDLED, *_ = default_files(RatsOfWistar.spec)


def greedy_game(num_players: int, decisions: int, seed: int = 1) -> Game:
    """Return a position that greedy reached."""
    batch = BatchGame("rats-of-wistar", 1, num_players)
    batch.reset(seed)
    for _ in range(decisions):
        batch.step(batch.choose("greedy"))
    return batch.game(0)


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_chances_add_up_to_1_for_every_view(num_players: int) -> None:
    game = greedy_game(num_players, 30)
    network = NETWORKS.for_game(game)
    for seat in range(game.num_seats):
        found = chances(network, game, seat)
        assert len(found) == game.num_seats
        assert found.sum() == pytest.approx(1)
        assert ((found > 0) & (found < 1)).all()
    assert np.array_equal(chances(network, game), chances(network, game, game.seat))


def test_after_greedy_play_win_heads_expect_too_many_winners_and_chances_one() -> None:
    heads, told = [], []
    for seed in range(12):
        game = greedy_game(4, 150, seed)
        network = NETWORKS.for_game(game)
        for seat in range(4):
            heads.append(network.predict(game, seat).win_probability[seat])
            told.append(chances(network, game, seat)[seat])
    assert np.mean(heads) > 0.33
    assert 0.22 < np.mean(told) < 0.29


def test_seats_are_those_of_the_game_whoever_looks() -> None:
    batch = BatchGame("rats-of-wistar", 1, 3)
    batch.reset(4)
    for _ in range(200):
        batch.step(batch.choose("greedy" if batch.game(0).seat == 1 else "random"))
    game = batch.game(0)
    for seat in range(3):
        assert chances(NETWORKS.for_game(game), game, seat).argmax() == 1, "it plays best"


def test_at_the_end_the_winners_share_the_chances() -> None:
    game, rng = LabRats.new(3, 2), np.random.default_rng(1)
    while not game.finished:
        game.step(int(rng.choice(game.legal_actions())))
    won = [rank == 1 for rank in game.ranks()]
    assert chances(NETWORKS.for_game(game), game).tolist() == [each / sum(won) for each in won]


def test_a_network_without_a_file_tells_its_win_heads() -> None:
    game = RatsOfWistar.new(2, 5)
    network = lively(2)
    heads = np.clip(network.predict(game, 1).win_probability, 1e-3, 1)
    assert chances(network, game, 1) == pytest.approx(heads / heads.sum())


@pytest.mark.parametrize(
    "text", ["", "[]", '{"2": 1}', '{"2": [[1]]}', '{"2": [["x"]]}', "{", '{"2": [[NaN]]}']
)
def test_a_damaged_file_of_chances_is_rejected_by_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.npz"
    shutil.copy(BUNDLED, file)
    file_beside(file).write_text(text, "utf-8")
    game = RatsOfWistar.new(2, 5)
    with pytest.raises(NetworkError, match=r"mine-chances\.json"):
        chances(load_network(file, RatsOfWistar, 2), game)


@pytest.mark.parametrize(("spec", "players"), [(RatsOfWistar.spec, "1234"), (LabRats.spec, "345")])
def test_the_bundled_file_has_all_numbers_of_players(spec: GameSpec, players: str) -> None:
    bundled, *_ = default_files(spec)
    assert [*json.loads(file_beside(bundled).read_text("utf-8"))] == [*players]
