"""The bots that search."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, sampled
from wistar_env import RatsOfWistar
from wistar_env.benchmark import Batch, BotError, View, load
from wistar_env.kit.networks.network import Network

SPECS = [
    "mcts:simulations=40,rollout_depth=2",
    "mcts:simulations=40,num_trees=2,threads=2",
    "flat:rollouts=20",
    "flat:rollouts=12,width=3",
]


def decided(bot: Any, games: list[RatsOfWistar], seeds: list[int]) -> list[int]:
    views = tuple(View(game, game.seat) for game in games)
    return list(bot.act(Batch(views, np.array(seeds, np.int64))))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("spec", SPECS)
def test_decisions_depend_on_nothing_that_the_seat_cannot_know(
    spec: str, table: dict[str, Any]
) -> None:
    games = [game.clone() for game in sampled(RatsOfWistar.new(seed=9, **table), 40, seed=9)][:-1]
    seeds = [*range(len(games))]
    bot = load(spec)
    wanted = decided(bot, games, seeds)
    for draw in (1, 2):
        others = [game.determinize(game.seat, draw) for game in games]
        assert all(other != game for other, game in zip(others, games, strict=True))
        assert decided(bot, others, seeds) == wanted


def test_all_randomness_comes_from_the_seed_of_the_batch() -> None:
    spec = "mcts:simulations=6,network=none,rollout_depth=0,c_puct=10"
    games = [game.clone() for game in sampled(RatsOfWistar.new(seed=9), 10, seed=9)][:-1]
    one, other = ([seed] * len(games) for seed in (1, 2))
    bot = load(spec)
    actions = decided(bot, games, one)
    assert decided(bot, games, other) != actions
    assert decided(load(spec), games, one) == actions


def test_the_parameters_are_those_of_the_search() -> None:
    bot: Any = load("mcts:200,num_trees=4,threads=2,c_puct=0.2")
    assert (bot.simulations, bot.num_trees, bot.threads) == (200, 4, 2)
    flat: Any = load("flat:30,width=4")
    assert (flat.rollouts, flat.width) == (30, 4)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts:simulations=many", "simulations must be an integer from 1"),
        ("mcts:network=nowhere.npz", "there is no network 'nowhere.npz'"),
        (
            "mcts:depth=3",
            "unexpected keyword argument 'depth'; allowed: simulations, seconds",
        ),
        ("mcts:c=1", "unexpected keyword argument 'c'; allowed: .*, c_puct, .*, memory_mb"),
        ("flat:horizon=1", "unexpected keyword argument 'horizon'; allowed: rollouts, .*, width"),
        ("greedy:depth=1", "allowed: none"),
        ("flat:rollouts=0", "rollouts must be an integer from 1"),
        ("flat:width=1", "width must be an integer from 2"),
        ("flat:rollout_depth=soon", "rollout_depth must be an integer from 0"),
    ],
)
def test_wrong_parameters_are_rejected_with_the_reason(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        load(spec)


def test_results_belong_to_the_file_of_the_network(tmp_path: Path) -> None:
    file = tmp_path / "own.npz"
    Network.random(RatsOfWistar, 2).save(file)
    bot: Any = load(f"mcts:simulations=10,network={file}")
    assert bot.fingerprint_files() == [file]
    assert (
        decided(bot, [RatsOfWistar.new(seed=1)], [3])[0] in RatsOfWistar.new(seed=1).legal_actions()
    )
    without: Any = load("mcts:simulations=10")
    assert without.fingerprint_files() == []
