"""Tests of the rules.

Properties that hold for every game, such as secrecy, are checked by
``pytest -p wistar_env.kit.conformance.pytest_plugin --wistar-game kuhn:Kuhn``.
"""

import pytest

from kuhn import Kuhn

PASS, BET = 0, 1


@pytest.mark.parametrize("seed", range(6))
def test_a_player_who_passes_after_a_bet_loses_a_chip(seed: int) -> None:
    game = Kuhn.new(2, seed)
    game.step(BET)
    game.step(PASS)
    assert game.scores() == [{"total": 1}, {"total": -1}]


@pytest.mark.parametrize(("actions", "stake"), [((PASS, PASS), 1), ((BET, BET), 2)])
def test_the_higher_card_wins_equal_stakes(actions: tuple[int, int], stake: int) -> None:
    for seed in range(6):
        game = Kuhn.new(2, seed)
        for action in actions:
            game.step(action)
        winner = int(game.record["card"][0].argmax())
        assert game.scores()[winner] == {"total": stake}
        assert game.scores()[1 - winner] == {"total": -stake}
