"""Tests of the rules.

Properties that hold for every game, such as secrecy, are checked by
``pytest -p wistar_env.kit.conformance.pytest_plugin --wistar-game goofspiel:Goofspiel``.
"""

import pytest

from goofspiel import CARDS, Goofspiel


def test_the_highest_bid_wins_the_prize_and_equal_ones_nothing() -> None:
    game = Goofspiel.new(2, seed=1)
    prize = int(game.record["prize"][0])
    game.step(3)
    game.step(1)
    assert game.scores() == [{"total": prize}, {"total": 0}]
    game.step(0)
    game.step(0)
    assert game.scores() == [{"total": prize}, {"total": 0}]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_card_is_bid_once(num_players: int) -> None:
    game = Goofspiel.new(num_players, seed=1)
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    assert game.num_decisions == CARDS * num_players
