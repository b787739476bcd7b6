import pytest

from examples.leduc import Leduc
from tests.kit.kuhn import Kuhn
from tests.theory.games import Bold, Pennies
from wistar_env.kit.game import Game
from wistar_env.theory import Judgement, Policy, SequenceForm, judge, policy_of, uniform_policy


@pytest.mark.parametrize(
    ("game", "exploitability"),
    [
        (Kuhn, 11 / 24),
        (Leduc, 2.373611),  # of OpenSpiel
    ],
)
def test_random_play_is_as_exploitable_as_is_published(
    game: type[Game], exploitability: float
) -> None:
    form = SequenceForm(game)
    found = judge(form, uniform_policy(form))
    assert found.exploitability == pytest.approx(exploitability, abs=1e-6)
    assert found.nash_conv == pytest.approx(2 * exploitability, abs=2e-6)


def test_a_best_response_to_bets_alone_folds_the_jack_and_calls_with_the_king() -> None:
    """A bet is called with the king, which wins 2; with the queen a call wins as much as it loses.

    The first seat that passes with the jack and folds loses 1. So it is worth (-1 - 0 + 2) / 3.
    """
    form = SequenceForm(Kuhn)
    found = judge(form, bold(form))
    assert found.values == pytest.approx((0, 0))
    assert found.best_responses == pytest.approx((1 / 3, 1 / 3))


def bold(form: SequenceForm) -> Policy:
    return policy_of(form, Bold(), "bold")


def test_whoever_is_alone_gains_from_those_who_do_the_same() -> None:
    form = SequenceForm(Pennies, 3)
    found = judge(form, bold(form))
    assert found.values == (0, 0, 0)
    assert found.gains == (3, 3, 3)
    assert found.nash_conv == 9
    assert judge(form, uniform_policy(form)).nash_conv == 0


def test_a_gain_is_never_negative() -> None:
    found = Judgement((0.1, 0.2), (0.1 - 1e-17, 0.4))
    assert found.gains == pytest.approx((0, 0.2))
    assert found.exploitability == pytest.approx(0.1)
