"""Options, constants and automata of declared games, and numbers below 0."""

import pickle

import pytest

from tests.author.checking import problems_of
from tests.author.options_game import Pots
from wistar_env import BatchGame
from wistar_env.errors import DataError


def test_an_option_is_read_by_the_rules() -> None:
    for rounds in (1, 4):
        game = Pots.new(2, seed=1, rounds=rounds)
        while not game.finished:
            game.step(0)
        assert game.num_decisions == 2 * rounds


def test_data_change_constants() -> None:
    game = Pots.new(2, seed=1, data='{"prizes": [7, 8], "loss": 0}')
    assert game.data.folder == '{"loss": 0, "prizes": [7, 8]}'
    while not game.finished:
        game.step(1)
    assert {score["total"] % 8 for score in game.scores()} == {0}
    again = Pots.new(2, seed=1, data=game.data.folder)
    assert again.data.fingerprint == game.data.fingerprint != Pots.new(2).data.fingerprint
    assert pickle.loads(pickle.dumps(game)) == game
    assert Pots.new(2, data=game.data).data is game.data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"price": 1}', "there is no constant 'price'; the constants are prizes, loss"),
        ('{"loss": 10}', "loss must be 0 to 9, found 10"),
        ('{"prizes": 3}', r"prizes must be integers of shape \(2,\), found 3"),
        ("folder", "data must be a JSON object of constants, such as .*found 'folder'"),
    ],
)
def test_wrong_constants_are_rejected(data: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        Pots.new(2, data=data)


def test_an_automaton_plays_within_a_step() -> None:
    game = Pots.new(1, seed=4)
    assert (game.num_seats, game.num_players) == (2, 1)
    while not game.finished:
        assert game.seat == 0
        game.step(0)
    assert game.num_decisions == 2
    assert game.scores()[1]["total"] != 0


def test_numbers_below_0_are_seen_and_told_as_they_are() -> None:
    game = Pots.new(2, seed=1)
    seen = game.presentation.describe_observation(game.observe(0))
    assert seen["points"] == {"0": 0, "1": 0}
    assert game.layout.counts(game.observe(0))["points"].tolist() == [36, 36]
    while not game.finished:
        game.step(1)
    told = game.presentation.describe_observation(game.observe(1))["points"]
    scores = [score["total"] for score in game.scores()]
    assert told == {"0": scores[1], "1": scores[0]}
    assert min(scores) < 0


def test_a_batch_draws_options_and_plays_with_constants() -> None:
    batch = BatchGame(Pots, 16, 2, rounds=(1, 4), data='{"loss": 1}')
    step = batch.reset(seed=1)
    for _ in range(12):
        step = batch.step(batch.choose("random"))
    assert step.mask is not None


def test_a_game_with_options_passes_checks() -> None:
    assert problems_of(Pots) == []
