"""Numbers that follow from others and lead back to none of them."""

from wistar_env.seeds import (
    FOR_DECISION,
    FOR_GAME,
    FOR_RATINGS,
    FOR_RESET,
    decision_seeds,
    one_way,
)


def test_a_number_follows_from_all_that_it_is_made_of_and_from_its_purpose() -> None:
    numbers = {
        one_way(purpose, seed, number)
        for purpose in (FOR_GAME, FOR_RESET, FOR_DECISION, FOR_RATINGS)
        for seed in (0, 1, 2**64 - 1)
        for number in range(100)
    }
    assert len(numbers) == 1200
    assert all(0 <= number < 2**63 for number in numbers)


def test_the_same_makes_the_same_number_everywhere() -> None:
    assert one_way(FOR_GAME, 1, 0) == 883926908191118641


def test_each_decision_has_a_different_number() -> None:
    sources = [(seed, decision) for seed in range(3) for decision in range(3)]
    seeds = decision_seeds(sources)
    assert seeds.dtype == "int64"
    assert seeds.tolist() == [one_way(FOR_DECISION, *source) for source in sources]
    assert len({*seeds.tolist()}) == 9
