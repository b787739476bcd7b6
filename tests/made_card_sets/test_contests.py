"""Contests: only the committed secret gives the card sets."""

import pytest

from wistar_env.errors import DataError
from wistar_env.games.rats_of_wistar.card_sets.contests import (
    commitment,
    contest_sets,
    new_secret,
)
from wistar_env.games.rats_of_wistar.components import open_components


def test_everybody_derives_the_same_sets_of_the_test_range() -> None:
    published = commitment("a secret")
    sets = contest_sets("a secret", published, 20)
    assert sets == contest_sets("a secret", published, 20)
    assert sets[:5] == contest_sets("a secret", published, 5)
    assert len(set(sets)) == 20
    assert {card_set.split for card_set in sets} == {"test"}
    assert {card_set.kind for card_set in contest_sets("a secret", published, 3, "unheard")} == {
        "unheard"
    }
    assert open_components(str(sets[0])).folder == str(sets[0])


def test_another_secret_is_rejected() -> None:
    published = commitment("a secret")
    assert "secret" not in published
    for other in ("A secret", "", "a secret "):
        with pytest.raises(DataError, match="secret"):
            contest_sets(other, published, 1)
    with pytest.raises(ValueError, match=r"count .* 1 to 100000, found 0"):
        contest_sets("a secret", published, 0)
    with pytest.raises(ValueError, match=r"kind .* generated, permuted, unheard"):
        contest_sets("a secret", published, 1, "bundled")


def test_secrets_are_long_and_differ() -> None:
    first, second = new_secret(), new_secret()
    assert first != second
    assert len(first) == len(commitment(first)) == 64
