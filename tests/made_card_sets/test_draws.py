"""Random numbers of card sets: pinned, unrelated for other purposes, and even."""

from collections import Counter

from wistar_env.games.rats_of_wistar.card_sets.draws import Draws


def test_the_numbers_of_a_purpose_never_change() -> None:
    draws = Draws("a test")
    assert [draws.below(1000) for _ in range(6)] == [577, 387, 171, 975, 590, 56]
    assert Draws("a test").shuffled("abcdefgh") == list("fdaghbce")
    assert Draws("another test").below(10**9) != Draws("a test").below(10**9)


def test_choices_are_as_likely_as_their_weights() -> None:
    draws = Draws("weights")
    found = Counter(
        draws.weighted((("often", 7), ("never", 0), ("seldom", 3))) for _ in range(5000)
    )
    assert set(found) == {"often", "seldom"}
    assert 0.67 < found["often"] / 5000 < 0.73
    ends = Counter(draws.between(2, 4) for _ in range(3000))
    assert set(ends) == {2, 3, 4}
    assert min(ends.values()) > 900


def test_every_order_is_drawn_evenly() -> None:
    draws = Draws("orders")
    orders = Counter("".join(draws.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())
