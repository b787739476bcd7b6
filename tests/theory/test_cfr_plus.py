import pytest

from examples.leduc import Leduc
from tests.kit.kuhn import Kuhn
from tests.theory.games import Pennies
from wistar_env.kit.game import Game
from wistar_env.theory import CfrPlus, SequenceForm, judge, uniform_policy


def solved(form: SequenceForm, iterations: int) -> CfrPlus:
    solver = CfrPlus(form)
    for _ in range(iterations):
        solver.iterate()
    assert solver.iterations == iterations
    return solver


@pytest.mark.parametrize(
    ("game", "value", "iterations"),
    [
        (Kuhn, -1 / 18, 500),
        (Leduc, -0.0856, 500),  # Lanctot and others, *OpenSpiel*, 2019
        (Pennies, 1 / 5, 2_000),
    ],
)
def test_it_finds_the_known_value(game: type[Game], value: float, iterations: int) -> None:
    form = SequenceForm(game)
    found = judge(form, solved(form, iterations).average())
    assert found.exploitability < 1e-3
    assert found.values[0] == pytest.approx(value, abs=1e-3)
    # The value lies between what either seat can be held to.
    assert -found.best_responses[1] - 1e-4 <= value <= found.best_responses[0] + 1e-4


def test_it_finds_the_mixture_that_leaves_the_other_seat_no_choice() -> None:
    form = SequenceForm(Pennies)
    policy = solved(form, 2_000).average()
    for seat, part in enumerate(policy):
        actions = form.seats[seat].actions.tolist()
        assert dict(zip(actions, part, strict=True)) == pytest.approx(
            {-1: 1, 0: 2 / 5, 1: 3 / 5}, abs=0.01
        )


def test_before_the_first_iteration_the_average_is_uniform() -> None:
    form = SequenceForm(Kuhn)
    for mine, expected in zip(CfrPlus(form).average(), uniform_policy(form), strict=True):
        assert mine.tolist() == expected.tolist()
