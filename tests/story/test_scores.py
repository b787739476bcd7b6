"""The breakdown of a score says where all of it comes from."""

import pytest

from tests.story.test_narration import steps
from wistar_env.games.rats_of_wistar.presentation import RatsOfWistarPresentation
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES


def test_every_category_has_a_title() -> None:
    assert {*RatsOfWistarPresentation.score_titles} == {*CATEGORIES} - {"total"}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_rows_add_up_to_the_totals_and_the_winner_comes_first(players: int) -> None:
    for game, _ in steps(players, 3):
        last = game
    found = last.presentation.breakdown()
    assert last.finished
    sums = [sum(vps[seat] for _, vps in found.rows) for seat in range(last.num_seats)]
    assert tuple(sums) == found.totals
    assert found.ranking[0] == last.winner()
    first = found.sentences[0]
    assert first.startswith(f"{found.names[found.ranking[0]]} {max(found.totals)} VP: VP track ")
