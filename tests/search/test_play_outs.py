"""Play-outs: games played to their ends after some actions."""

import numpy as np
import pytest

from tests.kit.nim import Nim
from tests.networks.networks import lively
from wistar_env.errors import IllegalActionError, NetworkError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.search.play_outs import play_outs


def test_an_action_that_ends_the_game_wins_all_its_play_outs() -> None:
    game = Nim.new(2, 1)
    while True:
        for action in game.legal_actions().tolist():
            after = game.clone()
            after.step(action)
            if after.finished:
                won = float(np.array(after.ranks())[game.seat] == 1)
                assert (play_outs(game, [action], 5, None) == won).all()
                return
        game.step(int(game.legal_actions()[0]))


@pytest.mark.parametrize("num_players", [1, 3])
def test_play_outs_of_a_seed_repeat_and_leave_the_game_alone(num_players: int) -> None:
    game, network = RatsOfWistar.new(num_players, 3), lively(num_players)
    before, actions = game.record.tobytes(), game.legal_actions()[:2].tolist()
    won = play_outs(game, actions, 6, network, 5)
    assert won.shape == (6, 2)
    assert ((won >= 0) & (won <= 1)).all()
    assert game.record.tobytes() == before
    assert np.array_equal(won, play_outs(game, actions, 6, network, 5))
    assert np.array_equal(won[:, 1:], play_outs(game, actions[1:], 6, network, 5)), "same deals"
    assert np.array_equal(won[:4], play_outs(game, actions, 4, network, 5))
    assert len(play_outs(game, actions, 1, None)) == 1


def test_play_outs_do_not_depend_on_what_the_seat_does_not_see() -> None:
    game, network = RatsOfWistar.new(2, 3), lively(2)
    actions = game.legal_actions()[:2].tolist()
    other = game.determinize(game.seat, 9)
    assert other.record.tobytes() != game.record.tobytes()
    assert np.array_equal(
        play_outs(game, actions, 8, network), play_outs(other, actions, 8, network)
    )


def test_play_outs_of_what_cannot_be_played_are_rejected() -> None:
    game = RatsOfWistar.new(2, 3)
    with pytest.raises(IllegalActionError, match="actions must be among"):
        play_outs(game, [10_000], 1, lively(2))
    with pytest.raises(NetworkError, match="3 players"):
        play_outs(game, game.legal_actions()[:1].tolist(), 1, lively(3))
    with pytest.raises(ValueError, match="number must be"):
        play_outs(game, game.legal_actions()[:1].tolist(), 0, lively(2))
