"""Tests of the rules.

Properties that hold for every game, such as secrecy, are checked by
``pytest -p wistar_env.kit.conformance.pytest_plugin --wistar-game tricks:Tricks``.
"""

import pytest

from tricks import HAND, RANKS, Tricks


def test_a_seat_follows_suit_if_it_can() -> None:
    for seed in range(20):
        game = Tricks.new(3, seed)
        game.step(int(game.legal_actions()[0]))
        (lead,) = (card for card in game.record["trick"][0].tolist() if card >= 0)
        hand = (game.record["place"][0] == game.seat).nonzero()[0].tolist()
        same = [card for card in hand if card // RANKS == lead // RANKS]
        assert game.legal_actions().tolist() == (same or hand)


@pytest.mark.parametrize("num_players", [2, 3])
def test_each_trick_is_won_by_somebody(num_players: int) -> None:
    game = Tricks.new(num_players, seed=1)
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    assert sum(score["total"] for score in game.scores()) == HAND
