import numpy as np
import pytest

from examples.leduc import Leduc
from tests.kit.chancy import Dice
from tests.kit.goofspiel import Goofspiel
from tests.kit.kuhn import Kuhn
from tests.theory.games import Forgetful, Pennies
from wistar_env.errors import GameNotFoundError, TooLargeError
from wistar_env.kit.game import Game
from wistar_env.theory import SequenceForm, sequence_form, uniform_policy


@pytest.mark.parametrize(
    ("game", "positions", "sets"),
    [
        (Kuhn, 6 * (4 + 5), [6, 6]),  # of each deal 4 decisions and 5 ends
        (Pennies, 1 + 2 + 4, [1, 1]),
        (Leduc, 1_890, [144, 144]),
    ],
)
def test_a_game_has_its_known_number_of_information_sets(
    game: type[Game], positions: int, sets: list[int]
) -> None:
    form = SequenceForm(game)
    assert form.positions == positions
    assert form.information_sets == sets
    assert form.total == 0
    assert form.is_adversarial


def test_a_seat_remembers_what_its_observation_forgets() -> None:
    """Else the second decision of the first seat would be one set, whatever its card is."""
    assert SequenceForm(Forgetful).information_sets == SequenceForm(Kuhn).information_sets


def test_a_seat_does_not_know_a_sealed_choice() -> None:
    form = SequenceForm(Pennies, 3)
    assert form.information_sets == [1, 1, 1]
    assert form.positions == 1 + 2 + 4 + 8
    assert not form.is_adversarial


def test_chances_before_and_during_a_game_are_counted_exactly() -> None:
    """Of a game with random play the mean is that over many seeds."""
    form = SequenceForm(Dice)
    chance = np.random.default_rng(1)
    scores = []
    for seed in range(3_000):
        game = Dice.new(seed=seed)
        while not game.finished:
            game.step(int(chance.choice(game.legal_actions())))
        scores.append(game.scores()[0]["total"])
    mean, error = np.mean(scores), np.std(scores) / len(scores) ** 0.5
    value = form.values(uniform_policy(form))[0]
    assert abs(value - mean) < 4 * error
    assert abs(value) > 8 * error  # an average over no dice would differ


def test_places_are_another_utility() -> None:
    form = SequenceForm(Kuhn, utility="rank")
    assert {*np.abs(SequenceForm(Kuhn).payoffs.ravel() * 6).round(6)} == {1, 2}
    assert {*np.abs(form.payoffs.ravel() * 6).round(6)} == {1}
    with pytest.raises(ValueError, match=r"utility .* 'win'"):
        SequenceForm(Kuhn, utility="win")


def test_a_game_may_be_named() -> None:
    assert SequenceForm("tests.kit.kuhn:Kuhn").positions == SequenceForm(Kuhn).positions
    with pytest.raises(GameNotFoundError):
        SequenceForm("chess")


def test_a_game_that_is_too_large_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_form, "MAX_POSITIONS", 500)
    with pytest.raises(TooLargeError, match=r"Goofspiel with 3 players .* 500"):
        SequenceForm(Goofspiel, 3)


def test_progress_is_told() -> None:
    told: list[int] = []
    SequenceForm(Leduc, on_progress=told.append)
    assert told == [1_000]
