"""Tests of the rules.

Properties that hold for every game, such as secrecy, are checked by
``pytest -p wistar_env.kit.conformance.pytest_plugin --wistar-game nim:Nim``.
"""

import pytest

from nim import CARDS, Nim


def test_a_card_says_how_many_pieces_may_be_taken_at_once() -> None:
    for seed in range(20):
        game = Nim.new(3, seed)
        card = game.record["cards"][0, game.seat]
        taken = {action % CARDS + 1 for action in game.legal_actions().tolist()}
        assert max(taken) == min(card, game.record["piles"].max())


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_last_piece_is_worth_two_points(num_players: int) -> None:
    game = Nim.new(num_players, seed=1)
    while not game.finished:
        seat = game.seat
        game.step(int(game.legal_actions()[0]))
    cards = game.record["cards"][0]
    for each, score in enumerate(game.scores()):
        assert score["total"] == CARDS - cards[each] + 2 * (each == seat)
