"""One game of Nim as a Python object, as the kit makes it of its declaration."""

import numpy as np
import pytest

from tests.kit.nim import CARDS, PILES, Nim
from wistar_env.errors import GameOverError, IllegalActionError, ReplayError
from wistar_env.kit.game.breakdown import best_first

pytestmark = pytest.mark.interpreted


def played(game: Nim, seed: int = 0) -> Nim:
    rng = np.random.default_rng(seed)
    while not game.finished:
        game.step(int(rng.choice(game.legal_actions())))
    return game


def test_a_game_goes_from_its_start_to_its_end() -> None:
    game = Nim.new(3, seed=5)
    assert (game.num_players, game.num_seats, game.seat, game.finished) == (3, 3, 0, False)
    assert repr(game) == "<Nim: 3 players, seat 0 decides>"
    played(game)
    assert repr(game) == "<Nim: 3 players, finished>"
    assert game.num_decisions > 3
    assert len(game.legal_actions()) == 0
    with pytest.raises(GameOverError):
        game.step(0)


def test_an_illegal_action_changes_nothing_and_says_what_is_legal() -> None:
    game = Nim.new(2, seed=1)
    game.record["piles"] = [[2, 0, 0, 0]]
    game = Nim.from_bytes(game.to_bytes())
    before = game.to_bytes()
    legal = r"legal actions: 0 \(take 1 of pile 0\), 1 \(take 2 of pile 0\)"
    with pytest.raises(IllegalActionError, match=rf"action 2 \(take 3 of pile 0\).*{legal}"):
        game.step(2)
    with pytest.raises(IllegalActionError, match="action 99 is not legal"):
        game.step(99)
    with pytest.raises(TypeError, match="integer from 0 to 11, found 'x'"):
        game.step("x")
    assert game.to_bytes() == before


def test_places_are_shared() -> None:
    game = played(Nim.new(4, seed=2))
    winner = int(game.record["winner"][0])
    game.record["cards"][0] = 0
    assert game.ranks() == [1 if seat == winner else 2 for seat in range(4)]
    assert best_first(game.ranks())[0] == winner
    assert game.scores()[winner] == {"total": 3}


def test_what_a_seat_observes_hides_the_cards_of_others() -> None:
    game = Nim.new(3, seed=6)
    observation, mask = game.observe_and_mask(1)
    assert observation.shape == (PILES + 3,)
    assert mask.sum() == 0
    assert game.observe_and_mask(0)[1].sum() == len(game.legal_actions())
    cards = (observation[PILES:] * CARDS).round().astype(int).tolist()
    assert cards == [0, int(game.record["cards"][0, 1]) + 1, 0]
    assert (game.state()[PILES:] > 0).all()
    words = game.presentation.describe_observation(observation)
    assert list(words) == ["piles", "cards"]
    assert words["cards"] == {"1": cards[1]}


def test_saves_of_another_game_are_rejected() -> None:
    with pytest.raises(ReplayError, match="not a saved game of this version"):
        Nim.from_bytes(b"XXXX" + Nim.new(2, seed=3).to_bytes()[4:])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mover", 9),
        ("mover", 2),  # a seat that nobody has
        ("mover", -1),  # nobody decides, though the game goes on
        ("seats", 1),
        ("seats", 5),
        ("seats", -3),
        ("automata", 1),
        ("automata", -2),
        ("finished", 2),
        ("finished", 1),
        ("fault", 7),
        ("decisions", -1),
    ],
)
def test_saves_whose_head_no_game_can_have_are_rejected(field: str, value: int) -> None:
    game = Nim.new(2, seed=3)
    game.record[field] = value
    with pytest.raises(ReplayError, match="the saved game"):
        Nim.from_bytes(game.to_bytes())


@pytest.mark.parametrize("num_players", [1, 5])
def test_only_the_declared_numbers_of_players_play(num_players: int) -> None:
    with pytest.raises(ValueError, match=r"num_players .* 2 to 4"):
        Nim.new(num_players)


def test_options_that_a_game_does_not_have_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"Nim .* 'level'; .* none"):
        Nim.new(2, options={"level": 3})
