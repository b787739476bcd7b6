"""The bundled bots play Nim, which is not part of the package."""

from dataclasses import replace

import numpy as np
import pytest

from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.errors import BotError, WistarError
from wistar_env.kit.bots import Batch
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game.spec_records import BotSpec
from wistar_env.kit.game.view import View
from wistar_env.kit.search.tree_search import Mcts
from wistar_env.kit.vector.learner import LearnerBatch

BOTS = ("random", "greedy", "flat:rollouts=16", "mcts:simulations=32")


def asked(bot: str, game: Nim, seed: int = 1) -> int:
    return int(load(bot).act(Batch((View(game, game.seat),), np.array([seed])))[0])


def with_piles(*piles: int) -> Nim:
    game = Nim.new(2, seed=1)
    game.record["piles"] = [piles]
    return Nim.from_bytes(game.to_bytes())


@pytest.mark.parametrize("bot", BOTS[1:])
def test_bots_that_look_ahead_take_the_last_pieces(bot: str) -> None:
    assert asked(bot, with_piles(2, 0, 0, 0)) == 1


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_against_a_learner(bot: str) -> None:
    batch = LearnerBatch(Nim, 3, 3, opponents=[bot])
    step = batch.reset(seed=4)
    ended = 0
    for _ in range(12):
        step = batch.step(batch.choose())
        ended += int(step.done.sum())
    assert ended > 3


def test_a_bot_of_the_game_plays_against_a_learner_by_its_name() -> None:
    spec = replace(Nim.spec, bots=BotSpec(classes={"careful": "solitary_bots:FirstBot"}))
    game = type("Botted", (Nim,), {"spec": spec, "__slots__": ()})
    batch = LearnerBatch(game, 3, 2, opponents=["careful"])
    batch.reset(seed=4)
    assert batch.step(batch.choose()).done.shape == (3,)
    with pytest.raises(BotError, match="there is no bot 'careful'"):
        LearnerBatch(Nim, 3, 2, opponents=["careful"])


def test_a_search_of_two_games_keeps_them_apart() -> None:
    searcher = Mcts(simulations=16)
    nim, wistar = with_piles(2, 0, 0, 0), RatsOfWistar.new(2, seed=3)
    first = searcher.search(wistar, seed=5)
    assert searcher.search(nim, seed=5).best == 1
    again = searcher.search(wistar, seed=5)
    assert (again.best, again.visits.tolist()) == (first.best, first.visits.tolist())


@pytest.mark.parametrize("bot", ["network:wistar", "mcts:network=wistar,simulations=4"])
def test_a_network_of_another_game_is_rejected(bot: str) -> None:
    message = "wistar.npz plays Rats of Wistar, but this game is Nim with a hidden card"
    with pytest.raises(WistarError, match=message):
        asked(bot, Nim.new(2, seed=1))
