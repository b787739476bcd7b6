"""``wistar check`` with games that may end before a seat has decided."""

import pytest

from tests.author.checking import problems_of
from tests.author.early import Coin, Letters, Natural
from wistar_env.kit.conformance.runner import CHECKS
from wistar_env.kit.game import Game

#: The checks that run games in environments, where such games are skipped.
OF_ENVIRONMENTS = frozenset(
    name for name in CHECKS if "accepts_it" in name or name.endswith("play_the_same_games")
)


@pytest.mark.parametrize("game", [Coin, Letters, Natural])
def test_games_that_end_early_pass_the_checks_of_environments_each_time(game: type[Game]) -> None:
    assert len(OF_ENVIRONMENTS) == 7
    for _ in range(2):
        assert problems_of(game, OF_ENVIRONMENTS) == []
