from fractions import Fraction
from itertools import permutations

import pytest

from tests.kit.chancy import Dice, Hashing, Rejecting, Shuffling
from tests.kit.goofspiel import CARDS, Goofspiel
from tests.kit.kuhn import Kuhn
from tests.kit.nim import MOST, Nim
from wistar_env.errors import GameOverError, IllegalActionError, TooLargeError
from wistar_env.kit.chance import every_way
from wistar_env.kit.game import Game


def test_the_deals_of_kuhn_poker_are_equally_likely() -> None:
    outcomes = Kuhn.new().chance_outcomes()
    deals = {tuple(game.record["cards"][0].tolist()): chance for chance, game in outcomes}
    assert deals == dict.fromkeys(permutations((1, 2, 3), 2), Fraction(1, 6))


def test_a_shuffle_has_all_orders() -> None:
    outcomes = Goofspiel.new(3).chance_outcomes()
    orders = {tuple(game.record["prizes"][0].tolist()): chance for chance, game in outcomes}
    assert orders == dict.fromkeys(permutations(range(1, CARDS + 1)), Fraction(1, 120))
    assert {game.num_players for _, game in outcomes} == {3}


@pytest.mark.parametrize("kind", [Kuhn, Goofspiel, Dice])
def test_games_of_seeds_begin_with_an_outcome_as_often_as_its_probability_says(
    kind: type[Game],
) -> None:
    expected = {unseeded(game): float(chance) for chance, game in kind.new().chance_outcomes()}
    count = 2_000
    found = dict.fromkeys(expected, 0)
    for seed in range(count):
        found[unseeded(kind.new(seed=seed))] += 1  # a KeyError is an outcome that was missed
    for key, chance in expected.items():
        assert abs(found[key] / count - chance) < 5 * (chance / count) ** 0.5


def unseeded(game: Game) -> bytes:
    """Return a position without the state of its generator."""
    record = game.record.copy()
    record["rng"] = 0
    return record.tobytes()


def test_equal_positions_are_one_outcome() -> None:
    outcomes = Dice.new().chance_outcomes()
    sums = {int(game.record["cards"][0, 0]): chance for chance, game in outcomes}
    assert sums == {s: Fraction(6 - abs(7 - s), 36) for s in range(2, 13)}
    assert len(outcomes) == len(sums)


def test_draws_during_a_game_are_outcomes_of_actions() -> None:
    game = Dice.new(seed=1)
    before = game.to_bytes()
    rolled = game.chance_outcomes(1)
    assert {int(each.record["cards"][0, 1]): chance for chance, each in rolled} == dict.fromkeys(
        range(1, 7), Fraction(1, 6)
    )
    assert {each.seat for _, each in rolled} == {1}
    assert game.to_bytes() == before


@pytest.mark.parametrize("kind", [Kuhn, Goofspiel, Nim])
def test_what_chance_does_not_decide_is_what_step_does(kind: type[Game]) -> None:
    game = kind.new(seed=3)
    while not game.finished:
        action = int(game.legal_actions()[-1])
        (chance, after), *others = game.chance_outcomes(action)
        game.step(action)
        assert (chance, others) == (Fraction(1), [])
        assert after == game
        assert after.legal_actions().tolist() == game.legal_actions().tolist()


def test_outcomes_continue_with_the_generator_of_their_game() -> None:
    game = Dice.new(seed=1)
    for _, begun in game.chance_outcomes():
        assert begun.record["rng"] == game.record["rng"]


def test_many_beginnings_are_counted_once_each() -> None:
    outcomes = Nim.new(2).chance_outcomes()
    assert len(outcomes) == MOST**4 * 3**2
    assert sum(chance for chance, _ in outcomes) == 1


def test_an_action_that_is_not_legal_is_rejected() -> None:
    game = Goofspiel.new()
    with pytest.raises(IllegalActionError):
        game.chance_outcomes(CARDS)
    with pytest.raises(TypeError):
        game.chance_outcomes("bid")
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    with pytest.raises(GameOverError):
        game.chance_outcomes(0)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Rejecting, "the beginning of Kuhn poker draws more than 1,024 numbers at once; draw"),
        (Hashing, "the beginning of Kuhn poker draws with `mixed`; exact chance nodes need"),
        (
            Shuffling,
            "the beginning of Kuhn poker has more than 100,000 chance outcomes, too many for "
            "exact chance nodes; one outcome takes 30 draws, with a probability of about 1 in "
            r"10\^90",
        ),
    ],
)
def test_chance_that_cannot_be_enumerated_is_rejected(kind: type[Game], message: str) -> None:
    with pytest.raises(TooLargeError, match=message):
        kind.new().chance_outcomes()


def test_more_ways_than_the_limit_are_rejected() -> None:
    with pytest.raises(TooLargeError, match="the deal has more than 5 "):
        limited(5)
    assert sum(limited(6)) == 1


def limited(limit: int) -> list[Fraction]:
    """Return the chances of the deals of Kuhn poker."""
    from wistar_env.kit.chance import scripted
    from wistar_env.kit.game.compiled_game import compiled_game

    game = Kuhn.new()
    rules = scripted(game.data.rules)
    bounds = Kuhn.spec.make_options(2, 1, {}).view("int16")

    def begin() -> None:
        compiled_game().new_game(rules, game._common, 0, 2, 0, bounds, 0, game._legal)

    return list(every_way(begin, lambda: "the deal", limit))
