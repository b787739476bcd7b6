"""The bundled bots."""

import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from wistar_env import RatsOfWistar
from wistar_env.benchmark import Batch, View, load
from wistar_env.benchmark.matches import Match, play
from wistar_env.kit.bots.registry import REGISTRY
from wistar_env.kit.game import view

#: Smaller settings for bots that would otherwise play too long.
QUICK = {"flat": "flat:rollouts=8,rollout_depth=4", "mcts": "mcts:simulations=8,rollout_depth=2"}


def batch_of(games: list[RatsOfWistar], seeds: list[int]) -> Batch:
    return Batch(tuple(View(game, game.seat) for game in games), np.array(seeds, dtype=np.int64))


@pytest.fixture(params=sorted(REGISTRY.keys() - {"network", "onnx", "sb3"}))
def name(request: pytest.FixtureRequest) -> str:
    return QUICK.get(request.param, request.param)


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_bot_plays_whole_games_with_any_number_of_players(name: str, num_players: int) -> None:
    level = 5 if num_players == 1 else None
    game = RatsOfWistar.new(num_players=num_players, seed=8, level=level)
    seats = [load(name) for _ in range(num_players)]
    match = Match(game, 8, tuple(range(game.num_seats)))
    play([match], seats, [name] * num_players)
    assert game.finished


def test_a_bot_decides_the_same_way_every_time(name: str) -> None:
    games = [RatsOfWistar.new(num_players=2, seed=seed) for seed in range(4)]
    batch = batch_of(games, [11, 12, 13, 14])
    bot = load(name)
    first = list(bot.act(batch))
    bot.reset(99)
    assert list(bot.act(batch)) == first
    assert [
        int(bot.act(batch_of([game], [seed]))[0])
        for game, seed in zip(games, [11, 12, 13, 14], strict=True)
    ] == first


def test_a_bot_leaves_the_game_as_it_was(name: str) -> None:
    game = RatsOfWistar.new(num_players=3, seed=2)
    before = game.to_bytes()
    load(name).act(batch_of([game], [5]))
    assert game.to_bytes() == before


class SealedView(View):
    """A view that lets only its own methods access the game."""

    def __getattribute__(self, name: str) -> Any:
        if name == "_game":
            assert sys._getframe(1).f_globals["__name__"] == view.__name__
        return super().__getattribute__(name)


def test_a_bot_looks_only_at_what_its_view_shows(name: str) -> None:
    bot = load(name)
    walk = load("random")
    game = RatsOfWistar.new(num_players=2, seed=21)
    for number in range(30):
        batch = Batch((SealedView(game, game.seat),), np.array([number], dtype=np.int64))
        assert int(bot.act(batch)[0]) in game.legal_actions()
        game.step(int(walk.act(batch)[0]))


def test_random_takes_every_legal_action_equally_often() -> None:
    game = RatsOfWistar.new(num_players=2, seed=1)
    legal = game.legal_actions().tolist()
    draws = 400 * len(legal)
    rng = np.random.default_rng(1)
    batch = batch_of([game] * draws, rng.integers(2**63, size=draws).tolist())
    counts = Counter(load("random").act(batch))
    assert sorted(counts) == legal
    assert all(300 < count < 500 for count in counts.values())
