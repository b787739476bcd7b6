"""The kit's checks of a game, and that compiled and interpreted rules agree."""

import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.conformance.runner import CHECKS, cases_of, run_check
from wistar_env.kit.game.registry import find_game


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", cases_of(LabRats, games=1), ids=str)
def test_the_kit_finds_nothing_wrong(check: str, case: object) -> None:
    assert run_check(check, case).problem == ""  # type: ignore[arg-type]


def test_it_is_found_by_its_class() -> None:
    assert find_game("wistar_env.games.lab_rats:LabRats") is LabRats
